-- Departments and users. Rows are never deleted, only marked removed: postings, scores and closed terms keep pointing at them.

create function touch() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

create table departments (
  id integer generated always as identity primary key,
  name text not null constraint departments_name_form check (name = btrim(name) and length(name) between 1 and 200),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by integer,
  removed_at timestamptz
);
create unique index departments_name_unique on departments (lower(name)) where removed_at is null;
create trigger departments_touch before update on departments for each row execute function touch();

create table users (
  id integer generated always as identity primary key,
  name text not null constraint users_name_form check (name = btrim(name) and length(name) between 1 and 200),
  -- Only the first administrator, made by the portal itself, has no e-mail and no department.
  email text constraint users_email_form check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and length(email) <= 254),
  degree text constraint users_degree_code check (degree in ('PhD', 'Master', 'M.A.')),
  title text constraint users_title_code check (title in ('p', 'ap', 'l', 'al')),
  username text not null constraint users_username_form check (username = btrim(username) and length(username) between 1 and 100),
  password_hash text not null constraint users_password_hashed check (password_hash like '$argon2id$%'),
  department_id integer constraint users_department references departments,
  role_id smallint not null constraint users_role_code check (role_id in (1, 2)),
  gender text constraint users_gender_code check (gender in ('Male', 'Female', 'Other')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by integer references users,
  removed_at timestamptz
);
create unique index users_username_unique on users (lower(username)) where removed_at is null;
create unique index users_email_unique on users (lower(email)) where removed_at is null;
create index users_department_id on users (department_id) where removed_at is null;
create trigger users_touch before update on users for each row execute function touch();

alter table departments add constraint departments_updated_by foreign key (updated_by) references users;

-- Two administrators who demote each other at the same instant queue up here, and the second one finds nobody left.
create function keep_an_administrator() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('keep_an_administrator'));
  if not exists (select from users where role_id = 1 and removed_at is null) then
    raise exception 'at least one administrator must remain' using errcode = 'SP001';
  end if;
  return null;
end $$;
create trigger users_keep_an_administrator after update of role_id, removed_at or delete on users
  for each row when (old.role_id = 1 and old.removed_at is null) execute function keep_an_administrator();
