-- Every change of the settings is recorded. The first save adds the row with its defaults and then changes it: the change is the record.
create or replace trigger portal_settings_audit after update on portal_settings for each row execute function audit_row('settings');

-- The logo is recorded by its checksum.
create or replace function audit_logo() returns trigger language plpgsql as $$
begin
  if old.content_hash is distinct from new.content_hash then
    perform write_audit('settings', 'edited', 1, null, null,
      jsonb_build_object('logo', encode(old.content_hash, 'hex')), jsonb_build_object('logo', encode(new.content_hash, 'hex')));
  end if;
  return null;
end $$;

create or replace trigger portal_logo_audit after insert or update or delete on portal_logo for each row execute function audit_logo();
