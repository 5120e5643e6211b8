-- What the office decides about the portal itself, in one row, which the first save adds: a new database is empty, as a restore needs it.
-- Null: the default. Which value is in effect, with the environment variables, is decided in server/branding/branding.ts.
create table portal_settings (
  id integer primary key default 1,
  portal_title text,
  portal_title_ckb text,
  portal_title_ar text,
  -- For the header on phones.
  short_title text,
  short_title_ckb text,
  short_title_ar text,
  university_name text,
  university_name_ckb text,
  university_name_ar text,
  -- The line at the foot of the login page.
  footer_credit text,
  footer_credit_ckb text,
  footer_credit_ar text,
  -- Whom to ask for a new password.
  contact text,
  -- Those that the pages offer.
  languages text[] not null default '{en,ckb,ar}',
  -- For readers of none of them, and for e-mails to members who have chosen none.
  default_language text not null default 'en',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by integer constraint portal_settings_updated_by references users,
  constraint portal_settings_one_row check (id = 1),
  constraint portal_settings_portal_title_form check (portal_title = btrim(portal_title) and length(portal_title) between 1 and 200),
  constraint portal_settings_portal_title_ckb_form
    check (portal_title_ckb = btrim(portal_title_ckb) and length(portal_title_ckb) between 1 and 200),
  constraint portal_settings_portal_title_ar_form
    check (portal_title_ar = btrim(portal_title_ar) and length(portal_title_ar) between 1 and 200),
  constraint portal_settings_short_title_form check (short_title = btrim(short_title) and length(short_title) between 1 and 40),
  constraint portal_settings_short_title_ckb_form
    check (short_title_ckb = btrim(short_title_ckb) and length(short_title_ckb) between 1 and 40),
  constraint portal_settings_short_title_ar_form
    check (short_title_ar = btrim(short_title_ar) and length(short_title_ar) between 1 and 40),
  constraint portal_settings_university_name_form
    check (university_name = btrim(university_name) and length(university_name) between 1 and 200),
  constraint portal_settings_university_name_ckb_form
    check (university_name_ckb = btrim(university_name_ckb) and length(university_name_ckb) between 1 and 200),
  constraint portal_settings_university_name_ar_form
    check (university_name_ar = btrim(university_name_ar) and length(university_name_ar) between 1 and 200),
  constraint portal_settings_footer_credit_form
    check (footer_credit = btrim(footer_credit) and length(footer_credit) between 1 and 200),
  constraint portal_settings_footer_credit_ckb_form
    check (footer_credit_ckb = btrim(footer_credit_ckb) and length(footer_credit_ckb) between 1 and 200),
  constraint portal_settings_footer_credit_ar_form
    check (footer_credit_ar = btrim(footer_credit_ar) and length(footer_credit_ar) between 1 and 200),
  constraint portal_settings_contact_form check (contact = btrim(contact) and length(contact) between 1 and 200),
  constraint portal_settings_languages_code check (cardinality(languages) between 1 and 3 and languages <@ '{en,ckb,ar}'),
  constraint portal_settings_default_language_code check (default_language = any (languages))
);

-- In a table of its own: every page reads the settings, and only a browser without it reads the logo. A new logo is also no new version
-- of the texts, which somebody may be editing.
create table portal_logo (
  id integer primary key default 1,
  image bytea not null,
  type text not null,
  content_hash bytea generated always as (sha256(image)) stored,
  updated_at timestamptz not null default now(),
  updated_by integer constraint portal_logo_updated_by references users,
  constraint portal_logo_one_row check (id = 1),
  constraint portal_logo_type_code check (type in ('image/png', 'image/jpeg')),
  constraint portal_logo_size_range check (octet_length(image) between 1 and 2097152)
);
