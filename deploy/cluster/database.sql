-- This file runs once, on the primary, as postgres: psql -f database.sql. The portal creates the tables and grants portal_server what it
-- needs.
create role portal login password 'OWNER_PASSWORD';
create role portal_server login password 'SERVER_PASSWORD';
create database portal owner portal;
revoke all on database portal from public;
grant connect on database portal to portal_server;
