-- The last invitation of a user to choose the first password. Who sent it stands in the audit trail.
create table invitations (
  user_id integer primary key constraint invitations_user references users on delete cascade,
  invited_at timestamptz not null default now(),
  -- When the mail server took the e-mail; null while it waits, and where it could not be sent.
  sent_at timestamptz
);

-- An invitation waits as a link for a new password: a server of the release before, which does not know invitations, sends it as one.
alter table account_mails add column is_invitation boolean not null default false;

-- The lifetime of a link: that of an invitation is longer. The default is that of the release before.
alter table password_resets add column valid_minutes integer not null default 30;

-- What the mail server said when it refused the address, without links.
alter table mail_failures add column reason text;
