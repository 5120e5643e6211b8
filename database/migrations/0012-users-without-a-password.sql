-- Somebody who was imported has no password until an administrator gives them one: until then no sign-in fits.
alter table users alter column password_hash drop not null;
