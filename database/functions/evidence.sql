-- The evidence of a posting: at most five files with its image, none that changes after it was added, and the size of all of it.

create or replace function limit_evidence() returns trigger language plpgsql as $$
begin
  -- The posting is locked: of two files that are added at once, the second one is counted after the first.
  perform from posted_activities where id = new.posted_activity_id for no key update;
  if (select count(*) from evidence_files where posted_activity_id = new.posted_activity_id)
    + (select count(*) from posted_images where posted_activity_id = new.posted_activity_id) > 5 then
    raise exception 'posting % has five files', new.posted_activity_id using errcode = 'SP017';
  end if;
  return null;
end $$;

create or replace trigger evidence_files_limit after insert on evidence_files for each row execute function limit_evidence();
create or replace trigger posted_images_limit after insert on posted_images for each row execute function limit_evidence();

create or replace trigger evidence_files_keep before update on evidence_files for each row execute function refuse_change();

-- The pages come with their file, and go with it.
create or replace function keep_evidence_page() returns trigger language plpgsql as $$
declare
  file uuid := coalesce(new.file_id, old.file_id);
begin
  if tg_op = 'INSERT' and (select p.state from evidence_files f join posted_activities p on p.id = f.posted_activity_id
    where f.id = file) is distinct from 'verified' then
    return new;
  end if;
  if tg_op = 'DELETE' and not exists (select from evidence_files where id = file) then
    return old;
  end if;
  raise exception 'the pages of file % stay as they are', file using errcode = 'SP004';
end $$;

create or replace trigger evidence_pages_keep before insert or update or delete on evidence_pages
  for each row execute function keep_evidence_page();

-- The sizes that count towards the quota of a member in a term: of what is stored now. A PDF counts with the pictures of its pages, and the
-- image of a question as that of a posting. The length of bytes that are stored apart is known without reading them.
create or replace view evidence_sizes as
  select p.user_id, p.term_id, p.id as posting_id, length(i.bytes) as bytes
  from posted_images i join posted_activities p on p.id = i.posted_activity_id
  union all
  select p.user_id, p.term_id, p.id, length(f.bytes)
  from evidence_files f join posted_activities p on p.id = f.posted_activity_id
  union all
  select p.user_id, p.term_id, p.id, length(g.bytes)
  from evidence_pages g join evidence_files f on f.id = g.file_id join posted_activities p on p.id = f.posted_activity_id
  union all
  select q.user_id, q.term_id, null, length(i.bytes)
  from question_images i join score_questions q on q.id = i.question_id;
