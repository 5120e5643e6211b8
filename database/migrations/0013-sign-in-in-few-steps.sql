-- Signing in asks the database three times instead of thirteen: most of its time should be the password's.

-- Takes one attempt from each limit in turn, until one is used up: that one tells how long to wait, and the wider ones after it are
-- left alone, so that whoever is stopped by the tight net cannot use up everybody else's. Refused ones do not extend the window.
create function take_sign_in_attempts(limits jsonb, out wait_seconds integer, out is_first_refusal boolean)
language plpgsql as $$
declare
  wanted jsonb;
  taken record;
begin
  wait_seconds := 0;
  is_first_refusal := false;
  -- A counter that a power cut sets back by a few attempts is worth less than the wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  for wanted in select value from jsonb_array_elements(limits) loop
    insert into sign_in_attempts as a (key, attempts, window_ends_at)
    values (wanted ->> 'key', 1, now() + make_interval(secs => (wanted ->> 'windowSeconds')::integer))
    on conflict (key) do update set
      attempts = case when a.window_ends_at <= now() then 1 else a.attempts + 1 end,
      window_ends_at = case when a.window_ends_at <= now() then excluded.window_ends_at else a.window_ends_at end
    returning attempts, ceil(extract(epoch from window_ends_at - now()))::integer as seconds_left into taken;
    if taken.attempts > (wanted ->> 'most')::integer then
      wait_seconds := greatest(taken.seconds_left, 1);
      is_first_refusal := taken.attempts = (wanted ->> 'most')::integer + 1;
      return;
    end if;
  end loop;
end $$;

-- All that follows a right password, whole or not at all. False when the account was removed, or its password changed, meanwhile.
create function start_session(account integer, checked_hash text, new_token bytea, old_token bytea, from_address text, from_network text,
  cleared_key text, returned_keys jsonb)
returns boolean language plpgsql as $$
begin
  perform set_config('portal.actor_id', account::text, true), set_config('portal.address', from_address, true);
  -- Held until the end of the transaction, so that a change of the password follows or has been.
  perform from users where id = account and removed_at is null and password_hash = checked_hash for update;
  if not found then
    return false;
  end if;
  delete from sessions where token_hash = old_token;
  insert into sessions (token_hash, user_id) values (new_token, account);
  -- A sign-in that went well was no failure.
  delete from sign_in_attempts where key = cleared_key;
  update sign_in_attempts set attempts = greatest(attempts - 1, 0)
  where key in (select value from jsonb_array_elements_text(returned_keys) order by value);
  insert into sign_in_addresses (user_id, address) values (account, from_network)
  on conflict (user_id, address) do update set last_signed_in_at = now();
  perform write_audit('session', 'signed in', null, (select name from users where id = account), account, null, null);
  return true;
end $$;
