-- Every statement that touches a table reads all its checks anew. The bounds of the sums, eight checks until now, are one.
alter table term_scores
  drop constraint term_scores_tp_range, drop constraint term_scores_fb_range, drop constraint term_scores_atts_range,
  drop constraint term_scores_acts_range, drop constraint term_scores_escore_range, drop constraint term_scores_posted_count_range,
  drop constraint term_scores_verified_count_range, drop constraint term_scores_returned_count_range,
  add constraint term_scores_range check (
    least(tp, fb, atts, acts, escore, posted_count, verified_count, returned_count) >= 0 and greatest(tp, fb) <= 1000);

-- A new posting moves its points in one step, without asking a function that also knows how to take them away.
create function posting_adds_points() returns trigger language plpgsql as $$
declare
  points numeric := case new.state when 'returned' then 0 else new.score end;
begin
  loop
    update term_scores set
      atts = atts + case new.type when 'Attending' then points else 0 end,
      acts = acts + case new.type when 'Compulsory' then points else 0 end,
      escore = escore + case new.type when 'Elective' then points else 0 end,
      posted_count = posted_count + 1,
      verified_count = verified_count + (new.state = 'verified')::int,
      returned_count = returned_count + (new.state = 'returned')::int
    where user_id = new.user_id and term_id = new.term_id;
    exit when found;
    insert into term_scores (user_id, term_id) values (new.user_id, new.term_id) on conflict do nothing;
  end loop;
  return null;
end $$;
drop trigger posted_activities_move_points on posted_activities;
create trigger posted_activities_add_points after insert on posted_activities for each row execute function posting_adds_points();
create trigger posted_activities_move_points after update or delete on posted_activities
  for each row execute function posting_moves_points();

-- The same seven codes as a type: a value is checked when it is written, and no list of texts has to be read for it.
create type audit_subject_code as enum ('user', 'department', 'activity', 'term', 'score', 'posting', 'session');
alter table audit drop constraint audit_subject_code, alter column subject type audit_subject_code using subject::audit_subject_code;

create or replace function write_audit(subject text, kind text, subject_id integer, subject_name text, person_id integer, before jsonb,
  after jsonb)
returns void language plpgsql as $$
declare
  actor integer := nullif(current_setting('portal.actor_id', true), '')::integer;
begin
  insert into audit (actor_id, actor_name, address, subject, kind, subject_id, subject_name, person_id, before, after)
  values (actor, (select name from users where id = actor), nullif(current_setting('portal.address', true), ''),
          subject::audit_subject_code, kind, subject_id, subject_name, person_id, before, after);
end $$;
