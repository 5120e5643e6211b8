-- Notices about events are a topic of their own on devices.
alter table user_preferences drop constraint user_preferences_push_off_code;
alter table user_preferences add constraint user_preferences_push_off_code
  check (push_off <@ '{returned,verified,answered,released,days,events}');
