-- Everyone who has the right to answer an open question. Involved is who decided the line, and who has the right only from a lender who did.
-- They may answer where all others are involved, too: a question always has a person who may. A score is for those who may set it: never
-- for a delegate. In SQL, so that PostgreSQL plans it within a query of many questions; so this file comes after the view that it reads.
create or replace function question_answerers(question score_questions, heads_may_score boolean)
returns table (answerer_id integer, is_involved boolean, may_answer boolean) language sql stable as $$
  select a.id, a.is_involved, not a.is_involved or bool_and(a.is_involved) over ()
  from (
    select g.id, g.id = any(line.deciders) or bool_and(coalesce(g.lender_id = any(line.deciders), false)) as is_involved
    from (
      select array_remove(array[question.decided_by,
          last_decider(question.subject, question.user_id, question.term_id, question.posted_activity_id)], null) as deciders,
        (select m.department_id from term_standing m
         where m.user_id = question.user_id and m.term_id = question.term_id and m.is_member) as department_id,
        question.subject in ('tp', 'fb') as is_score
      -- Evaluated once for each question, and not for one that is not open.
      where question.state = 'open' offset 0) line
    cross join lateral (
      select u.id, null::integer as lender_id from users u where u.role_id = 1 and u.removed_at is null
      union all
      select h.user_id, null from department_heads h
      where h.department_id = line.department_id and (not line.is_score or heads_may_score)
      union all
      select d.delegate_id, d.lender_id from delegations_in_force d
      where not line.is_score and d.lender_id <> question.user_id
        and (d.department_id is null or d.department_id = line.department_id)) g
    where g.id <> question.user_id
    group by g.id, line.deciders) a
$$;
