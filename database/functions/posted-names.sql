-- A posting takes over the translated names of its activity, and keeps them. A trigger does so, because the request names only the
-- activity, and a posting that is moved to another activity must not keep the names of the former one.

create or replace function copy_activity_names() returns trigger language plpgsql as $$
begin
  -- An activity that was renamed and posted again has another English name and the same id.
  if tg_op = 'INSERT' or (new.activity_id, new.activity_name) is distinct from (old.activity_id, old.activity_name) then
    new.activity_names := coalesce((select names from activities where id = new.activity_id), '{}');
  end if;
  return new;
end $$;

create or replace trigger posted_activities_copy_names before insert or update of activity_id, activity_name on posted_activities
  for each row execute function copy_activity_names();
