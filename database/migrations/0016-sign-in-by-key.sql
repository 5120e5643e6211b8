-- As before (0013), but the counters are found by their keys, one after the other: as one statement all of them were read for it. And
-- nobody waits for the disk: what a power cut takes away here is a session, and people sign in again. Whatever is changed in that
-- session is written after it, so no change outlives the record of who signed in.
create or replace function start_session(account integer, checked_hash text, new_token bytea, old_token bytea, from_address text,
  from_network text, cleared_key text, returned_keys jsonb)
returns boolean language plpgsql as $$
declare
  returned text;
begin
  perform set_config('portal.actor_id', account::text, true), set_config('portal.address', from_address, true),
    set_config('synchronous_commit', 'off', true);
  -- Held until the end of the transaction, so that a change of the password follows or has been.
  perform from users where id = account and removed_at is null and password_hash = checked_hash for update;
  if not found then
    return false;
  end if;
  if old_token is not null then
    delete from sessions where token_hash = old_token;
  end if;
  insert into sessions (token_hash, user_id) values (new_token, account);
  -- A sign-in that went well was no failure.
  delete from sign_in_attempts where key = cleared_key;
  -- In one order for everybody, so that no two wait for each other.
  for returned in select value from jsonb_array_elements_text(returned_keys) order by value loop
    update sign_in_attempts set attempts = greatest(attempts - 1, 0) where key = returned;
  end loop;
  insert into sign_in_addresses (user_id, address) values (account, from_network)
  on conflict (user_id, address) do update set last_signed_in_at = now();
  perform write_audit('session', 'signed in', null, (select name from users where id = account), account, null, null);
  return true;
end $$;

-- The account that somebody wants to sign in to, and an attempt taken from each limit it falls under: the tight one of this account from
-- this network, and the wide ones of the network and of the account. The last does not hold its owner where they signed in before.
-- An unknown name costs the same steps. The keys tell nobody what was typed: people type passwords into that field.
create function begin_sign_in(typed text, network text, limits jsonb, out id integer, out role_id integer, out username text,
  out name text, out password_hash text, out pair_key text, out other_keys jsonb, out wait_seconds integer,
  out is_first_refusal boolean)
language plpgsql as $$
declare
  account_key text;
  is_known_network boolean;
  taken jsonb;
begin
  select u.id, u.role_id, u.username, u.name, u.password_hash into id, role_id, username, name, password_hash
  from users u where lower(u.username) = lower(typed) and u.removed_at is null;
  -- By the account's own name where there is one, so that no way of writing it makes a second account.
  account_key := encode(sha256(convert_to(lower(coalesce(username, typed)), 'UTF8')), 'hex');
  is_known_network := exists (
    select from sign_in_addresses a
    where a.user_id = begin_sign_in.id and a.address = network and a.last_signed_in_at > now() - interval '30 days');
  pair_key := 'pair:' || account_key || ':' || network;
  other_keys := case when is_known_network then jsonb_build_array('address:' || network)
    else jsonb_build_array('address:' || network, 'account:' || account_key) end;
  taken := jsonb_build_array(
    limits -> 'pair' || jsonb_build_object('key', pair_key),
    limits -> 'address' || jsonb_build_object('key', other_keys -> 0));
  if not is_known_network then
    taken := taken || (limits -> 'account' || jsonb_build_object('key', other_keys -> 1));
  end if;
  select t.wait_seconds, t.is_first_refusal into wait_seconds, is_first_refusal from take_sign_in_attempts(taken) t;
end $$;
