-- The last day for posting is announced to members before it comes. However many servers look for it: each warning about a day is written
-- once; another day is announced anew. A server of the release before writes none.
create unique index notices_posting_ends_once on notices (user_id, term_id, (details ->> 'ends_on'), (details ->> 'days'))
  where kind = 'posting ends';
