-- The ids in the envelopes of e-mails, by which the mail server reports those that it could not deliver: SHA-256 of each. A new table:
-- servers of the release before go on working.
create table mail_bounce_ids (
  id_hash bytea primary key,
  user_id integer not null constraint mail_bounce_ids_user references users on delete cascade,
  -- The address to which it was sent: a report says nothing about another one.
  email text not null,
  -- Null for an e-mail that is no message of the office.
  message_id integer constraint mail_bounce_ids_message references messages on delete cascade,
  sent_at timestamptz not null default now(),
  -- A report counts once.
  reported_at timestamptz
);
create index mail_bounce_ids_user_id on mail_bounce_ids (user_id);
create index mail_bounce_ids_message_id on mail_bounce_ids (message_id) where message_id is not null;
