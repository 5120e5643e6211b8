-- Most of what happens here is that somebody posts something. The same rules as before, with fewer and shorter statements behind each
-- posting: the triggers took four times as long as the posting itself.

-- In this language its plan is kept; as a plain SQL function it was prepared anew for every posting.
create or replace function term_of(starting_date date) returns integer language plpgsql stable as $$
begin
  return coalesce(
    (select id from terms where daterange(start_date, end_date, '[]') @> starting_date),
    (select id from terms where is_current));
end $$;

-- A row that stays in its term asks for it once.
create or replace function keep_closed_term() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform refuse_in_closed_term(old.term_id);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if new.term_id is distinct from old.term_id then
    perform refuse_in_closed_term(new.term_id);
  end if;
  return new;
end $$;

-- A new posting asks for its term once: to hold it, to see that it is open, and that it still is the term of that date.
create function posting_enters_term() returns trigger language plpgsql as $$
declare
  term terms;
begin
  select * into term from terms where id = new.term_id for share;
  if term.status = 'closed' then
    raise exception 'term % is closed', new.term_id using errcode = 'SP002';
  elsif new.starting_date between term.start_date and term.end_date then
    return new;
  elsif term.id is null or new.term_id <> term_of(new.starting_date) then
    raise exception 'the term of % changed meanwhile', new.starting_date using errcode = 'serialization_failure';
  end if;
  return new;
end $$;
drop trigger posted_activities_keep_closed_term on posted_activities;
create trigger posted_activities_keep_closed_term before update or delete on posted_activities
  for each row execute function keep_closed_term();
drop trigger posted_activities_term_of_date_new on posted_activities;
create trigger posted_activities_enters_term before insert on posted_activities for each row execute function posting_enters_term();

-- Nearly always the member has sums in that term already.
create function move_points(p posted_activities, times integer) returns void language plpgsql as $$
declare
  points numeric := case p.state when 'returned' then 0 else times * p.score end;
begin
  loop
    update term_scores set
      atts = atts + case p.type when 'Attending' then points else 0 end,
      acts = acts + case p.type when 'Compulsory' then points else 0 end,
      escore = escore + case p.type when 'Elective' then points else 0 end,
      posted_count = posted_count + times,
      verified_count = verified_count + times * (p.state = 'verified')::int,
      returned_count = returned_count + times * (p.state = 'returned')::int
    where user_id = p.user_id and term_id = p.term_id;
    exit when found;
    insert into term_scores (user_id, term_id) values (p.user_id, p.term_id) on conflict do nothing;
  end loop;
end $$;

create or replace function posting_moves_points() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform move_points(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform move_points(new, 1);
  end if;
  return null;
end $$;
drop function add_points(posted_activities);
drop function take_points(posted_activities);

-- A new posting has nothing to be compared with.
create function audit_posted() returns trigger language plpgsql as $$
declare
  actor integer := nullif(current_setting('portal.actor_id', true), '')::integer;
begin
  insert into audit (actor_id, actor_name, address, subject, kind, subject_id, subject_name, person_id, after)
  values (actor, (select name from users where id = actor), nullif(current_setting('portal.address', true), ''),
          'posting', 'posted', new.id, new.activity_name, new.user_id, jsonb_strip_nulls(
            to_jsonb(new) - '{id,version,created_at,updated_at,updated_by,state,returned_reason,reviewed_by,reviewed_at}'::text[]));
  return null;
end $$;
drop trigger posted_activities_audit on posted_activities;
create trigger posted_activities_audit after update or delete on posted_activities
  for each row execute function audit_row('posting');
create trigger posted_activities_audit_posted after insert on posted_activities for each row execute function audit_posted();

-- What a member posted is kept by the server, too.
create trigger posted_activities_note_list_change after insert or update or delete on posted_activities
  for each statement execute function note_list_change();
create trigger posted_images_note_list_change after insert or update or delete on posted_images
  for each statement execute function note_list_change();

-- Who used this link before, oldest first: without the id the whole table was read backwards for a link that nobody had used.
drop index posted_activities_link_key;
create index posted_activities_link_key on posted_activities (link_key(link), id) where link is not null;
