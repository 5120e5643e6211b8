import type { Translations } from '../../contract/fields.ts'
import type { Sql } from '../../database/connect.ts'

export interface StoredKey {
  /** The fingerprint in hexadecimal digits. */
  fingerprint: string
  /** The key as DER. */
  public_key: Buffer
  created_at: string
}

interface NewArchive {
  checksum: Buffer
  size: number
  term_id: number
  closing_id: number
  manifest: string
  signature: Buffer
  key_fingerprint: Buffer
}

export interface StoredArchive {
  size: number
  closing_number: number
  closed_at: string
  manifest: string
  signature: Buffer
  public_key: Buffer
  made_at: string
  is_current: boolean
  /** The translations of the term, if it still has the name that the archive has. */
  term_names: Translations
}

export function archives(sql: Sql) {
  const moment = (column: string) => sql.unsafe(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)
  return {
    /** The keys, newest first. */
    async keys(): Promise<StoredKey[]> {
      return sql<StoredKey[]>`
        select encode(k.fingerprint, 'hex') as fingerprint, k.public_key, ${moment('k.created_at')} as created_at
        from archive_keys k order by k.created_at desc, k.fingerprint`
    },

    /** Two servers that need the first key at the same time make one. */
    async lockKeys() {
      await sql`select pg_advisory_xact_lock(hashtext('archive_keys'))`
    },

    /** The newest stored key, which signs. */
    async privateKey(): Promise<Buffer | undefined> {
      const [row] = await sql<{ private_key: Buffer }[]>`
        select p.private_key from archive_private_keys p join archive_keys k using (fingerprint)
        order by k.created_at desc, k.fingerprint limit 1`
      return row?.private_key
    },

    /** A key that is read from a file is listed, and not stored. */
    async addKey(publicKey: Buffer, privateKey: Buffer | undefined) {
      await sql`insert into archive_keys (fingerprint, public_key, created_at)
        values (sha256(${publicKey}), ${publicKey}, clock_timestamp()) on conflict do nothing`
      if (privateKey)
        await sql`insert into archive_private_keys (fingerprint, private_key) values (sha256(${publicKey}), ${privateKey})`
    },

    async add(archive: NewArchive, by: number) {
      await sql`insert into archives ${sql.insert({ ...archive, made_by: by })}`
    },

    async byChecksum(checksum: Buffer): Promise<StoredArchive | undefined> {
      const [row] = await sql<StoredArchive[]>`
        select a.size::int as size, c.number as closing_number, ${moment('c.closed_at')} as closed_at, a.manifest, a.signature,
          k.public_key, ${moment('a.made_at')} as made_at, c.reopened_at is null as is_current,
          coalesce((select names from terms where id = a.term_id and name = a.manifest::jsonb #>> '{term,name}'), '{}') as term_names
        from archives a join term_closings c on c.id = a.closing_id join archive_keys k on k.fingerprint = a.key_fingerprint where a.checksum = ${checksum}`
      return row
    },
  }
}
