import { CannotStart } from './cannot-start.ts'
import type { Database, Sql } from './connect.ts'

/** Tables that are never changed or shortened: the server adds to them and reads them. */
const appendOnly = [
  'audit',
  'statements',
  'rules_versions',
  'rules_bands',
  'rules_limits',
  'archives',
  'archive_keys',
  'archive_private_keys',
  'import_batches',
  'import_changes',
  'import_undos',
  'import_undo_exceptions',
]
/** Tables that migrations fill, and the backup command. */
const readOnly = ['schema_migrations', 'schema_functions', 'backups_made']

/**
 * Grants the rights of the role as which the server works. It owns nothing, so that it can neither alter, drop nor disable what guards the
 * audit trail; the owner of the tables migrates and is not used afterwards.
 */
export async function grantServerRole(tx: Sql, role: string) {
  const name = tx.identifier(role)
  const [row] = await tx<[{ database: string }]>`select current_database() as database`
  await tx`revoke create on schema public from public`
  // A temporary table could stand in for one that a trigger reads.
  await tx`revoke temporary on database ${tx.identifier(row.database)} from public`
  await tx`grant usage on schema public to ${name}`
  await tx`revoke all on all tables in schema public from ${name}`
  await tx`grant select, insert, update, delete on all tables in schema public to ${name}`
  await tx`revoke update, delete on ${tx.identifiers(appendOnly)} from ${name}`
  await tx`revoke insert, update, delete on ${tx.identifiers(readOnly)} from ${name}`
}

export async function roleOf(database: Database): Promise<string> {
  const [row] = await database<[{ name: string }]>`select current_user as name`
  return row.name
}

/** Whether the role of this connection could change the audit trail, or what guards it. */
async function canAlterTrail(database: Database): Promise<boolean> {
  const [row] = await database<[{ found: boolean }]>`
    select rolsuper or has_table_privilege('audit', 'update, delete, truncate, trigger')
      or pg_has_role(current_user, (select relowner from pg_class where oid = 'audit'::regclass), 'member')
      or pg_has_role(current_user, (select proowner from pg_proc where oid = 'refuse_change'::regproc), 'member') as found
    from pg_roles where rolname = current_user`
  return row.found
}

/** Refuses a role that was meant to be without these rights; where the portal has one role only, it logs a warning. */
export async function checkServerRole(database: Database, isSeparate: boolean, warn: (text: string) => void) {
  if (!(await canAlterTrail(database))) return
  if (isSeparate)
    throw new CannotStart(
      `The role ${await roleOf(database)} of DATABASE_URL could alter the audit trail: it is a superuser, a member of the owner's role, or ` +
        'was granted more than the portal grants it. Use a role of its own, made with "create role portal_server login".',
    )
  warn(
    'The role of DATABASE_URL owns the tables and could alter the audit trail. Give the portal a second role: DATABASE_OWNER_URL in docs/running.md.',
  )
}
