-- Events (docs/decisions/0095-events.md): events of a closed term are read-only, check-ins are audited, and members who accepted get a notice
-- of every change.

-- Locks the term of the event, so that no change is committed while the term is being closed.
create or replace function check_event_term() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform refuse_in_closed_term(old.term_id);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'INSERT' or new.starting_date <> old.starting_date then
    new.term_id := term_of(new.starting_date);
    perform refuse_in_closed_term(new.term_id);
  end if;
  return new;
end $$;

create or replace trigger events_check_term before insert or update or delete on events
  for each row execute function check_event_term();

create or replace function check_term_of_event() returns trigger language plpgsql as $$
begin
  perform refuse_in_closed_term((select term_id from events where id = coalesce(new.event_id, old.event_id)));
  return coalesce(new, old);
end $$;

create or replace trigger event_check_ins_check_term
  before insert or delete or update of session_id, event_id, user_id, how, recorded_by, created_at on event_check_ins
  for each row execute function check_term_of_event();
create or replace trigger event_removals_check_term before insert or update or delete on event_removals
  for each row execute function check_term_of_event();
create or replace trigger event_guests_check_term before insert or update or delete on event_guests
  for each row execute function check_term_of_event();

-- Closing the term deletes the answers of members who accepted and did not attend, or were taken off the list; only their number is kept.
-- When a reopened term is closed again, the number is added to. The network and device of check-ins are deleted, too: they serve only to ask
-- about a check-in while it can still be corrected.
create or replace function forget_answers() returns trigger language plpgsql as $$
begin
  with forgotten as (
    delete from event_answers a using events e
    where e.id = a.event_id and e.term_id = new.id and not was_at_event(a.event_id, a.user_id)
    returning a.event_id)
  insert into event_forgotten_answers as f (event_id, count) select event_id, count(*) from forgotten group by event_id
  on conflict (event_id) do update set count = f.count + excluded.count;
  update event_check_ins c set address = null, device = null from events e
  where e.id = c.event_id and e.term_id = new.id and num_nonnulls(c.address, c.device) > 0;
  return null;
end $$;

create or replace trigger terms_forget_answers after update of status on terms for each row
  when (old.status = 'open' and new.status = 'closed') execute function forget_answers();

-- Removing a person deletes their answers, which frees their seats. Events that they attended keep them.
create or replace function forget_answers_of_removed() returns trigger language plpgsql as $$
begin
  delete from event_answers where user_id = new.id and not was_at_event(event_id, user_id);
  return null;
end $$;

create or replace trigger users_forget_answers after update of removed_at on users for each row
  when (old.removed_at is null and new.removed_at is not null) execute function forget_answers_of_removed();

create or replace trigger events_audit after insert or update or delete on events for each row execute function audit_row('event');

-- Whether a member attended: was checked in to a session, and was not taken off the list.
create or replace function was_at_event(event integer, member integer) returns boolean language sql stable as $$
  select exists (select from event_check_ins where event_id = event and user_id = member)
    and not exists (select from event_removals where event_id = event and user_id = member)
$$;

create or replace function audit_check_in() returns trigger language plpgsql as $$
declare
  was_there event_check_ins := coalesce(new, old);
begin
  perform write_audit('event', case tg_op when 'INSERT' then 'checked in' else 'check-in removed' end, was_there.event_id,
    (select name from events where id = was_there.event_id), was_there.user_id, null,
    jsonb_build_object('how', was_there.how));
  return null;
end $$;

create or replace trigger event_check_ins_audit after insert or delete on event_check_ins
  for each row execute function audit_check_in();

-- A member who is taken off the list, or put back on it, gets a notice with the reason.
create or replace function tell_removal() returns trigger language plpgsql as $$
declare
  removal event_removals := coalesce(new, old);
  event events;
begin
  select * into event from events where id = removal.event_id;
  perform write_audit('event', case tg_op when 'INSERT' then 'taken off' else 'put back' end, removal.event_id, event.name, removal.user_id,
    case tg_op when 'DELETE' then jsonb_build_object('reason', removal.reason) end,
    case tg_op when 'INSERT' then jsonb_build_object('reason', removal.reason) end);
  insert into notices (user_id, kind, term_id, details)
  select id, case tg_op when 'INSERT' then 'event taken off' else 'event put back' end, event.term_id,
    jsonb_build_object('event_id', event.id, 'name', event.name, 'names', event.titles, 'reason', removal.reason)
  from users where id = removal.user_id and removed_at is null;
  return null;
end $$;

create or replace trigger event_removals_tell after insert or delete on event_removals for each row execute function tell_removal();

-- The details of a notice about an event, with its next session, or the last one when all are over. Day and time are in the portal's time zone,
-- which is that of the connection.
create or replace function noticed_event(event events) returns jsonb language sql stable as $$
  select jsonb_build_object('event_id', event.id, 'name', event.name, 'names', event.titles, 'place', event.place,
    'day', s.begins_at::date, 'clock', to_char(s.begins_at, 'HH24:MI'))
  from event_sessions s where s.event_id = event.id order by s.ends_at <= now(), abs(extract(epoch from s.begins_at - now())) limit 1
$$;

-- Sends a notice to the members who accepted. It replaces an earlier one about the same event that was not seen yet.
create or replace function tell_event(event events, change text) returns void language plpgsql as $$
begin
  delete from notices n using event_answers a
  where a.event_id = event.id and n.user_id = a.user_id and n.kind in ('event changed', 'event cancelled')
    and n.details ->> 'event_id' = event.id::text and is_unseen(n);
  insert into notices (user_id, kind, term_id, details)
  select a.user_id, change, event.term_id, noticed_event(event)
  from event_answers a join users u on u.id = a.user_id and u.removed_at is null where a.event_id = event.id;
end $$;

-- Deletes the answers of members who are no longer invited, and sends them a notice.
create or replace function withdraw_answers(event events) returns void language plpgsql as $$
begin
  with gone as (
    delete from event_answers a where a.event_id = event.id and not is_invited(event, a.user_id) returning a.user_id)
  insert into notices (user_id, kind, term_id, details)
  select u.id, 'event withdrawn', event.term_id, noticed_event(event)
  from gone join users u on u.id = gone.user_id and u.removed_at is null;
end $$;

-- Whether the event is for a member: not for administrators, who are not scored.
create or replace function is_invited(event events, member integer) returns boolean language sql stable as $$
  select exists (
    select from users u left join departments d on d.id = u.department_id
    where u.id = member and u.role_id = 2 and u.removed_at is null and case event.audience
      when 'all' then true
      when 'department' then u.department_id = event.department_id
      when 'faculty' then d.faculty_id = event.faculty_id
      else exists (select from event_invitations i where i.event_id = event.id and i.user_id = u.id)
    end)
$$;
