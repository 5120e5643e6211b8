-- A new password, another role or the removal of a person ends all their sessions and begun sign-ins, in the same transaction.

create or replace function end_sessions() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  delete from pending_sign_ins where user_id = new.id;
  return null;
end $$;

create or replace trigger users_end_sessions after update of password_hash, role_id, removed_at on users
  for each row
  when (old.password_hash is distinct from new.password_hash or old.role_id is distinct from new.role_id
        or (old.removed_at is null and new.removed_at is not null))
  execute function end_sessions();
