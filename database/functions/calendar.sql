-- After its day, posting, review or questions of a term are closed, by the clock of the database and the days of the portal's time zone. An
-- extension (term_extensions) opens one of them longer, for one person or one department.

-- The last day for a person, or for the members of a department: that of the term, or a later one. Null without a day.
create or replace function last_day_of(term terms, kind text, person integer, department integer) returns date
language plpgsql stable as $$
declare
  day constant date := case kind when 'posting' then term.posting_until when 'review' then term.review_until
    when 'questions' then term.questions_until end;
begin
  if day is null then
    return null;
  end if;
  return greatest(day, (select max(e.last_day) from term_extensions e
    where e.term_id = term.id and e.kind = last_day_of.kind and e.withdrawn_at is null
      and (e.user_id = person or e.department_id = department)));
end $$;

-- Refuses with the day. A server of the release before knows the code, not the name: it says that the term is closed.
create or replace function refuse_after_day(term terms, kind text, day date) returns void language plpgsql as $$
begin
  if day < current_date then
    raise exception '% in term % ended on %', kind, term.id, day using errcode = 'SP002', constraint = kind || '_day_over',
      detail = jsonb_build_object('name', term.name, 'names', term.names, 'day', day)::text;
  end if;
end $$;

-- The rule for posting. A returned posting may be mended until the last day of review: its reviewer expects that.
create or replace function refuse_posting_after_day(term_id integer, member integer, is_returned boolean) returns void
language plpgsql as $$
declare
  term terms;
  department constant integer := (select department_id from users where id = member);
  day date;
begin
  select * into term from terms where id = term_id;
  day := last_day_of(term, 'posting', member, department);
  if is_returned then
    day := case when term.review_until is not null then greatest(day, last_day_of(term, 'review', member, department)) end;
  end if;
  perform refuse_after_day(term, 'posting', day);
end $$;

-- Only the owner is refused: reviewers, recounts and the limits of the rules change postings after the day, too. The terms are locked by now
-- (closed-terms.sql, whose trigger comes first by its name).
create or replace function check_posting_day() returns trigger language plpgsql as $$
declare
  actor constant integer := nullif(current_setting('portal.actor_id', true), '')::integer;
begin
  if actor = coalesce(new.user_id, old.user_id) then
    if tg_op <> 'INSERT' then
      perform refuse_posting_after_day(old.term_id, actor, old.state = 'returned');
    end if;
    if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.term_id <> old.term_id) then
      perform refuse_posting_after_day(new.term_id, actor, false);
    end if;
  end if;
  return coalesce(new, old);
end $$;

create or replace trigger posted_activities_day before insert or delete or update of activity_id, activity_name, starting_date, link
  on posted_activities for each row execute function check_posting_day();

-- Refuses decisions of a head or dean, or a delegate of one, after the last day of review. Administrators, and who reviews for one, decide
-- until the term is closed. The answer to a question is no decision of this kind: it is given after the day, too.
create or replace function refuse_review_after_day(postings integer[], reviewer integer) returns void language plpgsql as $$
declare
  one record;
  term terms;
begin
  for one in
    select distinct p.term_id, coalesce(of_day.id, u.department_id) as department_id
    from posted_activities p join users u on u.id = p.user_id
    left join departments of_day on of_day.id = p.owner_department_id and of_day.removed_at is null
    where p.id = any(postings) order by 1, 2
  loop
    -- The row is read under its lock: another day may be saved at this moment.
    select * into term from terms where id = one.term_id for share;
    perform refuse_after_day(term, 'review', last_day_of(term, 'review', reviewer, one.department_id));
  end loop;
end $$;

-- Members neither ask nor write after the last day for questions. Who had asked in time, and was not answered before a closing, may ask again.
create or replace function refuse_question_after_day(term_id integer, member integer) returns void language plpgsql as $$
declare
  term terms;
begin
  select * into term from terms where id = term_id for share;
  perform refuse_after_day(term, 'questions',
    last_day_of(term, 'questions', member, (select department_id from users where id = member)));
end $$;

-- The record is one of the term, and concerns the person. A department stands in its values.
create or replace function audit_extension() returns trigger language plpgsql as $$
begin
  perform write_audit('term', case tg_op when 'INSERT' then 'day extended' else 'extension withdrawn' end, new.term_id,
    (select name from terms where id = new.term_id), new.user_id, null,
    jsonb_strip_nulls(jsonb_build_object('part', new.kind, 'department_id', new.department_id, 'last_day', new.last_day)));
  return null;
end $$;

create or replace trigger term_extensions_audit after insert on term_extensions for each row execute function audit_extension();
create or replace trigger term_extensions_audit_end after update of withdrawn_at on term_extensions for each row
  when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function audit_extension();

-- The notice goes to the person, or to those of the department whom the part concerns: its members, for review its heads and deans.
create or replace function notice_extension() returns trigger language plpgsql as $$
begin
  -- An unread notice about the extension is out of date once it is withdrawn; who has read it gets another one.
  if tg_op = 'UPDATE' then
    delete from notices n where n.kind = 'day extended' and n.term_id = new.term_id and n.read_at is null
      and n.details ->> 'extension_id' = new.id::text and is_unseen(n);
  end if;
  insert into notices (user_id, kind, term_id, details)
  select u.id, case tg_op when 'INSERT' then 'day extended' else 'extension withdrawn' end, new.term_id,
    jsonb_build_object('extension_id', new.id, 'part', new.kind, 'last_day', new.last_day,
      'by', (select name from users where id = coalesce(new.withdrawn_by, new.created_by)))
  from users u
  where u.removed_at is null and u.role_id = 2 and (u.id = new.user_id or (u.department_id = new.department_id
      and (new.kind <> 'review' or exists (select from department_heads h where h.user_id = u.id)))
      or (new.kind = 'review' and exists (
        select from faculty_deans n join departments d on d.faculty_id = n.faculty_id where d.id = new.department_id and n.user_id = u.id)))
    and (tg_op = 'INSERT' or exists (select from notices n where n.user_id = u.id and n.kind = 'day extended'
      and n.term_id = new.term_id and n.details ->> 'extension_id' = new.id::text));
  return null;
end $$;

create or replace trigger term_extensions_notice after insert on term_extensions for each row execute function notice_extension();
create or replace trigger term_extensions_notice_end after update of withdrawn_at on term_extensions for each row
  when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function notice_extension();

-- A secret address is recorded when it is made, renewed and revoked, without its hash.
create or replace function audit_calendar_address() returns trigger language plpgsql as $$
declare
  owner constant integer := coalesce(new.user_id, old.user_id);
begin
  perform write_audit('session', case tg_op when 'DELETE' then 'calendar address revoked' else 'calendar address made' end, null,
    (select name from users where id = owner), owner, null, null);
  return null;
end $$;

create or replace trigger calendar_addresses_audit after insert or update or delete on calendar_addresses
  for each row execute function audit_calendar_address();
