-- Who has ever signed in: an initial password that never reached its owner can be replaced, one that is in use cannot.
create table first_sign_ins (
  user_id integer primary key constraint first_sign_ins_user references users on delete cascade,
  at timestamptz not null default now()
);
insert into first_sign_ins (user_id, at)
  select person_id, min(at) from audit where kind = 'signed in' and person_id in (select id from users) group by person_id;
