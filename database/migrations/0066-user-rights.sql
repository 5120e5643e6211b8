-- Rights beside being scored (docs/decisions/0094-rights-beside-being-scored.md): given to a person of either role. A server of the release
-- before knows none of them.
create table user_rights (
  user_id integer not null constraint user_rights_user references users on delete cascade,
  "right" text not null,
  given_by integer constraint user_rights_given_by references users,
  given_at timestamptz not null default now(),
  primary key (user_id, "right"),
  constraint user_rights_right_known check ("right" in ('administrator', 'score_keeper', 'reviewer', 'reader', 'give_rights'))
);

-- Nothing changes for the administrators of before: all of them make administrators.
insert into user_rights (user_id, "right") select id, 'give_rights' from users where role_id = 1 and removed_at is null;

-- Administrators whom a second person confirms: one at a time for each person. `by`: the role, or the right with all that is in `rights`.
create table administrator_requests (
  id integer generated always as identity primary key,
  user_id integer not null constraint administrator_requests_user references users on delete cascade,
  "by" text not null,
  rights text[] not null default '{}',
  asked_by integer not null constraint administrator_requests_asked_by references users on delete cascade,
  asked_at timestamptz not null default now(),
  constraint administrator_requests_user_unique unique (user_id),
  constraint administrator_requests_by_known check ("by" in ('role', 'right'))
);
create index administrator_requests_asked_by on administrator_requests (asked_by);

alter table portal_settings add column confirm_administrators boolean not null default false;

-- The dashboard that was opened last, by those who have both.
alter table user_preferences add column dashboard text constraint user_preferences_dashboard_known check (dashboard in ('admin', 'staff'));

alter table ended_sessions
  drop constraint ended_sessions_reason_code,
  add constraint ended_sessions_reason_code check (reason in ('made staff', 'made administrator', 'rights changed', 'deleted',
    'new password', 'own password', 'password set', 'signed out elsewhere', 'factors removed', 'provider unlinked', 'signed out by administrator'));
