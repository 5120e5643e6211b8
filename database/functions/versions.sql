-- Optimistic locking: every update of a row moves its version. A save names the version it was based on. A change by a trigger is no user's
-- edit: a posting that begins to count keeps its version.

create or replace function bump_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

-- The trigger is created for every table that has a version.
do $$
declare
  t text;
begin
  for t in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'version' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  loop
    execute format('create or replace trigger %I before update on %I for each row when (pg_trigger_depth() = 0) execute function bump_version()', t || '_version', t);
  end loop;
end $$;
