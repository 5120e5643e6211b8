-- A posting waits for whoever is changing its term. When its turn comes the term may be gone, or its dates may have moved: then the
-- term was chosen too early, and the transaction is asked to start over (serialization_failure).

create or replace function refuse_in_closed_term(term integer) returns void language plpgsql as $$
declare
  found_status text;
begin
  select status into found_status from terms where id = term for share;
  if found_status is null then
    raise exception 'term % went away meanwhile', term using errcode = 'serialization_failure';
  elsif found_status = 'closed' then
    raise exception 'term % is closed', term using errcode = 'SP002';
  end if;
end $$;

create function posting_counts_in_its_term() returns trigger language plpgsql as $$
begin
  if new.term_id <> term_of(new.starting_date) then
    raise exception 'the term of % changed meanwhile', new.starting_date using errcode = 'serialization_failure';
  end if;
  return new;
end $$;
-- After the one that holds the term's row (triggers run in the order of their names); a posting that keeps its date keeps its term.
create trigger posted_activities_term_of_date_new before insert on posted_activities
  for each row execute function posting_counts_in_its_term();
create trigger posted_activities_term_of_date_moved before update on posted_activities
  for each row when (old.starting_date <> new.starting_date) execute function posting_counts_in_its_term();
