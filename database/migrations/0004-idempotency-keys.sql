-- The Idempotency-Key of a change with its reply, for a day: a client that lost the reply sends the change again and gets the same one.
-- No reference to users: it would lock the row of who acts, and two administrators who edit each other would deadlock.
create table idempotency_keys (
  user_id integer not null,
  -- The SHA-256 of the key, which is never stored.
  key_hash bytea not null,
  -- An HMAC of the request with the key: a request may contain a password, which nobody can guess from it without the key.
  request_hash bytea not null,
  -- Null only inside the transaction that makes the change.
  reply json,
  created_at timestamptz not null default now(),
  primary key (user_id, key_hash),
  constraint idempotency_keys_key_hash_form check (length(key_hash) = 32),
  constraint idempotency_keys_request_hash_form check (length(request_hash) = 32)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);
