-- The department in which its member was when an activity was posted: its heads and deans review it, also after the member has moved
-- (docs/decisions/0093-faculties.md). Null in postings of before, which follow their member.
alter table posted_activities add column owner_department_id integer constraint posted_activities_owner_department references departments;
create index posted_activities_owner_department_id on posted_activities (owner_department_id);
