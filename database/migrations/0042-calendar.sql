-- The days of a term beside its last day for questions, none of them required. After the first two, posting and review are closed
-- (functions/calendar.sql). A server of the release before leaves them as they are.
alter table terms
  add column posting_until date,
  add column review_until date,
  add column scores_until date,
  add column release_on date,
  add column closing_on date,
  add constraint terms_posting_until_range check (posting_until between '1900-01-01' and '2199-12-31'),
  add constraint terms_review_until_range check (review_until between '1900-01-01' and '2199-12-31'),
  add constraint terms_scores_until_range check (scores_until between '1900-01-01' and '2199-12-31'),
  add constraint terms_release_on_range check (release_on between '1900-01-01' and '2199-12-31'),
  add constraint terms_closing_on_range check (closing_on between '1900-01-01' and '2199-12-31');

-- Posting, review or questions of a term, open longer for one person or one department. A withdrawn one stays on record.
create table term_extensions (
  id integer generated always as identity primary key,
  term_id integer not null constraint term_extensions_term references terms on delete cascade,
  kind text not null,
  user_id integer constraint term_extensions_user references users,
  department_id integer constraint term_extensions_department references departments,
  last_day date not null,
  created_by integer not null constraint term_extensions_created_by references users,
  created_at timestamptz not null default now(),
  withdrawn_by integer constraint term_extensions_withdrawn_by references users,
  withdrawn_at timestamptz,
  constraint term_extensions_kind_code check (kind in ('posting', 'review', 'questions')),
  constraint term_extensions_last_day_range check (last_day between '1900-01-01' and '2199-12-31'),
  constraint term_extensions_whom_form check ((user_id is null) <> (department_id is null)),
  constraint term_extensions_withdrawn_form check ((withdrawn_by is null) = (withdrawn_at is null))
);
create index term_extensions_term_id on term_extensions (term_id) where withdrawn_at is null;
create index term_extensions_user_id on term_extensions (user_id);
create index term_extensions_department_id on term_extensions (department_id);

-- The secret address of a person's calendar, of which only the hash is stored.
create table calendar_addresses (
  user_id integer primary key constraint calendar_addresses_user references users on delete cascade,
  token_hash bytea not null constraint calendar_addresses_token unique,
  created_at timestamptz not null default now()
);
