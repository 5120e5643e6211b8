-- A published version of the rules is never changed (append-only.sql), and a closed term keeps its version.

-- Bands and limits come with their version, in one statement, and never later.
create or replace function check_rules_part() returns trigger language plpgsql as $$
begin
  if not exists (select from rules_versions where number = new.rules_version and published_at = now()) then
    raise exception 'version % of the rules is published', new.rules_version using errcode = 'SP004';
  end if;
  return null;
end $$;

create or replace trigger rules_bands_with_version after insert on rules_bands for each row execute function check_rules_part();
create or replace trigger rules_limits_with_version after insert on rules_limits for each row execute function check_rules_part();

-- A score above the highest that the rules of its term allow is refused; one that was set under other rules stays. The row of the term is
-- locked by now (closed-terms.sql), so that its rules do not change meanwhile.
create or replace function check_most_scores() returns trigger language plpgsql as $$
declare
  most record;
begin
  select v.most_tp as tp, v.most_fb as fb into most
  from terms t join rules_versions v on v.number = t.rules_version where t.id = new.term_id;
  if new.tp is distinct from old.tp and new.tp > most.tp then
    raise exception 'tp is above % in term %', most.tp, new.term_id using errcode = 'SP018';
  elsif new.fb is distinct from old.fb and new.fb > most.fb then
    raise exception 'fb is above % in term %', most.fb, new.term_id using errcode = 'SP018';
  end if;
  return new;
end $$;

-- Triggers run in the order of their names: after term_scores_check_term.
create or replace trigger term_scores_most before insert or update of tp, fb on term_scores
  for each row execute function check_most_scores();
create or replace trigger draft_scores_most before insert or update of tp, fb on draft_scores
  for each row execute function check_most_scores();

create or replace function audit_rules() returns trigger language plpgsql as $$
begin
  if (select count(*) from rules_bands where rules_version = new.number) <> 4 then
    raise exception 'version % of the rules lacks the bands of a title', new.number;
  end if;
  perform write_audit('rules', 'published', new.number, null, null, null, jsonb_build_object('note', new.note, 'most_tp', new.most_tp, 'most_fb', new.most_fb,
    'bands', (select jsonb_object_agg(title, to_jsonb(lower_bounds)) from rules_bands where rules_version = new.number),
    'limits', (select jsonb_agg(jsonb_build_object('activity_id', l.activity_id, 'activity_name', a.name, 'type', l.type,
       'most_times', l.most_times, 'most_points', l.most_points) order by l.id)
     from rules_limits l left join activities a on a.id = l.activity_id where l.rules_version = new.number)));
  return null;
end $$;

create or replace trigger rules_versions_audit after insert on rules_versions for each row execute function audit_rules();

-- An open term that gets another version: all of its postings are counted anew, and members for whom that changes something get a notice.
create or replace function change_term_rules() returns trigger language plpgsql as $$
declare
  limits constant jsonb := limits_of(new.rules_version);
  totals constant jsonb := (select jsonb_object_agg(user_id, total_score) from term_scores where term_id = new.id);
begin
  if old.status = 'closed' or new.status = 'closed' then
    raise exception 'term % is closed', new.id using errcode = 'SP002',
      detail = coalesce(last_change('term', new.id, '{closed}')::text, '');
  end if;
  perform apply_limits(member.user_id, new.id, limits)
  from (select distinct user_id from posted_activities where term_id = new.id order by user_id) member;
  perform notice_rules(new.id, old.rules_version, new.rules_version, totals);
  return null;
end $$;

create or replace trigger terms_change_rules after update of rules_version on terms for each row
  when (old.rules_version <> new.rules_version) execute function change_term_rules();
