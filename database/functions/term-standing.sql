-- What every person has in every term, and who they are there: the one place that decides it, for all lists, statements and closings.
-- grade is the grade with feedback, of the whole total; own_grade is the current grade, without feedback (docs/decisions/0057-two-grades.md).

-- As gradeFor in contract/grading.ts.
create or replace function grade_in(lower_bounds numeric[], score numeric) returns text language sql immutable as $$
  -- A score below the lowest bound still has the lowest grade; an unknown title has no bands and no grade.
  select case when lower_bounds is null then '-'
    else (array['E', 'D', 'C', 'B', 'A', 'A+'])[greatest(width_bucket(score, lower_bounds), 1)] end
$$;

-- Who belongs to a term: who was frozen in it, and while it is open the staff of today. Only their postings count, in lists and in Review.
create or replace function is_term_member(status text, role_id smallint, removed_at timestamptz, was_frozen boolean) returns boolean
language sql immutable as $$
  select (status = 'open' and role_id = 2 and removed_at is null) or was_frozen
$$;

drop view if exists term_counts;
drop view if exists term_standing;
create view term_standing as
-- In a closed term: as frozen by its closing.
select t.id as term_id, r.user_id, true as is_frozen, true as is_member, true as was_frozen,
  r.name, r.degree, r.title, r.department_id, r.department_name, r.department_name_ckb, r.department_name_ar, r.email,
  coalesce(r.tp, 0) as tp, coalesce(r.fb, 0) as fb, r.tp is not null as tp_set, r.fb is not null as fb_set,
  r.atts, r.acts, r.escore, r.total_score, r.posted_count, r.verified_count, r.returned_count, r.grade,
  -- Not frozen with the result: total, feedback and title are, and neither a closed term's version of the rules nor its bands ever change.
  grade_in(b.lower_bounds, r.total_score - coalesce(r.fb, 0)) as own_grade
from terms t
join term_results r on r.closing_id = t.closing_id
left join rules_bands b on b.rules_version = t.rules_version and b.title = r.title
where t.status = 'closed'
union all
-- Else: as it is now. In a term that was closed and reopened, its former members are still who they were then.
select t.id, u.id, false, is_term_member(t.status, u.role_id, u.removed_at, r.user_id is not null),
  r.user_id is not null,
  coalesce(r.name, u.name), who.degree, who.title, who.department_id, who.department_name, who.department_name_ckb, who.department_name_ar,
  who.email,
  coalesce(s.tp, 0), coalesce(s.fb, 0), s.tp is not null, s.fb is not null,
  coalesce(s.atts, 0), coalesce(s.acts, 0), coalesce(s.escore, 0), coalesce(s.total_score, 0),
  coalesce(s.posted_count, 0), coalesce(s.verified_count, 0), coalesce(s.returned_count, 0),
  grade_in(b.lower_bounds, coalesce(s.total_score, 0)),
  grade_in(b.lower_bounds, coalesce(s.total_score, 0) - coalesce(s.fb, 0))
from terms t
cross join users u
left join departments d on d.id = u.department_id and d.removed_at is null
left join term_results r on r.closing_id = t.closing_id and r.user_id = u.id
left join term_scores s on s.term_id = t.id and s.user_id = u.id
cross join lateral (
  select case when r.user_id is null then u.degree else r.degree end as degree,
    case when r.user_id is null then u.title else r.title end as title,
    case when r.user_id is null then u.department_id else r.department_id end as department_id,
    case when r.user_id is null then d.name else r.department_name end as department_name,
    case when r.user_id is null then d.name_ckb else r.department_name_ckb end as department_name_ckb,
    case when r.user_id is null then d.name_ar else r.department_name_ar end as department_name_ar,
    case when r.user_id is null then u.email else r.email end as email) who
left join rules_bands b on b.rules_version = t.rules_version and b.title = who.title
where t.status = 'open' or r.user_id is null;

-- How many members a term has and how much they posted, for Terms and the dialog that closes one. Staff, Overview and Review list the same
-- members and their postings one by one.
create view term_counts as
select term_id, count(*)::integer as staff_count, sum(posted_count)::integer as posted_count
from term_standing where is_member group by term_id;
