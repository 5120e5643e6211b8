import type { Installation } from '../../contract/installation.ts'
import type { Sql } from '../../database/connect.ts'

export function installation(sql: Sql) {
  return {
    /** The age of a backup is told by the database, whose clock wrote its moment. */
    async database(): Promise<Pick<Installation, 'last_backup'> & { version: string; bytes: number }> {
      const [found] = await sql<[{ version: string; bytes: number; last_backup: Installation['last_backup'] }]>`
        select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
          (select json_build_object('finished_at', finished_at, 'is_signed', is_signed,
              'days', floor(extract(epoch from now() - finished_at) / 86400)::int)
            from backups_made order by finished_at desc limit 1) as last_backup`
      return found
    },
  }
}
