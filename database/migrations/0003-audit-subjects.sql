-- A new concept brings a subject of its own: only its form is checked here, its name stands in contract/messages.ts.
alter table audit drop constraint audit_subject_code;
alter table audit add constraint audit_subject_form check (subject ~ '^[a-z]+$');
