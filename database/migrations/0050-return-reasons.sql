-- The reasons for which postings are returned, which the office keeps in Settings (docs/decisions/0082-return-reasons.md). A decision has the
-- texts of the reasons as they were: a posting keeps them in every language, with the ids, beside the words of the reviewer.

create table return_reasons (
  id integer generated always as identity primary key,
  name text collate name_order not null,
  names jsonb not null default '{}',
  place integer not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by integer constraint return_reasons_updated_by references users,
  removed_at timestamptz,
  constraint return_reasons_name_form check (name = btrim(name) and length(name) between 1 and 200),
  constraint return_reasons_names_form check (are_translations(names, 200)),
  constraint return_reasons_place_range check (place between 1 and 99)
);
create unique index return_reasons_name_unique on return_reasons (lower(name)) where removed_at is null;

-- The whole reason in English stays in returned_reason, where servers of the release before read it; returned_reasons has its translations.
-- Nine reasons of the list, and 500 characters of the reviewer.
alter table posted_activities
  add column returned_reasons jsonb not null default '{}',
  add column return_reason_ids integer[] not null default '{}',
  drop constraint posted_activities_returned_reason_form,
  add constraint posted_activities_returned_reason_form
    check (returned_reason = btrim(returned_reason) and length(returned_reason) between 1 and 2500),
  add constraint posted_activities_returned_reasons_form check (are_translations(returned_reasons, 2500)),
  add constraint posted_activities_return_reason_ids_range check (cardinality(return_reason_ids) <= 9),
  add constraint posted_activities_translated_reason
    check (returned_reason is not null or (returned_reasons = '{}' and return_reason_ids = '{}'));
