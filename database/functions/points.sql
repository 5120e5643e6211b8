-- The effect of a posting on the sums of its member and term (term_scores), in the same transaction. A returned one and one over a limit
-- (limits.sql) count 0: counted_points.

-- Adds the posting's points (times = 1) or takes them away (times = -1).
create or replace function move_points(p posted_activities, times integer) returns void language plpgsql as $$
declare
  points numeric := times * p.counted_points;
begin
  update term_scores set
    atts = atts + case p.type when 'Attending' then points else 0 end,
    acts = acts + case p.type when 'Compulsory' then points else 0 end,
    escore = escore + case p.type when 'Elective' then points else 0 end,
    posted_count = posted_count + times,
    verified_count = verified_count + times * (p.state = 'verified')::int,
    returned_count = returned_count + times * (p.state = 'returned')::int
  where user_id = p.user_id and term_id = p.term_id;
  if not found then
    insert into term_scores (user_id, term_id) values (p.user_id, p.term_id) on conflict do nothing;
    perform move_points(p, times);
  end if;
end $$;

create or replace function move_posting_points() returns trigger language plpgsql as $$
begin
  -- An edit of the day or the link within the term leaves the sums as they are.
  if tg_op = 'UPDATE' and (old.user_id, old.term_id, old.type, old.state, old.counted_points)
    = (new.user_id, new.term_id, new.type, new.state, new.counted_points) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform move_points(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform move_points(new, 1);
  end if;
  return null;
end $$;

create or replace trigger posted_activities_move_points after insert or update or delete on posted_activities
  for each row execute function move_posting_points();
