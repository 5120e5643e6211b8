-- A closing is never deleted or changed, except that its reopening is recorded in it once. Its results are written while its term is still open, in the
-- transaction that closes it, and never again.

create or replace function keep_closing() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.reopened_at is null and new.reopened_at is not null
    and (to_jsonb(old) - '{reopened_at,reopened_by,reopen_reason}'::text[]) = (to_jsonb(new) - '{reopened_at,reopened_by,reopen_reason}'::text[])
  then
    return new;
  end if;
  raise exception 'closings of terms are kept' using errcode = 'SP004';
end $$;

create or replace trigger term_closings_keep before update or delete on term_closings for each row execute function keep_closing();
create or replace trigger term_closings_keep_all before truncate on term_closings for each statement execute function keep_closing();

create or replace function keep_results() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and exists (
    select from term_closings c join terms t on t.id = c.term_id
    where c.id = new.closing_id and c.reopened_at is null and t.status = 'open')
  then
    return new;
  end if;
  raise exception 'results of closed terms are kept' using errcode = 'SP004';
end $$;

create or replace trigger term_results_keep before insert or update or delete on term_results
  for each row execute function keep_results();
create or replace trigger term_results_keep_all before truncate on term_results for each statement execute function keep_results();
