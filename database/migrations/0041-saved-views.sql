-- A list as a person saved it under a name: what is searched, filtered, sorted and shown. The pages check the content, which may name a
-- column or a department that is gone.
create table saved_views (
  id integer generated always as identity primary key,
  owner_id integer not null constraint saved_views_owner references users,
  panel text not null,
  name text not null,
  -- Whether all administrators see and may change it.
  is_shared boolean not null default false,
  content jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by integer not null constraint saved_views_updated_by references users,
  -- Set for Undo. Rows that were deleted a day ago are gone with the next deletion of their owner.
  deleted_at timestamptz,
  constraint saved_views_panel_form check (panel ~ '^[a-z][a-z-]{0,39}$'),
  constraint saved_views_name_form check (name = btrim(name) and length(name) between 1 and 100),
  constraint saved_views_content_form check (jsonb_typeof(content) = 'object' and length(content::text) <= 60000)
);
create unique index saved_views_name_unique on saved_views (owner_id, panel, lower(name)) where deleted_at is null;
create index saved_views_shared on saved_views (panel) where is_shared and deleted_at is null;

-- What a person chose for a list, beside its views: the columns without a saved name, and the view with which it opens.
create table panel_preferences (
  user_id integer not null constraint panel_preferences_user references users,
  panel text not null,
  columns jsonb,
  opens_with integer constraint panel_preferences_opens_with references saved_views on delete set null,
  primary key (user_id, panel),
  constraint panel_preferences_panel_form check (panel ~ '^[a-z][a-z-]{0,39}$'),
  constraint panel_preferences_columns_form check (jsonb_typeof(columns) = 'array' and length(columns::text) <= 4000)
);
create index panel_preferences_opens_with on panel_preferences (opens_with) where opens_with is not null;
