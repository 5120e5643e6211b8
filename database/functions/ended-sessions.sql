-- A new password, another role or the removal of a person ends all their sessions and begun sign-ins, in the same transaction.

-- Ends sessions of a person, except one if it is given, and keeps why for the browsers that have them. Returns how many there were.
create or replace function end_sessions_because(member integer, why text, kept bytea default null) returns integer
language sql as $$
  with ended as (
    delete from sessions where user_id = member and token_hash is distinct from kept returning token_hash),
  explained as (
    insert into ended_sessions (token_hash, user_id, reason) select token_hash, member, why from ended on conflict do nothing)
  select count(*)::integer from ended
$$;

-- Ends one session of a person. False if there is none of that id, or if it is the one to keep.
create or replace function end_session_because(session integer, member integer, why text, kept bytea) returns boolean
language sql as $$
  with ended as (
    delete from sessions where id = session and user_id = member and token_hash <> kept returning token_hash),
  explained as (
    insert into ended_sessions (token_hash, user_id, reason) select token_hash, member, why from ended on conflict do nothing)
  select exists (select from ended)
$$;

create or replace function end_sessions() returns trigger language plpgsql as $$
declare
  actor constant integer := nullif(current_setting('portal.actor_id', true), '')::integer;
begin
  perform end_sessions_because(new.id, case
    when new.removed_at is not null then 'deleted'
    when old.role_id is distinct from new.role_id then case new.role_id when 1 then 'made administrator' else 'made staff' end
    when actor = new.id then 'own password'
    -- By the link of an e-mail, or on the machine of the portal.
    when actor is null then 'password set'
    else 'new password'
  end);
  delete from pending_sign_ins where user_id = new.id;
  return null;
end $$;

create or replace trigger users_end_sessions after update of password_hash, role_id, removed_at on users
  for each row
  when (old.password_hash is distinct from new.password_hash or old.role_id is distinct from new.role_id
        or (old.removed_at is null and new.removed_at is not null))
  execute function end_sessions();

-- Removes every second factor of a member, with an audit record, an e-mail, and a notice for a member without an address. False without
-- one.
create or replace function remove_factors(member integer) returns boolean language plpgsql as $$
declare
  had_factor boolean := exists (select from passkeys where user_id = member)
    or exists (select from authenticators where user_id = member and confirmed_at is not null);
begin
  delete from passkeys where user_id = member;
  delete from authenticators where user_id = member;
  delete from recovery_codes where user_id = member;
  -- The challenge of a new factor that is just being added is deleted, too.
  delete from passkey_challenges where user_id = member;
  if had_factor then
    perform write_audit('session', 'factor removed', null, (select name from users where id = member), member, null, '{"factor": "all"}');
    insert into account_mails (user_id, kind) values (member, 'factors removed');
    -- The notice is stored as sent: its e-mail is the one above.
    insert into notices (user_id, kind, mailed_at) values (member, 'factors removed', now());
  end if;
  return had_factor;
end $$;

-- A password that another person chose replaces one that a stranger may have had, and may have added factors with.
create or replace function end_factors() returns trigger language plpgsql as $$
begin
  perform remove_factors(new.id);
  return null;
end $$;

create or replace trigger users_end_factors after update of password_hash on users
  for each row
  when (new.password_is_initial and old.password_hash is distinct from new.password_hash)
  execute function end_factors();
