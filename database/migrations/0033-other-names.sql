-- The name of a person in the other script, Latin or Arabic: optional, beside the name, found like it and frozen with it. A server of the release
-- before neither reads nor writes it; a term that it closes has none.
alter table users add column other_name text collate name_order,
  add constraint users_other_name_form check (other_name = btrim(other_name) and length(other_name) between 1 and 200);
alter table term_results add column other_name text collate name_order;

drop view if exists term_counts;
drop view if exists term_standing;
alter table users drop column search_text, drop column spelling_text;
alter table users
  add column search_text text collate "C"
    generated always as (public.fold_for_search(name || coalesce(' ' || other_name, '') || ' ' || coalesce(email, '') || ' ' || username)) stored,
  add column spelling_text text collate "C" generated always as (public.fold_spelling(name || coalesce(' ' || other_name, ''))) stored;
alter table term_results drop column spelling_text;
alter table term_results
  add column spelling_text text collate "C" generated always as (public.fold_spelling(name || coalesce(' ' || other_name, ''))) stored;
