-- Questions about a line of a score: nothing of them changes in a closed term, what was asked and written stays, every step has its audit
-- record, and both sides hear of it. The right to answer stands in who-may-answer.sql.

-- The person who decided the line last, from the audit trail: verified or returned the posting, or set the score. Null without a decision.
create or replace function last_decider(subject text, member integer, term integer, posting integer) returns integer
language plpgsql stable as $$
declare
  published audit;
begin
  if subject = 'posting' then
    return (select a.actor_id from audit a where a.person_id = member and a.subject = 'posting' and a.subject_id = posting
      and a.kind in ('verified', 'returned') order by a.id desc limit 1);
  elsif subject in ('tp', 'fb') then
    -- The member questions the published score. Of a released one, the person who entered it decided, not the one who released it.
    select * into published from audit a where a.person_id = member and a.subject = 'score' and a.subject_id = term
      and a.after ? last_decider.subject and a.kind <> 'drafted' order by a.id desc limit 1;
    if published.kind <> 'released' then
      return published.actor_id;
    end if;
    return (select a.actor_id from audit a where a.person_id = member and a.subject = 'score' and a.subject_id = term
      and a.after ? last_decider.subject and a.kind = 'drafted' and a.id < published.id order by a.id desc limit 1);
  end if;
  return null;
end $$;

-- Whether heads and deans set scores: as chosen in Settings, or else as the environment variable HEADS_MAY_SCORE says, which the server
-- sets in its transactions.
create or replace function heads_may_score() returns boolean language sql stable as $$
  select coalesce((select s.heads_may_score from portal_settings s), coalesce(current_setting('portal.heads_may_score', true), '') = 'yes')
$$;

create or replace function check_question() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'questions are kept' using errcode = 'SP004';
  end if;
  perform refuse_in_closed_term(new.term_id);
  -- mostWithdrawnQuestions in contract/limits.ts: asking and withdrawing in turn leaves a row and a notice each time.
  if tg_op = 'INSERT' and (select count(*) >= 20 from score_questions
    where user_id = new.user_id and term_id = new.term_id and state = 'withdrawn') then
    raise exception 'member % has withdrawn too many questions', new.user_id using errcode = 'SP027';
  end if;
  if tg_op = 'UPDATE' and ((old.state <> 'open' and new.posted_activity_id is not distinct from old.posted_activity_id)
    or (to_jsonb(old) - '{state,posted_activity_id,answer,answered_by,answered_at,accepted_value,last_resort,version,updated_at,updated_by}'::text[])
      <> (to_jsonb(new) - '{state,posted_activity_id,answer,answered_by,answered_at,accepted_value,last_resort,version,updated_at,updated_by}'::text[]))
  then
    raise exception 'question % is kept as it was asked and answered', old.id using errcode = 'SP004';
  end if;
  return new;
end $$;

create or replace trigger score_questions_check before insert or update or delete on score_questions
  for each row execute function check_question();

create or replace function check_question_message() returns trigger language plpgsql as $$
declare
  question score_questions;
  is_member boolean;
begin
  -- The term is locked first, as a closing does, which ends its open questions.
  perform refuse_in_closed_term((select term_id from score_questions where id = new.question_id));
  -- The question is locked: it is not answered meanwhile, and of two messages at once the second one is counted after the first.
  select * into question from score_questions where id = new.question_id for no key update;
  if question.state <> 'open' then
    raise exception 'question % is answered', question.id using errcode = 'SP016',
      detail = coalesce(last_change('question', question.id, '{accepted,declined,withdrawn,unanswered}')::text, '');
  end if;
  -- Ten messages in a row of one side are the most (mostUnansweredMessages in contract/limits.ts): a message is never deleted.
  is_member := new.author_id = question.user_id;
  if is_member then
    perform refuse_question_after_day(question.term_id, question.user_id);
  end if;
  if (select count(*) = 10 and bool_and((author_id = question.user_id) = is_member)
      from (select author_id from question_messages where question_id = question.id order by id desc limit 10) newest) then
    raise exception 'question % waits for the other side', question.id using errcode = 'SP026';
  end if;
  return new;
end $$;

create or replace trigger question_messages_check before insert on question_messages
  for each row execute function check_question_message();

-- A member who deletes the posting has nothing left to ask about it.
create or replace function withdraw_question() returns trigger language plpgsql as $$
begin
  update score_questions set state = 'withdrawn', posted_activity_id = null,
    updated_by = nullif(current_setting('portal.actor_id', true), '')::integer
  where posted_activity_id = old.id and state = 'open';
  return old;
end $$;

create or replace trigger posted_activities_withdraw_question before delete on posted_activities
  for each row execute function withdraw_question();

