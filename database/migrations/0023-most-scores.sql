-- The most that tp and fb can be belongs to the rules, like the bands: an office that gives 30 teacher points at most finds 75 refused. The
-- default is for the first version, and for a server of the release before that publishes one.
alter table rules_versions
  add column most_tp numeric not null default 1000,
  add column most_fb numeric not null default 1000,
  add constraint rules_versions_most_tp_form check (most_tp > 0 and most_tp <= 1000 and most_tp = round(most_tp, 1)),
  add constraint rules_versions_most_fb_form check (most_fb > 0 and most_fb <= 1000 and most_fb = round(most_fb, 1));
