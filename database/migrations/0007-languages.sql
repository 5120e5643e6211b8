-- Names and descriptions in Kurdish (ckb) and Arabic (ar), beside the English ones. Null: not translated, the English text stands in.

alter table departments
  add column name_ckb text collate name_order,
  add column name_ar text collate name_order,
  add constraint departments_name_ckb_form check (name_ckb = btrim(name_ckb) and length(name_ckb) between 1 and 200),
  add constraint departments_name_ar_form check (name_ar = btrim(name_ar) and length(name_ar) between 1 and 200);
create unique index departments_name_ckb_unique on departments (lower(name_ckb)) where removed_at is null;
create unique index departments_name_ar_unique on departments (lower(name_ar)) where removed_at is null;

alter table activities
  add column name_ckb text collate name_order,
  add column name_ar text collate name_order,
  add column description_ckb text,
  add column description_ar text,
  add constraint activities_name_ckb_form check (name_ckb = btrim(name_ckb) and length(name_ckb) between 1 and 200),
  add constraint activities_name_ar_form check (name_ar = btrim(name_ar) and length(name_ar) between 1 and 200),
  add constraint activities_description_ckb_form
    check (description_ckb = btrim(description_ckb) and length(description_ckb) between 1 and 2000),
  add constraint activities_description_ar_form
    check (description_ar = btrim(description_ar) and length(description_ar) between 1 and 2000);
create unique index activities_name_ckb_unique on activities (lower(name_ckb)) where removed_at is null;
create unique index activities_name_ar_unique on activities (lower(name_ar)) where removed_at is null;

-- A posting keeps the names that its activity had when it was posted (../functions/posted-names.sql).
alter table posted_activities
  add column activity_name_ckb text collate name_order,
  add column activity_name_ar text collate name_order;

-- Frozen at the closing.
alter table term_results
  add column department_name_ckb text collate name_order,
  add column department_name_ar text collate name_order;

-- What a user has chosen for the own account.
create table user_preferences (
  user_id integer primary key constraint user_preferences_user references users on delete cascade,
  -- Null: never chosen.
  language text,
  constraint user_preferences_language_code check (language in ('en', 'ckb', 'ar'))
);
