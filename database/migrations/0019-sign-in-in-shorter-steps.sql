-- The same two questions as before (0013, 0016), with half of the statements behind them. Beside Argon2id, which has just used up all the
-- processor's own memory, each statement costs three times what it costs in a row of them.
drop function begin_sign_in(text, text, jsonb);
drop function take_sign_in_attempts(jsonb);
drop function start_session(integer, text, bytea, bytea, text, text, text, jsonb);

-- The account that somebody wants to sign in to, and an attempt taken from each limit it falls under, in turn, until one is used up: the
-- tight one of this account from this network, and the wide ones of the network and of the account. That one tells how long to wait,
-- and the wider ones after it are left alone, so that whoever is stopped by the tight net cannot use up everybody else's. Refused ones
-- do not extend the window. The last limit does not hold its owner where they signed in before. An unknown name costs the same steps.
-- The keys tell nobody what was typed: people type passwords into that field.
create function begin_sign_in(typed text, network text, limits jsonb, out id integer, out role_id integer, out username text,
  out name text, out password_hash text, out taken_keys jsonb, out is_network_remembered boolean, out wait_seconds integer,
  out is_first_refusal boolean)
language plpgsql as $$
declare
  account_key text;
  signed_in_at timestamptz;
  taken record;
  -- A counter that a power cut sets back by a few attempts is worth less than the wait for the disk.
  waiting_for_disk constant text := set_config('synchronous_commit', 'off', true);
begin
  select u.id, u.role_id, u.username, u.name, u.password_hash, a.last_signed_in_at
  into id, role_id, username, name, password_hash, signed_in_at
  from users u left join sign_in_addresses a on a.user_id = u.id and a.address = network
  where lower(u.username) = lower(typed) and u.removed_at is null;
  -- By the account's own name where there is one, so that no way of writing it makes a second account.
  account_key := encode(sha256(convert_to(lower(coalesce(username, typed)), 'UTF8')), 'hex');
  is_network_remembered := coalesce(signed_in_at > now() - interval '1 day', false);
  taken_keys := jsonb_build_array('pair:' || account_key || ':' || network, 'address:' || network);
  if signed_in_at > now() - interval '30 days' is not true then
    taken_keys := taken_keys || to_jsonb('account:' || account_key);
  end if;
  wait_seconds := 0;
  is_first_refusal := false;
  for place in 0 .. jsonb_array_length(taken_keys) - 1 loop
    insert into sign_in_attempts as a (key, attempts, window_ends_at)
    values (taken_keys ->> place, 1, now() + make_interval(secs => (limits -> place ->> 'windowSeconds')::integer))
    on conflict (key) do update set
      attempts = case when a.window_ends_at <= now() then 1 else a.attempts + 1 end,
      window_ends_at = case when a.window_ends_at <= now() then excluded.window_ends_at else a.window_ends_at end
    returning a.attempts - (limits -> place ->> 'most')::integer as too_many,
      ceil(extract(epoch from a.window_ends_at - now()))::integer as seconds_left into taken;
    if taken.too_many > 0 then
      wait_seconds := greatest(taken.seconds_left, 1);
      is_first_refusal := taken.too_many = 1;
      return;
    end if;
  end loop;
end $$;

-- All that follows a right password, whole or not at all. False when the account was removed, or its password changed, meanwhile.
create function start_session(account integer, checked_hash text, new_token bytea, old_token bytea, from_address text, from_network text,
  is_network_remembered boolean, taken_keys jsonb)
returns boolean language plpgsql as $$
declare
  account_name text;
  -- What a power cut takes away here is a session: see 0016.
  waiting_for_disk constant text := set_config('synchronous_commit', 'off', true);
begin
  -- Held until the end of the transaction, so that a change of the password follows or has been.
  select u.name into account_name from users u
  where u.id = account and u.removed_at is null and u.password_hash = checked_hash for update;
  if not found then
    return false;
  end if;
  if old_token is not null then
    delete from sessions where token_hash = old_token;
  end if;
  insert into sessions (token_hash, user_id) values (new_token, account);
  -- A sign-in that went well was no failure: the tight limit begins anew, the wide ones get their attempt back. In the order in which
  -- they were taken, so that no two wait for each other.
  delete from sign_in_attempts where key = taken_keys ->> 0;
  for place in 1 .. jsonb_array_length(taken_keys) - 1 loop
    update sign_in_attempts set attempts = greatest(attempts - 1, 0) where key = taken_keys ->> place;
  end loop;
  if not is_network_remembered then
    insert into sign_in_addresses (user_id, address) values (account, from_network)
    on conflict (user_id, address) do update set last_signed_in_at = now();
  end if;
  insert into audit (actor_id, actor_name, address, subject, kind, subject_name, person_id)
  values (account, account_name, from_address, 'session', 'signed in', account_name, account);
  return true;
end $$;
