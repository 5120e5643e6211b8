-- Events whose participants check in at the door (docs/decisions/0095-events.md).
create table events (
  id integer generated always as identity primary key,
  activity_id integer not null constraint events_activity references activities,
  name text collate name_order not null,
  -- Not `names`: two events may have the same title, as those of a series do.
  titles jsonb not null default '{}',
  place text not null,
  -- For whom the event is: members of a department or faculty, chosen ones (event_invitations), or everybody.
  audience text not null default 'all',
  department_id integer constraint events_department references departments,
  faculty_id integer constraint events_faculty references faculties,
  seats integer,
  -- The first day of the event in the portal's time zone, by which it counts, and the term of that day.
  starting_date date not null,
  term_id integer not null constraint events_term references terms,
  state text not null default 'planned',
  done_at timestamptz,
  done_by integer constraint events_done_by references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer constraint events_created_by references users,
  updated_at timestamptz not null default now(),
  updated_by integer constraint events_updated_by references users,
  constraint events_name_form check (name = btrim(name) and length(name) between 1 and 200),
  constraint events_titles_form check (are_translations(titles, 200)),
  constraint events_place_form check (place = btrim(place) and length(place) between 1 and 200),
  constraint events_audience_code check (audience in ('all', 'faculty', 'department', 'chosen')),
  -- Chosen members may be those of a department or faculty alone: then its head or dean has the event, and otherwise the office.
  constraint events_audience_whole check (case audience
    when 'all' then num_nonnulls(department_id, faculty_id) = 0
    when 'department' then department_id is not null and faculty_id is null
    when 'faculty' then faculty_id is not null and department_id is null
    else num_nonnulls(department_id, faculty_id) <= 1 end),
  constraint events_seats_range check (seats between 1 and 10000),
  constraint events_state_code check (state in ('planned', 'cancelled', 'done')),
  constraint events_done_whole check ((state = 'done') = (done_at is not null))
);
create index events_term_id on events (term_id, starting_date, id);
create index events_activity_id on events (activity_id);

-- What the codes at the door are made of. A table of its own, so that no list of events and no record of a change can show it.
create table event_secrets (
  event_id integer primary key constraint event_secrets_event references events on delete cascade,
  secret bytea not null,
  constraint event_secrets_secret_form check (length(secret) = 32)
);

create table event_sessions (
  id integer generated always as identity primary key,
  event_id integer not null constraint event_sessions_event references events on delete cascade,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  constraint event_sessions_of_event unique (event_id, id),
  constraint event_sessions_ends_after_begin_range check (ends_at > begins_at and ends_at <= begins_at + interval '24 hours'),
  constraint event_sessions_no_overlap 
    exclude using gist (int4range(event_id, event_id, '[]') with &&, tstzrange(begins_at, ends_at) with &&)
);

-- Members who organise an event, beside the office and the heads and deans of its members.
create table event_organisers (
  event_id integer not null constraint event_organisers_event references events on delete cascade,
  user_id integer not null constraint event_organisers_user references users on delete cascade,
  primary key (event_id, user_id)
);
create index event_organisers_user_id on event_organisers (user_id);

create table event_invitations (
  event_id integer not null constraint event_invitations_event references events on delete cascade,
  user_id integer not null constraint event_invitations_user references users on delete cascade,
  primary key (event_id, user_id)
);
create index event_invitations_user_id on event_invitations (user_id);

-- Who said that they come. Deleted with the term.
create table event_answers (
  event_id integer not null constraint event_answers_event references events on delete cascade,
  user_id integer not null constraint event_answers_user references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (event_id, user_id)
);
create index event_answers_user_id on event_answers (user_id);

-- Who was there: once in each session. `recorded_by` is the organiser who scanned or ticked the member; null for the member's own check-in.
create table event_check_ins (
  session_id integer not null,
  event_id integer not null,
  user_id integer not null constraint event_check_ins_user references users,
  how text not null,
  recorded_by integer constraint event_check_ins_recorded_by references users,
  address text,
  -- The SHA-256 of a number that the browser keeps: one device that checks in several members is shown to the organiser.
  device bytea,
  created_at timestamptz not null default now(),
  primary key (session_id, user_id),
  constraint event_check_ins_session foreign key (event_id, session_id) references event_sessions (event_id, id),
  constraint event_check_ins_how_code check (how in ('code', 'scanned', 'ticked')),
  constraint event_check_ins_by_whom check ((how = 'code') = (recorded_by is null)),
  constraint event_check_ins_device_form check (length(device) = 32)
);
create index event_check_ins_event on event_check_ins (event_id, user_id);
create index event_check_ins_user_id on event_check_ins (user_id);

-- Guests without an account, by name.
create table event_guests (
  id integer generated always as identity primary key,
  event_id integer not null constraint event_guests_event references events on delete cascade,
  name text collate name_order not null,
  created_at timestamptz not null default now(),
  created_by integer not null constraint event_guests_created_by references users,
  constraint event_guests_name_form check (name = btrim(name) and length(name) between 1 and 200)
);
create unique index event_guests_name_unique on event_guests (event_id, lower(name));

-- Certificates of attendance that were issued, with the facts that each confirms. A guest may be deleted, and the paper is still checked.
create table event_certificates (
  code text primary key,
  event_id integer not null constraint event_certificates_event references events on delete cascade,
  user_id integer constraint event_certificates_user references users,
  guest_id integer,
  content text not null,
  checksum bytea not null,
  issued_at timestamptz not null default now(),
  issued_by integer not null constraint event_certificates_issued_by references users,
  constraint event_certificates_code_form check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  constraint event_certificates_of_one check (num_nonnulls(user_id, guest_id) = 1),
  constraint event_certificates_once unique nulls not distinct (event_id, user_id, guest_id, checksum)
);

-- Members who were taken off the list, with the reason that they are told.
create table event_removals (
  event_id integer not null constraint event_removals_event references events on delete cascade,
  user_id integer not null constraint event_removals_user references users,
  reason text not null,
  created_at timestamptz not null default now(),
  created_by integer not null constraint event_removals_created_by references users,
  primary key (event_id, user_id),
  constraint event_removals_reason_form check (reason = btrim(reason) and length(reason) between 1 and 500)
);

-- A posting that an event made: the event is its evidence.
alter table posted_activities add column event_id integer constraint posted_activities_event references events;
create unique index posted_activities_one_of_event on posted_activities (event_id, user_id) where event_id is not null;
