-- A member questions one line of the own score, and somebody who did not decide it answers.

-- The last day on which questions about a term may be asked; null: until it is closed.
alter table terms add column questions_until date;
alter table terms add constraint terms_questions_until_range check (questions_until between '1900-01-01' and '2199-12-31');

create table score_questions (
  id integer generated always as identity primary key,
  user_id integer not null constraint score_questions_user references users,
  term_id integer not null constraint score_questions_term references terms,
  subject text not null,
  -- Null once its owner has deleted the posting. The name stays, as it was when the question was asked.
  posted_activity_id integer constraint score_questions_posting references posted_activities on delete set null,
  activity_name text collate name_order,
  activity_name_ckb text collate name_order,
  activity_name_ar text collate name_order,
  text text not null,
  link text,
  state text not null default 'open',
  -- Who had decided the line when it was questioned; null where nobody had.
  decided_by integer constraint score_questions_decided_by references users,
  answer text,
  answered_by integer constraint score_questions_answered_by references users,
  answered_at timestamptz,
  -- The score that an accepted question gave.
  accepted_value numeric(5, 1),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by integer constraint score_questions_updated_by references users,
  constraint score_questions_subject_code check (subject in ('posting', 'tp', 'fb', 'missing')),
  constraint score_questions_posting_named check ((subject = 'posting') = (activity_name is not null)),
  constraint score_questions_posting_only check (subject = 'posting' or posted_activity_id is null),
  constraint score_questions_text_form check (text = btrim(text) and length(text) between 1 and 1000),
  constraint score_questions_link_form check (link ~* '^https?://' and length(link) <= 2000),
  constraint score_questions_state_code check (state in ('open', 'accepted', 'declined', 'withdrawn')),
  constraint score_questions_answer_form check (answer = btrim(answer) and length(answer) between 1 and 1000),
  constraint score_questions_answered check (
    (state in ('accepted', 'declined')) = (answer is not null)
    and (answer is null) = (answered_by is null) and (answer is null) = (answered_at is null)),
  constraint score_questions_accepted_value_range check (accepted_value between 0 and 1000),
  constraint score_questions_value_of_score check (
    (accepted_value is not null) = (state = 'accepted' and subject in ('tp', 'fb'))),
  constraint score_questions_not_by_oneself check (answered_by <> user_id),
  constraint score_questions_not_by_decider check (answered_by <> decided_by)
);
-- One open question about a line.
create unique index score_questions_one_open on score_questions (user_id, term_id, subject, coalesce(posted_activity_id, 0))
  where state = 'open';
create index score_questions_user_id on score_questions (user_id, id desc);
create index score_questions_open on score_questions (id) where state = 'open';
create index score_questions_term_id on score_questions (term_id);
create index score_questions_posted_activity_id on score_questions (posted_activity_id) where posted_activity_id is not null;

-- What member and office write to each other until it is answered.
create table question_messages (
  id integer generated always as identity primary key,
  question_id integer not null constraint question_messages_question references score_questions,
  author_id integer not null constraint question_messages_author references users,
  text text not null,
  created_at timestamptz not null default now(),
  constraint question_messages_text_form check (text = btrim(text) and length(text) between 1 and 1000)
);
create index question_messages_question_id on question_messages (question_id, id);

-- As posted_images: beside the row, so that a list never reads pictures.
create table question_images (
  id uuid primary key default gen_random_uuid(),
  question_id integer not null constraint question_images_question references score_questions,
  bytes bytea not null,
  content_hash bytea not null generated always as (sha256(bytes)) stored,
  created_at timestamptz not null default now(),
  constraint question_images_one_per_question unique (question_id),
  constraint question_images_bytes_range check (length(bytes) between 1 and 5 * 1024 * 1024)
);
alter table question_images alter column bytes set storage external;

-- As for the subjects of the audit trail (0003): only the form is checked here, the kinds stand in contract/notices.ts.
alter table notices drop constraint if exists notices_kind_code;
alter table notices add constraint notices_kind_form check (kind ~ '^[a-z ]+$');
