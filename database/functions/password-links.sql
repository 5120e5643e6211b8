-- A link for a new password is void once the account has another password or another e-mail address, or is removed.

create or replace function void_password_links() returns trigger language plpgsql as $$
begin
  delete from password_resets where user_id = new.id;
  return null;
end $$;

create or replace trigger users_void_password_links after update of password_hash, email, removed_at on users
  for each row
  when (old.password_hash is distinct from new.password_hash or old.email is distinct from new.email
        or (old.removed_at is null and new.removed_at is not null))
  execute function void_password_links();
