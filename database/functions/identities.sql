-- Linking a member with an account at the provider, and unlinking, is recorded by the table itself (see audit.sql).

create or replace function audit_identity() returns trigger language plpgsql as $$
declare
  identity identities := coalesce(new, old);
  facts jsonb := jsonb_build_object('account', coalesce(identity.email, identity.subject), 'issuer', identity.issuer,
    'subject', identity.subject);
begin
  perform write_audit('user', case tg_op when 'INSERT' then 'linked' else 'unlinked' end, identity.user_id,
    (select name from public.users where id = identity.user_id), identity.user_id,
    case tg_op when 'DELETE' then facts end, case tg_op when 'INSERT' then facts end);
  return null;
end $$;

create or replace trigger identities_audit after insert or delete on identities for each row execute function audit_identity();

-- An address is not enough to sign in as an administrator: a link that was found by it ends when its member becomes one, whichever way.
create or replace function end_links_by_address() returns trigger language plpgsql as $$
begin
  delete from identities where user_id = new.id and by_address;
  return null;
end $$;

create or replace trigger users_end_links_by_address after update of role_id on users
  for each row
  when (new.role_id = 1 and old.role_id is distinct from new.role_id)
  execute function end_links_by_address();
