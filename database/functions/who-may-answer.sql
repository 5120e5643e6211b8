-- Everyone who has the right to answer an open question. A person is involved who decided the line, or who has the right from lenders alone
-- and had Review from one who decided it, since the term began: also if that has ended. The right of an administrator, head or dean is their own:
-- lending to them does not make them involved, or a person who decided could lend to all others and be the one who is left. The involved
-- may answer where all others are involved, too: a question always has a person who may. A score is for those who may set it: never for a
-- delegate. The function is in SQL, so that PostgreSQL plans it within a query of many questions; so this file comes after the view that it
-- reads.
create or replace function question_answerers(question score_questions, heads_may_score boolean)
returns table (answerer_id integer, is_involved boolean, may_answer boolean) language sql stable as $$
  select a.id, a.is_involved, not a.is_involved or bool_and(a.is_involved) over ()
  from (
    select g.id, g.id = any(line.deciders) or (bool_and(g.lender_id is not null) and exists (
        select from delegations d
        where d.delegate_id = g.id and d.lender_id = any(line.deciders) and d.starts_at <= now()
          and coalesce(d.ended_at, d.ends_at) >= least(now(), line.term_begins))) as is_involved
    from (
      select array_remove(array[question.decided_by,
          last_decider(question.subject, question.user_id, question.term_id, question.posted_activity_id)], null) as deciders,
        standing.department_id, standing.faculty_id,
        question.subject in ('tp', 'fb') as is_score,
        (select start_date::timestamptz from terms where id = question.term_id) as term_begins
      from (select) as one left join lateral (
        select m.department_id, m.faculty_id from term_standing m
        where m.user_id = question.user_id and m.term_id = question.term_id and m.is_member) standing on true
      -- The line is evaluated once for each question, and not for one that is not open.
      where question.state = 'open' offset 0) line
    cross join lateral (
      select u.id, null::integer as lender_id from users u where u.role_id = 1 and u.removed_at is null
      union all
      -- Beside being scored: administrators; and reviewers, those about scores only if they keep scores, too.
      select r.user_id, null from user_rights r
      where r."right" = 'administrator' or (r."right" = 'reviewer' and (not line.is_score or exists (
        select from user_rights k where k.user_id = r.user_id and k."right" = 'score_keeper')))
      union all
      select h.user_id, null from department_heads h
      where h.department_id = line.department_id and (not line.is_score or heads_may_score)
      union all
      select n.user_id, null from faculty_deans n
      where n.faculty_id = line.faculty_id and (not line.is_score or heads_may_score)
      union all
      select d.delegate_id, d.lender_id from delegation_scopes d
      where not line.is_score and d.lender_id <> question.user_id
        and (d.is_everybody or d.department_id = line.department_id or d.faculty_id = line.faculty_id)) g
    where g.id <> question.user_id
    group by g.id, line.deciders, line.term_begins) a
$$;
