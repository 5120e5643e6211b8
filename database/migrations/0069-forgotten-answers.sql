-- How many said that they come to an event of a closed term, and did not: who they were is forgotten (database/functions/events.sql).
create table event_forgotten_answers (
  event_id integer primary key constraint event_forgotten_answers_event references events on delete cascade,
  count integer not null,
  constraint event_forgotten_answers_count_range check (count > 0)
);
