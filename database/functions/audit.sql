-- Every change of an audited table is recorded by the table itself, in the transaction of the change. The actor is known to the transaction
-- as portal.actor_id, portal.address and portal.capacity (database/transaction.ts).

create or replace function write_audit(subject text, kind text, subject_id integer, subject_name text, person_id integer, before jsonb,
  after jsonb)
returns void language plpgsql as $$
declare
  actor integer := nullif(current_setting('portal.actor_id', true), '')::integer;
begin
  -- The names are qualified: a temporary table of the same name would be found first, and take the record.
  insert into public.audit (actor_id, actor_name, address, capacity, subject, kind, subject_id, subject_name, person_id, before, after)
  values (actor, (select name from public.users where id = actor), nullif(current_setting('portal.address', true), ''),
          nullif(current_setting('portal.capacity', true), '')::jsonb, subject, kind, subject_id, subject_name, person_id, before, after);
end $$;

-- The values of one side that differ from the other. Every column is audited, except bookkeeping and what follows from other columns or
-- from the kind of the record. A password is recorded only as changed.
create or replace function audited_values(side jsonb, other jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(case key when 'password_hash' then 'password' else key end,
                          case key when 'password_hash' then '"changed"'::jsonb else value end)
  from jsonb_each(side)
  where key not in ('id', 'version', 'created_at', 'updated_at', 'updated_by', 'removed_at', 'reviewed_by', 'reviewed_at', 'closing_id',
                    'total_score', 'search_text', 'sort_name', 'spelling_text', 'password_is_initial', 'over_limit', 'counted_points',
                    'points_before', 'recounted_at', 'resubmitted_at', 'link_key', 'owner_department_id', 'created_by', 'done_at', 'done_by')
    and not is_former_column(key)
    and value is distinct from other -> key and (other is not null or value not in ('null', '{}'))
$$;

-- The SHA-256 of an image, as sha256sum writes it.
create or replace function image_checksum(posting integer) returns text language sql stable as $$
  select encode(content_hash, 'hex') from posted_images where posted_activity_id = posting
$$;

-- The further files, or those up to a position, each with its name and checksum; null if there are none.
create or replace function recorded_files(posting integer, last_position integer) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object('name', name, 'checksum', encode(content_hash, 'hex')) order by position)
  from evidence_files where posted_activity_id = posting and (last_position is null or position <= last_position)
$$;

