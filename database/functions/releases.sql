-- Scores that a term holds back: term_scores has what members see, draft_scores what the office entered since the last release. Only a
-- release, its taking back and the answer to a question write both scores of such a term into term_scores; they say so in
-- portal.publishes: 'release', 'take back' or 'answer'.

create or replace function publishes() returns text language sql stable as $$
  select coalesce(current_setting('portal.publishes', true), '')
$$;

-- Any other statement that would show a score to its member is refused. The row of the term is locked by now (closed-terms.sql).
create or replace function check_held_score() returns trigger language plpgsql as $$
begin
  if (new.tp, new.fb) is distinct from (old.tp, old.fb) and publishes() = ''
    and (select holds_scores from terms where id = new.term_id) then
    raise exception 'term % holds its scores back', new.term_id using errcode = 'SP028',
      detail = coalesce(last_change('term', new.term_id, '{edited}')::text, '');
  end if;
  return new;
end $$;

create or replace trigger term_scores_held before insert or update of tp, fb on term_scores
  for each row execute function check_held_score();

create or replace function check_draft() returns trigger language plpgsql as $$
begin
  if not (select holds_scores from terms where id = new.term_id) then
    raise exception 'term % does not hold its scores back', new.term_id using errcode = 'SP028',
      detail = coalesce(last_change('term', new.term_id, '{edited}')::text, '');
  end if;
  return new;
end $$;

create or replace trigger draft_scores_check_term before insert or update or delete on draft_scores
  for each row execute function check_score_term();
create or replace trigger draft_scores_held before insert or update on draft_scores for each row execute function check_draft();

-- A published score is no draft any more. The other score of the member may still be one.
create or replace function follow_published() returns trigger language plpgsql as $$
begin
  if publishes() <> 'take back' then
    update draft_scores set
      tp = case when new.tp is distinct from old.tp then new.tp else tp end,
      fb = case when new.fb is distinct from old.fb then new.fb else fb end
    where term_id = new.term_id and user_id = new.user_id;
    delete from draft_scores
    where term_id = new.term_id and user_id = new.user_id and (tp, fb) is not distinct from (new.tp, new.fb);
  end if;
  return null;
end $$;

create or replace trigger term_scores_follow after update of tp, fb on term_scores for each row
  when ((old.tp, old.fb) is distinct from (new.tp, new.fb)) execute function follow_published();

-- Before its first draft and after its last one, the office sees the published scores.
create or replace function audit_draft() returns trigger language plpgsql as $$
declare
  draft draft_scores := coalesce(new, old);
  published constant jsonb := coalesce(
    (select jsonb_build_object('tp', tp, 'fb', fb) from term_scores where term_id = draft.term_id and user_id = draft.user_id),
    '{"tp": null, "fb": null}');
  values_before jsonb := case when tg_op = 'INSERT' then published else jsonb_build_object('tp', old.tp, 'fb', old.fb) end;
  values_after jsonb := case when tg_op = 'DELETE' then published else jsonb_build_object('tp', new.tp, 'fb', new.fb) end;
begin
  if values_before <> values_after then
    perform write_audit('score', 'drafted', draft.term_id, (select name from users where id = draft.user_id), draft.user_id,
      audited_values(values_before, values_after), audited_values(values_after, values_before));
  end if;
  return null;
end $$;

-- A release that is taken back restores drafts that were in the trail already.
create or replace trigger draft_scores_audit after insert or update or delete on draft_scores for each row
  when (publishes() <> 'take back') execute function audit_draft();

-- A closing freezes what members see, and a term that no longer holds its scores back has no drafts: they are released first.
create or replace function check_term_drafts() returns trigger language plpgsql as $$
begin
  if exists (select from member_drafts where term_id = new.id) then
    raise exception 'term % has scores that are not released', new.id using errcode = 'SP029';
  end if;
  return new;
end $$;

