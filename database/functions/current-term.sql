-- Exactly one term is current. The unique index terms_one_current allows no two; this, checked at commit, allows no moment without.

create or replace function keep_a_current_term() returns trigger language plpgsql as $$
begin
  if exists (select from terms) and not exists (select from terms where is_current) then
    raise exception 'one term must be current' using errcode = 'SP003';
  end if;
  return null;
end $$;

-- A constraint trigger cannot be replaced.
drop trigger if exists terms_keep_a_current on terms;
create constraint trigger terms_keep_a_current after insert or update or delete on terms
  deferrable initially deferred for each row execute function keep_a_current_term();
