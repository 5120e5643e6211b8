-- The part of a person's name by which lists are sorted: without "Dr.", "Asst. Prof.", "د." or "أ.م.د." before it. The pages sort with the
-- same expression (contract/sorting.ts); a test compares the two. Collation "C" is a fifth faster, and knows the case of the Latin letters.

create or replace function name_sort_key(name text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(regexp_replace(name collate "C",
    '^(?:(?:dr|prof|professor|asst|assist|assistant|assoc|associate|lect|lecturer)[. ] *|[أإآاپدمیيى][./] *|(?:د|دکتۆرە?|(?:ال)?دكتورة?|پ[رڕ]ۆفیسۆر|بروفيسورة?|مامۆستا) +)+',
    '', 'i'), ''), name)
$$;
