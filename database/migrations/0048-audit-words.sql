-- The words by which Audit is searched: of the names in a record, of its address, and of the values before and after, folded as every other
-- search folds them. Names of fields are left out, and so is an id: a number that no reader sees. It works on the text of the values,
-- because taking them apart takes ten times as long. Names are qualified for a restore with pg_dump.
create function audit_words(actor_name text, subject_name text, address text, before jsonb, after jsonb) returns tsvector
language plpgsql immutable parallel safe as $$
declare
  said text := left(concat_ws(' ', actor_name, subject_name, address,
    regexp_replace(concat_ws(' ', before::text, after::text), '"[a-z_]*id": \d+|"[a-z_]+": |\\\\|\\[bfnrt]', ' ', 'g')), 20000);
begin
  -- As splitWords does it in contract/searching.ts: between two words stand spaces and signs.
  said := translate(public.fold_for_search(said), E'\t\r\n\u2028\u2029!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~،؛؟«»“”‘’–—',
    '                                                ');
  -- A word that PostgreSQL would refuse as too long.
  if said ~ '[^ ]{61}' then
    said := regexp_replace(said, '([^ ]{60})[^ ]+', '\1', 'g');
  end if;
  return array_to_tsvector(array_remove(string_to_array(said, ' '), ''));
end $$;

alter table audit add column words tsvector generated always as (public.audit_words(actor_name, subject_name, address, before, after)) stored;
-- What is not in the index yet is a short list, because a search reads it from end to end.
create index audit_words on audit using gin (words) with (gin_pending_list_limit = 256);
