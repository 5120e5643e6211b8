-- Evidence in small, for lists: derived from its picture, so it counts in no quota, is not audited, and is made again where it is missing.

create table image_thumbnails (
  posted_activity_id integer primary key constraint image_thumbnails_image references posted_images (posted_activity_id) on delete cascade,
  -- The image that it shows. A server of the release before replaces an image and leaves the thumbnail of the one before.
  image_id uuid not null,
  bytes bytea not null,
  constraint image_thumbnails_bytes_range check (length(bytes) between 1 and 8 * 1024)
);
alter table image_thumbnails alter column bytes set storage external;

-- The thumbnail of a photo, or of the first page of a PDF.
create table file_thumbnails (
  file_id uuid primary key constraint file_thumbnails_file references evidence_files on delete cascade,
  bytes bytea not null,
  constraint file_thumbnails_bytes_range check (length(bytes) between 1 and 8 * 1024)
);
alter table file_thumbnails alter column bytes set storage external;

-- The files of a form while its request is handled, in pieces, so that the server does not hold them in its memory. Deleted at the end of the request;
-- unlogged, because nothing of it has to outlive a crash.
create unlogged table received_pieces (
  file_id uuid not null,
  number integer not null,
  bytes bytea not null,
  received_at timestamptz not null default now(),
  primary key (file_id, number)
);
alter table received_pieces alter column bytes set storage external;
