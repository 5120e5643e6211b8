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