-- Who made the newest of these changes of a row, and when, for the reply to somebody whose own change came too late. A message changes nothing.
create or replace function last_change(about text, row_id integer, kinds text[] default null, person integer default null)
returns jsonb language sql stable as $$
  select jsonb_build_object('saved_by', actor_name, 'saved_at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from public.audit
  where subject = about and subject_id = row_id and (kinds is null and kind <> 'written' or kind = any(kinds)) and (person is null or person_id = person)
  order by id desc limit 1
$$;

create or replace function audit_row() returns trigger language plpgsql as $$
declare
  subject text := tg_argv[0];
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  either jsonb := coalesce(new_row, old_row);
  person integer := case subject when 'user' then either ->> 'id' else either ->> 'user_id' end;
  subject_id integer := case subject when 'score' then either ->> 'term_id' else either ->> 'id' end;
  subject_name text := coalesce(either ->> 'activity_name', either ->> 'name', (select name from users where id = person));
  kind text := case
    when subject = 'score' then case publishes() when 'release' then 'released' when 'take back' then 'taken back' else 'scored' end
    when subject = 'posting' and recounts() then 'recounted'
    when tg_op = 'INSERT' then case subject when 'posting' then 'posted' else 'added' end
    when tg_op = 'DELETE' then 'deleted'
    when subject = 'posting' and old_row ->> 'state' <> new_row ->> 'state' and new_row ->> 'state' <> 'posted' then new_row ->> 'state'
    when subject = 'event' and old_row ->> 'state' <> new_row ->> 'state' then new_row ->> 'state'
    when old_row ->> 'removed_at' is null and new_row ->> 'removed_at' is not null then 'removed'
    when old_row ->> 'removed_at' is not null and new_row ->> 'removed_at' is null then 'restored'
    when old_row ->> 'role_id' <> new_row ->> 'role_id' then 'role changed'
    when old_row ->> 'status' = 'open' and new_row ->> 'status' = 'closed' then 'closed'
    when old_row ->> 'status' = 'closed' and new_row ->> 'status' = 'open' then 'reopened'
    when old_row ->> 'rules_version' <> new_row ->> 'rules_version' then 'rules changed'
    when old_row ->> 'is_current' = 'false' and new_row ->> 'is_current' = 'true' then 'made current'
    else 'edited'
  end;
  no_scores constant jsonb :=
    '{"tp": null, "fb": null, "atts": 0, "acts": 0, "escore": 0, "posted_count": 0, "verified_count": 0, "returned_count": 0}';
  values_before jsonb;
  values_after jsonb;
begin
  case
    when subject = 'score' then
      -- Without a row the sums are 0 and no score is set; member and term stand in person_id and subject_id.
      old_row := coalesce(old_row, no_scores) - '{user_id,term_id}'::text[];
      new_row := coalesce(new_row, no_scores) - '{user_id,term_id}'::text[];
    when kind = 'posted' then
      new_row := (new_row - 'state')
        || jsonb_build_object('image', image_checksum(new.id), 'files', recorded_files(new.id, null));
    when kind = 'closed' then
      new_row := new_row || jsonb_build_object(
        'closing', (select number from term_closings where id = new.closing_id),
        'members', (select count(*) from term_results where closing_id = new.closing_id));
    when kind = 'reopened' then
      new_row := new_row || jsonb_build_object('reason', (select reopen_reason from term_closings where id = new.closing_id));
    else null;
  end case;
  values_before := audited_values(old_row, new_row);
  values_after := audited_values(new_row, old_row);
  -- An update that changed nothing but bookkeeping is no change.
  if values_before is not null or values_after is not null or kind in ('removed', 'restored') then
    perform write_audit(subject, kind, subject_id, subject_name, person, values_before, values_after);
  end if;
  return null;
end $$;

-- Every table whose rows are edited, removed and restored: users, departments, activities and what comes later. The subject is the name of
-- the table in the singular.
do $$
declare
  t text;
begin
  for t in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname in ('version', 'updated_by', 'removed_at')
    group by c.relname having count(*) = 3
  loop
    execute format('create or replace trigger %I after insert or update or delete on %I for each row execute function audit_row(%L)',
      t || '_audit', t, regexp_replace(regexp_replace(t, 'ies$', 'y'), 's$', ''));
  end loop;
end $$;
create or replace trigger terms_audit after insert or delete on terms for each row execute function audit_row('term');
create or replace trigger terms_audit_update after update on terms for each row
  -- The term that stops being current has no record of its own: the one that becomes it does.
  when (not (old.is_current and not new.is_current)) execute function audit_row('term');
create or replace trigger term_scores_audit after insert or update or delete on term_scores for each row
  -- Sums that a posting moves (points.sql) are in the record of the posting.
  when (pg_trigger_depth() = 0) execute function audit_row('score');
create or replace trigger posted_activities_audit after insert or update or delete on posted_activities
  for each row execute function audit_row('posting');

-- The image of a posting, by its checksum. One that comes with a new posting is in the record of the posting (above), and one that goes
-- with its posting was in an earlier one.
create or replace function audit_image() returns trigger language plpgsql as $$
declare
  posting posted_activities;
begin
  select * into posting from posted_activities where id = coalesce(new.posted_activity_id, old.posted_activity_id);
  if not found or (tg_op = 'INSERT' and posting.created_at = now()) then
    return null;
  end if;
  perform write_audit('posting', 'edited', posting.id, posting.activity_name, posting.user_id,
    jsonb_build_object('image', encode(old.content_hash, 'hex')), jsonb_build_object('image', encode(new.content_hash, 'hex')));
  return null;
end $$;

create or replace trigger posted_images_audit after insert or update or delete on posted_images for each row
  execute function audit_image();

-- Further files are recorded in the same way: all that there were before and after one was added or removed.
create or replace function audit_file() returns trigger language plpgsql as $$
declare
  posting posted_activities;
  files_before jsonb;
  files_after jsonb;
begin
  select * into posting from posted_activities where id = coalesce(new.posted_activity_id, old.posted_activity_id);
  if not found or (tg_op = 'INSERT' and posting.created_at = now()) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    files_before := recorded_files(posting.id, new.position - 1);
    files_after := recorded_files(posting.id, new.position);
  else
    files_before := (select jsonb_agg(jsonb_build_object('name', name, 'checksum', encode(content_hash, 'hex')) order by position)
      from (select position, name, content_hash from evidence_files where posted_activity_id = posting.id
        union all select old.position, old.name, old.content_hash) files);
    files_after := recorded_files(posting.id, null);
  end if;
  perform write_audit('posting', 'edited', posting.id, posting.activity_name, posting.user_id,
    jsonb_build_object('files', files_before), jsonb_build_object('files', files_after));
  return null;
end $$;

create or replace trigger evidence_files_audit after insert or delete on evidence_files for each row execute function audit_file();

-- The audited tables by their subjects, each with the names of its rows: a record has only the ids of others.
create or replace function audited_names() returns table (subject text, names jsonb) language plpgsql stable as $$
declare
  t record;
begin
  for t in
    -- The arguments of a trigger end with a null byte each.
    select distinct g.tgrelid::regclass as name, split_part(encode(g.tgargs, 'escape'), '\000', 1) as subject,
      exists (select from pg_attribute a where a.attrelid = g.tgrelid and a.attname = 'name' and not a.attisdropped) as has_names
    from pg_trigger g where g.tgfoid = 'audit_row'::regproc
  loop
    if t.has_names then
      return query execute format('select %L, coalesce(jsonb_object_agg(id, name), ''{}'') from %s', t.subject, t.name);
    else
      return query select t.subject, '{}'::jsonb;
    end if;
  end loop;
end $$;
