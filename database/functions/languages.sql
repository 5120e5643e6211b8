-- The functions and indexes that depend on the list of languages (contract/languages/languages.ts). :languages and :translations are that
-- list, with and without English (../migrate.ts): a new language needs no migration.

create or replace function are_languages(codes text[]) returns boolean language sql immutable strict parallel safe as $$
  select codes <@ :languages
$$;

-- The name of a row in every language, as names are compared. English comes first, then the languages in their order.
create or replace function name_keys(name text, names jsonb) returns table (key text, place integer)
language sql immutable parallel safe as $$
  select lower(name collate public.name_order), 0
  union all
  select lower(value collate public.name_order), array_position(:translations, t.key) from jsonb_each_text(names) as t(key, value)
$$;

-- No two rows of a table with a name and its translations have the same name in one language. A removed row does not count.
do $$
declare
  t record;
  code text;
begin
  for t in
    select c.relname as name, bool_or(a.attname = 'removed_at') as has_removed from pg_class c
    join pg_attribute a on a.attrelid = c.oid and not a.attisdropped and a.attname in ('name', 'names', 'removed_at')
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname having count(*) filter (where a.attname in ('name', 'names')) = 2
  loop
    foreach code in array :translations loop
      execute format('create unique index if not exists %I on %I (lower((names ->> %L) collate name_order)) %s',
        t.name || '_name_' || code || '_unique', t.name, code, case when t.has_removed then 'where removed_at is null' end);
    end loop;
  end loop;
end $$;
