-- Servers of the release before this one have a column per language (name_ckb) where this one has all translations in one (names). While
-- both run, each write of one side is in the columns of the other. The next release drops this file's functions and triggers, and the
-- columns (docs/decisions/0034-languages.md).

create or replace function sync_former_columns() returns trigger language plpgsql as $$
declare
  field text;
  row_before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  row_now jsonb := to_jsonb(new);
  translations jsonb;
begin
  foreach field in array tg_argv loop
    translations := row_now -> (field || 's');
    -- Only a former server leaves the translations alone and writes its own columns.
    if translations = coalesce(row_before -> (field || 's'), '{}') then
      translations := jsonb_strip_nulls(translations
        || jsonb_build_object('ckb', row_now -> (field || '_ckb'), 'ar', row_now -> (field || '_ar')));
    end if;
    new := jsonb_populate_record(new, jsonb_build_object(field || 's', translations,
      field || '_ckb', translations -> 'ckb', field || '_ar', translations -> 'ar'));
  end loop;
  return new;
end $$;

-- The names of these triggers make them the last before a change: copy_activity_names writes names, too.
create or replace trigger departments_sync_former before insert or update on departments
  for each row execute function sync_former_columns('name');
create or replace trigger activities_sync_former before insert or update on activities
  for each row execute function sync_former_columns('name', 'description');
create or replace trigger posted_activities_sync_former before insert or update on posted_activities
  for each row execute function sync_former_columns('activity_name');
create or replace trigger score_questions_sync_former before insert or update on score_questions
  for each row execute function sync_former_columns('activity_name');
create or replace trigger term_results_sync_former before insert or update on term_results
  for each row execute function sync_former_columns('department_name');
create or replace trigger portal_settings_sync_former before insert or update on portal_settings
  for each row execute function sync_former_columns('portal_title', 'short_title', 'university_name', 'footer_credit');

-- The former columns of a verified posting are kept as by posted_activities_keep_verified.
create or replace trigger posted_activities_keep_verified_former
  before update of activity_name_ckb, activity_name_ar on posted_activities
  for each row execute function keep_verified_posting();

-- A notice is written by functions of this release, and read by both: former servers find only texts and numbers in its details.
create or replace function split_details() returns trigger language plpgsql as $$
declare
  field text;
begin
  foreach field in array '{activity_name,department_name,faculty_name}'::text[] loop
    continue when not new.details ? (field || 's');
    new.translations := new.translations || jsonb_build_object(field || 's', new.details -> (field || 's'));
    new.details := new.details - (field || 's') || jsonb_strip_nulls(jsonb_build_object(
      field || '_ckb', new.details -> (field || 's') -> 'ckb', field || '_ar', new.details -> (field || 's') -> 'ar'));
  end loop;
  return new;
end $$;

create or replace trigger notices_split_details before insert on notices for each row execute function split_details();

create or replace function simulate_rules(term integer, bands jsonb, limits jsonb)
returns table (user_id integer, name text, title text, department_id integer, department_name text, department_name_ckb text,
  department_name_ar text, old_total numeric, new_total numeric, old_grade text, new_grade text, over_limit_count integer)
language sql stable as $$
  select s.user_id, s.name, s.title, s.department_id, s.department_name, s.department_names ->> 'ckb', s.department_names ->> 'ar',
    s.old_total, s.new_total, s.old_grade, s.new_grade, s.over_limit_count
  from simulate_standing(term, bands, limits) s
$$;

-- The view was created anew by term-standing.sql, without the former columns.
do $$
begin
  if not exists (select from pg_attribute where attrelid = 'term_standing'::regclass and attname = 'department_name_ckb') then
    execute 'create or replace view term_standing as select s.*, department_names ->> ''ckb'' as department_name_ckb,'
      ' department_names ->> ''ar'' as department_name_ar from (' || rtrim(pg_get_viewdef('term_standing'), ';') || ') s';
  end if;
end $$;

-- A server of the release before knows a reason without translations: those of the reason that it replaces or takes away go with it.
create or replace function drop_former_reason() returns trigger language plpgsql as $$
begin
  new.returned_reasons := '{}';
  new.return_reason_ids := '{}';
  return new;
end $$;

create or replace trigger posted_activities_drop_former_reason before update of returned_reason on posted_activities for each row
  when (new.returned_reason is distinct from old.returned_reason and new.returned_reasons = old.returned_reasons
        and new.return_reason_ids = old.return_reason_ids and (new.returned_reason is null or old.returned_reasons <> '{}'))
  execute function drop_former_reason();