create or replace trigger terms_check_drafts before update of status, holds_scores on terms for each row
  when ((old.status = 'open' and new.status = 'closed') or (old.holds_scores and not new.holds_scores))
  execute function check_term_drafts();

-- A release stays as it was made; it is taken back once.
create or replace function check_release() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.taken_back_at is not null
    or to_jsonb(new) - '{taken_back_by,taken_back_at}'::text[] <> to_jsonb(old) - '{taken_back_by,taken_back_at}'::text[] then
    raise exception 'release % stays as it was made', old.id using errcode = 'SP004';
  end if;
  return new;
end $$;

create or replace trigger score_releases_check before update or delete on score_releases for each row execute function check_release();

-- Publishes the drafts that were written into released_scores: one notice per member, with the total and the grades that follow.
create or replace function publish_release(release integer) returns void language plpgsql as $$
begin
  perform set_config('portal.publishes', 'release', true);
  update term_scores s set tp = n.tp, fb = n.fb
  from released_scores n join score_releases r on r.id = n.release_id
  where r.id = release and s.term_id = r.term_id and s.user_id = n.user_id;
  perform set_config('portal.publishes', '', true);
  insert into notices (user_id, kind, term_id, details)
  select n.user_id, 'scores released', r.term_id,
    jsonb_strip_nulls(jsonb_build_object('release_id', r.id, 'tp', n.tp, 'fb', n.fb)) || graded_values(b.lower_bounds, m.total_score, m.fb)
  from score_releases r
  join released_scores n on n.release_id = r.id
  join users u on u.id = n.user_id and u.removed_at is null
  join term_standing m on m.term_id = r.term_id and m.user_id = n.user_id
  join terms t on t.id = r.term_id
  left join rules_bands b on b.rules_version = t.rules_version and b.title = m.title
  where r.id = release;
  perform audit_release(r, 'scores released') from score_releases r where r.id = release;
end $$;

-- Makes the scores of a release drafts again. What the office entered since stays. A member who has not seen the release gets no notice.
create or replace function take_back_release(release integer, by_user integer) returns void language plpgsql as $$
declare
  r score_releases;
begin
  update score_releases set taken_back_by = by_user, taken_back_at = now() where id = release returning * into r;
  perform set_config('portal.publishes', 'take back', true);
  insert into draft_scores (term_id, user_id, tp, fb)
  select r.term_id, user_id, tp, fb from released_scores where release_id = r.id order by user_id
  on conflict do nothing;
  update term_scores s set tp = n.tp_before, fb = n.fb_before
  from released_scores n where n.release_id = r.id and s.term_id = r.term_id and s.user_id = n.user_id;
  -- A draft that is the score from before is none.
  delete from draft_scores d using term_scores s
  where d.term_id = r.term_id and s.term_id = d.term_id and s.user_id = d.user_id and (d.tp, d.fb) is not distinct from (s.tp, s.fb);
  perform set_config('portal.publishes', '', true);
  with unseen as (
    delete from notices n where n.kind = 'scores released' and n.term_id = r.term_id
      and n.details ->> 'release_id' = r.id::text and is_unseen(n) returning n.user_id)
  insert into notices (user_id, kind, term_id, details)
  select n.user_id, 'release taken back', r.term_id, jsonb_build_object('release_id', r.id)
  from released_scores n join users u on u.id = n.user_id and u.removed_at is null
  where n.release_id = r.id and n.user_id not in (select user_id from unseen);
  perform audit_release(r, 'release taken back');
end $$;

create or replace function audit_release(r score_releases, kind text) returns void language plpgsql as $$
begin
  perform write_audit('term', kind, r.term_id, (select name from terms where id = r.term_id), null, null, jsonb_strip_nulls(
    jsonb_build_object('release', r.number, 'members', (select count(*) from released_scores where release_id = r.id),
      'departments', (select string_agg(d ->> 'name', ', ' order by d ->> 'name') from jsonb_array_elements(r.departments) d))));
end $$;
