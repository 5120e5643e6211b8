-- The portal's column for each column of a file, as it was chosen when a file with these headings was imported: for everyone, because an
-- office's list is imported by several people. Empty text: not imported.
create table import_columns (
  kind text not null,
  -- The SHA-256 of the headings, in one spelling.
  headings_hash text not null,
  columns text[] not null,
  updated_at timestamptz not null default now(),
  updated_by integer constraint import_columns_updated_by references users,
  primary key (kind, headings_hash)
);

-- Usernames have Latin digits, because who types ٠٧٧٠ and 0770 means the same account. One that another user has already stays as it is: it is
-- found as it was typed. A server of the release before finds a changed one by its Latin digits.
with spelled as (
  select id, translate(username collate "C", '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789') collate name_order as username from users
  where removed_at is null and username collate "C" ~ '[٠-٩۰-۹]')
update users u set username = s.username from spelled s
where u.id = s.id
  and not exists (select from users o where lower(o.username) = lower(s.username) and o.removed_at is null)
  and not exists (select from spelled o where lower(o.username) = lower(s.username) and o.id < s.id);
