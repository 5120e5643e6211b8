-- The degree of a user is one of the list. The row of the list stays locked until the end of the transaction, so that it is neither renamed
-- nor removed meanwhile. A user keeps a degree that the list no longer has.
create or replace function check_degree() returns trigger language plpgsql as $$
begin
  perform from degrees where name = new.degree and removed_at is null for share;
  if not found then
    raise exception 'there is no degree %', new.degree using errcode = 'SP034';
  end if;
  return new;
end $$;

create or replace trigger users_check_degree before insert on users
  for each row when (new.degree is not null) execute function check_degree();
create or replace trigger users_check_new_degree before update of degree on users
  for each row when (new.degree is not null and new.degree is distinct from old.degree) execute function check_degree();

-- The users follow a renamed degree. The results of closed terms keep the former name.
create or replace function rename_degree() returns trigger language plpgsql as $$
begin
  update users set degree = new.name, updated_by = new.updated_by where degree = old.name;
  return null;
end $$;

create or replace trigger degrees_rename after update of name on degrees
  for each row when (new.name is distinct from old.name) execute function rename_degree();
