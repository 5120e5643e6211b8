-- Names as people of the Region write them: found in their Kurdish and their Arabic spelling, and sorted without their titles.

-- As foldSpelling (contract/searching.ts) does it in the pages; database/search-texts.test.ts compares both. Another rule needs a migration
-- that adds the columns again.
create function fold_spelling(value text) returns text language plpgsql immutable strict parallel safe as $$
declare
  letter constant text collate "C" := '[\u0620-\u06d3\u06d5-\u06ff]';
  consonant constant text collate "C" := '[\u0620-\u0626\u0628-\u0647\u0649-\u06cb\u06cd-\u06d3\u06fa-\u06ff]';
  folded text collate "C";
begin
  if value collate "C" !~ '[\u0600-\u06ff\ufb50-\ufdff\ufe70-\ufefc]' then
    return public.fold_for_search(value);
  end if;
  folded := normalize(value, nfkd);
  -- The hamza of an initial vowel is an alef here, and an h that is a consonant is not ە, as which it is searched.
  folded := regexp_replace(folded, '(?<!' || letter || ')\u064a\u0654', 'ا', 'g');
  folded := regexp_replace(folded, '\u06be|\u0647(?=' || letter || ')', 'ہ', 'g');
  folded := translate(public.fold_for_search(folded), 'ثصطذضظ', 'سستززز');
  -- Doubled letters: محەممەد, مەحموود.
  folded := regexp_replace(folded, '([\u0620-\u06ff])\1+', '\1', 'g');
  -- A vowel at the beginning: ئەحمەد, ئیبراهیم, إيمان.
  folded := regexp_replace(folded, '(?<!' || letter || ')ا(?:ە|[وی](?=' || consonant || '))', 'ا', 'g');
  folded := regexp_replace(folded, 'ە(?=' || letter || ')', '', 'g');
  folded := regexp_replace(folded, 'ە(?!' || letter || ')', 'ا', 'g');
  -- A u after the first consonant: عومەر.
  folded := regexp_replace(folded, '(?<!' || letter || ')(' || consonant || ')و(?=' || consonant || ')', '\1', 'g');
  -- An i after a long a: خالید.
  folded := regexp_replace(folded, '(?<=' || letter || ')(ا' || consonant || ')ی(?=' || consonant || ')', '\1', 'g');
  -- Names of two words: عبد الله, أبو بكر, صلاح الدين.
  folded := regexp_replace(folded, '(?<!' || letter || ')(عبد|ابو) +(?=' || letter || ')', '\1', 'g');
  folded := regexp_replace(folded, '(?<!' || letter || ')عبد[او]?ل', 'عبدال', 'g');
  folded := regexp_replace(folded, '(?<=' || letter || ') *الدین', 'دین', 'g');
  -- Names with a long a that Arabic leaves out, or writes as a yeh.
  folded := regexp_replace(folded, 'رحمن', 'رحمان', 'g');
  folded := regexp_replace(folded, 'اسحق', 'اسحاق', 'g');
  folded := regexp_replace(folded, 'اسمعیل', 'اسماعیل', 'g');
  folded := regexp_replace(folded, 'ابرہیم', 'ابراہیم', 'g');
  folded := regexp_replace(folded, '(?<!' || letter || ')(مستف|مرتز|مجتب|مس|عیس|لیل|سلم|بشر|ہد)ی(?!' || letter || ')', '\1ا', 'g');
  folded := regexp_replace(folded, '(?<!' || letter || ')یحی(?!' || letter || ')', 'یحیا', 'g');
  return folded;
end $$;

-- Of the name alone: an email address and a username have one spelling.
alter table users add column spelling_text text collate "C" generated always as (public.fold_spelling(name)) stored;
alter table term_results add column spelling_text text collate "C" generated always as (public.fold_spelling(name)) stored;

-- More titles to leave out, as nameSortKey (contract/sorting.ts) does it in the pages; database/name-order.test.ts compares both. The stored keys
-- are computed by adding the columns again, in one transaction: a server of the release before finds them under the same name and type. The
-- views that read them are re-created with the functions.
create or replace function name_sort_key(name text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(pg_catalog.regexp_replace(name collate "C",
    '^(?:(?:dr|prof|professor|asst|assist|assistant|assoc|associate|lect|lecturer)[. ] *'
    '|(?:[أإآاپدمیيى] *[./] *)+(?:[أإآاپدمیيى] +)?'
    '|(?:د|د[کك]تۆر(?:ە|ه)?|(?:ال)?دكتورة?) +'
    '|(?:پ[رڕ]ۆف[یيى]سۆر|مامۆستا)(?:[یيى] +[یيى]ار[یيى]د(?:ە|ه\u200c?)د(?:ە|ه\u200c?)ر)? +'
    '|(?:ال)?(?:[أا]ستاذ|مدرس|بروف[يی]سور)ة?(?: +(?:ال)?(?:مساعد|مشارك|متمرس)ة?)? +)+',
    '', 'i'), ''), name)
$$;

drop view if exists term_counts;
drop view if exists term_standing;
alter table users drop column sort_name;
alter table users add column sort_name text collate name_order generated always as (public.name_sort_key(name)) stored;
alter table term_results drop column sort_name;
alter table term_results add column sort_name text collate name_order generated always as (public.name_sort_key(name)) stored;
