-- A posting whose points were changed to those of the catalogue, for the whole term: the points before, and when that was.
alter table posted_activities
  add column points_before numeric(6, 2),
  add column recounted_at timestamptz,
  add constraint posted_activities_recounted_form check ((points_before is null) = (recounted_at is null));
