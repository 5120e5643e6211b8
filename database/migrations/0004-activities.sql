-- The catalogue, what members posted of it, and the images that prove it.

create table activities (
  id integer generated always as identity primary key,
  name text not null constraint activities_name_form check (name = btrim(name) and length(name) between 1 and 200),
  description text not null constraint activities_description_form
    check (description = btrim(description) and length(description) between 1 and 2000),
  score numeric(6, 2) not null constraint activities_score_range check (score between 0 and 1000),
  type text not null default 'Compulsory' constraint activities_type_code check (type in ('Compulsory', 'Attending', 'Elective')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by integer references users,
  removed_at timestamptz
);
create unique index activities_name_unique on activities (lower(name)) where removed_at is null;
create trigger activities_touch before update on activities for each row execute function touch();

-- A posting keeps the name, type and score its activity had when it was posted.
create table posted_activities (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  activity_id integer not null references activities,
  activity_name text not null,
  type text not null constraint posted_activities_type_code check (type in ('Compulsory', 'Attending', 'Elective')),
  score numeric(6, 2) not null constraint posted_activities_score_range check (score between 0 and 1000),
  starting_date date not null,
  link text constraint posted_activities_link_form check (link ~* '^https?://' and length(link) <= 2000),
  term_id integer not null references terms,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint posted_activities_once unique (user_id, activity_id, starting_date)
);
create index posted_activities_user_id on posted_activities (user_id, starting_date desc, id desc);
create index posted_activities_term_id on posted_activities (term_id);
create index posted_activities_activity_id on posted_activities (activity_id);
create trigger posted_activities_touch before update on posted_activities for each row execute function touch();

-- Beside the posting and not in it, so that a list of postings never carries pictures; gone together with its posting.
create table posted_images (
  id uuid primary key default gen_random_uuid(),
  posted_activity_id integer not null unique references posted_activities on delete cascade,
  bytes bytea not null constraint posted_images_size check (length(bytes) between 1 and 5 * 1024 * 1024),
  created_at timestamptz not null default now()
);
alter table posted_images alter column bytes set storage external;
