-- The notices of a person: a posting that was verified or returned, one that was edited after it was returned, a new score, Review that was
-- lent to them, a department that they head, a faculty of which they are dean. The notices about a term stand in term-notices.sql.

-- Servers LISTEN and notify open pages.
create or replace function notify_notices() returns trigger language plpgsql as $$
begin
  perform pg_notify('notices', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;

create or replace trigger notices_notify after insert or delete or update of read_at on notices
  for each row execute function notify_notices();

-- Whether a notice is unread, on no device, and in no e-mail that was sent or is being written. Only such a notice may be replaced: another
-- one would contradict what its reader has in hand. A statement that waits for the lock of a notice checks this again.
create or replace function is_unseen(notice notices) returns boolean language sql immutable as $$
  select notice.read_at is null and notice.mail_taken_at is null and notice.mailed_at is null and notice.digest_taken_at is null
    and notice.pushed_at is null
$$;

create or replace function notice_review() returns trigger language plpgsql as $$
begin
  -- An unread notice about an earlier state is out of date.
  delete from notices where posting_id = new.id and read_at is null;
  if new.state <> 'posted' then
    insert into notices (user_id, kind, posting_id, term_id, details, translations)
    values (new.user_id, new.state, new.id, new.term_id, jsonb_strip_nulls(jsonb_build_object(
      'activity_name', new.activity_name, 'activity_names', new.activity_names,
      'event_name', (select name from events where id = new.event_id), 'event_names', (select titles from events where id = new.event_id),
      'reason', new.returned_reason, 'by', (select name from users where id = new.reviewed_by))),
      case when new.returned_reasons = '{}' then '{}' else jsonb_build_object('reasons', new.returned_reasons) end);
  elsif old.state = 'returned' and nullif(current_setting('portal.actor_id', true), '')::integer = new.user_id then
    -- The owner edited the posting: the reviewer who returned it may look again, if they still may review it (heads.sql).
    insert into notices (user_id, kind, posting_id, term_id, details)
    select old.reviewed_by, 'edited', new.id, new.term_id, jsonb_strip_nulls(jsonb_build_object(
      'activity_name', new.activity_name, 'activity_names', new.activity_names,
      'by', (select name from users where id = new.user_id)))
    where may_review(old.reviewed_by, new.user_id, new.term_id, new.owner_department_id);
  end if;
  return null;
end $$;

create or replace trigger posted_activities_notice after update on posted_activities for each row
  when (old.state <> new.state) execute function notice_review();

create or replace function notice_score() returns trigger language plpgsql as $$
declare
  field text;
  old_score numeric;
  new_score numeric;
  first_score numeric;
begin
  -- A release writes one notice for both scores (releases.sql).
  if publishes() in ('release', 'take back') then
    return null;
  end if;
  foreach field in array array['tp', 'fb'] loop
    old_score := case field when 'tp' then old.tp else old.fb end;
    new_score := case field when 'tp' then new.tp else new.fb end;
    if old_score is distinct from new_score then
      -- Several changes before the member looked are one notice, from the first score to the last.
      delete from notices n where n.user_id = new.user_id and n.term_id = new.term_id and n.kind = 'scored' and n.read_at is null
        and n.details ->> 'field' = field and is_unseen(n) returning (n.details ->> 'from')::numeric into first_score;
      if not found then
        first_score := old_score;
      end if;
      if first_score is distinct from new_score then
        -- A side without a value was not set.
        insert into notices (user_id, kind, term_id, details)
        values (new.user_id, 'scored', new.term_id,
                jsonb_strip_nulls(jsonb_build_object('field', field, 'from', first_score, 'to', new_score)));
      end if;
    end if;
  end loop;
  return null;
end $$;

create or replace trigger term_scores_notice after insert or update of tp, fb on term_scores
  for each row execute function notice_score();

create or replace function notice_delegation() returns trigger language plpgsql as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
begin
  if not is_new then
    -- An unread notice about the beginning of the delegation is out of date.
    delete from notices where user_id = new.delegate_id and kind = 'review lent' and read_at is null
      and details ->> 'delegation_id' = new.id::text;
  end if;
  insert into notices (user_id, kind, details)
  select new.delegate_id, case when is_new then 'review lent' else 'review ended' end,
    jsonb_build_object('delegation_id', new.id, 'by', (select name from users where id = new.lender_id), 'last_day', new.last_day)
  from users where id = new.delegate_id and removed_at is null;
  return null;
end $$;

create or replace trigger delegations_notice after insert on delegations for each row execute function notice_delegation();
create or replace trigger delegations_notice_end after update of ended_at on delegations for each row
  when (old.ended_at is null and new.ended_at is not null) execute function notice_delegation();

-- The notice is also for a removed user: a restored one is no longer head, and finds out by it.
create or replace function notice_head() returns trigger language plpgsql as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  head department_heads := coalesce(new, old);
begin
  -- A head who was added and taken back before they looked, or the other way round, gets no notice: nothing has changed for them.
  delete from notices n where n.user_id = head.user_id and n.kind = case when is_new then 'head ended' else 'head added' end
    and n.read_at is null and n.details ->> 'department_id' = head.department_id::text and is_unseen(n);
  if not found then
    insert into notices (user_id, kind, details)
    select head.user_id, case when is_new then 'head added' else 'head ended' end, jsonb_strip_nulls(jsonb_build_object(
      'department_id', d.id, 'department_name', d.name, 'department_names', d.names))
    from departments d where d.id = head.department_id;
  end if;
  return null;
end $$;

create or replace trigger department_heads_notice after insert or delete on department_heads
  for each row execute function notice_head();

-- The same for a dean.
create or replace function notice_dean() returns trigger language plpgsql as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  dean faculty_deans := coalesce(new, old);
begin
  delete from notices n where n.user_id = dean.user_id and n.kind = case when is_new then 'dean ended' else 'dean added' end
    and n.read_at is null and n.details ->> 'faculty_id' = dean.faculty_id::text and is_unseen(n);
  if not found then
    insert into notices (user_id, kind, details)
    select dean.user_id, case when is_new then 'dean added' else 'dean ended' end,
      jsonb_build_object('faculty_id', f.id, 'faculty_name', f.name, 'faculty_names', f.names)
    from faculties f where f.id = dean.faculty_id;
  end if;
  return null;
end $$;

create or replace trigger faculty_deans_notice after insert or delete on faculty_deans
  for each row execute function notice_dean();
