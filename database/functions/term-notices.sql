-- The notices about a closing, a reopening and other rules: each member of the term gets one with their own values. One statement writes
-- those of all members.

-- The values that differ, as pairs: {"total_from": 20, "total_to": 21}.
create or replace function changed_values(before jsonb, after jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key || '_from', b.value) || jsonb_object_agg(key || '_to', a.value), '{}')
  from jsonb_each(after) a join jsonb_each(before) b using (key) where a.value <> b.value
$$;

-- A total with its two grades: that of the member's own panel, without the feedback, and that of the Staff panel.
create or replace function graded_values(lower_bounds numeric[], total numeric, fb numeric) returns jsonb language plpgsql immutable as $$
begin
  return jsonb_build_object('total', total, 'own_grade', grade_in(lower_bounds, total - fb), 'grade', grade_in(lower_bounds, total));
end $$;

-- The values of a result as they were frozen. A score that was not set counts 0, as in the differences that the office sees before it
-- closes the term.
create or replace function result_values(result term_results, lower_bounds numeric[]) returns jsonb language plpgsql immutable as $$
begin
  return graded_values(lower_bounds, result.total_score, coalesce(result.fb, 0)) || jsonb_build_object('grade', result.grade,
    'tp', coalesce(result.tp, 0), 'fb', coalesce(result.fb, 0), 'atts', result.atts, 'acts', result.acts, 'escore', result.escore);
end $$;

create or replace function set_closing_rules() returns trigger language plpgsql as $$
begin
  new.rules_version := (select rules_version from terms where id = new.term_id);
  return new;
end $$;

create or replace trigger term_closings_rules before insert on term_closings for each row execute function set_closing_rules();

-- A member who was in the closing before reads what differs from it.
create or replace function notice_closing() returns trigger language plpgsql as $$
begin
  insert into notices (user_id, kind, term_id, details)
  select r.user_id, case when b.user_id is null then 'term closed' else 'term closed again' end, new.id,
    now_frozen || case when b.user_id is null then '{}' else changed_values(result_values(b, old_bands.lower_bounds), now_frozen) end
  from term_results r
  join users u on u.id = r.user_id and u.removed_at is null
  left join term_results b on b.closing_id = old.closing_id and b.user_id = r.user_id
  left join term_closings c on c.id = old.closing_id
  left join rules_bands bands on bands.rules_version = new.rules_version and bands.title = r.title
  left join rules_bands old_bands on old_bands.rules_version = coalesce(c.rules_version, new.rules_version) and old_bands.title = b.title
  cross join lateral result_values(r, bands.lower_bounds) as now_frozen
  where r.closing_id = new.closing_id;
  return null;
end $$;

create or replace trigger terms_notice_closing after update of status on terms for each row
  when (old.status = 'open' and new.status = 'closed') execute function notice_closing();

create or replace function notice_reopening() returns trigger language plpgsql as $$
begin
  insert into notices (user_id, kind, term_id, details)
  select m.user_id, 'term reopened', new.id, jsonb_strip_nulls(jsonb_build_object('reason', c.reopen_reason, 'by', by.name, 'questions',
    (select nullif(count(*), 0) from score_questions q where q.user_id = m.user_id and q.term_id = new.id and q.state = 'unanswered')))
  from term_closings c
  -- People who were not among its staff at the closing, and have points in it again, get the notice, too.
  join term_standing m on m.term_id = new.id and m.is_member and (m.was_frozen or m.total_score <> 0 or m.posted_count > 0)
  join users u on u.id = m.user_id and u.removed_at is null
  left join users by on by.id = c.reopened_by
  where c.id = new.closing_id;
  return null;
end $$;

create or replace trigger terms_notice_reopening after update of status on terms for each row
  when (old.status = 'closed' and new.status = 'open') execute function notice_reopening();

-- The notices after the postings of the term were counted anew (rules.sql), for members for whom something changed. The former totals are
-- {"user id": total}; a member without one had 0.
create or replace function notice_rules(term integer, old_version integer, new_version integer, totals jsonb) returns void
language plpgsql as $$
begin
  insert into notices (user_id, kind, term_id, details)
  select m.user_id, 'rules changed', term, after || changed_values(before, after) || jsonb_build_object('rules_version', new_version)
  from term_standing m
  join users u on u.id = m.user_id and u.removed_at is null
  left join rules_bands old_bands on old_bands.rules_version = old_version and old_bands.title = m.title
  left join rules_bands new_bands on new_bands.rules_version = new_version and new_bands.title = m.title
  cross join lateral graded_values(old_bands.lower_bounds, coalesce((totals ->> m.user_id::text)::numeric, 0), m.fb) as before
  cross join lateral graded_values(new_bands.lower_bounds, m.total_score, m.fb) as after
  where m.term_id = term and m.is_member and before <> after;
end $$;
