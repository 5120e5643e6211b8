-- By which proof a session, a begun sign-in and a link with the provider were made. Servers of the release before go on working: what they
-- write gets the stricter default.

-- Whether a second factor was given for the session, here or at the provider.
alter table sessions add column second_factor boolean not null default false;

-- Where the provider signed a person in and the second factor is still to come: the names of its session, and where they wanted to go.
alter table pending_sign_ins
  add column sso_issuer text,
  add column sso_subject text,
  add column sso_session_id text,
  add column return_to text;

-- Whether the address found the member. An administrator links the own account with the password instead.
alter table identities add column by_address boolean not null default true;

-- Of today's administrators: linked since they have the role, or linked as staff before it. The latter must not sign an administrator in.
update identities i set by_address = false from users u
where u.id = i.user_id and u.role_id = 1 and not exists (
  select from audit a where a.subject = 'user' and a.kind = 'role changed' and a.subject_id = u.id and a.at >= i.linked_at);
delete from identities i using users u where u.id = i.user_id and u.role_id = 1 and i.by_address;
