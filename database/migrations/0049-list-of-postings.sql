-- The list of all postings shows a page of any order without sorting all of them.
create index posted_activities_by_date on posted_activities (starting_date, id);
create index posted_activities_by_points on posted_activities (counted_points, id);
create index users_sort_name on users (sort_name, id);
