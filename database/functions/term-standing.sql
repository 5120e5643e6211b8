-- The standing of every person in every term, and their details there: the one place that decides it, for all lists, statements and
-- closings. grade is the grade with feedback, of the whole total; own_grade is the current grade, without feedback
-- (docs/decisions/0057-two-grades.md).

-- The grade of a score, as gradeFor in contract/grading.ts.
create or replace function grade_in(lower_bounds numeric[], score numeric) returns text language sql immutable as $$
  -- A score below the lowest bound still has the lowest grade; an unknown title has no bands and no grade.
  select case when lower_bounds is null then '-'
    else (array['E', 'D', 'C', 'B', 'A', 'A+'])[greatest(width_bucket(score, lower_bounds), 1)] end
$$;

-- The members of a term: the people frozen in it, and while it is open the staff of today. Only their postings count, in lists and in
-- Review.
create or replace function is_term_member(status text, role_id smallint, removed_at timestamptz, was_frozen boolean) returns boolean
language sql immutable as $$
  select (status = 'open' and role_id = 2 and removed_at is null) or was_frozen
$$;

drop view if exists term_counts;
drop view if exists member_drafts;
drop view if exists office_standing;
drop view if exists published_standing;
drop view if exists term_standing;
create view term_standing as
-- In a closed term, the standing is as frozen by its closing.
select t.id as term_id, r.user_id, true as is_frozen, true as is_member, true as was_frozen,
  r.name, r.sort_name, r.spelling_text, r.other_name, r.degree, r.title, r.department_id, r.department_name, r.department_names,
  r.faculty_id, r.faculty_name, r.faculty_names, r.email,
  coalesce(r.tp, 0) as tp, coalesce(r.fb, 0) as fb, r.tp is not null as tp_set, r.fb is not null as fb_set,
  r.atts, r.acts, r.escore, r.total_score, r.posted_count, r.verified_count, r.returned_count, r.grade,
  -- This grade is not frozen with the result: total, feedback and title are, and neither a closed term's version of the rules nor its bands
  -- ever change.
  grade_in(b.lower_bounds, r.total_score - coalesce(r.fb, 0)) as own_grade
from terms t
join term_results r on r.closing_id = t.closing_id
left join rules_bands b on b.rules_version = t.rules_version and b.title = r.title
where t.status = 'closed'
union all
-- Otherwise, the standing is as it is now. In a term that was closed and reopened, its former members keep the details of then.
select t.id, u.id, false, is_term_member(t.status, u.role_id, u.removed_at, r.user_id is not null),
  r.user_id is not null,
  coalesce(r.name, u.name), coalesce(r.sort_name, u.sort_name),
  coalesce(r.spelling_text, u.spelling_text), who.other_name, who.degree, who.title, who.department_id, who.department_name, who.department_names,
  who.faculty_id, who.faculty_name, who.faculty_names, who.email,
  coalesce(s.tp, 0), coalesce(s.fb, 0), s.tp is not null, s.fb is not null,
  coalesce(s.atts, 0), coalesce(s.acts, 0), coalesce(s.escore, 0), coalesce(s.total_score, 0),
  coalesce(s.posted_count, 0), coalesce(s.verified_count, 0), coalesce(s.returned_count, 0),
  grade_in(b.lower_bounds, coalesce(s.total_score, 0)),
  grade_in(b.lower_bounds, coalesce(s.total_score, 0) - coalesce(s.fb, 0))
from terms t
cross join users u
left join departments d on d.id = u.department_id and d.removed_at is null
left join faculties f on f.id = d.faculty_id and f.removed_at is null
left join term_results r on r.closing_id = t.closing_id and r.user_id = u.id
left join term_scores s on s.term_id = t.id and s.user_id = u.id
cross join lateral (
  select case when r.user_id is null then u.other_name else r.other_name end as other_name,
    case when r.user_id is null then u.degree else r.degree end as degree,
    case when r.user_id is null then u.title else r.title end as title,
    case when r.user_id is null then u.department_id else r.department_id end as department_id,
    case when r.user_id is null then d.name else r.department_name end as department_name,
    case when r.user_id is null then coalesce(d.names, '{}') else r.department_names end as department_names,
    case when r.user_id is null then f.id else r.faculty_id end as faculty_id,
    case when r.user_id is null then f.name else r.faculty_name end as faculty_name,
    case when r.user_id is null then coalesce(f.names, '{}') else r.faculty_names end as faculty_names,
    case when r.user_id is null then u.email else r.email end as email) who
