-- What a user has chosen for the own account.
create table user_preferences (
  user_id integer primary key constraint user_preferences_user references users on delete cascade,
  -- Null: never chosen.
  language text,
  constraint user_preferences_language_code check (language in ('en', 'ckb', 'ar'))
);
