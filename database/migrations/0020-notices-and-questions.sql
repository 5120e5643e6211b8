-- Notices that say what really was before, and questions that end with the closing of their term. Everything here is new beside what was
-- there, or wider: servers of the release before go on working.

-- When a weekly digest took it: what a person may have read is never replaced by another notice.
alter table notices add column digest_taken_at timestamptz;

-- The rules that the closing graded by: a term that was reopened may take others. Null for closings before this migration.
alter table term_closings add column rules_version integer constraint term_closings_rules references rules_versions;

-- Answered by who decided the line, or by a delegate of theirs, because no other person could.
alter table score_questions add column last_resort boolean not null default false;
alter table score_questions drop constraint score_questions_not_by_decider;
alter table score_questions add constraint score_questions_not_by_decider check (answered_by <> decided_by or last_resort);

-- For each open question, the administrators are looked up.
create index users_administrators on users (id) where role_id = 1 and removed_at is null;

-- Unanswered: it was open when its term was closed.
alter table score_questions drop constraint score_questions_state_code;
alter table score_questions add constraint score_questions_state_code
  check (state in ('open', 'accepted', 'declined', 'withdrawn', 'unanswered'));

-- Those that stayed open in terms that are closed. Their triggers refuse any change in a closed term, and are not all there in a new database.
alter table score_questions disable trigger user;
with ended as (
  update score_questions q set state = 'unanswered', version = q.version + 1, updated_at = now()
  from terms t where t.id = q.term_id and t.status = 'closed' and q.state = 'open'
  returning q.*)
insert into audit (subject, kind, subject_id, subject_name, person_id, after)
select 'question', 'unanswered', e.id, coalesce(e.activity_name, u.name), e.user_id,
  jsonb_build_object('line', e.subject, 'term_id', e.term_id)
from ended e join users u on u.id = e.user_id;
alter table score_questions enable trigger user;