left join rules_bands b on b.rules_version = t.rules_version and b.title = who.title
where t.status = 'open' or r.user_id is null;

-- The number of members of a term and of their postings, for Terms and the dialog that closes one. Staff, Overview and Review list the same
-- members and their postings one by one. Today's staff are counted once for all open terms, and no user is joined with every term.
create view term_counts as
select t.id as term_id, frozen.members as staff_count, frozen.postings as posted_count
from terms t
cross join lateral (
  select count(*)::integer as members, coalesce(sum(r.posted_count), 0)::integer as postings
  from term_results r where r.closing_id = t.closing_id) frozen
where t.status = 'closed'
union all
select t.id,
  ((select count(*) from users u where is_term_member('open', u.role_id, u.removed_at, false))
    + (select count(*) from term_results r join users u on u.id = r.user_id
       where r.closing_id = t.closing_id and not is_term_member('open', u.role_id, u.removed_at, false)))::integer,
  coalesce(posted.count, 0)
from terms t
left join (
  select s.term_id, sum(s.posted_count)::integer as count
  from terms o
  join term_scores s on s.term_id = o.id
  join users u on u.id = s.user_id
  left join term_results r on r.closing_id = o.closing_id and r.user_id = s.user_id
  where o.status = 'open' and is_term_member(o.status, u.role_id, u.removed_at, r.user_id is not null)
  group by s.term_id) posted on posted.term_id = t.id
where t.status = 'open';

-- The same with the scores that the term holds back, for the office (releases.sql). tp_draft and fb_draft: not released.
create view office_standing as
select m.term_id, m.user_id, m.is_frozen, m.is_member, m.was_frozen, m.name, m.sort_name, m.spelling_text, m.other_name, m.degree, m.title,
  m.department_id, m.department_name, m.department_names, m.faculty_id, m.faculty_name, m.faculty_names, m.email,
  now.tp, now.fb, now.tp_set, now.fb_set, m.atts, m.acts, m.escore, now.total_score, m.posted_count, m.verified_count, m.returned_count,
  case when d.user_id is null then m.grade else grade_in(b.lower_bounds, now.total_score) end as grade,
  case when d.user_id is null then m.own_grade else grade_in(b.lower_bounds, now.total_score - now.fb) end as own_grade,
  d.user_id is not null and (now.tp, now.tp_set) is distinct from (m.tp, m.tp_set) as tp_draft,
  d.user_id is not null and (now.fb, now.fb_set) is distinct from (m.fb, m.fb_set) as fb_draft
from term_standing m
left join draft_scores d on d.term_id = m.term_id and d.user_id = m.user_id and not m.is_frozen
left join terms t on t.id = d.term_id
left join rules_bands b on b.rules_version = t.rules_version and b.title = m.title
cross join lateral (
  select case when d.user_id is null then m.tp else coalesce(d.tp, 0) end as tp,
    case when d.user_id is null then m.fb else coalesce(d.fb, 0) end as fb,
    case when d.user_id is null then m.tp_set else d.tp is not null end as tp_set,
    case when d.user_id is null then m.fb_set else d.fb is not null end as fb_set,
    case when d.user_id is null then m.total_score else m.total_score - m.tp - m.fb + coalesce(d.tp, 0) + coalesce(d.fb, 0) end as total_score) now;

-- The same columns without them.
create view published_standing as
select term_id, user_id, is_frozen, is_member, was_frozen, name, sort_name, spelling_text, other_name, degree, title,
  department_id, department_name, department_names, faculty_id, faculty_name, faculty_names, email,
  tp, fb, tp_set, fb_set, atts, acts, escore, total_score, posted_count, verified_count, returned_count, grade, own_grade,
  false as tp_draft, false as fb_draft
from term_standing;

-- The drafts of the members of a term. Those of a person who has left it are never released, and keep nothing from being closed.
create view member_drafts as
select m.term_id, m.user_id, d.tp, d.fb from draft_scores d
join term_standing m on m.term_id = d.term_id and m.user_id = d.user_id and m.is_member;
