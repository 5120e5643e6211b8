-- The weekly digest by e-mail. Everything here is new beside what was there: servers of the release before go on working.

-- Whether the user gets it.
alter table user_preferences add column weekly_digest boolean not null default true;

-- One row per user and week. Its key is what makes several servers send one e-mail.
create table digests (
  user_id integer not null constraint digests_user references users on delete cascade,
  -- Its Monday, in the time zone of the settings.
  week date not null,
  -- When a server began to write it. One that is not done long after that is taken by another server.
  taken_at timestamptz,
  -- Written before the mail server gets it, and taken back if that refuses it: after a crash in between it is not sent twice. Also of one that
  -- had nothing to say.
  done_at timestamptz,
  -- SHA-256 of the token in its link to switch the digest off. Null: nothing was sent.
  token_hash bytea constraint digests_token_unique unique,
  primary key (user_id, week),
  constraint digests_week_range check (extract(isodow from week) = 1)
);
create index digests_due on digests (week, user_id) where done_at is null;
