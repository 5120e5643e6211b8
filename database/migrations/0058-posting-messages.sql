-- What a member and the reviewers write to each other about a posting (docs/decisions/0089-conversation-and-plan.md). Everything here is new
-- beside what was there: servers of the release before go on working.
create table posting_messages (
  id integer generated always as identity primary key,
  -- A posting that its owner deletes takes them along, as its image.
  posted_activity_id integer not null constraint posting_messages_posting references posted_activities on delete cascade,
  author_id integer not null constraint posting_messages_author references users,
  text text not null,
  created_at timestamptz not null default now(),
  constraint posting_messages_text_form check (text = btrim(text) and length(text) between 1 and 1000)
);
create index posting_messages_posted_activity_id on posting_messages (posted_activity_id, id);
create index posting_messages_author_id on posting_messages (author_id, created_at);

-- Replies are looked for among the returned postings.
create index posted_activities_returned on posted_activities (id) where state = 'returned';
