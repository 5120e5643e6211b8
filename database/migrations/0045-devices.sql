-- The browser and the system of a session, so that its owner recognises it. A session from before has none.
alter table sessions
  add column device text,
  add constraint sessions_device_form check (length(device) between 1 and 60);
