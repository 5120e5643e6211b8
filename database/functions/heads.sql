-- The heads of departments, the deans of faculties, and the right to review the postings of a member.

-- A head is a staff member of the department. Both rows stay locked until the end of the transaction, so that neither the member nor the
-- department goes while the head is added.
create or replace function check_head() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id and role_id = 2 and removed_at is null and department_id = new.department_id for share;
  if found then
    perform from departments where id = new.department_id and removed_at is null for share;
  end if;
  if not found then
    raise exception 'user % is no staff member of department %', new.user_id, new.department_id using errcode = 'SP006';
  end if;
  return new;
end $$;

create or replace trigger department_heads_check before insert or update on department_heads
  for each row execute function check_head();

-- A dean is a staff member of a department of the faculty. All rows stay locked until the end of the transaction, as for a head.
create or replace function check_dean() returns trigger language plpgsql as $$
declare
  department integer;
begin
  select department_id into department from users where id = new.user_id and role_id = 2 and removed_at is null for share;
  perform from departments where id = department and faculty_id = new.faculty_id and removed_at is null for share;
  if found then
    perform from faculties where id = new.faculty_id and removed_at is null for share;
  end if;
  if not found then
    raise exception 'user % is no staff member of faculty %', new.user_id, new.faculty_id using errcode = 'SP063';
  end if;
  return new;
end $$;

create or replace trigger faculty_deans_check before insert or update on faculty_deans
  for each row execute function check_dean();

create or replace function audit_head() returns trigger language plpgsql as $$
declare
  head department_heads := coalesce(new, old);
begin
  perform write_audit('department', case tg_op when 'INSERT' then 'head added' else 'head ended' end, head.department_id,
    (select name from departments where id = head.department_id), head.user_id, null, null);
  return null;
end $$;

create or replace trigger department_heads_audit after insert or delete on department_heads
  for each row execute function audit_head();

create or replace function audit_dean() returns trigger language plpgsql as $$
declare
  dean faculty_deans := coalesce(new, old);
begin
  perform write_audit('faculty', case tg_op when 'INSERT' then 'dean added' else 'dean ended' end, dean.faculty_id,
    (select name from faculties where id = dean.faculty_id), dean.user_id, null, null);
  return null;
end $$;

create or replace trigger faculty_deans_audit after insert or delete on faculty_deans
  for each row execute function audit_dean();

-- The rights of a head end by leaving the department, those of a dean by leaving the faculty, and both by becoming an administrator or
-- being removed, which also ends what was lent and borrowed.
create or replace function end_rights() returns trigger language plpgsql as $$
begin
  delete from department_heads where user_id = new.id
    and (new.removed_at is not null or new.role_id <> 2 or new.department_id is distinct from department_heads.department_id);
  delete from faculty_deans where user_id = new.id
    and (new.removed_at is not null or new.role_id <> 2 or not exists (
      select from departments d where d.id = new.department_id and d.faculty_id = faculty_deans.faculty_id and d.removed_at is null));
  if new.removed_at is not null then
    update delegations set ended_at = now(), ended_by = nullif(current_setting('portal.actor_id', true), '')::integer
    where (lender_id = new.id or delegate_id = new.id) and ended_at is null and ends_at > now();
  end if;
  return null;
end $$;

create or replace trigger users_end_rights after update of department_id, role_id, removed_at on users for each row
  when (old.department_id is distinct from new.department_id or old.role_id <> new.role_id
        or (old.removed_at is null and new.removed_at is not null))
  execute function end_rights();

create or replace function end_heads() returns trigger language plpgsql as $$
begin
  delete from department_heads where department_id = new.id;
  return null;
end $$;

create or replace trigger departments_end_heads after update of removed_at on departments for each row
  when (old.removed_at is null and new.removed_at is not null) execute function end_heads();

-- The deans who are members of a department that leaves the faculty, or is removed.
create or replace function end_deans_of_department() returns trigger language plpgsql as $$
begin
  delete from faculty_deans n using users u where u.id = n.user_id and u.department_id = new.id
    and (new.removed_at is not null or n.faculty_id is distinct from new.faculty_id);
  return null;
end $$;

create or replace trigger departments_end_deans after update of faculty_id, removed_at on departments for each row
  when (old.faculty_id is distinct from new.faculty_id or (old.removed_at is null and new.removed_at is not null))
  execute function end_deans_of_department();

create or replace function end_deans() returns trigger language plpgsql as $$
begin
  delete from faculty_deans where faculty_id = new.id;
  return null;
