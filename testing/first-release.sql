-- A database of the first release, with made-up rows. Never changed: upgrade.test.ts upgrades it.
-- The whole schema of the first release. What the tables do by themselves (sums, audit, notices, guards) stands in ../functions/.
-- Rows that others point at are never deleted, only marked removed: postings, scores and closed terms stay right.

-- Names sort and compare by Unicode's own order (Özgür stands with O), whatever the locale of the database.
create collation name_order (provider = icu, locale = 'und');

-- People ------------------------------------------------------------------------------------------------------------------------

create table departments (
  id integer generated always as identity primary key,
  name text collate name_order not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by integer,
  removed_at timestamptz,
  constraint departments_name_form check (name = btrim(name) and length(name) between 1 and 200)
);
create unique index departments_name_unique on departments (lower(name)) where removed_at is null;

create table users (
  id integer generated always as identity primary key,
  name text collate name_order not null,
  -- Only the first administrator, made by the portal itself, has no e-mail and no department.
  email text collate name_order,
  degree text,
  title text,
  username text collate name_order not null,
  -- Who was imported has none until an administrator gives them one, and cannot sign in until then.
  password_hash text,
  department_id integer constraint users_department references departments,
  role_id smallint not null,
  gender text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by integer constraint users_updated_by references users,
  removed_at timestamptz,
  constraint users_name_form check (name = btrim(name) and length(name) between 1 and 200),
  constraint users_email_form check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and length(email) <= 254),
  constraint users_username_form check (username = btrim(username) and length(username) between 1 and 100),
  constraint users_password_hashed check (password_hash like '$argon2id$%'),
  constraint users_degree_code check (degree in ('PhD', 'Master', 'M.A.')),
  constraint users_title_code check (title in ('p', 'ap', 'l', 'al')),
  constraint users_role_code check (role_id in (1, 2)),
  constraint users_gender_code check (gender in ('Male', 'Female', 'Other'))
);
create unique index users_username_unique on users (lower(username)) where removed_at is null;
create unique index users_email_unique on users (lower(email)) where removed_at is null;
create index users_department_id on users (department_id) where removed_at is null;

alter table departments add constraint departments_updated_by foreign key (updated_by) references users;

-- Signing in --------------------------------------------------------------------------------------------------------------------

create table sessions (
  -- The SHA-256 of the cookie's value, which is never stored.
  token_hash bytea primary key,
  user_id integer not null constraint sessions_user references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  constraint sessions_token_hash_form check (length(token_hash) = 32)
);
create index sessions_user_id on sessions (user_id);

-- Counters of the sign-in limits, in the database so that several servers share them. Unlogged: nobody waits for the disk to count an
-- attempt, and a crash may set the counters back to nothing.
create unlogged table sign_in_attempts (
  key text primary key,
  attempts integer not null,
  window_ends_at timestamptz not null
);
create index sign_in_attempts_window_ends_at on sign_in_attempts (window_ends_at);

-- From where a member has signed in before: failures of others do not lock them out there.
create table sign_in_addresses (
  user_id integer not null constraint sign_in_addresses_user references users on delete cascade,
  address text not null,
  last_signed_in_at timestamptz not null default now(),
  primary key (user_id, address)
);

-- Terms -------------------------------------------------------------------------------------------------------------------------

create table terms (
  id integer generated always as identity primary key,
  name text collate name_order not null,
  start_date date not null,
  end_date date not null,
  status text not null default 'open',
  -- The last closing, also while the term is open again.
  closing_id integer,
  is_current boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by integer constraint terms_updated_by references users,
  constraint terms_name_form check (name = btrim(name) and length(name) between 1 and 100),
  constraint terms_status_code check (status in ('open', 'closed')),
  constraint terms_closed_by_closing check (status = 'open' or closing_id is not null),
  constraint terms_end_not_before_start check (end_date >= start_date),
  constraint terms_dates_range check (start_date >= '1900-01-01' and end_date <= '2199-12-31'),
  constraint terms_no_overlap exclude using gist (daterange(start_date, end_date, '[]') with &&)
);
create unique index terms_name_unique on terms (lower(name));
create unique index terms_one_current on terms (is_current) where is_current;

-- Every closing of a term, for ever. The one that was reopened says by whom and why.
create table term_closings (
  id integer generated always as identity primary key,
  term_id integer not null constraint term_closings_term references terms,
  -- 1 for the first closing of its term.
  number integer not null,
  closed_at timestamptz not null default now(),
  closed_by integer not null constraint term_closings_closed_by references users,
  reopened_at timestamptz,
  reopened_by integer constraint term_closings_reopened_by references users,
  reopen_reason text,
  constraint term_closings_number_unique unique (term_id, number),
  constraint term_closings_of_term unique (term_id, id),
  constraint term_closings_reopened_whole check (
    (reopened_at is null) = (reopened_by is null) and (reopened_at is null) = (reopen_reason is null)),
  constraint term_closings_reason_form check (length(btrim(reopen_reason)) between 1 and 1000)
);
create unique index term_closings_one_in_force on term_closings (term_id) where reopened_at is null;

alter table terms add constraint terms_closing foreign key (id, closing_id) references term_closings (term_id, id);

-- The catalogue and what was posted of it ---------------------------------------------------------------------------------------

create table activities (
  id integer generated always as identity primary key,
  name text collate name_order not null,
  description text not null,
  score numeric(6, 2) not null,
  type text not null default 'Compulsory',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by integer constraint activities_updated_by references users,
  removed_at timestamptz,
  constraint activities_name_form check (name = btrim(name) and length(name) between 1 and 200),
  constraint activities_description_form check (description = btrim(description) and length(description) between 1 and 2000),
  constraint activities_score_range check (score between 0 and 1000),
  constraint activities_type_code check (type in ('Compulsory', 'Attending', 'Elective'))
);
create unique index activities_name_unique on activities (lower(name)) where removed_at is null;

-- A posting keeps the name, type and score its activity had when it was posted. It counts from then on; an administrator may verify it
-- (it counts and is locked) or return it with a reason (it does not count until its owner has edited it).
create table posted_activities (
  id integer generated always as identity primary key,
  user_id integer not null constraint posted_activities_user references users,
  activity_id integer not null constraint posted_activities_activity references activities,
  activity_name text collate name_order not null,
  type text not null,
  score numeric(6, 2) not null,
  starting_date date not null,
  link text,
  term_id integer not null constraint posted_activities_term references terms,
  state text not null default 'posted',
  returned_reason text,
  reviewed_by integer constraint posted_activities_reviewed_by references users,
  reviewed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint posted_activities_once unique (user_id, activity_id, starting_date),
  constraint posted_activities_type_code check (type in ('Compulsory', 'Attending', 'Elective')),
  constraint posted_activities_score_range check (score between 0 and 1000),
  constraint posted_activities_link_form check (link ~* '^https?://' and length(link) <= 2000),
  constraint posted_activities_state_code check (state in ('posted', 'verified', 'returned')),
  constraint posted_activities_returned_reason_form
    check (returned_reason = btrim(returned_reason) and length(returned_reason) between 1 and 500),
  constraint posted_activities_returned_with_reason check ((state = 'returned') = (returned_reason is not null)),
  constraint posted_activities_reviewed check ((state = 'posted') = (reviewed_by is null) and (reviewed_by is null) = (reviewed_at is null)),
  constraint posted_activities_not_by_oneself check (reviewed_by <> user_id)
);
create index posted_activities_user_id on posted_activities (user_id, starting_date desc, id desc);
create index posted_activities_term_id on posted_activities (term_id);
create index posted_activities_activity_id on posted_activities (activity_id);
-- The review queue, oldest first.
create index posted_activities_to_review on posted_activities (id) where state = 'posted';

-- What a link leads to, however it is written: the same evidence twice is found by it. Here and not in ../functions/, because the index
-- stores its results.
create function link_key(link text) returns text language sql immutable as $$
  select lower(regexp_replace(link, '^https?://(www\.)?|#.*$|/+(#.*)?$', '', 'gi'))
$$;
create index posted_activities_link_key on posted_activities (link_key(link), id) where link is not null;

-- Beside the posting and not in it, so that a list of postings never reads pictures.
create table posted_images (
  id uuid primary key default gen_random_uuid(),
  posted_activity_id integer not null constraint posted_images_posting references posted_activities on delete cascade,
  bytes bytea not null,
  content_hash bytea not null generated always as (sha256(bytes)) stored,
  created_at timestamptz not null default now(),
  constraint posted_images_one_per_posting unique (posted_activity_id),
  constraint posted_images_bytes_range check (length(bytes) between 1 and 5 * 1024 * 1024)
);
-- JPEG does not compress any further.
alter table posted_images alter column bytes set storage external;
create index posted_images_content_hash on posted_images (content_hash);

-- Scores ------------------------------------------------------------------------------------------------------------------------

-- What each member has in each term: tp and fb as given, the rest as sums of the postings that count, moved with them
-- (../functions/points.sql), so that a list of all staff costs the same however many postings there are.
create table term_scores (
  user_id integer not null constraint term_scores_user references users,
  term_id integer not null constraint term_scores_term references terms,
  tp numeric(5, 1) not null default 0,
  fb numeric(5, 1) not null default 0,
  atts numeric(12, 2) not null default 0,
  acts numeric(12, 2) not null default 0,
  escore numeric(12, 2) not null default 0,
  total_score numeric(13, 2) not null generated always as (tp + fb + atts + acts + escore) stored,
  posted_count integer not null default 0,
  verified_count integer not null default 0,
  returned_count integer not null default 0,
  primary key (term_id, user_id),
  constraint term_scores_tp_range check (tp between 0 and 1000),
  constraint term_scores_fb_range check (fb between 0 and 1000),
  constraint term_scores_atts_not_negative check (atts >= 0),
  constraint term_scores_acts_not_negative check (acts >= 0),
  constraint term_scores_escore_not_negative check (escore >= 0),
  constraint term_scores_posted_count_not_negative check (posted_count >= 0),
  constraint term_scores_verified_count_not_negative check (verified_count >= 0),
  constraint term_scores_returned_count_not_negative check (returned_count >= 0)
);
create index term_scores_user_id on term_scores (user_id);

-- The lower bound of each grade per title, lowest first. Filled at every start from contract/grading.ts.
create table grade_bands (
  title text primary key,
  grades text[] not null,
  lower_bounds numeric[] not null,
  constraint grade_bands_title_code check (title in ('p', 'ap', 'l', 'al')),
  constraint grade_bands_one_bound_each check (cardinality(grades) = cardinality(lower_bounds))
);

