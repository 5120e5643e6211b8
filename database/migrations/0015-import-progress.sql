-- How far somebody's import has come, for a bar on a screen: several server processes share the port, and whoever is asked must know.
-- Nothing rests on it, so it is not kept through a crash.
create unlogged table import_progress (
  user_id integer primary key references users on delete cascade,
  step text not null,
  share double precision not null,
  told_at timestamptz not null default clock_timestamp()
);
