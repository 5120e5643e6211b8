-- Faculties, to which departments may belong, and their deans (docs/decisions/0093-faculties.md). Without a faculty everything is as before.

create table faculties (
  id integer generated always as identity primary key,
  name text collate name_order not null,
  names jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by integer constraint faculties_updated_by references users,
  removed_at timestamptz,
  constraint faculties_name_form check (name = btrim(name) and length(name) between 1 and 200),
  constraint faculties_names_form check (are_translations(names, 200))
);
create unique index faculties_name_unique on faculties (lower(name)) where removed_at is null;

alter table departments add column faculty_id integer constraint departments_faculty references faculties;
create index departments_faculty_id on departments (faculty_id) where faculty_id is not null;

-- The deans of faculties: staff members of a department of the faculty. Several people may be dean of one.
create table faculty_deans (
  user_id integer primary key constraint faculty_deans_user references users on delete cascade,
  faculty_id integer not null constraint faculty_deans_faculty references faculties on delete cascade,
  created_at timestamptz not null default now(),
  created_by integer constraint faculty_deans_created_by references users
);
create index faculty_deans_faculty_id on faculty_deans (faculty_id);

-- The faculty of a member as frozen by the closing of a term; none in the results of before.
alter table term_results
  add column faculty_id integer,
  add column faculty_name text,
  add column faculty_names jsonb not null default '{}',
  add constraint term_results_faculty_names_form check (are_translations(faculty_names, 200));
