-- The translations of a text stand in one column beside it, by language: the name of a department is `name`, in English, and its translations
-- are `names`, {"ckb": "…", "ar": "…"}. A new language needs no column. Columns of one language (name_ckb) stay for servers of the release
-- before and always have the same texts (../functions/written-by-former-release.sql); the next release drops them.

-- An object of texts by language, each trimmed and not empty. English stands beside it.
create function are_translations(translations jsonb, longest integer) returns boolean language sql immutable strict parallel safe as $$
  select case when jsonb_typeof(translations) = 'object' then not exists (
    select from jsonb_each(translations) as t(language, value)
    where language !~ '^[a-z]{2,3}$' or language = 'en' or jsonb_typeof(value) <> 'string'
      or value #>> '{}' <> btrim(value #>> '{}') or length(value #>> '{}') not between 1 and longest)
  else false end
$$;

-- For the search.
create function translations_text(translations jsonb) returns text language sql immutable strict parallel safe as $$
  select coalesce(string_agg(value, ' ' order by key), '')
  from jsonb_each_text(case when jsonb_typeof(translations) = 'object' then translations else '{}' end)
$$;

-- A column of one language.
create function is_former_column(name text) returns boolean language sql immutable strict parallel safe as $$
  select name ~ '_(ckb|ar)$'
$$;

alter table departments add column names jsonb not null default '{}';
alter table activities add column names jsonb not null default '{}', add column descriptions jsonb not null default '{}';
alter table terms add column names jsonb not null default '{}';
alter table posted_activities add column activity_names jsonb not null default '{}';
alter table score_questions add column activity_names jsonb not null default '{}';
alter table term_results add column department_names jsonb not null default '{}';
alter table portal_settings
  add column portal_titles jsonb not null default '{}',
  add column short_titles jsonb not null default '{}',
  add column university_names jsonb not null default '{}',
  add column footer_credits jsonb not null default '{}';

-- Filled by rewriting the tables, which fires no trigger: an update in a closed term would be refused, and is no step of a person.
do $$
declare
  former record;
begin
  for former in
    select c.relname as table_name, left(a.attname, -4) as field from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname like '%\_ckb' order by 1, 2
  loop
    execute format('alter table %I alter column %I type jsonb using jsonb_strip_nulls(jsonb_build_object(''ckb'', %I, ''ar'', %I))',
      former.table_name, former.field || 's', former.field || '_ckb', former.field || '_ar');
  end loop;
end $$;
-- Apart from the details: servers of the release before reply with nothing there but texts and numbers.
alter table notices add column translations jsonb not null default '{}';
update notices n set translations = former.translations
from (
  select id, jsonb_object_agg(field || 's', jsonb_strip_nulls(jsonb_build_object('ckb', details -> (field || '_ckb'), 'ar', details -> (field || '_ar'))))
    as translations
  from notices cross join unnest(array['activity_name', 'department_name']) as field
  where details ? field group by id) former
where former.id = n.id;

alter table departments add constraint departments_names_form check (are_translations(names, 200));
alter table activities
  add constraint activities_names_form check (are_translations(names, 200)),
  add constraint activities_descriptions_form check (are_translations(descriptions, 2000));
alter table terms add constraint terms_names_form check (are_translations(names, 100));
alter table posted_activities add constraint posted_activities_activity_names_form check (are_translations(activity_names, 200));
alter table score_questions add constraint score_questions_activity_names_form check (are_translations(activity_names, 200));
alter table term_results add constraint term_results_department_names_form check (are_translations(department_names, 200));
alter table portal_settings
  add constraint portal_settings_portal_titles_form check (are_translations(portal_titles, 200)),
  add constraint portal_settings_short_titles_form check (are_translations(short_titles, 40)),
  add constraint portal_settings_university_names_form check (are_translations(university_names, 200)),
  add constraint portal_settings_footer_credits_form check (are_translations(footer_credits, 200));

-- The former columns have the same texts: one check of them is enough, and an error names it.
do $$
declare
  former record;
begin
  for former in
    select conrelid::regclass as table_name, conname from pg_constraint
    where connamespace = 'public'::regnamespace and conname ~ '_(ckb|ar)_form$' order by 2
  loop
    execute format('alter table %s drop constraint %I', former.table_name, former.conname);
  end loop;
end $$;

-- Unique in each language: ../functions/languages.sql makes the same indexes from the list of languages, on `names`.
drop index departments_name_ckb_unique, departments_name_ar_unique, activities_name_ckb_unique, activities_name_ar_unique;

alter table departments drop column search_text;
alter table departments add column search_text text collate "C"
  generated always as (public.fold_for_search(name || ' ' || public.translations_text(names))) stored;
alter table activities drop column search_text;
alter table activities add column search_text text collate "C"
  generated always as (public.fold_for_search(name || ' ' || public.translations_text(names))) stored;
alter table terms drop column search_text;
alter table terms add column search_text text collate "C"
  generated always as (public.fold_for_search(name || ' ' || public.translations_text(names))) stored;

-- Which languages there are stands in ../functions/languages.sql.
create function are_languages(codes text[]) returns boolean language sql immutable strict parallel safe as $$
  select codes <@ '{en,ckb,ar}'
$$;
alter table user_preferences drop constraint user_preferences_language_code;
alter table user_preferences add constraint user_preferences_language_code check (are_languages(array[language]) or language is null);
alter table portal_settings drop constraint portal_settings_languages_code;
alter table portal_settings add constraint portal_settings_languages_code check (cardinality(languages) >= 1 and are_languages(languages));
