-- Who administers, and who reviews everybody: by the role, or by a right beside being scored (user-rights.sql). The rows of a removed person are
-- deleted with the removal.
create or replace function is_administrator(person integer) returns boolean language sql stable as $$
  select exists (select from users where id = person and role_id = 1 and removed_at is null)
    or exists (select from user_rights where user_id = person and "right" = 'administrator')
$$;

create or replace function reviews_everybody(person integer) returns boolean language sql stable as $$
  select is_administrator(person) or exists (select from user_rights where user_id = person and "right" = 'reviewer')
$$;
