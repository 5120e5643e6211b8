-- Evidence review, by exception: a posting counts when it is posted. An administrator may verify it (it counts and is locked) or
-- return it with a reason (it stops counting until its owner has edited it).

alter table posted_activities
  add column state text not null default 'posted' constraint posted_activities_state_code check (state in ('posted', 'verified', 'returned')),
  add column returned_reason text constraint posted_activities_returned_reason_form
    check (returned_reason = btrim(returned_reason) and length(returned_reason) between 1 and 500),
  add column reviewed_by integer references users,
  add column reviewed_at timestamptz,
  add constraint posted_activities_returned_with_reason check ((state = 'returned') = (returned_reason is not null)),
  add constraint posted_activities_reviewed check ((state = 'posted') = (reviewed_by is null) and (reviewed_by is null) = (reviewed_at is null)),
  add constraint posted_activities_not_by_oneself check (reviewed_by <> user_id);
-- The queue: what nobody has looked at, oldest first.
create index posted_activities_to_review on posted_activities (id) where state = 'posted';

-- The same evidence twice. Images by their content; links by what they lead to, however they are written.
alter table posted_images add column content_hash bytea not null generated always as (sha256(bytes)) stored;
create index posted_images_content_hash on posted_images (content_hash);
create function link_key(link text) returns text language sql immutable as $$
  select lower(regexp_replace(link, '^https?://(www\.)?|#.*$|/+(#.*)?$', '', 'gi'))
$$;
create index posted_activities_link_key on posted_activities (link_key(link)) where link is not null;

-- What is verified stays as it was verified; what was returned and is edited counts again.
create function keep_verified() returns trigger language plpgsql as $$
begin
  if old.state = 'verified' then
    raise exception 'posting % is verified', old.id using errcode = 'SP005';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.state := 'posted';
  new.returned_reason := null;
  new.reviewed_by := null;
  new.reviewed_at := null;
  return new;
end $$;
create trigger posted_activities_keep_verified
  before delete or update of user_id, activity_id, activity_name, type, score, starting_date, link on posted_activities
  for each row execute function keep_verified();

create function keep_verified_image() returns trigger language plpgsql as $$
declare
  posting integer := case when tg_op = 'DELETE' then old.posted_activity_id else new.posted_activity_id end;
begin
  if (select state from posted_activities where id = posting) = 'verified' then
    raise exception 'posting % is verified', posting using errcode = 'SP005';
  end if;
  return coalesce(new, old);
end $$;
create trigger posted_images_keep_verified before insert or update or delete on posted_images
  for each row execute function keep_verified_image();

alter table term_scores
  add column verified_count integer not null default 0 constraint term_scores_verified_count_range check (verified_count >= 0),
  add column returned_count integer not null default 0 constraint term_scores_returned_count_range check (returned_count >= 0);
alter table term_results
  add column verified_count integer not null default 0,
  add column returned_count integer not null default 0;

create function add_points(p posted_activities) returns void language plpgsql as $$
declare
  points numeric := case p.state when 'returned' then 0 else p.score end;
begin
  insert into term_scores as s (user_id, term_id, atts, acts, escore, posted_count, verified_count, returned_count)
  values (p.user_id, p.term_id, case p.type when 'Attending' then points else 0 end, case p.type when 'Compulsory' then points else 0 end,
          case p.type when 'Elective' then points else 0 end, 1, (p.state = 'verified')::int, (p.state = 'returned')::int)
  on conflict (term_id, user_id) do update set
    atts = s.atts + excluded.atts,
    acts = s.acts + excluded.acts,
    escore = s.escore + excluded.escore,
    posted_count = s.posted_count + 1,
    verified_count = s.verified_count + excluded.verified_count,
    returned_count = s.returned_count + excluded.returned_count;
end $$;

create function take_points(p posted_activities) returns void language plpgsql as $$
declare
  points numeric := case p.state when 'returned' then 0 else p.score end;
begin
  update term_scores set
    atts = atts - case p.type when 'Attending' then points else 0 end,
    acts = acts - case p.type when 'Compulsory' then points else 0 end,
    escore = escore - case p.type when 'Elective' then points else 0 end,
    posted_count = posted_count - 1,
    verified_count = verified_count - (p.state = 'verified')::int,
    returned_count = returned_count - (p.state = 'returned')::int
  where user_id = p.user_id and term_id = p.term_id;
end $$;

create or replace function posting_moves_points() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform take_points(old);
  end if;
  if tg_op <> 'DELETE' then
    perform add_points(new);
  end if;
  return null;
end $$;
drop trigger posted_activities_move_points on posted_activities;
-- Whatever changed: a trigger before this one may have changed the state too.
create trigger posted_activities_move_points after insert or delete or update on posted_activities
  for each row execute function posting_moves_points();
drop function move_points(integer, integer, text, numeric, integer);

-- A review has kinds of its own in the trail; who did it and when, the record itself says.
create or replace function changed_values(one jsonb, other jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(case key when 'password_hash' then 'password' else key end,
                          case key when 'password_hash' then '"changed"'::jsonb else value end)
  from jsonb_each(one)
  where key not in ('id', 'version', 'created_at', 'updated_at', 'updated_by', 'removed_at', 'closed_at', 'closed_by',
                    'reviewed_by', 'reviewed_at')
    and value is distinct from other -> key and (other is not null or value <> 'null'::jsonb)
$$;

create or replace function audit_row() returns trigger language plpgsql as $$
declare
  subject text := tg_argv[0];
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  becomes jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  either jsonb := coalesce(becomes, was);
  person integer := case subject when 'user' then either ->> 'id' else either ->> 'user_id' end;
  title text := coalesce(either ->> 'activity_name', either ->> 'name', (select name from users where id = person));
  kind text := case
    when tg_op = 'INSERT' then case subject when 'score' then 'scored' when 'posting' then 'posted' else 'added' end
    when tg_op = 'DELETE' then 'deleted'
    when subject = 'score' then 'scored'
    when subject = 'posting' and was ->> 'state' <> becomes ->> 'state' and becomes ->> 'state' <> 'posted' then becomes ->> 'state'
    when was ->> 'removed_at' is null and becomes ->> 'removed_at' is not null then 'removed'
    when was ->> 'removed_at' is not null and becomes ->> 'removed_at' is null then 'restored'
    when was ->> 'role_id' <> becomes ->> 'role_id' then 'role changed'
    when was ->> 'status' = 'open' and becomes ->> 'status' = 'closed' then 'closed'
    when was ->> 'status' = 'closed' and becomes ->> 'status' = 'open' then 'reopened'
    when becomes ->> 'is_current' = 'true' and was ->> 'is_current' = 'false' then 'made current'
    else 'edited'
  end;
begin
  if subject = 'score' then
    -- Sums move with postings, which have records of their own.
    was := jsonb_build_object('tp', coalesce(was -> 'tp', '0'), 'fb', coalesce(was -> 'fb', '0'), 'term_id', either -> 'term_id');
    becomes := jsonb_build_object('tp', either -> 'tp', 'fb', either -> 'fb');
    perform write_audit(subject, kind, (either ->> 'term_id')::integer, title, person,
      changed_values(was - 'term_id', becomes), changed_values(becomes, was - 'term_id'));
  else
    -- What everybody begins with is not worth saying.
    if tg_op = 'INSERT' and subject = 'posting' then
      becomes := becomes - 'state';
    end if;
    perform write_audit(subject, kind, (either ->> 'id')::integer, title, person, changed_values(was, becomes), changed_values(becomes, was));
  end if;
  return null;
end $$;
