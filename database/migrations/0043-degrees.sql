-- The degrees that users may have, which the office keeps in Settings (docs/decisions/0077-degrees.md). They begin with those of the
-- specification. A user has the English name; database/functions/degrees.sql keeps it equal to the list.

create table degrees (
  id integer generated always as identity primary key,
  name text collate name_order not null,
  names jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by integer constraint degrees_updated_by references users,
  removed_at timestamptz,
  constraint degrees_name_form check (name = btrim(name) and length(name) between 1 and 60),
  constraint degrees_names_form check (are_translations(names, 60))
);
create unique index degrees_name_unique on degrees (lower(name)) where removed_at is null;

insert into degrees (name, names) values
  ('PhD', '{"ckb": "دکتۆرا", "ar": "دكتوراه"}'),
  ('Master', '{"ckb": "ماستەر", "ar": "ماجستير"}'),
  ('M.A.', '{"ckb": "ماستەری ئاداب", "ar": "ماجستير آداب"}');

alter table users drop constraint users_degree_code;
create index users_degree on users (degree) where degree is not null;
