-- A score that was never set is null, not 0. The audit trail knows which zeros were entered. Results of earlier closings stay as frozen.
drop view if exists term_standing; -- re-created by ../functions/term-standing.sql

alter table term_scores
  alter column tp drop not null, alter column tp drop default,
  alter column fb drop not null, alter column fb drop default,
  -- Made again below: the expression of a generated column cannot be altered before PostgreSQL 17.
  drop column total_score;
alter table term_scores disable trigger user;
update term_scores s set
  tp = case when s.tp <> 0 or exists (select from audit a
    where a.subject = 'score' and a.person_id = s.user_id and a.subject_id = s.term_id and a.after ? 'tp') then s.tp end,
  fb = case when s.fb <> 0 or exists (select from audit a
    where a.subject = 'score' and a.person_id = s.user_id and a.subject_id = s.term_id and a.after ? 'fb') then s.fb end
where s.tp = 0 or s.fb = 0;
alter table term_scores enable trigger user;
alter table term_scores add column total_score numeric(13, 2) not null
  generated always as (coalesce(tp, 0) + coalesce(fb, 0) + atts + acts + escore) stored;

alter table term_results
  alter column tp drop not null,
  alter column fb drop not null,
  drop constraint term_results_total_adds_up,
  add constraint term_results_total_adds_up
    check (total_score = coalesce(tp, 0) + coalesce(fb, 0) + atts + acts + escore);
