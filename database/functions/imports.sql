-- An import and its undo are records of their own in the audit trail, beside those of the rows, which name the import as the capacity of
-- their actor.

create or replace function audit_import() returns trigger language plpgsql as $$
begin
  perform write_audit('import', 'imported', new.id, new.file_name, null, null, jsonb_strip_nulls(jsonb_build_object(
    'import_kind', new.kind, 'term_id', new.term_id, 'added', new.added, 'changed', new.changed, 'skipped', nullif(new.skipped, 0))));
  return null;
end $$;

create or replace trigger import_batches_audit after insert on import_batches for each row execute function audit_import();

create or replace function audit_import_undo() returns trigger language plpgsql as $$
declare
  batch import_batches;
begin
  select * into batch from import_batches where id = new.batch_id;
  perform write_audit('import', 'undone', batch.id, batch.file_name, null, null, jsonb_strip_nulls(jsonb_build_object(
    'import_kind', batch.kind, 'term_id', batch.term_id, 'put_back', new.restored)));
  return null;
end $$;

create or replace trigger import_undos_audit after insert on import_undos for each row execute function audit_import_undo();
