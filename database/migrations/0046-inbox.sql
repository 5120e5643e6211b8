-- The inbox shows what waits, from the tables that hold it. Stored are only the people who see to a line, and with which panel an account
-- opens. The kinds of lines stand in contract/inbox.ts; subject_id is the id of the question, posting, user, term or department, 0 for
-- members without a department. One person has a line: the second of two at once finds it taken.
create table inbox_takes (
  kind text not null,
  subject_id integer not null,
  taken_by integer not null constraint inbox_takes_taken_by references users,
  taken_at timestamptz not null default now(),
  primary key (kind, subject_id),
  constraint inbox_takes_kind_form check (kind ~ '^[a-z_]{1,40}$'),
  constraint inbox_takes_subject_id_range check (subject_id >= 0)
);
create index inbox_takes_taken_by on inbox_takes (taken_by);

-- Null for the default panel of the dashboard.
alter table user_preferences
  add column opens_with text,
  add constraint user_preferences_opens_with_form check (opens_with ~ '^[a-z][a-z-]{0,39}$');

-- Postings that wait after they were decided or edited: among them are those that were returned and sent again.
create index posted_activities_edited_waiting on posted_activities (id) where state = 'posted' and version > 2;
