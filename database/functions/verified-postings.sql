-- A verified posting stays as it was verified, image and files included. A returned one that is edited by its owner counts again.

create or replace function keep_verified_posting() returns trigger language plpgsql as $$
begin
  -- The points of the catalogue for a whole term (recounts.sql) are no edit by the owner.
  if tg_op = 'UPDATE' and recounts() then
    return new;
  end if;
  if old.state = 'verified' then
    raise exception 'posting % is verified', old.id using errcode = 'SP005',
      detail = coalesce(last_change('posting', old.id, '{verified}')::text, '');
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if old.state = 'returned' then
    new.resubmitted_at := now();
  end if;
  new.state := 'posted';
  new.returned_reason := null;
  new.returned_reasons := '{}';
  new.return_reason_ids := '{}';
  new.reviewed_by := null;
  new.reviewed_at := null;
  return new;
end $$;

-- Every column is verified but those of the review itself, of the counting and of the bookkeeping: a column that is added later is, too.
do $$
declare
  verified text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into verified
  from pg_attribute
  where attrelid = 'posted_activities'::regclass and attnum > 0 and not attisdropped
    and attname not in ('id', 'term_id', 'state', 'returned_reason', 'returned_reasons', 'return_reason_ids', 'reviewed_by', 'reviewed_at',
      'resubmitted_at', 'over_limit', 'counted_points', 'version', 'created_at', 'updated_at')
    and attgenerated = '';
  execute format('create or replace trigger posted_activities_keep_verified before delete or update of %s on posted_activities
    for each row execute function keep_verified_posting()', verified);
end $$;

-- The image of a verified posting stays, and so do its further files.
create or replace function keep_verified_image() returns trigger language plpgsql as $$
declare
  posting integer := coalesce(new.posted_activity_id, old.posted_activity_id);
begin
  if (select state from posted_activities where id = posting) = 'verified' then
    raise exception 'posting % is verified', posting using errcode = 'SP005',
      detail = coalesce(last_change('posting', posting, '{verified}')::text, '');
  end if;
  return coalesce(new, old);
end $$;

create or replace trigger posted_images_keep_verified before insert or update or delete on posted_images
  for each row execute function keep_verified_image();

create or replace trigger evidence_files_keep_verified before insert or delete on evidence_files
  for each row execute function keep_verified_image();
