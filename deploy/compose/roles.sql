-- The two roles of docs/decisions/0025-two-database-roles.md. psql reads the passwords from the environment of the container.
\getenv owner_password OWNER_PASSWORD
\getenv server_password SERVER_PASSWORD
create role portal login password :'owner_password';
create role portal_server login password :'server_password';
alter database portal owner to portal;
