-- What a server keeps in its memory to be fast stays exact, because the tables themselves tell when something changed.

-- Every statement that changes what a list shows moves this number before it commits. A list that was read while nothing else was
-- under way, and for which the number is still the same, is still the same.
create sequence list_changes;

create function note_list_change() returns trigger language plpgsql as $$
begin
  perform nextval('list_changes');
  return null;
end $$;
create trigger users_note_list_change after insert or update or delete on users for each statement execute function note_list_change();
create trigger departments_note_list_change after insert or update or delete on departments
  for each statement execute function note_list_change();
create trigger activities_note_list_change after insert or update or delete on activities
  for each statement execute function note_list_change();
create trigger terms_note_list_change after insert or update or delete on terms for each statement execute function note_list_change();
create trigger term_scores_note_list_change after insert or update or delete on term_scores
  for each statement execute function note_list_change();
create trigger term_results_note_list_change after insert or update or delete on term_results
  for each statement execute function note_list_change();

-- Whose sessions a server must look up again. Being seen, once a minute, is no change.
create function tell_session_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changes', old.user_id::text);
  return null;
end $$;
create trigger sessions_tell_ended after delete on sessions for each row execute function tell_session_change();
create trigger sessions_tell_moved after update on sessions for each row
  when (old.created_at <> new.created_at or new.last_seen_at < old.last_seen_at) execute function tell_session_change();

create function tell_user_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changes', new.id::text);
  return null;
end $$;
create trigger users_tell_change after update of name, username, role_id, removed_at on users
  for each row execute function tell_user_change();
