-- Notices that say what really was before. Everything here is new beside what was there: servers of the release before go on working.

-- When a weekly digest took it: what a person may have read is never replaced by another notice.
alter table notices add column digest_taken_at timestamptz;

-- The rules that the closing graded by: a term that was reopened may take others. Null for closings before this migration.
alter table term_closings add column rules_version integer constraint term_closings_rules references rules_versions;
