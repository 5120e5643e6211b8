-- Rights beside being scored. The role administrator (1) is the right `administrator`, too, and has no row of it.

create or replace function check_right() returns trigger language plpgsql as $$
declare
  person users;
begin
  -- The person stays locked until the end of the transaction, so that they are not removed while the right is given.
  select * into person from users where id = new.user_id and removed_at is null for share;
  if not found then
    raise exception 'there is no user %', new.user_id using errcode = 'SP066';
  end if;
  if new."right" = 'administrator' and person.role_id = 1 then
    return null;
  end if;
  -- Whoever gives rights can make administrators, and so must be one.
  if new."right" = 'give_rights' and not is_administrator(new.user_id) then
    raise exception 'user % is no administrator', new.user_id using errcode = 'SP067';
  end if;
  return new;
end $$;

create or replace trigger user_rights_check before insert or update on user_rights for each row execute function check_right();

-- The role brings the right to make administrators, as it always did; another person may take that away. It ends with being an
-- administrator. All rights end with the removal.
create or replace function rights_follow_role() returns trigger language plpgsql as $$
begin
  if new.removed_at is not null then
    delete from user_rights where user_id = new.id;
  elsif new.role_id = 1 then
    delete from user_rights where user_id = new.id and "right" = 'administrator';
    insert into user_rights (user_id, "right") values (new.id, 'give_rights') on conflict do nothing;
  elsif not is_administrator(new.id) then
    delete from user_rights where user_id = new.id and "right" = 'give_rights';
  end if;
  -- What was asked for is out of date.
  delete from administrator_requests where user_id = new.id;
  return null;
end $$;

create or replace trigger users_rights_added after insert on users for each row
  when (new.role_id = 1 and new.removed_at is null) execute function rights_follow_role();
-- The name is after that of last-administrator.sql: its refusal comes first.
create or replace trigger users_rights_follow_role after update of role_id, removed_at on users for each row
  when (old.role_id <> new.role_id or old.removed_at is distinct from new.removed_at) execute function rights_follow_role();

create or replace function rights_changed() returns trigger language plpgsql as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  changed user_rights := coalesce(new, old);
  -- What comes and goes with the role is told by the change of the role.
  is_of_role constant boolean := changed.given_by is null and pg_trigger_depth() > 1;
begin
  if not is_new and changed."right" = 'administrator' and not is_administrator(changed.user_id) then
    delete from user_rights where user_id = changed.user_id and "right" = 'give_rights';
  end if;
  -- What was asked for is out of date, and so is what somebody asked who could not do it any more.
  delete from administrator_requests where user_id = changed.user_id
    or (not is_new and changed."right" = 'give_rights' and asked_by = changed.user_id);
  if not is_of_role then
    perform write_audit('user', case when is_new then 'right given' else 'right taken' end, changed.user_id,
      (select name from users where id = changed.user_id), changed.user_id,
      case when not is_new then jsonb_build_object('right', changed."right") end,
      case when is_new then jsonb_build_object('right', changed."right") end);
    delete from notices n where n.user_id = changed.user_id and n.kind = case when is_new then 'right taken' else 'right given' end
      and n.read_at is null and n.details ->> 'right' = changed."right" and is_unseen(n);
    if not found then
      insert into notices (user_id, kind, details)
      select id, case when is_new then 'right given' else 'right taken' end, jsonb_build_object('right', changed."right")
      from users where id = changed.user_id;
    end if;
  end if;
  -- As with the role: whoever administers signs in anew, with a second factor where one is required.
  if changed."right" = 'administrator' or (changed."right" = 'give_rights' and not is_of_role) then
    perform end_sessions_because(changed.user_id, case
      when changed."right" = 'give_rights' then 'rights changed'
      when is_new then 'made administrator'
      else 'made staff'
    end);
    delete from pending_sign_ins where user_id = changed.user_id;
  end if;
  -- An address is not enough to sign in as an administrator (identities.sql).
  if is_new and changed."right" = 'administrator' then
    delete from identities where user_id = changed.user_id and by_address;
  end if;
  return null;
end $$;

create or replace trigger user_rights_changed after insert or delete on user_rights for each row execute function rights_changed();

-- At least one administrator remains who gives rights. Two who take it from each other at the same instant wait for each other here, and
-- the second is refused.
create or replace function keep_a_giver() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('keep_a_giver'));
  if not exists (
    select from user_rights r join users u on u.id = r.user_id and u.removed_at is null
    where r."right" = 'give_rights' and is_administrator(r.user_id)) then
    raise exception 'at least one administrator must remain who gives rights' using errcode = 'SP068';
  end if;
  return null;
end $$;

create or replace trigger user_rights_keep_a_giver after delete on user_rights
  for each row when (old."right" = 'give_rights') execute function keep_a_giver();

-- Asking, confirming and refusing: both ends are recorded by the server, which knows which of them it is.
