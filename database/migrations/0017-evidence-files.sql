-- Further evidence of a posting beside its image: photos and PDF files.

create table evidence_files (
  id uuid primary key default gen_random_uuid(),
  posted_activity_id integer not null constraint evidence_files_posting references posted_activities on delete cascade,
  -- The order in which they were added.
  position integer not null,
  kind text not null,
  -- As its sender named it; for display.
  name text not null,
  -- A photo as the portal encoded it, a PDF as it was sent.
  bytes bytea not null,
  content_hash bytea not null generated always as (sha256(bytes)) stored,
  -- Of a PDF.
  page_count integer,
  -- Of the photo, or of the picture of the first page, in pixels.
  width integer not null,
  height integer not null,
  created_at timestamptz not null default now(),
  constraint evidence_files_in_order unique (posted_activity_id, position),
  constraint evidence_files_kind_code check (kind in ('photo', 'pdf')),
  constraint evidence_files_name_form check (name = btrim(name) and length(name) between 1 and 200 and name !~ '[[:cntrl:]/\\]'),
  constraint evidence_files_bytes_range check (length(bytes) between 1 and 10 * 1024 * 1024),
  constraint evidence_files_page_count_range check (page_count between 1 and 20),
  constraint evidence_files_pages_of_pdf check ((kind = 'pdf') = (page_count is not null)),
  constraint evidence_files_size_range check (width between 1 and 1600 and height between 1 and 1600)
);
-- Neither JPEG nor PDF compresses any further.
alter table evidence_files alter column bytes set storage external;
create index evidence_files_content_hash on evidence_files (content_hash);

-- The pages of a PDF as pictures: nobody has to open a stranger's file to see it.
create table evidence_pages (
  file_id uuid not null constraint evidence_pages_file references evidence_files on delete cascade,
  page integer not null,
  bytes bytea not null,
  primary key (file_id, page),
  constraint evidence_pages_page_range check (page between 1 and 20),
  constraint evidence_pages_bytes_range check (length(bytes) between 1 and 10 * 1024 * 1024)
);
alter table evidence_pages alter column bytes set storage external;
