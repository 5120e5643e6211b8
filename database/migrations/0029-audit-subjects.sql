-- A table whose name has two words is a subject of the audit trail, too: room_types is "room_type".
alter table audit drop constraint audit_subject_form;
alter table audit add constraint audit_subject_form check (subject ~ '^[a-z]+(_[a-z]+)*$');
