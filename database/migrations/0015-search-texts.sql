-- What the one search of the portal (GET /find) compares, beside each row: folding ten thousand names with every letter that somebody
-- types would take a third of a second.

-- As foldForSearch (contract/searching.ts) does it in the pages; database/search-texts.test.ts compares both. It stands in a migration
-- because its results are stored: whoever changes it makes the columns anew. Names are qualified for a restore with pg_dump.
create function fold_for_search(value text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text collate "C";
begin
  if octet_length(value) = length(value) then
    return lower(value collate "C");
  end if;
  -- Letters separated from their marks, in lower case whatever the locale of the database is.
  folded := lower(normalize(value, nfkd) collate public.name_order);
  -- A yeh with a hamza at the beginning of a word, where Kurdish writes it before every vowel: after nothing, or no letter or mark.
  folded := regexp_replace(folded,
    '(?<![a-z\u00b5-\u024f\u02b0-\u02c1\u0300-\u036f\u0370-\u052f\u0610-\u061a\u0620-\u065f\u066e-\u06d3\u06d5-\u06dc\u06df-\u06e8\u06ea-\u06ef\u06fa-\u06ff])\u064a\u0654',
    '', 'g');
  -- Marks, modifier letters, tatweel, and characters without a width.
  folded := regexp_replace(folded,
    '[\u0300-\u036f\u02b9-\u02df\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+',
    '', 'g');
  -- Each letter with the one that it is searched as; the last of them has no counterpart and is dropped.
  folded := translate(folded, 'يىێكهھةٱۆڕڵ٫ıłøđς٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ء', 'یییکەەەاورل.ilodσ01234567890123456789');
  return replace(folded, 'ß', 'ss');
end $$;

-- For administrators alone: others neither see nor find a username.
alter table users add column search_text text collate "C"
  generated always as (public.fold_for_search(name || ' ' || coalesce(email, '') || ' ' || username)) stored;
alter table departments add column search_text text collate "C"
  generated always as (public.fold_for_search(name || ' ' || coalesce(name_ckb, '') || ' ' || coalesce(name_ar, ''))) stored;
alter table activities add column search_text text collate "C"
  generated always as (public.fold_for_search(name || ' ' || coalesce(name_ckb, '') || ' ' || coalesce(name_ar, ''))) stored;
alter table terms add column search_text text collate "C" generated always as (public.fold_for_search(name)) stored;
