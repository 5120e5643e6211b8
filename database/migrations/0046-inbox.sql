-- The inbox shows what waits, from the tables that hold it. Stored are only the people who see to a line, and with which panel an account
-- opens. The kinds of lines stand in contract/inbox.ts; subject_id is the id of the question, posting, user, term or department, 0 for
-- members without a department. One person has a line: the second of two at once finds it taken.
create table inbox_takes (
  kind text not null,
  subject_id integer not null,
  taken_by integer not null constraint inbox_takes_taken_by references users,
  taken_at timestamptz not null default now(),
  primary key (kind, subject_id),
  constraint inbox_takes_kind_form check (kind ~ '^[a-z_]{1,40}$'),
  constraint inbox_takes_subject_id_range check (subject_id >= 0)
);
create index inbox_takes_taken_by on inbox_takes (taken_by);

-- Null for the default panel of the dashboard.
alter table user_preferences
  add column opens_with text,
  add constraint user_preferences_opens_with_form check (opens_with ~ '^[a-z][a-z-]{0,39}$');

-- When the owner sent a returned posting again (functions/verified-postings.sql); it waits from then on. Until now only the audit trail knew.
-- link_key is stored, because thousands of postings are compared by it at once. The index of its expression stays for servers of the release
-- before.
alter table posted_activities
  add column resubmitted_at timestamptz,
  add column link_key text collate "C" generated always as (public.link_key(link)) stored;
create index posted_activities_same_link on posted_activities (link_key, id, activity_id, user_id) where link_key is not null;
alter table posted_activities disable trigger user;
update posted_activities p set resubmitted_at = a.at
from (select subject_id, max(at) as at from audit
  where subject = 'posting' and before ->> 'state' = 'returned' and actor_id = person_id group by subject_id) a
where a.subject_id = p.id;
alter table posted_activities enable trigger user;
