-- What a person should hear about, written by the tables themselves in the transaction in which it happened.

create table notices (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null constraint notices_kind_code check (kind in ('verified', 'returned', 'edited', 'scored', 'term ends')),
  -- The posting it is about, or the term.
  posting_id integer references posted_activities on delete cascade,
  term_id integer references terms on delete cascade,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Taken by a server that is sending it; after a while without success another one may try.
  mail_taken_at timestamptz,
  mailed_at timestamptz
);
create index notices_user on notices (user_id, id desc);
create index notices_unread on notices (user_id) where read_at is null;
create index notices_unmailed on notices (user_id, created_at) where mailed_at is null;
-- However often and by however many servers it is looked for: each warning is given once.
create unique index notices_term_ends_once on notices (user_id, term_id, (details ->> 'days')) where kind = 'term ends';

create function tell_notice() returns trigger language plpgsql as $$
begin
  perform pg_notify('notices', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;
create trigger notices_tell after insert or delete or update of read_at on notices for each row execute function tell_notice();

create function notice_review() returns trigger language plpgsql as $$
begin
  -- What was said before about it and not read yet is no longer so.
  delete from notices where posting_id = new.id and read_at is null;
  if new.state <> 'posted' then
    insert into notices (user_id, kind, posting_id, term_id, details)
    values (new.user_id, new.state, new.id, new.term_id, jsonb_strip_nulls(jsonb_build_object(
      'activity_name', new.activity_name, 'reason', new.returned_reason, 'by', (select name from users where id = new.reviewed_by))));
  elsif old.state = 'returned' and nullif(current_setting('portal.actor_id', true), '')::integer = new.user_id then
    -- Its owner did what was asked: whoever asked may look again.
    insert into notices (user_id, kind, posting_id, term_id, details)
    values (old.reviewed_by, 'edited', new.id, new.term_id, jsonb_build_object(
      'activity_name', new.activity_name, 'by', (select name from users where id = new.user_id)));
  end if;
  return null;
end $$;
create trigger posted_activities_notice after update on posted_activities for each row
  when (old.state <> new.state) execute function notice_review();

create function notice_score() returns trigger language plpgsql as $$
declare
  field text;
  was numeric;
  becomes numeric;
  first_was numeric;
begin
  foreach field in array array['tp', 'fb'] loop
    was := case when tg_op = 'INSERT' then 0 when field = 'tp' then old.tp else old.fb end;
    becomes := case when field = 'tp' then new.tp else new.fb end;
    if was <> becomes then
      -- Several changes before anybody looked are one.
      first_was := was;
      delete from notices where user_id = new.user_id and term_id = new.term_id and kind = 'scored' and read_at is null
        and details ->> 'field' = field returning (details ->> 'from')::numeric into first_was;
      first_was := coalesce(first_was, was);
      if first_was <> becomes then
        insert into notices (user_id, kind, term_id, details)
        values (new.user_id, 'scored', new.term_id, jsonb_build_object('field', field, 'from', first_was, 'to', becomes));
      end if;
    end if;
  end loop;
  return null;
end $$;
create trigger term_scores_notice_added after insert on term_scores for each row
  when (new.tp <> 0 or new.fb <> 0) execute function notice_score();
create trigger term_scores_notice_changed after update of tp, fb on term_scores for each row
  when (old.tp <> new.tp or old.fb <> new.fb) execute function notice_score();
