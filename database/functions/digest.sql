-- Switching the weekly digest, e-mails about notices, or messages by e-mail off or on is recorded by the table itself (see audit.sql). They
-- are on for everybody who never chose.

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

create or replace function audit_mail_choices() returns trigger language plpgsql as $$
declare
  person constant text := (select name from public.users where id = new.user_id);
begin
  if new.notice_mails is distinct from (tg_op = 'INSERT' or old.notice_mails) then
    perform write_audit('user', case when new.notice_mails then 'notice mails on' else 'notice mails off' end, new.user_id, person, new.user_id, null, null);
  end if;
  if new.message_mails is distinct from (tg_op = 'INSERT' or old.message_mails) then
    perform write_audit('user', case when new.message_mails then 'message mails on' else 'message mails off' end, new.user_id, person, new.user_id, null, null);
  end if;
  return null;
end $$;

create or replace trigger user_preferences_mails_added after insert on user_preferences for each row
  when (not new.notice_mails or not new.message_mails) execute function audit_mail_choices();
create or replace trigger user_preferences_mails_changed after update of notice_mails, message_mails on user_preferences for each row
  execute function audit_mail_choices();
