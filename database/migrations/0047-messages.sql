-- Messages of the office to people: reminders and announcements. Everything here is new beside what was there: servers of the release
-- before go on working.
create table messages (
  id integer generated always as identity primary key,
  kind text not null,
  -- The term of a reminder about one. A term in which nothing happened can be deleted.
  term_id integer constraint messages_term references terms on delete set null,
  who text not null,
  department_id integer constraint messages_department references departments,
  subject text not null,
  subjects jsonb not null default '{}',
  text text not null,
  texts jsonb not null default '{}',
  sent_by integer not null constraint messages_sent_by references users,
  sent_at timestamptz not null default now(),
  constraint messages_kind_code check (kind in ('announcement', 'posted nothing', 'never signed in', 'returned', 'not scored')),
  constraint messages_who_code check (who in ('all', 'department', 'people')),
  constraint messages_department_form check ((department_id is not null) = (who = 'department')),
  constraint messages_subject_form check (length(subject) between 1 and 120),
  constraint messages_text_form check (length(text) between 1 and 2000),
  constraint messages_subjects_form check (are_translations(subjects, 120)),
  constraint messages_texts_form check (are_translations(texts, 2000))
);
create index messages_sent_by_at on messages (sent_by, sent_at);
create index messages_sent_at on messages (sent_at);
create index messages_department_id on messages (department_id) where department_id is not null;
create index messages_term_id on messages (term_id) where term_id is not null;

-- One row per message and recipient. Its key is what makes one message of several attempts.
create table message_recipients (
  message_id integer not null constraint message_recipients_message references messages on delete cascade,
  user_id integer not null constraint message_recipients_user references users on delete cascade,
  -- When it was read in the portal.
  read_at timestamptz,
  email_state text not null,
  -- When a server began to send the e-mail. One that still waits long after that is taken by another server.
  email_taken_at timestamptz,
  -- What the mail server said when it refused the address, without links.
  email_reason text,
  primary key (message_id, user_id),
  constraint message_recipients_email_code check (email_state in ('no address', 'off', 'unavailable', 'waiting', 'sent', 'failed'))
);
create index message_recipients_user_id on message_recipients (user_id, message_id);
create index message_recipients_waiting on message_recipients (message_id, user_id) where email_state = 'waiting';

alter table notices add column message_id integer constraint notices_message references messages on delete cascade;
create unique index notices_message_once on notices (message_id, user_id) where message_id is not null;

-- Whether the user gets e-mails about notices, and messages by e-mail.
alter table user_preferences
  add column notice_mails boolean not null default true,
  add column message_mails boolean not null default true;

-- The links in these e-mails that switch them off: SHA-256 of the token in each.
create table mail_stops (
  token_hash bytea primary key,
  user_id integer not null constraint mail_stops_user references users on delete cascade,
  topic text not null,
  created_at timestamptz not null default now(),
  constraint mail_stops_topic_code check (topic in ('notices', 'messages'))
);
create index mail_stops_user_id on mail_stops (user_id);
