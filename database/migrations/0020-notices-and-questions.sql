-- When a weekly digest took the notice: what a person may have read is never replaced by another notice.
alter table notices add column digest_taken_at timestamptz;