-- Questions that are open when their term is closed end without an answer: nothing could answer or withdraw them any more. The office gets
-- one notice about all of them, each member one per question (below). While the closing is written its term is still open.
create or replace function end_questions() returns trigger language plpgsql as $$
begin
  insert into notices (user_id, kind, term_id, details)
  select a.answerer_id, 'questions unanswered', new.term_id, jsonb_build_object('count', count(*))
  from score_questions q cross join lateral question_answerers(q, heads_may_score()) a
  where q.term_id = new.term_id and q.state = 'open' and a.may_answer group by a.answerer_id;
  update score_questions set state = 'unanswered', updated_by = new.closed_by where term_id = new.term_id and state = 'open';
  return null;
end $$;

create or replace trigger term_closings_end_questions after insert on term_closings for each row execute function end_questions();

-- The record is named after the member, or after the activity.
create or replace function audit_question() returns trigger language plpgsql as $$
declare
  image text;
begin
  if tg_op = 'INSERT' then
    select encode(content_hash, 'hex') into image from question_images where question_id = new.id;
  end if;
  perform write_audit('question', case tg_op when 'INSERT' then 'asked' else new.state end, new.id,
    coalesce(new.activity_name, (select name from users where id = new.user_id)), new.user_id, null,
    jsonb_strip_nulls(jsonb_build_object('line', new.subject, 'term_id', new.term_id))
      || case tg_op
        when 'INSERT' then jsonb_strip_nulls(jsonb_build_object('text', new.text, 'link', new.link, 'image', image))
        else jsonb_strip_nulls(jsonb_build_object('answer', new.answer, 'accepted_value', new.accepted_value,
          'last_resort', nullif(new.last_resort, false))) end);
  return null;
end $$;

create or replace trigger score_questions_audit after insert on score_questions for each row execute function audit_question();
create or replace trigger score_questions_audit_end after update of state on score_questions for each row
  when (old.state <> new.state) execute function audit_question();

create or replace function audit_question_message() returns trigger language plpgsql as $$
declare
  question score_questions;
begin
  select * into question from score_questions where id = new.question_id;
  perform write_audit('question', 'written', question.id,
    coalesce(question.activity_name, (select name from users where id = question.user_id)), question.user_id, null,
    jsonb_build_object('line', question.subject, 'term_id', question.term_id, 'text', new.text));
  return null;
end $$;

create or replace trigger question_messages_audit after insert on question_messages
  for each row execute function audit_question_message();

-- The author of an asked question is its member, also without an actor: after an insert by hand.
create or replace function notice_question(question score_questions, reader integer, kind text, said text) returns void
language plpgsql as $$
declare
  author integer := case kind when 'question asked' then question.user_id
    else nullif(current_setting('portal.actor_id', true), '')::integer end;
begin
  insert into notices (user_id, kind, term_id, details)
  values (reader, kind, question.term_id, jsonb_strip_nulls(jsonb_build_object(
    'question_id', question.id, 'to', case when reader = question.user_id then 'member' else 'office' end, 'line', question.subject, 'activity_name', question.activity_name,
    'activity_names', case when question.activity_name is not null then question.activity_names end, 'text', said,
    'by', (select name from users where id = author))));
end $$;

-- The notice goes to everyone who may answer.
create or replace function notice_asked() returns trigger language plpgsql as $$
begin
  perform notice_question(new, a.answerer_id, 'question asked', new.text)
  from question_answerers(new, heads_may_score()) a where a.may_answer;
  return null;
end $$;

create or replace trigger score_questions_notice_asked after insert on score_questions
  for each row execute function notice_asked();

create or replace function notice_answer() returns trigger language plpgsql as $$
begin
  -- The question is answered: an unread notice about it is out of date.
  delete from notices where kind in ('question asked', 'question message') and details ->> 'question_id' = new.id::text
    and term_id = new.term_id and read_at is null;
  if new.state in ('accepted', 'declined', 'unanswered') then
    perform notice_question(new, new.user_id, 'question ' || new.state, new.answer);
  end if;
  return null;
end $$;

create or replace trigger score_questions_notice after update of state on score_questions for each row
  when (old.state <> new.state) execute function notice_answer();

create or replace function notice_question_message() returns trigger language plpgsql as $$
declare
  question score_questions;
begin
  select * into question from score_questions where id = new.question_id;
  if new.author_id <> question.user_id then
    perform notice_question(question, question.user_id, 'question message', new.text);
  else
    -- The notice goes to reviewers who have written before, if they still may review (heads.sql).
    perform notice_question(question, others.author_id, 'question message', new.text)
    from (select distinct m.author_id from question_messages m
      where m.question_id = question.id and m.author_id <> question.user_id
        and may_review(m.author_id, question.user_id, question.term_id)) others;
  end if;
  return null;
end $$;

create or replace trigger question_messages_notice after insert on question_messages
  for each row execute function notice_question_message();
