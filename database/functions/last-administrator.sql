-- At least one administrator remains. Two who demote each other at the same instant wait for each other here, and the second is refused.

create or replace function keep_an_administrator() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('keep_an_administrator'));
  if not exists (select from users where role_id = 1 and removed_at is null)
    and not exists (select from user_rights where "right" = 'administrator') then
    raise exception 'at least one administrator must remain' using errcode = 'SP001';
  end if;
  return null;
end $$;

create or replace trigger users_keep_an_administrator after update of role_id, removed_at or delete on users
  for each row when (old.role_id = 1 and old.removed_at is null) execute function keep_an_administrator();
-- The right beside being scored counts as well. Nobody gives rights without it (user-rights.sql), which keeps the last one, too.
