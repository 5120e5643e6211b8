-- The audit trail, issued statements, archives and their keys are never changed or shortened.

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'SP004';
end $$;

create or replace trigger audit_append_only before update or delete on audit for each row execute function refuse_change();
create or replace trigger audit_append_only_all before truncate on audit for each statement execute function refuse_change();
create or replace trigger statements_append_only before update or delete on statements for each row execute function refuse_change();
create or replace trigger statements_append_only_all before truncate on statements for each statement execute function refuse_change();
create or replace trigger archives_append_only before update or delete on archives for each row execute function refuse_change();
create or replace trigger archives_append_only_all before truncate on archives for each statement execute function refuse_change();
create or replace trigger archive_keys_append_only before update or delete on archive_keys for each row execute function refuse_change();
create or replace trigger archive_keys_append_only_all before truncate on archive_keys for each statement execute function refuse_change();
create or replace trigger archive_private_keys_append_only before update or delete on archive_private_keys for each row execute function refuse_change();
create or replace trigger archive_private_keys_append_only_all before truncate on archive_private_keys for each statement execute function refuse_change();
