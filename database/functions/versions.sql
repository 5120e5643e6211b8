-- Optimistic locking: every update of a row moves its version. A save names the version it was based on.

create or replace function bump_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

create or replace trigger departments_version before update on departments for each row execute function bump_version();
create or replace trigger users_version before update on users for each row execute function bump_version();
create or replace trigger terms_version before update on terms for each row execute function bump_version();
create or replace trigger activities_version before update on activities for each row execute function bump_version();
create or replace trigger posted_activities_version before update on posted_activities
  for each row execute function bump_version();
