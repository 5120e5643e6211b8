-- Who changed what, when, from where, from which value to which. Written by the tables themselves, in the transaction of the
-- change: no code path can forget it. Whoever acts is told to the transaction as portal.actor_id and portal.address.

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id integer,
  actor_name text,
  address text,
  subject text not null constraint audit_subject_code
    check (subject in ('user', 'department', 'activity', 'term', 'score', 'posting', 'session')),
  kind text not null,
  subject_id integer,
  subject_name text,
  -- Whom it concerns: the member who was edited, scored, or who posted.
  person_id integer,
  before jsonb,
  after jsonb
);
create index audit_actor on audit (actor_id, id desc);
create index audit_person on audit (person_id, id desc);
create index audit_subject on audit (subject, id desc);
create index audit_kind on audit (kind, id desc);
create index audit_at on audit (at);

create function audit_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only' using errcode = 'SP004';
end $$;
create trigger audit_stays before update or delete on audit for each row execute function audit_stays();
create trigger audit_stays_whole before truncate on audit for each statement execute function audit_stays();

create function write_audit(subject text, kind text, subject_id integer, subject_name text, person_id integer, before jsonb, after jsonb)
returns void language plpgsql as $$
declare
  actor integer := nullif(current_setting('portal.actor_id', true), '')::integer;
begin
  insert into audit (actor_id, actor_name, address, subject, kind, subject_id, subject_name, person_id, before, after)
  values (actor, (select name from users where id = actor), nullif(current_setting('portal.address', true), ''),
          subject, kind, subject_id, subject_name, person_id, before, after);
end $$;

-- Only what changed, and nothing that tells a password: of that, that it changed.
create function changed_values(one jsonb, other jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(case key when 'password_hash' then 'password' else key end,
                          case key when 'password_hash' then '"changed"'::jsonb else value end)
  from jsonb_each(one)
  where key not in ('id', 'version', 'created_at', 'updated_at', 'updated_by', 'removed_at', 'closed_at', 'closed_by')
    and value is distinct from other -> key and (other is not null or value <> 'null'::jsonb)
$$;

create function audit_row() returns trigger language plpgsql as $$
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
    perform write_audit(subject, kind, (either ->> 'id')::integer, title, person, changed_values(was, becomes), changed_values(becomes, was));
  end if;
  return null;
end $$;

create trigger users_audit_added after insert or delete on users for each row execute function audit_row('user');
create trigger users_audit_changed after update on users for each row
  when ((old.name, old.email, old.degree, old.title, old.username, old.password_hash, old.department_id, old.role_id, old.gender, old.removed_at)
    is distinct from (new.name, new.email, new.degree, new.title, new.username, new.password_hash, new.department_id, new.role_id, new.gender, new.removed_at))
  execute function audit_row('user');
create trigger departments_audit after insert or update or delete on departments for each row execute function audit_row('department');
create trigger activities_audit after insert or update or delete on activities for each row execute function audit_row('activity');
create trigger terms_audit_added after insert or delete on terms for each row execute function audit_row('term');
create trigger terms_audit_changed after update on terms for each row
  -- The term that stops being current has no record of its own: the one that becomes it does.
  when (not (old.is_current and not new.is_current)) execute function audit_row('term');
create trigger term_scores_audit_added after insert on term_scores for each row
  when (new.tp <> 0 or new.fb <> 0) execute function audit_row('score');
create trigger term_scores_audit_changed after update of tp, fb on term_scores for each row
  when (old.tp <> new.tp or old.fb <> new.fb) execute function audit_row('score');
create trigger posted_activities_audit after insert or update or delete on posted_activities for each row execute function audit_row('posting');