-- The members of a term as they were at its closing, grades included: nothing done later can change them.
create table term_results (
  closing_id integer not null constraint term_results_closing references term_closings,
  user_id integer not null constraint term_results_user references users,
  name text collate name_order not null,
  degree text,
  title text,
  department_id integer,
  department_name text collate name_order,
  email text collate name_order,
  tp numeric(5, 1) not null,
  fb numeric(5, 1) not null,
  atts numeric(12, 2) not null,
  acts numeric(12, 2) not null,
  escore numeric(12, 2) not null,
  total_score numeric(13, 2) not null,
  posted_count integer not null,
  verified_count integer not null,
  returned_count integer not null,
  grade text not null,
  primary key (closing_id, user_id),
  constraint term_results_total_adds_up check (total_score = tp + fb + atts + acts + escore),
  constraint term_results_grade_code check (grade in ('E', 'D', 'C', 'B', 'A', 'A+', '-'))
);
create index term_results_user_id on term_results (user_id);

-- Statements --------------------------------------------------------------------------------------------------------------------

-- Every statement that was issued on paper, so that its code can be checked. The same facts about the same member and term are the same
-- statement, under the same code.
create table statements (
  -- Random, and all that is needed to ask: too long to be found by trying.
  code text primary key,
  user_id integer not null constraint statements_user references users,
  -- Without a reference: an empty term may be deleted, its statements stay.
  term_id integer not null,
  -- What it says, to the letter, and the checksum that stands on the paper.
  content text not null,
  checksum bytea not null,
  issued_at timestamptz not null default now(),
  issued_by integer not null constraint statements_issued_by references users,
  constraint statements_code_form check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  constraint statements_checksum_right check (checksum = sha256(convert_to(content, 'UTF8'))),
  constraint statements_once unique (user_id, term_id, checksum)
);

-- Audit -------------------------------------------------------------------------------------------------------------------------

-- Who changed what, when, from where, from which value to which. Written by the tables themselves (../functions/audit.sql).
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id integer,
  actor_name text,
  address text,
  subject text not null,
  kind text not null,
  subject_id integer,
  subject_name text,
  -- Whom it concerns: the member who was edited, scored, or who posted.
  person_id integer,
  before jsonb,
  after jsonb,
  constraint audit_subject_code check (subject in ('user', 'department', 'activity', 'term', 'score', 'posting', 'session'))
);
create index audit_actor on audit (actor_id, id desc);
create index audit_person on audit (person_id, id desc);
create index audit_subject on audit (subject, id desc);
create index audit_kind on audit (kind, id desc);
create index audit_at on audit (at);

-- Notices -----------------------------------------------------------------------------------------------------------------------

-- What a person should hear about. Written by the tables themselves (../functions/notices.sql).
create table notices (
  id bigint generated always as identity primary key,
  user_id integer not null constraint notices_user references users on delete cascade,
  kind text not null,
  -- The posting it is about, or the term.
  posting_id integer constraint notices_posting references posted_activities on delete cascade,
  term_id integer constraint notices_term references terms on delete cascade,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Claimed by a server that is sending it; after some minutes without success another one may try.
  mail_taken_at timestamptz,
  mailed_at timestamptz,
  constraint notices_kind_code check (kind in ('verified', 'returned', 'edited', 'scored', 'term ends'))
);
create index notices_user_id on notices (user_id, id desc);
create index notices_unread on notices (user_id) where read_at is null;
create index notices_unmailed on notices (user_id, created_at) where mailed_at is null;
create index notices_posting_id on notices (posting_id) where posting_id is not null;
-- However many servers look for it: each warning is written once.
create unique index notices_term_ends_once on notices (user_id, term_id, (details ->> 'days')) where kind = 'term ends';

-- Imports -----------------------------------------------------------------------------------------------------------------------

-- How far a person's import has come. Unlogged: it may be lost in a crash.
create unlogged table import_progress (
  user_id integer primary key constraint import_progress_user references users on delete cascade,
  step text not null,
  share double precision not null,
  told_at timestamptz not null default clock_timestamp()
);

-- The audit trail and issued statements are never changed or shortened.

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'SP004';
end $$;

create or replace trigger audit_append_only before update or delete on audit for each row execute function refuse_change();
create or replace trigger audit_append_only_all before truncate on audit for each statement execute function refuse_change();
create or replace trigger statements_append_only before update or delete on statements for each row execute function refuse_change();
create or replace trigger statements_append_only_all before truncate on statements for each statement execute function refuse_change();

-- Every change of an audited table is recorded by the table itself, in the transaction of the change. Who acts is known to the
-- transaction as portal.actor_id and portal.address (database/transaction.ts).

create or replace function write_audit(subject text, kind text, subject_id integer, subject_name text, person_id integer, before jsonb,
  after jsonb)
returns void language plpgsql as $$
declare
  actor integer := nullif(current_setting('portal.actor_id', true), '')::integer;
begin
  insert into audit (actor_id, actor_name, address, subject, kind, subject_id, subject_name, person_id, before, after)
  values (actor, (select name from users where id = actor), nullif(current_setting('portal.address', true), ''),
          subject, kind, subject_id, subject_name, person_id, before, after);
end $$;

-- The values of one side that differ from the other. Every column is audited, but for bookkeeping and what follows from other columns
-- or from the kind of the record. Of a password, only that it changed.
create or replace function audited_values(side jsonb, other jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(case key when 'password_hash' then 'password' else key end,
                          case key when 'password_hash' then '"changed"'::jsonb else value end)
  from jsonb_each(side)
  where key not in ('id', 'version', 'created_at', 'updated_at', 'updated_by', 'removed_at', 'reviewed_by', 'reviewed_at', 'closing_id',
                    'total_score')
    and value is distinct from other -> key and (other is not null or value <> 'null'::jsonb)
$$;

create or replace function audit_row() returns trigger language plpgsql as $$
declare
  subject text := tg_argv[0];
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  either jsonb := coalesce(new_row, old_row);
  person integer := case subject when 'user' then either ->> 'id' else either ->> 'user_id' end;
  subject_id integer := case subject when 'score' then either ->> 'term_id' else either ->> 'id' end;
  subject_name text := coalesce(either ->> 'activity_name', either ->> 'name', (select name from users where id = person));
  kind text := case
    when subject = 'score' then 'scored'
    when tg_op = 'INSERT' then case subject when 'posting' then 'posted' else 'added' end
    when tg_op = 'DELETE' then 'deleted'
    when subject = 'posting' and old_row ->> 'state' <> new_row ->> 'state' and new_row ->> 'state' <> 'posted' then new_row ->> 'state'
    when old_row ->> 'removed_at' is null and new_row ->> 'removed_at' is not null then 'removed'
    when old_row ->> 'removed_at' is not null and new_row ->> 'removed_at' is null then 'restored'
    when old_row ->> 'role_id' <> new_row ->> 'role_id' then 'role changed'
    when old_row ->> 'status' = 'open' and new_row ->> 'status' = 'closed' then 'closed'
    when old_row ->> 'status' = 'closed' and new_row ->> 'status' = 'open' then 'reopened'
    when old_row ->> 'is_current' = 'false' and new_row ->> 'is_current' = 'true' then 'made current'
    else 'edited'
  end;
  no_scores constant jsonb :=
    '{"tp": 0, "fb": 0, "atts": 0, "acts": 0, "escore": 0, "posted_count": 0, "verified_count": 0, "returned_count": 0}';
  values_before jsonb;
  values_after jsonb;
begin
  case
    when subject = 'score' then
      -- Without a row everything is 0; member and term stand in person_id and subject_id.
      old_row := coalesce(old_row, no_scores) - '{user_id,term_id}'::text[];
      new_row := coalesce(new_row, no_scores) - '{user_id,term_id}'::text[];
    when kind = 'posted' then
      new_row := new_row - 'state';
    when kind = 'closed' then
      new_row := new_row || jsonb_build_object(
        'closing', (select number from term_closings where id = new.closing_id),
        'members', (select count(*) from term_results where closing_id = new.closing_id));
    when kind = 'reopened' then
      new_row := new_row || jsonb_build_object('reason', (select reopen_reason from term_closings where id = new.closing_id));
    else null;
  end case;
  values_before := audited_values(old_row, new_row);
  values_after := audited_values(new_row, old_row);
  -- An update that changed nothing but bookkeeping is no change.
  if values_before is not null or values_after is not null or kind in ('removed', 'restored') then
    perform write_audit(subject, kind, subject_id, subject_name, person, values_before, values_after);
  end if;
  return null;
end $$;

create or replace trigger users_audit after insert or update or delete on users for each row execute function audit_row('user');
create or replace trigger departments_audit after insert or update or delete on departments
  for each row execute function audit_row('department');
create or replace trigger activities_audit after insert or update or delete on activities
  for each row execute function audit_row('activity');
create or replace trigger terms_audit after insert or delete on terms for each row execute function audit_row('term');
create or replace trigger terms_audit_update after update on terms for each row
  -- The term that stops being current has no record of its own: the one that becomes it does.
  when (not (old.is_current and not new.is_current)) execute function audit_row('term');
create or replace trigger term_scores_audit after insert or update or delete on term_scores for each row
  -- Sums that a posting moves (points.sql) are in the record of the posting.
  when (pg_trigger_depth() = 0) execute function audit_row('score');
create or replace trigger posted_activities_audit after insert or update or delete on posted_activities
  for each row execute function audit_row('posting');

-- Nothing is posted, edited, deleted or scored in a closed term, and a posting counts in the term of its date.

-- The term that contains the date, else the current one.
create or replace function term_of(starting_date date) returns integer language plpgsql stable as $$
begin
  return coalesce(
    (select id from terms where daterange(start_date, end_date, '[]') @> starting_date),
    (select id from terms where is_current));
end $$;

-- Locks the term's row until the end of the transaction, so that nothing slips in while it is being closed.
create or replace function refuse_in_closed_term(term integer) returns void language plpgsql as $$
declare
  found_status text;
begin
  select status into found_status from terms where id = term for share;
  if found_status is null then
    raise exception 'term % was deleted meanwhile', term using errcode = 'serialization_failure';
  elsif found_status = 'closed' then
    raise exception 'term % is closed', term using errcode = 'SP002';
  end if;
end $$;

-- A posting may have waited here for a change of the terms. If the term of its date is another one now, the transaction is asked to
-- start over (serialization_failure). A posting that keeps its date keeps its term.
create or replace function check_posting_term() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform refuse_in_closed_term(old.term_id);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if new.term_id is distinct from old.term_id then
    perform refuse_in_closed_term(new.term_id);
  end if;
  if new.starting_date is distinct from old.starting_date and new.term_id <> term_of(new.starting_date) then
    raise exception 'the term of % changed meanwhile', new.starting_date using errcode = 'serialization_failure';
  end if;
  return new;
end $$;

create or replace trigger posted_activities_check_term before insert or update or delete on posted_activities
  for each row execute function check_posting_term();

create or replace function check_score_term() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform refuse_in_closed_term(old.term_id);
  end if;
  if tg_op <> 'DELETE' and new.term_id is distinct from old.term_id then
    perform refuse_in_closed_term(new.term_id);
  end if;
  return coalesce(new, old);
end $$;

create or replace trigger term_scores_check_term before insert or update or delete on term_scores
  for each row execute function check_score_term();

-- A closing is kept for ever: it only learns once that it was reopened. Its results are written while its term is still open, in the
-- transaction that closes it, and never again.

create or replace function keep_closing() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.reopened_at is null and new.reopened_at is not null
    and (to_jsonb(old) - '{reopened_at,reopened_by,reopen_reason}'::text[]) = (to_jsonb(new) - '{reopened_at,reopened_by,reopen_reason}'::text[])
  then
    return new;
  end if;
  raise exception 'closings of terms are kept' using errcode = 'SP004';
end $$;

create or replace trigger term_closings_keep before update or delete on term_closings for each row execute function keep_closing();
create or replace trigger term_closings_keep_all before truncate on term_closings for each statement execute function keep_closing();

create or replace function keep_results() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and exists (
    select from term_closings c join terms t on t.id = c.term_id
    where c.id = new.closing_id and c.reopened_at is null and t.status = 'open')
  then
    return new;
  end if;
  raise exception 'results of closed terms are kept' using errcode = 'SP004';
end $$;

create or replace trigger term_results_keep before insert or update or delete on term_results
  for each row execute function keep_results();
create or replace trigger term_results_keep_all before truncate on term_results for each statement execute function keep_results();

-- Exactly one term is current. The unique index terms_one_current allows no two; this, checked at commit, allows no moment without.

create or replace function keep_a_current_term() returns trigger language plpgsql as $$
begin
  if exists (select from terms) and not exists (select from terms where is_current) then
    raise exception 'one term must be current' using errcode = 'SP003';
  end if;
  return null;
end $$;

-- A constraint trigger cannot be replaced.
drop trigger if exists terms_keep_a_current on terms;
create constraint trigger terms_keep_a_current after insert or update or delete on terms
  deferrable initially deferred for each row execute function keep_a_current_term();

-- A new password, another role or the removal of a person ends all their sessions, in the same transaction.

create or replace function end_sessions() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  return null;
end $$;

create or replace trigger users_end_sessions after update of password_hash, role_id, removed_at on users
  for each row
  when (old.password_hash is distinct from new.password_hash or old.role_id is distinct from new.role_id
        or (old.removed_at is null and new.removed_at is not null))
  execute function end_sessions();

-- At least one administrator remains. Two who demote each other at the same instant wait for each other here, and the second is refused.

create or replace function keep_an_administrator() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('keep_an_administrator'));
  if not exists (select from users where role_id = 1 and removed_at is null) then
    raise exception 'at least one administrator must remain' using errcode = 'SP001';
  end if;
  return null;
