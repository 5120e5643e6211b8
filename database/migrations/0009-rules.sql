-- Rules as data: the grade bands of the titles and the limits of what counts, in versions. A version is never changed; a new one is
-- published beside it (../functions/rules.sql). A term has the version that was in force when it was opened.

create table rules_versions (
  -- 1 is the specification's.
  number integer primary key,
  published_at timestamptz not null default now(),
  -- Null: the portal itself, for the first version.
  published_by integer constraint rules_versions_published_by references users,
  note text,
  constraint rules_versions_number_positive check (number > 0),
  constraint rules_versions_note_form check (note = btrim(note) and length(note) between 1 and 500)
);

-- Here and not in ../functions/, because the check of a table uses it.
create function are_bounds(bounds numeric[]) returns boolean language sql immutable as $$
  select cardinality(bounds) = 6 and bounds[1] = 0
    and bool_and(bound is not null and bound <= 1000 and bound = round(bound, 1) and (former is null or bound > former))
  from (select bound, lag(bound) over (order by place) as former from unnest(bounds) with ordinality as b(bound, place)) each
$$;

-- The lower bounds of E, D, C, B, A and A+ for a title.
create table rules_bands (
  rules_version integer not null constraint rules_bands_version references rules_versions,
  title text not null,
  lower_bounds numeric[] not null,
  primary key (rules_version, title),
  constraint rules_bands_title_code check (title in ('p', 'ap', 'l', 'al')),
  constraint rules_bands_lower_bounds_form check (are_bounds(lower_bounds))
);

-- What counts at most of one activity, or of all activities of a type, per member and term.
create table rules_limits (
  id integer generated always as identity primary key,
  rules_version integer not null constraint rules_limits_version references rules_versions,
  activity_id integer constraint rules_limits_activity references activities,
  type text,
  most_times integer,
  most_points numeric(6, 2),
  constraint rules_limits_activity_or_type check ((activity_id is null) <> (type is null)),
  constraint rules_limits_not_empty check (most_times is not null or most_points is not null),
  constraint rules_limits_type_code check (type in ('Compulsory', 'Attending', 'Elective')),
  constraint rules_limits_most_times_range check (most_times between 1 and 1000),
  constraint rules_limits_most_points_range check (most_points > 0 and most_points <= 1000),
  constraint rules_limits_activity_once unique (rules_version, activity_id),
  constraint rules_limits_type_once unique (rules_version, type)
);

insert into rules_versions (number) values (1);
insert into rules_bands (rules_version, title, lower_bounds) values
  (1, 'al', '{0, 6, 12, 18, 25, 45}'),
  (1, 'l', '{0, 6, 15, 24, 35, 55}'),
  (1, 'ap', '{0, 6, 20, 35, 50, 70}'),
  (1, 'p', '{0, 6, 20, 45, 60, 80}');

-- Here and not in ../functions/, because a default uses it.
create function rules_in_force() returns integer language sql stable as $$ select max(number) from rules_versions $$;

alter table terms
  add column rules_version integer not null default rules_in_force()
    constraint terms_rules_version references rules_versions;

-- Why a posting counts 0 although it was not returned: the limit that it would have exceeded. Set by ../functions/limits.sql.
alter table posted_activities
  add column over_limit jsonb,
  add column counted_points numeric(6, 2) not null
    generated always as (case when state = 'returned' or over_limit is not null then 0 else score end) stored;

-- The bands of the releases before. The table stays for their servers (docs/decisions/0029-two-releases.md); a later migration drops it.
drop view if exists term_standing; -- re-created by ../functions/term-standing.sql
drop function if exists grade_in(text[], numeric[], numeric);
