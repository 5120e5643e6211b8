-- Somebody posts all day, and until now each posting made everything that a server keeps be read again. What a posting changes is told
-- apart: the lists that add up scores have a count of their own, and what is kept of one member is compared with the rows of that
-- member's scores, which every posting writes anew.
create sequence score_changes;

create function note_score_change() returns trigger language plpgsql as $$
begin
  perform nextval('score_changes');
  return null;
end $$;
drop trigger term_scores_note_list_change on term_scores;
create trigger term_scores_note_score_change after insert or update or delete on term_scores
  for each statement execute function note_score_change();
drop trigger posted_activities_note_list_change on posted_activities;
drop trigger posted_images_note_list_change on posted_images;

-- An image changes what its member posted, and no sum: the row is written as it is, so that it tells of the image too. Where a posting
-- goes with its image, the posting has told already.
create function image_touches_scores() returns trigger language plpgsql as $$
begin
  update term_scores s set posted_count = s.posted_count from posted_activities p
  where p.id in (old.posted_activity_id, new.posted_activity_id) and s.user_id = p.user_id and s.term_id = p.term_id;
  return null;
end $$;
create trigger posted_images_touch_scores after insert or update or delete on posted_images
  for each row execute function image_touches_scores();
