-- A term can hold its scores back: members see what was released, the office goes on with drafts. term_scores stays what members see, so
-- that a query that knows nothing of drafts shows none. A server of the release before refuses to score in such a term (functions/releases.sql).
alter table terms add column holds_scores boolean not null default false;

-- The scores of a member as the office entered them, both of them, while they differ from term_scores.
create table draft_scores (
  term_id integer not null constraint draft_scores_term references terms,
  user_id integer not null constraint draft_scores_user references users,
  tp numeric(5, 1),
  fb numeric(5, 1),
  primary key (term_id, user_id),
  constraint draft_scores_tp_range check (tp between 0 and 1000),
  constraint draft_scores_fb_range check (fb between 0 and 1000)
);
create index draft_scores_user_id on draft_scores (user_id);

create table score_releases (
  id integer generated always as identity primary key,
  term_id integer not null constraint score_releases_term references terms,
  number integer not null,
  -- The departments whose members were chosen, with their names of then; null for all.
  departments jsonb,
  released_by integer not null constraint score_releases_released_by references users,
  released_at timestamptz not null default now(),
  taken_back_by integer constraint score_releases_taken_back_by references users,
  taken_back_at timestamptz,
  constraint score_releases_number unique (term_id, number),
  constraint score_releases_taken_back_form check ((taken_back_by is null) = (taken_back_at is null))
);

-- The scores of each member before and after a release.
create table released_scores (
  release_id integer not null constraint released_scores_release references score_releases,
  user_id integer not null constraint released_scores_user references users,
  tp_before numeric(5, 1),
  fb_before numeric(5, 1),
  tp numeric(5, 1),
  fb numeric(5, 1),
  primary key (release_id, user_id)
);
create index released_scores_user_id on released_scores (user_id);

alter table portal_settings add column hold_scores boolean not null default false;
