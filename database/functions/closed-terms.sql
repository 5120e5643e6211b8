-- Nothing is posted, edited, deleted or scored in a closed term, and a posting counts in the term of its date.

-- The term that contains the date, else the current one.
create or replace function term_of(starting_date date) returns integer language plpgsql stable as $$
begin
  return coalesce(
    (select id from terms where daterange(start_date, end_date, '[]') @> starting_date),
    (select id from terms where is_current));
end $$;

-- Locks the term's row until the end of the transaction, so that nothing slips in while it is being closed.
create or replace function refuse_in_closed_term(term integer) returns void language plpgsql as $$
declare
  found_status text;
begin
  select status into found_status from terms where id = term for share;
  if found_status is null then
    raise exception 'term % was deleted meanwhile', term using errcode = 'serialization_failure';
  elsif found_status = 'closed' then
    raise exception 'term % is closed', term using errcode = 'SP002',
      detail = coalesce(last_change('term', term, '{closed}')::text, '');
  end if;
end $$;

-- A posting may have waited here for a change of the terms. If the term of its date is another one now, the transaction has to
-- start over (serialization_failure). A posting that keeps its date keeps its term.
create or replace function check_posting_term() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform refuse_in_closed_term(old.term_id);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if new.term_id is distinct from old.term_id then
    perform refuse_in_closed_term(new.term_id);
  end if;
  if new.starting_date is distinct from old.starting_date and new.term_id <> term_of(new.starting_date) then
    raise exception 'the term of % changed meanwhile', new.starting_date using errcode = 'serialization_failure';
  end if;
  return new;
end $$;

create or replace trigger posted_activities_check_term before insert or update or delete on posted_activities
  for each row execute function check_posting_term();

create or replace function check_score_term() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform refuse_in_closed_term(old.term_id);
  end if;
  if tg_op <> 'DELETE' and new.term_id is distinct from old.term_id then
    perform refuse_in_closed_term(new.term_id);
  end if;
  return coalesce(new, old);
end $$;

create or replace trigger term_scores_check_term before insert or update or delete on term_scores
  for each row execute function check_score_term();
