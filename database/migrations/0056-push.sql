-- Notices on devices (Web Push). Everything here is new beside what was there: servers of the release before go on working.

-- The key pair by which push services know this portal (VAPID): a raw point and a raw number of the curve P-256. It is in the backup:
-- without it, every device would have to be turned on again.
create table push_keys (
  id integer primary key default 1,
  public_key bytea not null,
  private_key bytea not null,
  created_at timestamptz not null default now(),
  constraint push_keys_one_row check (id = 1),
  constraint push_keys_public_key_form check (length(public_key) = 65),
  constraint push_keys_private_key_form check (length(private_key) = 32)
);

-- The browser of a session to which notices are sent. It ends with its session.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  token_hash bytea not null constraint push_subscriptions_session references sessions on delete cascade,
  user_id integer not null constraint push_subscriptions_user references users on delete cascade,
  -- The address at the push service, which is a secret, and the two keys by which only that browser reads what is sent.
  endpoint text not null,
  p256dh bytea not null,
  auth bytea not null,
  created_at timestamptz not null default now(),
  -- Nothing is sent before: a server is sending, a push service asked to wait, or a message was sent a moment ago.
  not_before timestamptz,
  -- The failures in a row.
  failures integer not null default 0,
  constraint push_subscriptions_session_once unique (token_hash),
  constraint push_subscriptions_endpoint_once unique (endpoint),
  constraint push_subscriptions_p256dh_form check (length(p256dh) = 65),
  constraint push_subscriptions_auth_form check (length(auth) = 16)
);
create index push_subscriptions_user_id on push_subscriptions (user_id);

-- The notices that still have to be sent. A subscription has no foreign key: who signs out at this moment must neither wait for a decision
-- about hundreds of postings, nor make it fail.
create table pushes (
  subscription_id bigint not null,
  notice_id bigint not null constraint pushes_notice references notices on delete cascade,
  primary key (subscription_id, notice_id)
);
create index pushes_notice_id on pushes (notice_id);

-- Since when the portal has reached no push service. Without a row it reaches them, or has not tried.
create table push_outage (
  id integer primary key default 1,
  since timestamptz not null default now(),
  constraint push_outage_one_row check (id = 1)
);

-- When a device got it: what a person may have read there is not replaced by another notice.
alter table notices add column pushed_at timestamptz;

-- The topics that a user does not want on devices, and whether a locked screen may show what a notice says.
alter table user_preferences
  add column push_off text[] not null default '{}',
  add column push_details boolean not null default false,
  add constraint user_preferences_push_off_code check (push_off <@ '{returned,verified,answered,released,days}');
