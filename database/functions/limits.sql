-- The postings that count within the limits of the rules: in the order of their starting date, then of their id. One that would exceed a
-- limit is stored, says which limit, counts 0 and uses nothing up; nor does a returned one. The sums follow by themselves (points.sql).

create or replace function limits_of(version integer) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('activity_id', activity_id, 'type', type, 'most_times', most_times, 'most_points', most_points)
    order by activity_id, type), '[]')
  from rules_limits where rules_version = version
$$;

-- Every posting of a member in a term, with the points it counts under these limits and the limit that it would exceed. The result depends
-- only on the arguments and the postings, so that a simulation is what publishing would do. One posting can be counted as if it were
-- returned.
drop function if exists count_postings(integer, integer, jsonb);
create or replace function count_postings(member integer, term integer, limits jsonb, as_returned integer default null)
returns table (posting_id integer, type text, points numeric, over_limit jsonb) language plpgsql stable as $$
declare
  activity_ids integer[]; types text[]; most_times integer[]; most_points numeric[];
  used_times integer[]; used_points numeric[];
  posting record;
begin
  -- The limit of an activity is the nearer reason: it comes before that of its type.
  select array_agg(l.activity_id), array_agg(l.type), array_agg(l.most_times), array_agg(l.most_points),
    array_agg(0), array_agg(0::numeric)
  into activity_ids, types, most_times, most_points, used_times, used_points
  from (select * from jsonb_to_recordset(limits) as given(activity_id integer, type text, most_times integer, most_points numeric)
        order by given.activity_id nulls last, given.type) l;
  for posting in
    select p.id, p.activity_id, p.type, p.score, case when p.id = as_returned then 'returned' else p.state end as state
    from posted_activities p
    where p.user_id = member and p.term_id = term order by p.starting_date, p.id
  loop
    posting_id := posting.id;
    type := posting.type;
    over_limit := null;
    points := case posting.state when 'returned' then 0 else posting.score end;
    if posting.state <> 'returned' then
      for n in 1 .. coalesce(cardinality(activity_ids), 0) loop
        continue when activity_ids[n] is distinct from posting.activity_id and types[n] is distinct from posting.type;
        over_limit := case
          when used_times[n] + 1 > most_times[n] then jsonb_build_object('by', 'times', 'most', most_times[n])
          when used_points[n] + posting.score > most_points[n] then jsonb_build_object('by', 'points', 'most', most_points[n])
        end || jsonb_build_object('of', case when types[n] is null then 'activity' else 'type' end);
        exit when over_limit is not null;
      end loop;
      if over_limit is not null then
        points := 0;
      else
        for n in 1 .. coalesce(cardinality(activity_ids), 0) loop
          continue when activity_ids[n] is distinct from posting.activity_id and types[n] is distinct from posting.type;
          used_times[n] := used_times[n] + 1;
          used_points[n] := used_points[n] + posting.score;
        end loop;
      end if;
    end if;
    return next;
  end loop;
end $$;

-- The points and grades that every member of a term would have under these bands and limits, beside those they have.
create or replace function simulate_standing(term integer, bands jsonb, limits jsonb)
returns table (user_id integer, name text, title text, department_id integer, department_name text, department_names jsonb,
  old_total numeric, new_total numeric, old_grade text, new_grade text, over_limit_count integer)
language plpgsql stable as $$
begin
  return query select m.user_id, m.name, m.title, case when m.department_name is not null then m.department_id end, m.department_name,
    m.department_names, m.total_score, s.total, m.grade,
    grade_in((select array_agg(bound::numeric order by place) from jsonb_array_elements_text(bands -> m.title)
      with ordinality as b(bound, place)), s.total),
    s.over_limit_count
  from term_standing m
  cross join lateral (
    select m.tp + m.fb + coalesce(sum(c.points), 0) as total, (count(*) filter (where c.over_limit is not null))::integer as over_limit_count
    from count_postings(m.user_id, term, limits) c) s
  where m.term_id = term and m.is_member;
end $$;

-- The effect of returning a posting on the sum of its member: the change, and whether other postings begin or stop to count.
create or replace function effect_of_return(posting integer)
returns table (change numeric, others_change boolean) language plpgsql stable as $$
begin
  return query select sum(c.points - p.counted_points), bool_or(c.posting_id <> posting and c.points <> p.counted_points)
  from posted_activities returned
  join terms t on t.id = returned.term_id
  cross join lateral count_postings(returned.user_id, returned.term_id, limits_of(t.rules_version), posting) c
  join posted_activities p on p.id = c.posting_id
  where returned.id = posting;
end $$;

-- The caller holds the lock of the sums (points.sql moved them, or lock_sums), so that two postings of a member follow each other.
create or replace function apply_limits(member integer, term integer, limits jsonb) returns void language plpgsql as $$
begin
  update posted_activities p set over_limit = c.over_limit
  from count_postings(member, term, limits) c
  where p.id = c.posting_id and p.over_limit is distinct from c.over_limit;
end $$;

-- Limits are applied after all rows of a statement have moved their own points: a sum is never below 0 in between.
create or replace function apply_limits_to_changed() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if not exists (select from rules_limits) then
    return null;
  end if;
  -- The loop is only over terms that have limits, or had some when a posting left them.
  for changed in execute format(
    'select c.user_id, c.term_id, limits_of(t.rules_version) as limits
     from (select user_id, term_id, bool_or(over_limit is not null) as was_over from (%s) rows group by user_id, term_id) c
     join terms t on t.id = c.term_id
     where c.was_over or exists (select from rules_limits l where l.rules_version = t.rules_version)
     order by c.user_id, c.term_id',
    case tg_op when 'INSERT' then 'select * from new_rows' when 'DELETE' then 'select * from old_rows'
      else 'select * from old_rows union all select * from new_rows' end)
  loop
    perform apply_limits(changed.user_id, changed.term_id, changed.limits);
  end loop;
  return null;
end $$;

-- The triggers ignore what apply_limits itself changes.
create or replace trigger posted_activities_limits_insert after insert on posted_activities
  referencing new table as new_rows for each statement when (pg_trigger_depth() = 0) execute function apply_limits_to_changed();
create or replace trigger posted_activities_limits_update after update on posted_activities
  referencing old table as old_rows new table as new_rows for each statement when (pg_trigger_depth() = 0)
  execute function apply_limits_to_changed();
create or replace trigger posted_activities_limits_delete after delete on posted_activities
  referencing old table as old_rows for each statement when (pg_trigger_depth() = 0) execute function apply_limits_to_changed();

-- Returns the total that the member has in the term before something is posted. Other postings of the member wait, so that the change by
-- this one is exact. The locks are taken in the order of lock_sums.
create or replace function lock_total(member integer, term integer) returns numeric language plpgsql as $$
declare
  total numeric;
begin
  perform refuse_in_closed_term(term);
  insert into term_scores (user_id, term_id) values (member, term) on conflict do nothing;
  select total_score into total from term_scores where user_id = member and term_id = term for update;
  return total;
end $$;

-- Locks the sums before a posting is locked to be edited, deleted or reviewed: another posting of the same member may make it begin or stop
-- to count, and takes these locks in this order. Else the two would wait for each other.
create or replace function lock_sums(postings integer[]) returns void language plpgsql as $$
begin
  perform from terms where id in (select term_id from posted_activities where id = any(postings)) order by id for share;
  perform from term_scores s where exists (
    select from posted_activities p where p.id = any(postings) and p.user_id = s.user_id and p.term_id = s.term_id)
  order by s.term_id, s.user_id for update;
end $$;
