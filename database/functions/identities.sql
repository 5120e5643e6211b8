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
