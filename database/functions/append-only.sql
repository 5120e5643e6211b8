-- The audit trail, issued statements, archives and their keys, published rules, what was said about a score and what imports changed are never
-- changed or shortened.

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'SP004';
end $$;

do $$
declare
  t text;
begin
  foreach t in array array['audit', 'statements', 'archives', 'archive_keys', 'archive_private_keys', 'rules_versions', 'rules_bands',
    'rules_limits', 'question_messages', 'question_images', 'import_batches', 'import_changes', 'import_undos', 'import_undo_exceptions']
  loop
    execute format('create or replace trigger %I before update or delete on %I for each row execute function refuse_change()', t || '_append_only', t);
    execute format('create or replace trigger %I before truncate on %I for each statement execute function refuse_change()', t || '_append_only_all', t);
  end loop;
end $$;
