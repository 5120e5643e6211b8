-- Sessions, and the counters that limit sign-in attempts. Both live here so that several servers share them.

create table sessions (
  -- The cookie's value is never stored, only its SHA-256.
  token_hash bytea primary key constraint sessions_token_hash_form check (length(token_hash) = 32),
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index sessions_user_id on sessions (user_id);

-- Whoever changes a password, a role or removes a user need not think of sessions: they are gone in the same transaction.
create function end_sessions() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  return null;
end $$;
create trigger users_end_sessions after update of password_hash, role_id, removed_at on users
  for each row
  when (old.password_hash is distinct from new.password_hash or old.role_id is distinct from new.role_id
        or (old.removed_at is null and new.removed_at is not null))
  execute function end_sessions();

create table sign_in_attempts (
  key text primary key,
  attempts integer not null,
  window_ends_at timestamptz not null
);
create index sign_in_attempts_window_ends_at on sign_in_attempts (window_ends_at);

-- From where a member has signed in before: a storm of failures from elsewhere does not lock them out there.
create table sign_in_addresses (
  user_id integer not null references users on delete cascade,
  address text not null,
  last_signed_in_at timestamptz not null default now(),
  primary key (user_id, address)
);
