-- An address that the mail server refused. A success removes the row.
create table mail_failures (
  user_id integer primary key constraint mail_failures_user references users on delete cascade,
  -- The address that was refused: another address of the user starts anew.
  email text not null,
  attempts integer not null,
  -- Tried often enough: shown to administrators.
  is_refused boolean not null,
  retry_at timestamptz not null,
  constraint mail_failures_attempts_range check (attempts > 0)
);
