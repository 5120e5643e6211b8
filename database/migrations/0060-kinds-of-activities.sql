-- An activity may belong to a kind ("Scientific conference") and name the place that makes it one of several ("abroad"), so that a phone shows
-- twelve kinds in place of sixty rows (docs/decisions/0090-home-of-a-member.md). Both are optional: servers of the release before, which
-- do not know them, go on working.
alter table activities
  add column kind text,
  add column kinds jsonb not null default '{}',
  add column place text,
  add column places jsonb not null default '{}',
  add constraint activities_kind_form check (kind = btrim(kind) and length(kind) between 1 and 100),
  add constraint activities_kinds_form check (are_translations(kinds, 100)),
  add constraint activities_place_form check (place = btrim(place) and length(place) between 1 and 100),
  add constraint activities_places_form check (are_translations(places, 100));
