-- Switching the weekly digest off or on is recorded by the table itself (see audit.sql). It is on for everybody who never chose.

create or replace function audit_digest() returns trigger language plpgsql as $$
begin
  perform write_audit('user', case when new.weekly_digest then 'digest on' else 'digest off' end, new.user_id,
    (select name from public.users where id = new.user_id), new.user_id, null, null);
  return null;
end $$;

create or replace trigger user_preferences_digest_added after insert on user_preferences for each row
  when (not new.weekly_digest) execute function audit_digest();
create or replace trigger user_preferences_digest_changed after update of weekly_digest on user_preferences for each row
  when (old.weekly_digest <> new.weekly_digest) execute function audit_digest();
