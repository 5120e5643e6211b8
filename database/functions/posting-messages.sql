-- Messages about a posting: written in an open term until the posting is verified, never changed, and gone with it. Each has its audit record,
-- from which the history shows it, and the other side hears of it.

create or replace function check_posting_message() returns trigger language plpgsql as $$
declare
  posting posted_activities;
  is_owner boolean;
begin
  -- The term is locked first, as a closing does.
  perform refuse_in_closed_term((select term_id from posted_activities where id = new.posted_activity_id));
  -- The posting is locked: it is not verified meanwhile, and of two messages at once the second one is counted after the first.
  select * into posting from posted_activities where id = new.posted_activity_id for no key update;
  if posting.state = 'verified' then
    raise exception 'posting % is verified', posting.id using errcode = 'SP005',
      detail = coalesce(last_change('posting', posting.id, '{verified}')::text, '');
  end if;
  -- Ten messages in a row of one side are the most (mostUnansweredMessages in contract/limits.ts): a message is never deleted alone.
  is_owner := new.author_id = posting.user_id;
  if (select count(*) = 10 and bool_and((author_id = posting.user_id) = is_owner)
      from (select author_id from posting_messages where posted_activity_id = posting.id order by id desc limit 10) newest) then
    raise exception 'posting % waits for the other side', posting.id using errcode = 'SP026';
  end if;
  -- mostPostingMessagesAnHour in contract/limits.ts: each message is a notice, too. The lock makes two at once follow each other.
  perform pg_advisory_xact_lock(hashtext('messages about postings'), new.author_id);
  if (select count(*) >= 60 from posting_messages
      where author_id = new.author_id and created_at > now() - interval '1 hour') then
    raise exception 'user % has written too many messages', new.author_id using errcode = 'SP058';
  end if;
  return new;
end $$;

create or replace trigger posting_messages_check before insert on posting_messages
  for each row execute function check_posting_message();

create or replace function keep_posting_message() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from posted_activities where id = old.posted_activity_id) then
    return old;
  end if;
  raise exception 'messages about a posting are kept' using errcode = 'SP004';
end $$;

create or replace trigger posting_messages_keep before update or delete on posting_messages
  for each row execute function keep_posting_message();

create or replace function audit_posting_message() returns trigger language plpgsql as $$
declare
  posting posted_activities;
begin
  select * into posting from posted_activities where id = new.posted_activity_id;
  perform write_audit('posting', 'written', posting.id, posting.activity_name, posting.user_id, null,
    jsonb_build_object('text', new.text));
  return null;
end $$;

create or replace trigger posting_messages_audit after insert on posting_messages
  for each row execute function audit_posting_message();

-- A note to a new posting is in the queue with it, and has no notice. What the member writes later goes to the reviewer who returned the
-- posting and to those who have written about it, if they still may review it (heads.sql).
create or replace function notice_posting_message() returns trigger language plpgsql as $$
declare
  posting posted_activities;
begin
  select * into posting from posted_activities where id = new.posted_activity_id;
  insert into notices (user_id, kind, posting_id, term_id, details)
  select reader.id, 'posting message', posting.id, posting.term_id, jsonb_build_object(
    'to', case when reader.id = posting.user_id then 'member' else 'office' end, 'state', posting.state,
    'activity_name', posting.activity_name, 'activity_names', posting.activity_names, 'text', new.text,
    'by', (select name from users where id = new.author_id))
  from (
    select posting.user_id as id where new.author_id <> posting.user_id
    union
    select others.id from (
      select posting.reviewed_by as id
      union
      select m.author_id from posting_messages m where m.posted_activity_id = posting.id) others
    where new.author_id = posting.user_id and may_review(others.id, posting.user_id, posting.term_id, posting.owner_department_id)) reader;
  return null;
end $$;

create or replace trigger posting_messages_notice after insert on posting_messages
  for each row execute function notice_posting_message();
