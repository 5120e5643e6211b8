-- An archive is one of the closing that is in force: a term that was reopened while its archive was made has none of that moment.
create or replace function check_archive() returns trigger language plpgsql as $$
begin
  -- The row is locked, so that the term is not reopened before this transaction ends.
  perform from terms where id = new.term_id and closing_id = new.closing_id and status = 'closed' for share;
  if not found then
    raise exception 'the closing of an archive must be in force' using errcode = 'SP007';
  end if;
  return new;
end $$;

create or replace trigger archives_check before insert on archives for each row execute function check_archive();

create or replace function audit_archive() returns trigger language plpgsql as $$
begin
  perform write_audit('term', 'archived', new.term_id, (select name from terms where id = new.term_id), null, null,
    jsonb_build_object('closing', (select number from term_closings where id = new.closing_id),
                       'checksum', encode(new.checksum, 'hex')));
  return null;
end $$;

create or replace trigger archives_audit after insert on archives for each row execute function audit_archive();