end $$;

create or replace trigger users_keep_an_administrator after update of role_id, removed_at or delete on users
  for each row when (old.role_id = 1 and old.removed_at is null) execute function keep_an_administrator();

-- What a person should hear about: a posting that was verified or returned, one that was edited after it was returned, a new score.

-- Servers listen and tell open pages that there is something new.
create or replace function notify_notices() returns trigger language plpgsql as $$
begin
  perform pg_notify('notices', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;

create or replace trigger notices_notify after insert or delete or update of read_at on notices
  for each row execute function notify_notices();

create or replace function notice_review() returns trigger language plpgsql as $$
begin
  -- An unread notice about an earlier state is out of date.
  delete from notices where posting_id = new.id and read_at is null;
  if new.state <> 'posted' then
    insert into notices (user_id, kind, posting_id, term_id, details)
    values (new.user_id, new.state, new.id, new.term_id, jsonb_strip_nulls(jsonb_build_object(
      'activity_name', new.activity_name, 'reason', new.returned_reason, 'by', (select name from users where id = new.reviewed_by))));
  elsif old.state = 'returned' and nullif(current_setting('portal.actor_id', true), '')::integer = new.user_id then
    -- Its owner edited it: the reviewer who returned it may look again.
    insert into notices (user_id, kind, posting_id, term_id, details)
    values (old.reviewed_by, 'edited', new.id, new.term_id, jsonb_build_object(
      'activity_name', new.activity_name, 'by', (select name from users where id = new.user_id)));
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
  foreach field in array array['tp', 'fb'] loop
    old_score := coalesce(case field when 'tp' then old.tp else old.fb end, 0);
    new_score := case field when 'tp' then new.tp else new.fb end;
    if old_score <> new_score then
      -- Several changes before the member looked are one notice, from the first score to the last.
      delete from notices where user_id = new.user_id and term_id = new.term_id and kind = 'scored' and read_at is null
        and details ->> 'field' = field returning (details ->> 'from')::numeric into first_score;
      first_score := coalesce(first_score, old_score);
      if first_score <> new_score then
        insert into notices (user_id, kind, term_id, details)
        values (new.user_id, 'scored', new.term_id, jsonb_build_object('field', field, 'from', first_score, 'to', new_score));
      end if;
    end if;
  end loop;
  return null;
end $$;

create or replace trigger term_scores_notice after insert or update of tp, fb on term_scores
  for each row execute function notice_score();

-- What a posting does to the sums of its member and term (term_scores), in the same transaction. A returned one counts 0.

-- Adds the posting's points (times = 1) or takes them away (times = -1).
create or replace function move_points(p posted_activities, times integer) returns void language plpgsql as $$
declare
  points numeric := case p.state when 'returned' then 0 else times * p.score end;
begin
  update term_scores set
    atts = atts + case p.type when 'Attending' then points else 0 end,
    acts = acts + case p.type when 'Compulsory' then points else 0 end,
    escore = escore + case p.type when 'Elective' then points else 0 end,
    posted_count = posted_count + times,
    verified_count = verified_count + times * (p.state = 'verified')::int,
    returned_count = returned_count + times * (p.state = 'returned')::int
  where user_id = p.user_id and term_id = p.term_id;
  if not found then
    insert into term_scores (user_id, term_id) values (p.user_id, p.term_id) on conflict do nothing;
    perform move_points(p, times);
  end if;
end $$;

create or replace function move_posting_points() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform move_points(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform move_points(new, 1);
  end if;
  return null;
end $$;

create or replace trigger posted_activities_move_points after insert or update or delete on posted_activities
  for each row execute function move_posting_points();

-- What every person has in every term, and who they are there: the one place that decides it, for all lists, statements and closings.

create or replace function grade_in(grades text[], lower_bounds numeric[], score numeric) returns text language sql immutable as $$
  -- Nobody falls below the lowest grade; without bands (an unknown title) there is no grade.
  select coalesce(grades[greatest(width_bucket(score, lower_bounds), 1)], '-')
$$;

drop view if exists term_standing;
create view term_standing as
-- In a closed term: as frozen by its closing.
select t.id as term_id, r.user_id, true as is_frozen, true as is_member, true as was_frozen,
  r.name, r.degree, r.title, r.department_id, r.department_name, r.email,
  r.tp, r.fb, r.atts, r.acts, r.escore, r.total_score, r.posted_count, r.verified_count, r.returned_count, r.grade
from terms t
join term_results r on r.closing_id = t.closing_id
where t.status = 'closed'
union all
-- Else: as it is now. In a term that was closed and reopened, its former members are still who they were then.
select t.id, u.id, false, t.status = 'open' and (r.user_id is not null or (u.role_id = 2 and u.removed_at is null)),
  r.user_id is not null,
  coalesce(r.name, u.name), who.degree, who.title, who.department_id, who.department_name, who.email,
  coalesce(s.tp, 0), coalesce(s.fb, 0), coalesce(s.atts, 0), coalesce(s.acts, 0), coalesce(s.escore, 0), coalesce(s.total_score, 0),
  coalesce(s.posted_count, 0), coalesce(s.verified_count, 0), coalesce(s.returned_count, 0),
  grade_in(b.grades, b.lower_bounds, coalesce(s.total_score, 0))
from terms t
cross join users u
left join departments d on d.id = u.department_id and d.removed_at is null
left join term_results r on r.closing_id = t.closing_id and r.user_id = u.id
left join term_scores s on s.term_id = t.id and s.user_id = u.id
cross join lateral (
  select case when r.user_id is null then u.degree else r.degree end as degree,
    case when r.user_id is null then u.title else r.title end as title,
    case when r.user_id is null then u.department_id else r.department_id end as department_id,
    case when r.user_id is null then d.name else r.department_name end as department_name,
    case when r.user_id is null then u.email else r.email end as email) who
left join grade_bands b on b.title = who.title
where t.status = 'open' or r.user_id is null;

-- What is verified stays as it was verified, image included. What was returned and is edited by its owner counts again.

create or replace function keep_verified_posting() returns trigger language plpgsql as $$
begin
  if old.state = 'verified' then
    raise exception 'posting % is verified', old.id using errcode = 'SP005';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.state := 'posted';
  new.returned_reason := null;
  new.reviewed_by := null;
  new.reviewed_at := null;
  return new;
end $$;

create or replace trigger posted_activities_keep_verified
  before delete or update of user_id, activity_id, activity_name, type, score, starting_date, link on posted_activities
  for each row execute function keep_verified_posting();

create or replace function keep_verified_image() returns trigger language plpgsql as $$
declare
  posting integer := coalesce(new.posted_activity_id, old.posted_activity_id);
begin
  if (select state from posted_activities where id = posting) = 'verified' then
    raise exception 'posting % is verified', posting using errcode = 'SP005';
  end if;
  return coalesce(new, old);
end $$;

create or replace trigger posted_images_keep_verified before insert or update or delete on posted_images
  for each row execute function keep_verified_image();

-- Optimistic locking: every update of a row moves its version. Who saves says which version they saw.

create or replace function bump_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

create or replace trigger departments_version before update on departments for each row execute function bump_version();
create or replace trigger users_version before update on users for each row execute function bump_version();
create or replace trigger terms_version before update on terms for each row execute function bump_version();
create or replace trigger activities_version before update on activities for each row execute function bump_version();
create or replace trigger posted_activities_version before update on posted_activities
  for each row execute function bump_version();

create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
create table schema_functions (name text primary key, checksum text not null, applied_at timestamptz not null default now());
set session_replication_role = 'replica';
insert into activities (id, name, description, score, type, version, created_at, updated_at, updated_by, removed_at) overriding system value
select id, name, description, score, type, version, created_at, updated_at, updated_by, removed_at from jsonb_populate_recordset(null::activities, $json$[
  {"id": 1, "name": "Activity Compulsory", "type": "Compulsory", "score": 2.25, "version": 1, "created_at": "2026-11-16T09:57:43.463125+00:00", "removed_at": null, "updated_at": "2026-11-16T09:57:43.463125+00:00", "updated_by": 1, "description": "What it is"},
  {"id": 2, "name": "Activity Attending", "type": "Attending", "score": 5.75, "version": 1, "created_at": "2026-11-16T09:57:43.47332+00:00", "removed_at": null, "updated_at": "2026-11-16T09:57:43.47332+00:00", "updated_by": 1, "description": "What it is"},
  {"id": 3, "name": "Activity Elective", "type": "Elective", "score": 9.25, "version": 1, "created_at": "2026-11-16T09:57:43.479176+00:00", "removed_at": null, "updated_at": "2026-11-16T09:57:43.479176+00:00", "updated_by": 1, "description": "What it is"}
]$json$);
insert into audit (id, at, actor_id, actor_name, address, subject, kind, subject_id, subject_name, person_id, before, after) overriding system value
select id, at, actor_id, actor_name, address, subject, kind, subject_id, subject_name, person_id, before, after from jsonb_populate_recordset(null::audit, $json$[
  {"at": "2026-11-16T09:57:42.319547+00:00", "id": 1, "kind": "added", "after": {"name": "Administrator", "role_id": 1, "password": "changed", "username": "admin"}, "before": null, "address": null, "subject": "user", "actor_id": null, "person_id": 1, "actor_name": null, "subject_id": 1, "subject_name": "Administrator"},
  {"at": "2026-11-16T09:57:42.324923+00:00", "id": 2, "kind": "added", "after": {"name": "2026/2027", "status": "open", "end_date": "2027-08-31", "is_current": true, "start_date": "2026-09-01"}, "before": null, "address": null, "subject": "term", "actor_id": null, "person_id": null, "actor_name": null, "subject_id": 1, "subject_name": "2026/2027"},
  {"at": "2026-11-16T09:57:43.014532+00:00", "id": 3, "kind": "signed in", "after": null, "before": null, "address": "127.0.0.1", "subject": "session", "actor_id": 1, "person_id": 1, "actor_name": "Administrator", "subject_id": null, "subject_name": "Administrator"},
  {"at": "2026-11-16T09:57:43.046092+00:00", "id": 4, "kind": "added", "after": {"name": "Mathematics"}, "before": null, "address": "127.0.0.1", "subject": "department", "actor_id": 1, "person_id": null, "actor_name": "Administrator", "subject_id": 1, "subject_name": "Mathematics"},
  {"at": "2026-11-16T09:57:43.055309+00:00", "id": 5, "kind": "added", "after": {"name": "Özel Department"}, "before": null, "address": "127.0.0.1", "subject": "department", "actor_id": 1, "person_id": null, "actor_name": "Administrator", "subject_id": 2, "subject_name": "Özel Department"},
  {"at": "2026-11-16T09:57:43.268347+00:00", "id": 6, "kind": "added", "after": {"name": "Member 1", "email": "member1@test.example", "title": "p", "degree": "PhD", "gender": "Female", "role_id": 2, "password": "changed", "username": "member1", "department_id": 2}, "before": null, "address": "127.0.0.1", "subject": "user", "actor_id": 1, "person_id": 2, "actor_name": "Administrator", "subject_id": 2, "subject_name": "Member 1"},
  {"at": "2026-11-16T09:57:43.338662+00:00", "id": 7, "kind": "added", "after": {"name": "Member 2", "email": "member2@test.example", "title": "ap", "degree": "Master", "gender": "Male", "role_id": 2, "password": "changed", "username": "member2", "department_id": 1}, "before": null, "address": "127.0.0.1", "subject": "user", "actor_id": 1, "person_id": 3, "actor_name": "Administrator", "subject_id": 3, "subject_name": "Member 2"},
  {"at": "2026-11-16T09:57:43.384439+00:00", "id": 8, "kind": "added", "after": {"name": "Member 3", "email": "member3@test.example", "title": "l", "degree": "M.A.", "gender": "Female", "role_id": 2, "password": "changed", "username": "member3", "department_id": 2}, "before": null, "address": "127.0.0.1", "subject": "user", "actor_id": 1, "person_id": 4, "actor_name": "Administrator", "subject_id": 4, "subject_name": "Member 3"},
  {"at": "2026-11-16T09:57:43.421942+00:00", "id": 9, "kind": "added", "after": {"name": "Member 4", "email": "member4@test.example", "title": "al", "degree": "PhD", "gender": "Male", "role_id": 2, "password": "changed", "username": "member4", "department_id": 1}, "before": null, "address": "127.0.0.1", "subject": "user", "actor_id": 1, "person_id": 5, "actor_name": "Administrator", "subject_id": 5, "subject_name": "Member 4"},
  {"at": "2026-11-16T09:57:43.45335+00:00", "id": 10, "kind": "added", "after": {"name": "Member 5", "email": "member5@test.example", "title": "l", "degree": "PhD", "gender": "Female", "role_id": 2, "password": "changed", "username": "member5", "department_id": 2}, "before": null, "address": "127.0.0.1", "subject": "user", "actor_id": 1, "person_id": 6, "actor_name": "Administrator", "subject_id": 6, "subject_name": "Member 5"},
  {"at": "2026-11-16T09:57:43.467058+00:00", "id": 11, "kind": "added", "after": {"name": "Activity Compulsory", "type": "Compulsory", "score": 2.25, "description": "What it is"}, "before": null, "address": "127.0.0.1", "subject": "activity", "actor_id": 1, "person_id": null, "actor_name": "Administrator", "subject_id": 1, "subject_name": "Activity Compulsory"},
  {"at": "2026-11-16T09:57:43.475254+00:00", "id": 12, "kind": "added", "after": {"name": "Activity Attending", "type": "Attending", "score": 5.75, "description": "What it is"}, "before": null, "address": "127.0.0.1", "subject": "activity", "actor_id": 1, "person_id": null, "actor_name": "Administrator", "subject_id": 2, "subject_name": "Activity Attending"},
  {"at": "2026-11-16T09:57:43.480775+00:00", "id": 13, "kind": "added", "after": {"name": "Activity Elective", "type": "Elective", "score": 9.25, "description": "What it is"}, "before": null, "address": "127.0.0.1", "subject": "activity", "actor_id": 1, "person_id": null, "actor_name": "Administrator", "subject_id": 3, "subject_name": "Activity Elective"},
  {"at": "2026-11-16T09:57:43.488327+00:00", "id": 14, "kind": "added", "after": {"name": "A past term", "status": "open", "end_date": "2020-12-31", "is_current": false, "start_date": "2020-01-01"}, "before": null, "address": "127.0.0.1", "subject": "term", "actor_id": 1, "person_id": null, "actor_name": "Administrator", "subject_id": 2, "subject_name": "A past term"},
  {"at": "2026-11-16T09:57:43.59236+00:00", "id": 15, "kind": "signed in", "after": null, "before": null, "address": "127.0.0.1", "subject": "session", "actor_id": 2, "person_id": 2, "actor_name": "Member 1", "subject_id": null, "subject_name": "Member 1"},
  {"at": "2026-11-16T09:57:45.338275+00:00", "id": 16, "kind": "posted", "after": {"link": "https://events.test.example/2020-05-01", "type": "Compulsory", "score": 2.25, "term_id": 2, "user_id": 2, "activity_id": 1, "activity_name": "Activity Compulsory", "starting_date": "2020-05-01"}, "before": null, "address": "127.0.0.1", "subject": "posting", "actor_id": 2, "person_id": 2, "actor_name": "Member 1", "subject_id": 1, "subject_name": "Activity Compulsory"},
  {"at": "2026-11-16T09:57:45.412921+00:00", "id": 17, "kind": "signed in", "after": null, "before": null, "address": "127.0.0.1", "subject": "session", "actor_id": 2, "person_id": 2, "actor_name": "Member 1", "subject_id": null, "subject_name": "Member 1"},
  {"at": "2026-11-16T09:57:45.43326+00:00", "id": 18, "kind": "posted", "after": {"link": "https://events.test.example/2026-09-01", "type": "Attending", "score": 5.75, "term_id": 1, "user_id": 2, "activity_id": 2, "activity_name": "Activity Attending", "starting_date": "2026-09-01"}, "before": null, "address": "127.0.0.1", "subject": "posting", "actor_id": 2, "person_id": 2, "actor_name": "Member 1", "subject_id": 2, "subject_name": "Activity Attending"},
  {"at": "2026-11-16T09:57:45.498984+00:00", "id": 19, "kind": "signed in", "after": null, "before": null, "address": "127.0.0.1", "subject": "session", "actor_id": 3, "person_id": 3, "actor_name": "Member 2", "subject_id": null, "subject_name": "Member 2"},
  {"at": "2026-11-16T09:57:45.513149+00:00", "id": 20, "kind": "posted", "after": {"link": "https://events.test.example/2020-05-02", "type": "Attending", "score": 5.75, "term_id": 2, "user_id": 3, "activity_id": 2, "activity_name": "Activity Attending", "starting_date": "2020-05-02"}, "before": null, "address": "127.0.0.1", "subject": "posting", "actor_id": 3, "person_id": 3, "actor_name": "Member 2", "subject_id": 3, "subject_name": "Activity Attending"},
  {"at": "2026-11-16T09:57:45.580473+00:00", "id": 21, "kind": "signed in", "after": null, "before": null, "address": "127.0.0.1", "subject": "session", "actor_id": 3, "person_id": 3, "actor_name": "Member 2", "subject_id": null, "subject_name": "Member 2"},
  {"at": "2026-11-16T09:57:45.597135+00:00", "id": 22, "kind": "posted", "after": {"link": "https://events.test.example/2026-09-01", "type": "Elective", "score": 9.25, "term_id": 1, "user_id": 3, "activity_id": 3, "activity_name": "Activity Elective", "starting_date": "2026-09-01"}, "before": null, "address": "127.0.0.1", "subject": "posting", "actor_id": 3, "person_id": 3, "actor_name": "Member 2", "subject_id": 4, "subject_name": "Activity Elective"},
  {"at": "2026-11-16T09:57:45.66278+00:00", "id": 23, "kind": "signed in", "after": null, "before": null, "address": "127.0.0.1", "subject": "session", "actor_id": 4, "person_id": 4, "actor_name": "Member 3", "subject_id": null, "subject_name": "Member 3"},
  {"at": "2026-11-16T09:57:45.707055+00:00", "id": 24, "kind": "posted", "after": {"link": "https://events.test.example/2020-05-03", "type": "Elective", "score": 9.25, "term_id": 2, "user_id": 4, "activity_id": 3, "activity_name": "Activity Elective", "starting_date": "2020-05-03"}, "before": null, "address": "127.0.0.1", "subject": "posting", "actor_id": 4, "person_id": 4, "actor_name": "Member 3", "subject_id": 5, "subject_name": "Activity Elective"},
  {"at": "2026-11-16T09:57:45.758217+00:00", "id": 25, "kind": "signed in", "after": null, "before": null, "address": "127.0.0.1", "subject": "session", "actor_id": 4, "person_id": 4, "actor_name": "Member 3", "subject_id": null, "subject_name": "Member 3"},
  {"at": "2026-11-16T09:57:45.766703+00:00", "id": 26, "kind": "posted", "after": {"link": "https://events.test.example/2026-09-01", "type": "Compulsory", "score": 2.25, "term_id": 1, "user_id": 4, "activity_id": 1, "activity_name": "Activity Compulsory", "starting_date": "2026-09-01"}, "before": null, "address": "127.0.0.1", "subject": "posting", "actor_id": 4, "person_id": 4, "actor_name": "Member 3", "subject_id": 6, "subject_name": "Activity Compulsory"},
  {"at": "2026-11-16T09:57:45.803973+00:00", "id": 27, "kind": "signed in", "after": null, "before": null, "address": "127.0.0.1", "subject": "session", "actor_id": 5, "person_id": 5, "actor_name": "Member 4", "subject_id": null, "subject_name": "Member 4"},
  {"at": "2026-11-16T09:57:45.811537+00:00", "id": 28, "kind": "posted", "after": {"link": "https://events.test.example/2020-05-04", "type": "Compulsory", "score": 2.25, "term_id": 2, "user_id": 5, "activity_id": 1, "activity_name": "Activity Compulsory", "starting_date": "2020-05-04"}, "before": null, "address": "127.0.0.1", "subject": "posting", "actor_id": 5, "person_id": 5, "actor_name": "Member 4", "subject_id": 7, "subject_name": "Activity Compulsory"},
  {"at": "2026-11-16T09:57:45.863716+00:00", "id": 29, "kind": "signed in", "after": null, "before": null, "address": "127.0.0.1", "subject": "session", "actor_id": 5, "person_id": 5, "actor_name": "Member 4", "subject_id": null, "subject_name": "Member 4"},
  {"at": "2026-11-16T09:57:45.87315+00:00", "id": 30, "kind": "posted", "after": {"link": "https://events.test.example/2026-09-01", "type": "Attending", "score": 5.75, "term_id": 1, "user_id": 5, "activity_id": 2, "activity_name": "Activity Attending", "starting_date": "2026-09-01"}, "before": null, "address": "127.0.0.1", "subject": "posting", "actor_id": 5, "person_id": 5, "actor_name": "Member 4", "subject_id": 8, "subject_name": "Activity Attending"},
  {"at": "2026-11-16T09:57:45.92135+00:00", "id": 31, "kind": "signed in", "after": null, "before": null, "address": "127.0.0.1", "subject": "session", "actor_id": 6, "person_id": 6, "actor_name": "Member 5", "subject_id": null, "subject_name": "Member 5"},
  {"at": "2026-11-16T09:57:45.948512+00:00", "id": 32, "kind": "posted", "after": {"link": "https://events.test.example/2020-05-05", "type": "Attending", "score": 5.75, "term_id": 2, "user_id": 6, "activity_id": 2, "activity_name": "Activity Attending", "starting_date": "2020-05-05"}, "before": null, "address": "127.0.0.1", "subject": "posting", "actor_id": 6, "person_id": 6, "actor_name": "Member 5", "subject_id": 9, "subject_name": "Activity Attending"},
  {"at": "2026-11-16T09:57:45.998149+00:00", "id": 33, "kind": "signed in", "after": null, "before": null, "address": "127.0.0.1", "subject": "session", "actor_id": 6, "person_id": 6, "actor_name": "Member 5", "subject_id": null, "subject_name": "Member 5"},
  {"at": "2026-11-16T09:57:46.006823+00:00", "id": 34, "kind": "posted", "after": {"link": "https://events.test.example/2026-09-01", "type": "Elective", "score": 9.25, "term_id": 1, "user_id": 6, "activity_id": 3, "activity_name": "Activity Elective", "starting_date": "2026-09-01"}, "before": null, "address": "127.0.0.1", "subject": "posting", "actor_id": 6, "person_id": 6, "actor_name": "Member 5", "subject_id": 10, "subject_name": "Activity Elective"},
  {"at": "2026-11-16T09:57:46.017196+00:00", "id": 35, "kind": "verified", "after": {"state": "verified"}, "before": {"state": "posted"}, "address": "127.0.0.1", "subject": "posting", "actor_id": 1, "person_id": 2, "actor_name": "Administrator", "subject_id": 1, "subject_name": "Activity Compulsory"},
  {"at": "2026-11-16T09:57:46.03204+00:00", "id": 36, "kind": "returned", "after": {"state": "returned", "returned_reason": "Give another date"}, "before": {"state": "posted", "returned_reason": null}, "address": "127.0.0.1", "subject": "posting", "actor_id": 1, "person_id": 3, "actor_name": "Administrator", "subject_id": 3, "subject_name": "Activity Attending"},
  {"at": "2026-11-16T09:57:46.040714+00:00", "id": 37, "kind": "verified", "after": {"state": "verified"}, "before": {"state": "posted"}, "address": "127.0.0.1", "subject": "posting", "actor_id": 1, "person_id": 2, "actor_name": "Administrator", "subject_id": 2, "subject_name": "Activity Attending"},
  {"at": "2026-11-16T09:57:46.050015+00:00", "id": 38, "kind": "returned", "after": {"state": "returned", "returned_reason": "Give another link"}, "before": {"state": "posted", "returned_reason": null}, "address": "127.0.0.1", "subject": "posting", "actor_id": 1, "person_id": 3, "actor_name": "Administrator", "subject_id": 4, "subject_name": "Activity Elective"},
  {"at": "2026-11-16T09:57:46.082968+00:00", "id": 39, "kind": "scored", "after": {"tp": 20.0}, "before": {"tp": 0.0}, "address": "127.0.0.1", "subject": "score", "actor_id": 1, "person_id": 2, "actor_name": "Administrator", "subject_id": 2, "subject_name": "Member 1"},
  {"at": "2026-11-16T09:57:46.103132+00:00", "id": 40, "kind": "scored", "after": {"fb": 4.5}, "before": {"fb": 0.0}, "address": "127.0.0.1", "subject": "score", "actor_id": 1, "person_id": 2, "actor_name": "Administrator", "subject_id": 1, "subject_name": "Member 1"},
  {"at": "2026-11-16T09:57:46.114789+00:00", "id": 41, "kind": "scored", "after": {"tp": 25.5}, "before": {"tp": 0.0}, "address": "127.0.0.1", "subject": "score", "actor_id": 1, "person_id": 3, "actor_name": "Administrator", "subject_id": 2, "subject_name": "Member 2"},
  {"at": "2026-11-16T09:57:46.137539+00:00", "id": 42, "kind": "scored", "after": {"fb": 4.5}, "before": {"fb": 0.0}, "address": "127.0.0.1", "subject": "score", "actor_id": 1, "person_id": 3, "actor_name": "Administrator", "subject_id": 1, "subject_name": "Member 2"},
  {"at": "2026-11-16T09:57:46.163232+00:00", "id": 43, "kind": "scored", "after": {"tp": 31.0}, "before": {"tp": 0.0}, "address": "127.0.0.1", "subject": "score", "actor_id": 1, "person_id": 4, "actor_name": "Administrator", "subject_id": 2, "subject_name": "Member 3"},
  {"at": "2026-11-16T09:57:46.213354+00:00", "id": 44, "kind": "scored", "after": {"fb": 4.5}, "before": {"fb": 0.0}, "address": "127.0.0.1", "subject": "score", "actor_id": 1, "person_id": 4, "actor_name": "Administrator", "subject_id": 1, "subject_name": "Member 3"},
  {"at": "2026-11-16T09:57:46.231665+00:00", "id": 45, "kind": "scored", "after": {"tp": 36.5}, "before": {"tp": 0.0}, "address": "127.0.0.1", "subject": "score", "actor_id": 1, "person_id": 5, "actor_name": "Administrator", "subject_id": 2, "subject_name": "Member 4"},
  {"at": "2026-11-16T09:57:46.251451+00:00", "id": 46, "kind": "scored", "after": {"fb": 4.5}, "before": {"fb": 0.0}, "address": "127.0.0.1", "subject": "score", "actor_id": 1, "person_id": 5, "actor_name": "Administrator", "subject_id": 1, "subject_name": "Member 4"},
  {"at": "2026-11-16T09:57:46.29534+00:00", "id": 47, "kind": "scored", "after": {"tp": 42.0}, "before": {"tp": 0.0}, "address": "127.0.0.1", "subject": "score", "actor_id": 1, "person_id": 6, "actor_name": "Administrator", "subject_id": 2, "subject_name": "Member 5"},
  {"at": "2026-11-16T09:57:46.314025+00:00", "id": 48, "kind": "scored", "after": {"fb": 4.5}, "before": {"fb": 0.0}, "address": "127.0.0.1", "subject": "score", "actor_id": 1, "person_id": 6, "actor_name": "Administrator", "subject_id": 1, "subject_name": "Member 5"},
  {"at": "2026-11-16T09:57:46.343782+00:00", "id": 49, "kind": "closed", "after": {"status": "closed", "closing": 1, "members": 5}, "before": {"status": "open"}, "address": "127.0.0.1", "subject": "term", "actor_id": 1, "person_id": null, "actor_name": "Administrator", "subject_id": 2, "subject_name": "A past term"},
  {"at": "2026-11-16T09:57:46.361826+00:00", "id": 50, "kind": "edited", "after": {"name": "Member 2, renamed", "title": "p"}, "before": {"name": "Member 2", "title": "ap"}, "address": "127.0.0.1", "subject": "user", "actor_id": 1, "person_id": 3, "actor_name": "Administrator", "subject_id": 3, "subject_name": "Member 2, renamed"},
  {"at": "2026-11-16T09:57:46.375836+00:00", "id": 51, "kind": "removed", "after": null, "before": null, "address": "127.0.0.1", "subject": "user", "actor_id": 1, "person_id": 4, "actor_name": "Administrator", "subject_id": 4, "subject_name": "Member 3"},
  {"at": "2026-11-16T09:57:46.396901+00:00", "id": 52, "kind": "reopened", "after": {"reason": "A score was wrong", "status": "open"}, "before": {"status": "closed"}, "address": "127.0.0.1", "subject": "term", "actor_id": 1, "person_id": null, "actor_name": "Administrator", "subject_id": 2, "subject_name": "A past term"},
  {"at": "2026-11-16T09:57:46.443425+00:00", "id": 53, "kind": "scored", "after": {"tp": 1.0}, "before": {"tp": 36.5}, "address": "127.0.0.1", "subject": "score", "actor_id": 1, "person_id": 5, "actor_name": "Administrator", "subject_id": 2, "subject_name": "Member 4"},
  {"at": "2026-11-16T09:57:46.475257+00:00", "id": 54, "kind": "closed", "after": {"status": "closed", "closing": 2, "members": 5}, "before": {"status": "open"}, "address": "127.0.0.1", "subject": "term", "actor_id": 1, "person_id": null, "actor_name": "Administrator", "subject_id": 2, "subject_name": "A past term"},
  {"at": "2026-11-16T09:57:46.498922+00:00", "id": 55, "kind": "role changed", "after": {"role_id": 1}, "before": {"role_id": 2}, "address": "127.0.0.1", "subject": "user", "actor_id": 1, "person_id": 6, "actor_name": "Administrator", "subject_id": 6, "subject_name": "Member 5"},
  {"at": "2026-11-16T09:57:46.632929+00:00", "id": 56, "kind": "signed in", "after": null, "before": null, "address": "127.0.0.1", "subject": "session", "actor_id": 2, "person_id": 2, "actor_name": "Member 1", "subject_id": null, "subject_name": "Member 1"}
]$json$);
insert into departments (id, name, version, created_at, updated_at, updated_by, removed_at) overriding system value
select id, name, version, created_at, updated_at, updated_by, removed_at from jsonb_populate_recordset(null::departments, $json$[
  {"id": 1, "name": "Mathematics", "version": 1, "created_at": "2026-11-16T09:57:43.04097+00:00", "removed_at": null, "updated_at": "2026-11-16T09:57:43.04097+00:00", "updated_by": 1},
  {"id": 2, "name": "Özel Department", "version": 1, "created_at": "2026-11-16T09:57:43.053248+00:00", "removed_at": null, "updated_at": "2026-11-16T09:57:43.053248+00:00", "updated_by": 1}
]$json$);
insert into grade_bands (title, grades, lower_bounds) overriding system value
select title, grades, lower_bounds from jsonb_populate_recordset(null::grade_bands, $json$[
  {"title": "al", "grades": ["E", "D", "C", "B", "A", "A+"], "lower_bounds": [0, 6, 12, 18, 25, 45]},
  {"title": "ap", "grades": ["E", "D", "C", "B", "A", "A+"], "lower_bounds": [0, 6, 20, 35, 50, 70]},
  {"title": "l", "grades": ["E", "D", "C", "B", "A", "A+"], "lower_bounds": [0, 6, 15, 24, 35, 55]},
  {"title": "p", "grades": ["E", "D", "C", "B", "A", "A+"], "lower_bounds": [0, 6, 20, 45, 60, 80]}
]$json$);
insert into notices (id, user_id, kind, posting_id, term_id, details, created_at, read_at, mail_taken_at, mailed_at) overriding system value
select id, user_id, kind, posting_id, term_id, details, created_at, read_at, mail_taken_at, mailed_at from jsonb_populate_recordset(null::notices, $json$[
  {"id": 1, "kind": "verified", "details": {"by": "Administrator", "activity_name": "Activity Compulsory"}, "read_at": null, "term_id": 2, "user_id": 2, "mailed_at": null, "created_at": "2026-11-16T09:57:46.013867+00:00", "posting_id": 1, "mail_taken_at": null},
  {"id": 10, "kind": "scored", "details": {"to": 4.5, "from": 0.0, "field": "fb"}, "read_at": null, "term_id": 1, "user_id": 4, "mailed_at": null, "created_at": "2026-11-16T09:57:46.188626+00:00", "posting_id": null, "mail_taken_at": null},
  {"id": 12, "kind": "scored", "details": {"to": 4.5, "from": 0.0, "field": "fb"}, "read_at": null, "term_id": 1, "user_id": 5, "mailed_at": null, "created_at": "2026-11-16T09:57:46.243195+00:00", "posting_id": null, "mail_taken_at": null},
  {"id": 13, "kind": "scored", "details": {"to": 42.0, "from": 0.0, "field": "tp"}, "read_at": null, "term_id": 2, "user_id": 6, "mailed_at": null, "created_at": "2026-11-16T09:57:46.264509+00:00", "posting_id": null, "mail_taken_at": null},
  {"id": 14, "kind": "scored", "details": {"to": 4.5, "from": 0.0, "field": "fb"}, "read_at": null, "term_id": 1, "user_id": 6, "mailed_at": null, "created_at": "2026-11-16T09:57:46.305466+00:00", "posting_id": null, "mail_taken_at": null},
  {"id": 15, "kind": "scored", "details": {"to": 1.0, "from": 0.0, "field": "tp"}, "read_at": null, "term_id": 2, "user_id": 5, "mailed_at": null, "created_at": "2026-11-16T09:57:46.436892+00:00", "posting_id": null, "mail_taken_at": null},
  {"id": 2, "kind": "returned", "details": {"by": "Administrator", "reason": "Give another date", "activity_name": "Activity Attending"}, "read_at": null, "term_id": 2, "user_id": 3, "mailed_at": null, "created_at": "2026-11-16T09:57:46.029275+00:00", "posting_id": 3, "mail_taken_at": null},
  {"id": 3, "kind": "verified", "details": {"by": "Administrator", "activity_name": "Activity Attending"}, "read_at": null, "term_id": 1, "user_id": 2, "mailed_at": null, "created_at": "2026-11-16T09:57:46.038535+00:00", "posting_id": 2, "mail_taken_at": null},
  {"id": 4, "kind": "returned", "details": {"by": "Administrator", "reason": "Give another link", "activity_name": "Activity Elective"}, "read_at": null, "term_id": 1, "user_id": 3, "mailed_at": null, "created_at": "2026-11-16T09:57:46.046423+00:00", "posting_id": 4, "mail_taken_at": null},
  {"id": 5, "kind": "scored", "details": {"to": 20.0, "from": 0.0, "field": "tp"}, "read_at": null, "term_id": 2, "user_id": 2, "mailed_at": null, "created_at": "2026-11-16T09:57:46.066443+00:00", "posting_id": null, "mail_taken_at": null},
  {"id": 6, "kind": "scored", "details": {"to": 4.5, "from": 0.0, "field": "fb"}, "read_at": null, "term_id": 1, "user_id": 2, "mailed_at": null, "created_at": "2026-11-16T09:57:46.097313+00:00", "posting_id": null, "mail_taken_at": null},
  {"id": 7, "kind": "scored", "details": {"to": 25.5, "from": 0.0, "field": "tp"}, "read_at": null, "term_id": 2, "user_id": 3, "mailed_at": null, "created_at": "2026-11-16T09:57:46.109264+00:00", "posting_id": null, "mail_taken_at": null},
  {"id": 8, "kind": "scored", "details": {"to": 4.5, "from": 0.0, "field": "fb"}, "read_at": null, "term_id": 1, "user_id": 3, "mailed_at": null, "created_at": "2026-11-16T09:57:46.120404+00:00", "posting_id": null, "mail_taken_at": null},
  {"id": 9, "kind": "scored", "details": {"to": 31.0, "from": 0.0, "field": "tp"}, "read_at": null, "term_id": 2, "user_id": 4, "mailed_at": null, "created_at": "2026-11-16T09:57:46.153096+00:00", "posting_id": null, "mail_taken_at": null}
]$json$);
insert into posted_activities (id, user_id, activity_id, activity_name, type, score, starting_date, link, term_id, state, returned_reason, reviewed_by, reviewed_at, version, created_at, updated_at) overriding system value
select id, user_id, activity_id, activity_name, type, score, starting_date, link, term_id, state, returned_reason, reviewed_by, reviewed_at, version, created_at, updated_at from jsonb_populate_recordset(null::posted_activities, $json$[
  {"id": 1, "link": "https://events.test.example/2020-05-01", "type": "Compulsory", "score": 2.25, "state": "verified", "term_id": 2, "user_id": 2, "version": 2, "created_at": "2026-11-16T09:57:45.310154+00:00", "updated_at": "2026-11-16T09:57:46.013867+00:00", "activity_id": 1, "reviewed_at": "2026-11-16T09:57:46.013867+00:00", "reviewed_by": 1, "activity_name": "Activity Compulsory", "starting_date": "2020-05-01", "returned_reason": null},
  {"id": 10, "link": "https://events.test.example/2026-09-01", "type": "Elective", "score": 9.25, "state": "posted", "term_id": 1, "user_id": 6, "version": 1, "created_at": "2026-11-16T09:57:46.004705+00:00", "updated_at": "2026-11-16T09:57:46.004705+00:00", "activity_id": 3, "reviewed_at": null, "reviewed_by": null, "activity_name": "Activity Elective", "starting_date": "2026-09-01", "returned_reason": null},
  {"id": 2, "link": "https://events.test.example/2026-09-01", "type": "Attending", "score": 5.75, "state": "verified", "term_id": 1, "user_id": 2, "version": 2, "created_at": "2026-11-16T09:57:45.42427+00:00", "updated_at": "2026-11-16T09:57:46.038535+00:00", "activity_id": 2, "reviewed_at": "2026-11-16T09:57:46.038535+00:00", "reviewed_by": 1, "activity_name": "Activity Attending", "starting_date": "2026-09-01", "returned_reason": null},
  {"id": 3, "link": "https://events.test.example/2020-05-02", "type": "Attending", "score": 5.75, "state": "returned", "term_id": 2, "user_id": 3, "version": 2, "created_at": "2026-11-16T09:57:45.510157+00:00", "updated_at": "2026-11-16T09:57:46.029275+00:00", "activity_id": 2, "reviewed_at": "2026-11-16T09:57:46.029275+00:00", "reviewed_by": 1, "activity_name": "Activity Attending", "starting_date": "2020-05-02", "returned_reason": "Give another date"},
  {"id": 4, "link": "https://events.test.example/2026-09-01", "type": "Elective", "score": 9.25, "state": "returned", "term_id": 1, "user_id": 3, "version": 2, "created_at": "2026-11-16T09:57:45.594384+00:00", "updated_at": "2026-11-16T09:57:46.046423+00:00", "activity_id": 3, "reviewed_at": "2026-11-16T09:57:46.046423+00:00", "reviewed_by": 1, "activity_name": "Activity Elective", "starting_date": "2026-09-01", "returned_reason": "Give another link"},
  {"id": 5, "link": "https://events.test.example/2020-05-03", "type": "Elective", "score": 9.25, "state": "posted", "term_id": 2, "user_id": 4, "version": 1, "created_at": "2026-11-16T09:57:45.704313+00:00", "updated_at": "2026-11-16T09:57:45.704313+00:00", "activity_id": 3, "reviewed_at": null, "reviewed_by": null, "activity_name": "Activity Elective", "starting_date": "2020-05-03", "returned_reason": null},
  {"id": 6, "link": "https://events.test.example/2026-09-01", "type": "Compulsory", "score": 2.25, "state": "posted", "term_id": 1, "user_id": 4, "version": 1, "created_at": "2026-11-16T09:57:45.764057+00:00", "updated_at": "2026-11-16T09:57:45.764057+00:00", "activity_id": 1, "reviewed_at": null, "reviewed_by": null, "activity_name": "Activity Compulsory", "starting_date": "2026-09-01", "returned_reason": null},
  {"id": 7, "link": "https://events.test.example/2020-05-04", "type": "Compulsory", "score": 2.25, "state": "posted", "term_id": 2, "user_id": 5, "version": 1, "created_at": "2026-11-16T09:57:45.809487+00:00", "updated_at": "2026-11-16T09:57:45.809487+00:00", "activity_id": 1, "reviewed_at": null, "reviewed_by": null, "activity_name": "Activity Compulsory", "starting_date": "2020-05-04", "returned_reason": null},
  {"id": 8, "link": "https://events.test.example/2026-09-01", "type": "Attending", "score": 5.75, "state": "posted", "term_id": 1, "user_id": 5, "version": 1, "created_at": "2026-11-16T09:57:45.868945+00:00", "updated_at": "2026-11-16T09:57:45.868945+00:00", "activity_id": 2, "reviewed_at": null, "reviewed_by": null, "activity_name": "Activity Attending", "starting_date": "2026-09-01", "returned_reason": null},
  {"id": 9, "link": "https://events.test.example/2020-05-05", "type": "Attending", "score": 5.75, "state": "posted", "term_id": 2, "user_id": 6, "version": 1, "created_at": "2026-11-16T09:57:45.941576+00:00", "updated_at": "2026-11-16T09:57:45.941576+00:00", "activity_id": 2, "reviewed_at": null, "reviewed_by": null, "activity_name": "Activity Attending", "starting_date": "2020-05-05", "returned_reason": null}
]$json$);
insert into posted_images (id, posted_activity_id, bytes, created_at) overriding system value
select id, posted_activity_id, bytes, created_at from jsonb_populate_recordset(null::posted_images, $json$[
  {"id": "cbcfc13e-e37f-49f1-9aa3-6c2e7a7e1a3d", "bytes": "\\xffd8ffdb0043000604040504040605050506060607090e0909080809120d0d0a0e1512161615121414171a211c17181f1914141d271d1f2223252525161c292c28242b21242524ffdb00430106060609080911090911241814182424242424242424242424242424242424242424242424242424242424242424242424242424242424242424242424242424ffc00011080008000803012200021101031101ffc4001500010100000000000000000000000000000007ffc40014100100000000000000000000000000000000ffc40014010100000000000000000000000000000004ffc40014110100000000000000000000000000000000ffda000c03010002110311003f009580784fffd9", "created_at": "2026-11-16T09:57:45.310154+00:00", "content_hash": "\\x052b3a006a99936c636d02a4025d3822d3405bbb5f5b62a40423e57e68b43e8e", "posted_activity_id": 1}
]$json$);
insert into schema_functions (name, checksum, applied_at) overriding system value
select name, checksum, applied_at from jsonb_populate_recordset(null::schema_functions, $json$[
  {"name": "append-only.sql", "checksum": "8cb85696ba19a8e133da6dbc121fdf19618f332a2cbb538ca6df24cebfc24077", "applied_at": "2026-11-16T09:57:42.057803+00:00"},
  {"name": "audit.sql", "checksum": "7dca8eeaab4f36da76d76584153019650704e876acb3a1029400d2bb96b94417", "applied_at": "2026-11-16T09:57:42.057803+00:00"},
  {"name": "closed-terms.sql", "checksum": "9b6d4412e68813479f963896b21da53224f5f8b2d32aaaab3da86b2db1c26188", "applied_at": "2026-11-16T09:57:42.057803+00:00"},
  {"name": "closings.sql", "checksum": "cc61147e761c9bc2345c5caeeb641d56c555dec10944d912137968bb760371aa", "applied_at": "2026-11-16T09:57:42.057803+00:00"},
  {"name": "current-term.sql", "checksum": "709ed9cbd25b419c09382651f189d0fb5cecdcd05a41e2a37bb091ce54265385", "applied_at": "2026-11-16T09:57:42.057803+00:00"},
  {"name": "ended-sessions.sql", "checksum": "397aa6176adf59d0713075ae80b088c8a9719319e337458f002d9f26ba4f1bb1", "applied_at": "2026-11-16T09:57:42.057803+00:00"},
  {"name": "last-administrator.sql", "checksum": "a39fbb6c32041d6ae4410cd839351f2a2e287455489fadd77adb14b46b246ffe", "applied_at": "2026-11-16T09:57:42.057803+00:00"},
  {"name": "notices.sql", "checksum": "0f39338eb50830e22943085230d3b859662775d5552263be999aea73f36886b4", "applied_at": "2026-11-16T09:57:42.057803+00:00"},
  {"name": "points.sql", "checksum": "bc1f1ac887e947a054c1fdb04ba75d2405cbccd7942f5ff3ecce991c127f6002", "applied_at": "2026-11-16T09:57:42.057803+00:00"},
  {"name": "term-standing.sql", "checksum": "a0435ad9725928ad9fa78dee79252dd6dcc73a9475bd3eb0017ee594a57e6711", "applied_at": "2026-11-16T09:57:42.057803+00:00"},
  {"name": "verified-postings.sql", "checksum": "5fbcb30404647ba86be10574845f6bccbc5a038f227a9d00f2ae74d751c7b1f8", "applied_at": "2026-11-16T09:57:42.057803+00:00"},
  {"name": "versions.sql", "checksum": "f90687a6bf4f2681eef2724b485f022efb90e6bb06812a213de9ac640e0cdefa", "applied_at": "2026-11-16T09:57:42.057803+00:00"}
]$json$);
insert into schema_migrations (name, checksum, applied_at) overriding system value
select name, checksum, applied_at from jsonb_populate_recordset(null::schema_migrations, $json$[
  {"name": "0001-schema.sql", "checksum": "f10c09e0ec59c25e35301bcf669f36acee00912f3574490225ab20ca9e1e5622", "applied_at": "2026-11-16T09:57:42.057803+00:00"}
]$json$);
insert into sign_in_addresses (user_id, address, last_signed_in_at) overriding system value
select user_id, address, last_signed_in_at from jsonb_populate_recordset(null::sign_in_addresses, $json$[
  {"address": "127.0.0.1", "user_id": 1, "last_signed_in_at": "2026-11-16T09:57:42.998509+00:00"},
  {"address": "127.0.0.1", "user_id": 2, "last_signed_in_at": "2026-11-16T09:57:46.630437+00:00"},
  {"address": "127.0.0.1", "user_id": 3, "last_signed_in_at": "2026-11-16T09:57:45.572075+00:00"},
  {"address": "127.0.0.1", "user_id": 4, "last_signed_in_at": "2026-11-16T09:57:45.756341+00:00"},
  {"address": "127.0.0.1", "user_id": 5, "last_signed_in_at": "2026-11-16T09:57:45.861787+00:00"},
  {"address": "127.0.0.1", "user_id": 6, "last_signed_in_at": "2026-11-16T09:57:45.996048+00:00"}
]$json$);
insert into statements (code, user_id, term_id, content, checksum, issued_at, issued_by) overriding system value
select code, user_id, term_id, content, checksum, issued_at, issued_by from jsonb_populate_recordset(null::statements, $json$[
  {"code": "0A9PJVQE0SW6R7X4", "content": "{\"member\":{\"id\":2,\"name\":\"Member 1\",\"title\":\"p\",\"department_name\":\"Özel Department\"},\"term\":{\"id\":2,\"name\":\"A past term\",\"start_date\":\"2020-01-01\",\"end_date\":\"2020-12-31\",\"status\":\"closed\",\"closing\":{\"number\":2,\"closed_at\":\"2026-11-16T09:57:46Z\",\"closed_by\":\"Administrator\"}},\"lines\":[{\"starting_date\":\"2020-05-01\",\"activity_name\":\"Activity Compulsory\",\"type\":\"Compulsory\",\"points\":2.25,\"state\":\"verified\",\"returned_reason\":null}],\"returned\":[],\"would_add\":0,\"tp\":{\"points\":20,\"set_by\":\"Administrator\",\"set_at\":\"2026-11-16T09:57:46Z\"},\"fb\":{\"points\":0,\"set_by\":null,\"set_at\":null},\"sums\":{\"tp\":20,\"fb\":0,\"atts\":0,\"acts\":2.25,\"escore\":0,\"total_score\":22.25},\"with_feedback\":{\"points\":22.25,\"grade\":\"C\"},\"without_feedback\":{\"points\":22.25,\"grade\":\"C\"}}", "term_id": 2, "user_id": 2, "checksum": "\\x987c68c2e7c14cce512b5451381c88ca7966b240637cd7e421c7535b7511c330", "issued_at": "2026-11-16T09:57:46.63777+00:00", "issued_by": 2}
]$json$);
insert into term_closings (id, term_id, number, closed_at, closed_by, reopened_at, reopened_by, reopen_reason) overriding system value
select id, term_id, number, closed_at, closed_by, reopened_at, reopened_by, reopen_reason from jsonb_populate_recordset(null::term_closings, $json$[
  {"id": 1, "number": 1, "term_id": 2, "closed_at": "2026-11-16T09:57:46.320006+00:00", "closed_by": 1, "reopened_at": "2026-11-16T09:57:46.388532+00:00", "reopened_by": 1, "reopen_reason": "A score was wrong"},
  {"id": 2, "number": 2, "term_id": 2, "closed_at": "2026-11-16T09:57:46.455232+00:00", "closed_by": 1, "reopened_at": null, "reopened_by": null, "reopen_reason": null}
]$json$);
insert into term_results (closing_id, user_id, name, degree, title, department_id, department_name, email, tp, fb, atts, acts, escore, total_score, posted_count, verified_count, returned_count, grade) overriding system value
select closing_id, user_id, name, degree, title, department_id, department_name, email, tp, fb, atts, acts, escore, total_score, posted_count, verified_count, returned_count, grade from jsonb_populate_recordset(null::term_results, $json$[
  {"fb": 0.0, "tp": 1.0, "acts": 2.25, "atts": 0.00, "name": "Member 4", "email": "member4@test.example", "grade": "E", "title": "al", "degree": "PhD", "escore": 0.00, "user_id": 5, "closing_id": 2, "total_score": 3.25, "posted_count": 1, "department_id": 1, "returned_count": 0, "verified_count": 0, "department_name": "Mathematics"},
  {"fb": 0.0, "tp": 20.0, "acts": 2.25, "atts": 0.00, "name": "Member 1", "email": "member1@test.example", "grade": "C", "title": "p", "degree": "PhD", "escore": 0.00, "user_id": 2, "closing_id": 1, "total_score": 22.25, "posted_count": 1, "department_id": 2, "returned_count": 0, "verified_count": 1, "department_name": "Özel Department"},
  {"fb": 0.0, "tp": 20.0, "acts": 2.25, "atts": 0.00, "name": "Member 1", "email": "member1@test.example", "grade": "C", "title": "p", "degree": "PhD", "escore": 0.00, "user_id": 2, "closing_id": 2, "total_score": 22.25, "posted_count": 1, "department_id": 2, "returned_count": 0, "verified_count": 1, "department_name": "Özel Department"},
  {"fb": 0.0, "tp": 25.5, "acts": 0.00, "atts": 0.00, "name": "Member 2", "email": "member2@test.example", "grade": "C", "title": "ap", "degree": "Master", "escore": 0.00, "user_id": 3, "closing_id": 1, "total_score": 25.50, "posted_count": 1, "department_id": 1, "returned_count": 1, "verified_count": 0, "department_name": "Mathematics"},
  {"fb": 0.0, "tp": 25.5, "acts": 0.00, "atts": 0.00, "name": "Member 2", "email": "member2@test.example", "grade": "C", "title": "ap", "degree": "Master", "escore": 0.00, "user_id": 3, "closing_id": 2, "total_score": 25.50, "posted_count": 1, "department_id": 1, "returned_count": 1, "verified_count": 0, "department_name": "Mathematics"},
  {"fb": 0.0, "tp": 31.0, "acts": 0.00, "atts": 0.00, "name": "Member 3", "email": "member3@test.example", "grade": "A", "title": "l", "degree": "M.A.", "escore": 9.25, "user_id": 4, "closing_id": 1, "total_score": 40.25, "posted_count": 1, "department_id": 2, "returned_count": 0, "verified_count": 0, "department_name": "Özel Department"},
  {"fb": 0.0, "tp": 31.0, "acts": 0.00, "atts": 0.00, "name": "Member 3", "email": "member3@test.example", "grade": "A", "title": "l", "degree": "M.A.", "escore": 9.25, "user_id": 4, "closing_id": 2, "total_score": 40.25, "posted_count": 1, "department_id": 2, "returned_count": 0, "verified_count": 0, "department_name": "Özel Department"},
  {"fb": 0.0, "tp": 36.5, "acts": 2.25, "atts": 0.00, "name": "Member 4", "email": "member4@test.example", "grade": "A", "title": "al", "degree": "PhD", "escore": 0.00, "user_id": 5, "closing_id": 1, "total_score": 38.75, "posted_count": 1, "department_id": 1, "returned_count": 0, "verified_count": 0, "department_name": "Mathematics"},
  {"fb": 0.0, "tp": 42.0, "acts": 0.00, "atts": 5.75, "name": "Member 5", "email": "member5@test.example", "grade": "A", "title": "l", "degree": "PhD", "escore": 0.00, "user_id": 6, "closing_id": 1, "total_score": 47.75, "posted_count": 1, "department_id": 2, "returned_count": 0, "verified_count": 0, "department_name": "Özel Department"},
  {"fb": 0.0, "tp": 42.0, "acts": 0.00, "atts": 5.75, "name": "Member 5", "email": "member5@test.example", "grade": "A", "title": "l", "degree": "PhD", "escore": 0.00, "user_id": 6, "closing_id": 2, "total_score": 47.75, "posted_count": 1, "department_id": 2, "returned_count": 0, "verified_count": 0, "department_name": "Özel Department"}
]$json$);
insert into term_scores (user_id, term_id, tp, fb, atts, acts, escore, posted_count, verified_count, returned_count) overriding system value
select user_id, term_id, tp, fb, atts, acts, escore, posted_count, verified_count, returned_count from jsonb_populate_recordset(null::term_scores, $json$[
  {"fb": 0.0, "tp": 1.0, "acts": 2.25, "atts": 0.00, "escore": 0.00, "term_id": 2, "user_id": 5, "total_score": 3.25, "posted_count": 1, "returned_count": 0, "verified_count": 0},
  {"fb": 0.0, "tp": 20.0, "acts": 2.25, "atts": 0.00, "escore": 0.00, "term_id": 2, "user_id": 2, "total_score": 22.25, "posted_count": 1, "returned_count": 0, "verified_count": 1},
  {"fb": 0.0, "tp": 25.5, "acts": 0.00, "atts": 0.00, "escore": 0.00, "term_id": 2, "user_id": 3, "total_score": 25.50, "posted_count": 1, "returned_count": 1, "verified_count": 0},
  {"fb": 0.0, "tp": 31.0, "acts": 0.00, "atts": 0.00, "escore": 9.25, "term_id": 2, "user_id": 4, "total_score": 40.25, "posted_count": 1, "returned_count": 0, "verified_count": 0},
  {"fb": 0.0, "tp": 42.0, "acts": 0.00, "atts": 5.75, "escore": 0.00, "term_id": 2, "user_id": 6, "total_score": 47.75, "posted_count": 1, "returned_count": 0, "verified_count": 0},
  {"fb": 4.5, "tp": 0.0, "acts": 0.00, "atts": 0.00, "escore": 0.00, "term_id": 1, "user_id": 3, "total_score": 4.50, "posted_count": 1, "returned_count": 1, "verified_count": 0},
  {"fb": 4.5, "tp": 0.0, "acts": 0.00, "atts": 0.00, "escore": 9.25, "term_id": 1, "user_id": 6, "total_score": 13.75, "posted_count": 1, "returned_count": 0, "verified_count": 0},
  {"fb": 4.5, "tp": 0.0, "acts": 0.00, "atts": 5.75, "escore": 0.00, "term_id": 1, "user_id": 2, "total_score": 10.25, "posted_count": 1, "returned_count": 0, "verified_count": 1},
  {"fb": 4.5, "tp": 0.0, "acts": 0.00, "atts": 5.75, "escore": 0.00, "term_id": 1, "user_id": 5, "total_score": 10.25, "posted_count": 1, "returned_count": 0, "verified_count": 0},
  {"fb": 4.5, "tp": 0.0, "acts": 2.25, "atts": 0.00, "escore": 0.00, "term_id": 1, "user_id": 4, "total_score": 6.75, "posted_count": 1, "returned_count": 0, "verified_count": 0}
]$json$);
insert into terms (id, name, start_date, end_date, status, closing_id, is_current, version, created_at, updated_at, updated_by) overriding system value
select id, name, start_date, end_date, status, closing_id, is_current, version, created_at, updated_at, updated_by from jsonb_populate_recordset(null::terms, $json$[
  {"id": 1, "name": "2026/2027", "status": "open", "version": 1, "end_date": "2027-08-31", "closing_id": null, "created_at": "2026-11-16T09:57:42.277672+00:00", "is_current": true, "start_date": "2026-09-01", "updated_at": "2026-11-16T09:57:42.277672+00:00", "updated_by": null},
  {"id": 2, "name": "A past term", "status": "closed", "version": 4, "end_date": "2020-12-31", "closing_id": 2, "created_at": "2026-11-16T09:57:43.486058+00:00", "is_current": false, "start_date": "2020-01-01", "updated_at": "2026-11-16T09:57:46.455232+00:00", "updated_by": 1}
]$json$);
insert into users (id, name, email, degree, title, username, password_hash, department_id, role_id, gender, version, created_at, updated_at, updated_by, removed_at) overriding system value
select id, name, email, degree, title, username, password_hash, department_id, role_id, gender, version, created_at, updated_at, updated_by, removed_at from jsonb_populate_recordset(null::users, $json$[
  {"id": 1, "name": "Administrator", "email": null, "title": null, "degree": null, "gender": null, "role_id": 1, "version": 1, "username": "admin", "created_at": "2026-11-16T09:57:42.277672+00:00", "removed_at": null, "updated_at": "2026-11-16T09:57:42.277672+00:00", "updated_by": null, "department_id": null, "password_hash": "$argon2id$v=19$m=19456,t=2,p=1$0FhljQeIdkfR0HZ9+sbguw$mGnO91TbExGa43nSqh0icj3/uzO6Oi35zkzFHB45rwY"},
  {"id": 2, "name": "Member 1", "email": "member1@test.example", "title": "p", "degree": "PhD", "gender": "Female", "role_id": 2, "version": 1, "username": "member1", "created_at": "2026-11-16T09:57:43.238524+00:00", "removed_at": null, "updated_at": "2026-11-16T09:57:43.238524+00:00", "updated_by": 1, "department_id": 2, "password_hash": "$argon2id$v=19$m=19456,t=2,p=1$QXKGtyTNPtPjMAOrG/3Jxw$8WYz5ITB2vAhs2ldNH4/zJ4q7hIzWseHV8ZoWzlPM6I"},
  {"id": 3, "name": "Member 2, renamed", "email": "member2@test.example", "title": "p", "degree": "Master", "gender": "Male", "role_id": 2, "version": 2, "username": "member2", "created_at": "2026-11-16T09:57:43.331685+00:00", "removed_at": null, "updated_at": "2026-11-16T09:57:46.356724+00:00", "updated_by": 1, "department_id": 1, "password_hash": "$argon2id$v=19$m=19456,t=2,p=1$RDdEbVoXpirvOcfF5JC0dg$jBkxmgVCL/hUIiH6bjTIFSl6ne2PUmHXUuP7Sz4wx24"},
  {"id": 4, "name": "Member 3", "email": "member3@test.example", "title": "l", "degree": "M.A.", "gender": "Female", "role_id": 2, "version": 2, "username": "member3", "created_at": "2026-11-16T09:57:43.380886+00:00", "removed_at": "2026-11-16T09:57:46.371952+00:00", "updated_at": "2026-11-16T09:57:46.371952+00:00", "updated_by": 1, "department_id": 2, "password_hash": "$argon2id$v=19$m=19456,t=2,p=1$9RXChVweYM4Sww1yqfmNyw$Lg7ZrVWZhAnhc0IrYxSfDcr2jBNOBP3xXix9QwnsP3g"},
  {"id": 5, "name": "Member 4", "email": "member4@test.example", "title": "al", "degree": "PhD", "gender": "Male", "role_id": 2, "version": 1, "username": "member4", "created_at": "2026-11-16T09:57:43.418758+00:00", "removed_at": null, "updated_at": "2026-11-16T09:57:43.418758+00:00", "updated_by": 1, "department_id": 1, "password_hash": "$argon2id$v=19$m=19456,t=2,p=1$rwg+kmYYbrzy6I/4RggfcA$5f0t36o6g3bhErzwOzFsLL5rHXx6TaeQp0B036ngGfk"},
  {"id": 6, "name": "Member 5", "email": "member5@test.example", "title": "l", "degree": "PhD", "gender": "Female", "role_id": 1, "version": 2, "username": "member5", "created_at": "2026-11-16T09:57:43.450426+00:00", "removed_at": null, "updated_at": "2026-11-16T09:57:46.495134+00:00", "updated_by": 1, "department_id": 2, "password_hash": "$argon2id$v=19$m=19456,t=2,p=1$oowQGEV0WlpPd1lSQdXViQ$6oFb5LePrI+mDxxTkgnduEwjmxrjyBKVK6jBuVN6rJo"}
]$json$);
set session_replication_role = 'origin';
select setval('public.activities_id_seq', greatest((select max(id) from activities), 1));
select setval('public.audit_id_seq', greatest((select max(id) from audit), 1));
select setval('public.departments_id_seq', greatest((select max(id) from departments), 1));
select setval('public.notices_id_seq', greatest((select max(id) from notices), 1));
select setval('public.posted_activities_id_seq', greatest((select max(id) from posted_activities), 1));
select setval('public.term_closings_id_seq', greatest((select max(id) from term_closings), 1));
select setval('public.terms_id_seq', greatest((select max(id) from terms), 1));
select setval('public.users_id_seq', greatest((select max(id) from users), 1));
