import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { reachablePostings } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'

/** A thumbnail, or the picture where there is none yet. */
export type InSmall = { thumbnail: Buffer } | { thumbnail: null; picture: Buffer }

/** The thumbnails of the image of a posting and of its further files, for a viewer who may read the picture. Known ones come without bytes. */
export function thumbnails(sql: Sql) {
  const columns = (isKnown: boolean, picture: Fragment) =>
    isKnown
      ? sql`''::bytea as thumbnail`
      : sql`small.bytes as thumbnail, case when small.bytes is null then ${picture} end as picture`

  return {
    async ofImage(viewer: Viewer, imageId: string, isKnown: boolean): Promise<InSmall | undefined> {
      const [found] = await sql<InSmall[]>`
        select ${columns(isKnown, sql`i.bytes`)}
        from posted_images i join posted_activities p on p.id = i.posted_activity_id join terms t on t.id = p.term_id
        left join image_thumbnails small on small.posted_activity_id = i.posted_activity_id and small.image_id = i.id
        where i.id = ${imageId} and ${reachablePostings(sql, viewer, 'p', 't')}`
      return found
    },

    async ofFile(viewer: Viewer, fileId: string, isKnown: boolean): Promise<InSmall | undefined> {
      const firstPage = sql`(select bytes from evidence_pages where file_id = f.id and page = 1)`
      const [found] = await sql<InSmall[]>`
        select ${columns(isKnown, sql`case f.kind when 'photo' then f.bytes else ${firstPage} end`)}
        from evidence_files f join posted_activities p on p.id = f.posted_activity_id join terms t on t.id = p.term_id
        left join file_thumbnails small on small.file_id = f.id
        where f.id = ${fileId} and ${reachablePostings(sql, viewer, 'p', 't')}`
      return found
    },

    /** Two requests may draw it at once. The image is locked, so that it is not replaced or deleted meanwhile. */
    async storeOfImage(imageId: string, bytes: Buffer) {
      await sql`insert into image_thumbnails (posted_activity_id, image_id, bytes)
        select posted_activity_id, id, ${bytes} from posted_images where id = ${imageId} for key share
        on conflict (posted_activity_id) do update set image_id = excluded.image_id, bytes = excluded.bytes`
    },

    async storeOfFile(fileId: string, bytes: Buffer) {
      await sql`insert into file_thumbnails (file_id, bytes)
        select id, ${bytes} from evidence_files where id = ${fileId} for key share on conflict (file_id) do nothing`
    },
  }
}
