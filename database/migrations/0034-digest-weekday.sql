-- The day of the weekly digest is a setting. A server of the release before goes on with Mondays.
alter table digests drop constraint digests_week_range;
comment on column digests.week is 'The day on which it is sent, in the time zone of the settings.';
