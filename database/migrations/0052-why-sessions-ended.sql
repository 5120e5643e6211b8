-- Why a session ended that its owner did not end there: the browser that still has its cookie is told (docs/decisions/0084-why-a-session-ended.md).
-- The server forgets a reason after some days. Unlogged, as the counters of the sign-in limits: a crash may lose the reasons.
create unlogged table ended_sessions (
  -- As in sessions.
  token_hash bytea primary key,
  user_id integer not null constraint ended_sessions_user references users on delete cascade,
  reason text not null,
  ended_at timestamptz not null default now(),
  constraint ended_sessions_token_hash_form check (length(token_hash) = 32),
  constraint ended_sessions_reason_code check (reason in ('made staff', 'made administrator', 'deleted', 'new password', 'own password',
    'password set', 'signed out elsewhere', 'factors removed', 'provider unlinked'))
);
create index ended_sessions_user_id on ended_sessions (user_id);
create index ended_sessions_ended_at on ended_sessions (ended_at);
