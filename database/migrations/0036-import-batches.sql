-- Every import that changed something, what each row of its file changed, and its undo. All four tables are append-only: an undo is a row of
-- its own, and its primary key makes it happen once.
create table import_batches (
  id integer generated always as identity primary key,
  kind text not null,
  file_name text not null,
  -- The SHA-256 of the file, by which the same file is recognised.
  content_hash bytea not null,
  -- The term of scores. Without a reference: an empty term may be deleted, its imports stay.
  term_id integer,
  added integer not null,
  changed integer not null,
  -- Rows with errors, which were left out.
  skipped integer not null,
  created_by integer not null constraint import_batches_created_by references users,
  created_at timestamptz not null default now(),
  constraint import_batches_kind_form check (kind ~ '^[a-z]+$'),
  constraint import_batches_file_name_form check (length(file_name) between 1 and 200),
  constraint import_batches_content_hash_form check (length(content_hash) = 32)
);
create index import_batches_content_hash on import_batches (content_hash);

create table import_changes (
  batch_id integer not null constraint import_changes_batch references import_batches,
  -- The row that was changed, as the audit trail names it. The id of a score is that of its member.
  subject text not null,
  subject_id integer not null,
  -- The number of the row in the file.
  row integer not null,
  -- The row as the file and the portal named it then.
  who text not null,
  name text,
  -- The values that the import replaced, and those in their place; a row that was added has no former ones.
  before jsonb,
  after jsonb not null,
  primary key (batch_id, subject, subject_id)
);

create table import_undos (
  batch_id integer primary key constraint import_undos_batch references import_batches,
  -- How many rows were put back.
  restored integer not null,
  created_by integer not null constraint import_undos_created_by references users,
  created_at timestamptz not null default now()
);

-- The rows that an undo did not put back: why, and who had changed them when.
create table import_undo_exceptions (
  batch_id integer not null constraint import_undo_exceptions_undo references import_undos,
  subject text not null,
  subject_id integer not null,
  reason text not null,
  by_name text,
  at timestamptz,
  primary key (batch_id, subject, subject_id)
);
