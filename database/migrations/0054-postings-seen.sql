-- When somebody who may review a posting had it before them, for its member: sent, seen, verified. One row for each posting, of the version that
-- was seen: an edited posting is unseen again. Who it was is nobody's business, and a look changes nothing, so Audit has none of it.
create table posting_views (
  posted_activity_id integer primary key constraint posting_views_posted_activity_id references posted_activities on delete cascade,
  seen_version integer not null,
  seen_at timestamptz not null default now()
);
