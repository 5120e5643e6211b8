-- When the backup command finished, so that Settings can say how old the last backup is. About this installation alone: no backup holds it.
create table backups_made (
  id integer generated always as identity primary key,
  finished_at timestamptz not null default now(),
  row_count bigint not null,
  is_signed boolean not null,
  constraint backups_made_row_count_range check (row_count >= 0)
);
