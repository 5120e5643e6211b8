-- "Stay signed in on this phone" (docs/decisions/0087-stay-signed-in.md): a session that was asked to last for days, on one device.
alter table sessions
  -- What pages and administrators end one session by: the hash of its token never leaves the database.
  add column id integer generated always as identity constraint sessions_id_unique unique,
  add column stays boolean not null default false;

-- What was chosen at the first step of a sign-in, for the step that starts the session.
alter table pending_sign_ins add column stays boolean not null default false;
alter table sso_requests add column stays boolean not null default false;

alter table ended_sessions drop constraint ended_sessions_reason_code;
alter table ended_sessions
  add constraint ended_sessions_reason_code check (reason in ('made staff', 'made administrator', 'deleted', 'new password', 'own password',
    'password set', 'signed out elsewhere', 'factors removed', 'provider unlinked', 'signed out by administrator'));

-- How often a member has signed in on a device, by its browser and system: a passkey is offered from the second time on. The server forgets
-- devices that were not used for long.
create table sign_in_devices (
  user_id integer not null constraint sign_in_devices_user references users on delete cascade,
  device text not null,
  sign_ins integer not null default 1,
  last_signed_in_at timestamptz not null default now(),
  primary key (user_id, device),
  constraint sign_in_devices_device_form check (length(device) between 1 and 60),
  constraint sign_in_devices_sign_ins_range check (sign_ins > 0)
);

-- What the pages offer once. Null: not yet.
alter table user_preferences
  add column passkey_offered_at timestamptz,
  add column home_screen_offered_at timestamptz;