end $$;

create or replace trigger faculties_end_deans after update of removed_at on faculties for each row
  when (old.removed_at is null and new.removed_at is not null) execute function end_deans();

-- A department joins a faculty that is there. The faculty stays locked, so that it is not removed meanwhile. A department that stays in a
-- removed faculty may be edited.
create or replace function check_faculty() returns trigger language plpgsql as $$
begin
  perform from faculties where id = new.faculty_id and removed_at is null for share;
  if not found then
    raise exception 'there is no faculty %', new.faculty_id using errcode = 'SP064';
  end if;
  return new;
end $$;

create or replace trigger departments_check_faculty before insert on departments
  for each row when (new.faculty_id is not null) execute function check_faculty();
create or replace trigger departments_check_new_faculty before update of faculty_id on departments
  for each row when (new.faculty_id is not null and new.faculty_id is distinct from old.faculty_id) execute function check_faculty();

-- The record is named after the delegate, who is the person concerned.
create or replace function audit_delegation() returns trigger language plpgsql as $$
begin
  perform write_audit('delegation', case tg_op when 'INSERT' then 'lent' else 'ended' end, new.id,
    (select name from users where id = new.delegate_id), new.delegate_id, null,
    jsonb_build_object('lender_id', new.lender_id, 'lender_name', (select name from users where id = new.lender_id),
      'last_day', new.last_day));
  return null;
end $$;

create or replace trigger delegations_audit after insert on delegations for each row execute function audit_delegation();
create or replace trigger delegations_audit_end after update of ended_at on delegations for each row
  when (old.ended_at is null and new.ended_at is not null) execute function audit_delegation();

-- The delegations in force at this moment, one row for each scope that the lender has: everybody, the members of a department, or those of a
-- faculty. A lender who may review nothing lends nothing.
drop view if exists delegations_in_force;
drop view if exists delegation_scopes;
create view delegation_scopes as
select g.id, g.delegate_id, g.lender_id, l.name as lender_name, own.is_everybody, own.department_id, own.faculty_id, g.last_day
from delegations g
join users l on l.id = g.lender_id and l.removed_at is null
cross join lateral (
  select true as is_everybody, null::integer as department_id, null::integer as faculty_id where reviews_everybody(l.id)
  union all
  select false, h.department_id, null from department_heads h where h.user_id = l.id
  union all
  select false, null, n.faculty_id from faculty_deans n where n.user_id = l.id) own
where g.ended_at is null and g.starts_at <= now() and now() < g.ends_at;

-- For servers of the release before, to which a row without a department is one of everybody: so none of a faculty is among them.
create view delegations_in_force as
select id, delegate_id, lender_id, lender_name, department_id, last_day from delegation_scopes where faculty_id is null;

-- The posting keeps the department of its day.
create or replace function keep_department_of_day() returns trigger language plpgsql as $$
begin
  new.owner_department_id := (select department_id from users where id = new.user_id);
  return new;
end $$;

create or replace trigger posted_activities_department before insert on posted_activities
  for each row execute function keep_department_of_day();

-- Whether a reviewer may review the postings of a member in a term, by their own role, as a head or dean, or for a lender. A posting is
-- reviewed by the department of its day; in a closed term, and where that department was removed, by the department of its member. Queries of the
-- server say the same for many postings at once (server/policy/policy.queries.ts); a test compares the two.
drop function if exists may_review(integer, integer, integer);
create or replace function may_review(reviewer integer, member integer, term integer, day_department integer default null)
returns boolean language plpgsql stable as $$
begin
  return reviewer <> member and (
    reviews_everybody(reviewer)
    or exists (
      select from (
        select false as is_everybody, department_id, null::integer as faculty_id, null::integer as lender_id
        from department_heads where user_id = reviewer
        union all
        select false, null, faculty_id, null from faculty_deans where user_id = reviewer
        union all
        select is_everybody, department_id, faculty_id, lender_id from delegation_scopes where delegate_id = reviewer) granted
      where granted.lender_id is distinct from member
        and (granted.is_everybody or exists (
          select from term_standing m
          left join departments of_day on of_day.id = day_department and of_day.removed_at is null and not m.is_frozen
          where m.user_id = member and m.term_id = term and m.is_member
            and (case when of_day.id is null then m.department_id else of_day.id end = granted.department_id
              or case when of_day.id is null then m.faculty_id else of_day.faculty_id end = granted.faculty_id)))));
end $$;
