-- The points of an activity change for future postings. If they shall count for a whole term, its postings of the activity get the points of
-- the catalogue, verified ones too: what was verified is that the member took part. Returns the number of postings.

create or replace function recounts() returns boolean language sql stable as $$
  select coalesce(current_setting('portal.recounts', true), '') = 'yes'
$$;

create or replace function recount_activity(activity integer, term integer) returns integer language plpgsql as $$
declare
  catalogue activities;
  changed integer[];
  former jsonb;
begin
  perform refuse_in_closed_term(term);
  select * into catalogue from activities where id = activity for share;
  perform lock_sums(array(select id from posted_activities where activity_id = activity and term_id = term and score <> catalogue.score));
  former := (select jsonb_object_agg(user_id, total_score) from term_scores where term_id = term);
  perform set_config('portal.recounts', 'yes', true);
  with recounted as (
    update posted_activities set score = catalogue.score, points_before = score, recounted_at = now()
    where activity_id = activity and term_id = term and score <> catalogue.score returning id, user_id, points_before)
  select array_agg(id) into changed from recounted;
  perform set_config('portal.recounts', '', true);
  insert into notices (user_id, kind, term_id, details)
  select m.user_id, 'points changed', term, after || changed_values(before, after) || jsonb_build_object(
    'activity_name', catalogue.name, 'activity_names', catalogue.names, 'points', catalogue.score)
  from term_standing m
  join users u on u.id = m.user_id and u.removed_at is null
  join terms t on t.id = term
  left join rules_bands b on b.rules_version = t.rules_version and b.title = m.title
  cross join lateral graded_values(b.lower_bounds, coalesce((former ->> m.user_id::text)::numeric, 0), m.fb) as before
  cross join lateral graded_values(b.lower_bounds, m.total_score, m.fb) as after
  where m.term_id = term and m.is_member and before <> after
    and m.user_id in (select user_id from posted_activities where id = any(changed));
  if changed is not null then
    perform write_audit('activity', 'recounted', activity, catalogue.name, null, null, jsonb_build_object(
      'term_id', term, 'score', catalogue.score, 'postings', cardinality(changed)));
  end if;
  return coalesce(cardinality(changed), 0);
end $$;
