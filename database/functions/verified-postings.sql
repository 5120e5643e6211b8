-- What is verified stays as it was verified, image and files included. What was returned and is edited by its owner counts again.

create or replace function keep_verified_posting() returns trigger language plpgsql as $$
begin
  if old.state = 'verified' then
    raise exception 'posting % is verified', old.id using errcode = 'SP005';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.state := 'posted';
  new.returned_reason := null;
  new.reviewed_by := null;
  new.reviewed_at := null;
  return new;
end $$;

create or replace trigger posted_activities_keep_verified
  before delete or update of user_id, activity_id, activity_name, activity_name_ckb, activity_name_ar, type, score, starting_date, link
  on posted_activities
  for each row execute function keep_verified_posting();

-- Of the further files, too.
create or replace function keep_verified_image() returns trigger language plpgsql as $$
declare
  posting integer := coalesce(new.posted_activity_id, old.posted_activity_id);
begin
  if (select state from posted_activities where id = posting) = 'verified' then
    raise exception 'posting % is verified', posting using errcode = 'SP005';
  end if;
  return coalesce(new, old);
end $$;

create or replace trigger posted_images_keep_verified before insert or update or delete on posted_images
  for each row execute function keep_verified_image();

create or replace trigger evidence_files_keep_verified before insert or delete on evidence_files
  for each row execute function keep_verified_image();
