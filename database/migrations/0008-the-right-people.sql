-- Sign-in with the university's account, second factors, forgotten passwords, heads of department and delegated review.
-- Everything here is new beside what was there: servers of the release before go on working.

-- Sign-in with the university's account (OpenID Connect) --------------------------------------------------------------------------

-- Who a member is at the provider: issuer and subject, never the address, which may be given to another person.
create table identities (
  issuer text not null,
  subject text not null,
  user_id integer not null constraint identities_user references users on delete cascade,
  -- As the provider gave it when the account was linked, for people to read.
  email text,
  linked_at timestamptz not null default now(),
  last_signed_in_at timestamptz,
  primary key (issuer, subject),
  constraint identities_one_per_issuer unique (user_id, issuer),
  constraint identities_issuer_form check (length(issuer) between 1 and 500),
  constraint identities_subject_form check (length(subject) between 1 and 255)
);

-- A sign-in that has gone to the provider and has not come back yet.
create table sso_requests (
  -- SHA-256 of the state parameter, and of the cookie of the browser that started it.
  state_hash bytea primary key,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  -- The session of the browser that started it: the provider's redirect does not carry its cookie (SameSite=Strict). A sign-in ends it.
  session_hash bytea,
  -- An administrator links the own account, as whom that session is signed in.
  is_link boolean not null default false,
  created_at timestamptz not null default now()
);
create index sso_requests_created_at on sso_requests (created_at);

-- The ids of the logout tokens that the provider has sent: none is accepted twice.
create table sso_logout_tokens (
  id_hash bytea primary key,
  created_at timestamptz not null default now()
);

-- How a session began. The provider ends sessions by its own names of them (back-channel logout).
alter table sessions
  add column method text not null default 'password',
  add column sso_issuer text,
  add column sso_subject text,
  add column sso_session_id text,
  add constraint sessions_method_code check (method in ('password', 'passkey', 'sso'));
create index sessions_sso_subject on sessions (sso_issuer, sso_subject) where sso_subject is not null;

-- Second factors ------------------------------------------------------------------------------------------------------------------

create table passkeys (
  id integer generated always as identity primary key,
  -- As the authenticator names it, base64url. Up to 1,364 characters, too many for a URL.
  credential_id text not null constraint passkeys_credential_unique unique,
  user_id integer not null constraint passkeys_user references users on delete cascade,
  public_key bytea not null,
  -- Where the authenticator counts its uses, a lower number is a copy of it.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint passkeys_name_form check (name = btrim(name) and length(name) between 1 and 100)
);
create index passkeys_user_id on passkeys (user_id);

-- An authenticator app that shows codes (TOTP). Set up only once a first code was right.
create table authenticators (
  user_id integer primary key constraint authenticators_user references users on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  -- The time step of the last code that was accepted: no code is accepted twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

-- One-time codes for somebody without their factor. SHA-256: they are long and random.
create table recovery_codes (
  user_id integer not null constraint recovery_codes_user references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A sign-in whose password was right and whose second step is still to come. It is no session: nothing but that step accepts it.
create table pending_sign_ins (
  token_hash bytea primary key,
  user_id integer not null constraint pending_sign_ins_user references users on delete cascade,
  -- The hash that was checked: another password ends it.
  password_hash text,
  -- The second step, or setting up a second factor that is required.
  purpose text not null,
  -- Wrong ones end it.
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  constraint pending_sign_ins_purpose_code check (purpose in ('second factor', 'set up'))
);
create index pending_sign_ins_user_id on pending_sign_ins (user_id);
create index pending_sign_ins_created_at on pending_sign_ins (created_at);

-- A WebAuthn challenge that was sent, for one use. Without a user where it is not known yet who signs in.
create table passkey_challenges (
  challenge text primary key,
  user_id integer constraint passkey_challenges_user references users on delete cascade,
  purpose text not null,
  created_at timestamptz not null default now(),
  constraint passkey_challenges_purpose_code check (purpose in ('sign in', 'add', 'confirm'))
);
create index passkey_challenges_created_at on passkey_challenges (created_at);

-- When the password or a passkey was last given again in this session: changing a second factor needs that.
alter table sessions add column confirmed_at timestamptz;

-- Passwords -----------------------------------------------------------------------------------------------------------------------

-- The link that is sent to somebody who forgot the password. SHA-256 of its token.
create table password_resets (
  token_hash bytea primary key,
  user_id integer not null constraint password_resets_user references users on delete cascade,
  created_at timestamptz not null default now()
);
create index password_resets_user_id on password_resets (user_id);

-- E-mails about an account that wait to be sent. A link is made when its e-mail is sent, so that its token is stored nowhere.
create table account_mails (
  id bigint generated always as identity primary key,
  -- Null where somebody asked for the link of an account that does not exist: asking takes the same work then.
  user_id integer constraint account_mails_user references users on delete cascade,
  -- What it is about: server/mail/account-mails.queries.ts.
  kind text not null,
  -- The name of the passkey, where it is about one.
  passkey text,
  created_at timestamptz not null default now(),
  -- When a server began to send it. One that is here long after that was not sent.
  taken_at timestamptz,
  constraint account_mails_kind_form check (kind ~ '^[a-z ]+$')
);
create index account_mails_user_id on account_mails (user_id);

-- True while the password is one that another person chose for the member: the first sign-in asks for a new one.
alter table users add column password_is_initial boolean not null default false;

-- Heads of department -------------------------------------------------------------------------------------------------------------

-- A head is a staff member of the department (../functions/heads.sql): whoever leaves it is no longer its head.
create table department_heads (
  user_id integer primary key constraint department_heads_user references users on delete cascade,
  department_id integer not null constraint department_heads_department references departments,
  created_at timestamptz not null default now(),
  created_by integer constraint department_heads_created_by references users
);
create index department_heads_department_id on department_heads (department_id);

-- Review, lent by an administrator or a head to another person. What is lent is what the lender may do at that moment.
create table delegations (
  id integer generated always as identity primary key,
  lender_id integer not null constraint delegations_lender references users on delete cascade,
  delegate_id integer not null constraint delegations_delegate references users on delete cascade,
  starts_at timestamptz not null default now(),
  -- The last day as the lender chose it, and the moment at which it is over in the lender's time zone.
  last_day date not null,
  ends_at timestamptz not null,
  created_by integer not null constraint delegations_created_by references users,
  -- Before its time, by the lender or an administrator.
  ended_at timestamptz,
  ended_by integer constraint delegations_ended_by references users,
  constraint delegations_not_to_oneself check (lender_id <> delegate_id),
  constraint delegations_ends_after_start check (ends_at > starts_at)
);
create index delegations_delegate_id on delegations (delegate_id) where ended_at is null;
create index delegations_lender_id on delegations (lender_id) where ended_at is null;

alter table notices drop constraint notices_kind_code;
alter table notices add constraint notices_kind_code
  check (kind in ('verified', 'returned', 'edited', 'scored', 'term ends', 'review lent', 'review ended'));

-- In which capacity somebody acted, where it was not by their own role: as the head of a department, or for somebody who lent Review.
alter table audit add column capacity jsonb;
