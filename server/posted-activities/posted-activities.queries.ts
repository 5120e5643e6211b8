import type { ActivityType } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { EvidenceFile, PostedActivity, PostingEffect } from '../../contract/posted-activities.ts'
import type { Sql } from '../../database/connect.ts'
import { jsonList } from '../../database/json.ts'
import type { Fragment } from '../../database/sql.ts'
import { NotFound } from '../errors/errors.ts'
import type { FormFile } from '../http/multipart.ts'
import { conflictWith } from '../http/who-changed.queries.ts'
import { reachablePostings, visibleMembers, visiblePostings } from '../policy/policy.queries.ts'
import { seesEverybody, type Viewer } from '../policy/policy.ts'
import type { NewEvidenceFile } from './evidence-file.ts'
import type { Picture } from './image.ts'
import { receivedFiles } from './received-files.queries.ts'
import { thumbnails } from './thumbnails.queries.ts'

/**
 * The fields that a posting takes over from its activity and keeps, and its own. The names in other languages:
 * database/functions/posted-names.sql.
 */
export interface PostedFields {
  activity_id: number
  activity_name: string
  type: ActivityType
  score: number
  starting_date: string
  link: string | null
}

export interface TermTotal {
  term_id: number
  total: number
}

/** The bytes of a file, and its name. */
interface StoredFile {
  bytes: Buffer
  name: string
}

/** The further files of a posting, in order. */
export function evidenceFiles(sql: Sql, postings: string): Fragment {
  return sql`(select coalesce(json_agg(json_build_object('id', f.id, 'kind', f.kind, 'name', f.name, 'pages', f.page_count,
      'width', f.width, 'height', f.height) order by f.position), '[]')
    from evidence_files f where f.posted_activity_id = ${sql.identifier(postings)}.id)`
}

type HeldPosting = PostedFields & Pick<PostedActivity, 'term_id' | 'activity_names' | 'state' | 'version'>

export function postedActivities(sql: Sql) {
  const columns = sql`
    p.id, p.user_id, p.activity_id, p.activity_name, p.activity_names, p.type, p.score, p.counted_points, p.over_limit,
    p.starting_date, p.link, i.id as image_id, ${evidenceFiles(sql, 'p')} as files,
    (select json_build_object('id', e.id, 'name', e.name, 'names', e.titles, 'place', e.place) from events e where e.id = p.event_id) as event,
    p.term_id, t.name as term_name, t.names as term_names, t.status as term_status, p.state, p.returned_reason, p.returned_reasons, p.version,
    (select name from users where id = p.reviewed_by) as reviewed_by_name,
    to_char(p.reviewed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as reviewed_at`
  const tables = sql`
    posted_activities p
    join terms t on t.id = p.term_id
    left join posted_images i on i.posted_activity_id = p.id`
  const shown = sql`select ${columns},
    (select to_char(v.seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from posting_views v
      where v.posted_activity_id = p.id and v.seen_version = p.version) as seen_at
    from ${tables}`

  return {
    /** The columns and tables are for a query that shows postings with more around them. */
    columns,
    tables,

    async byIds(ids: readonly number[]): Promise<PostedActivity[]> {
      return sql<PostedActivity[]>`${shown} where p.id = any(${ids}) order by p.id`
    },

    /** A member whom the viewer may see in no term is not found. */
    async refuseUnseen(viewer: Viewer, userId: number) {
      if (userId === viewer.id || seesEverybody(viewer)) return
      const terms =
        await sql`select from term_standing m where user_id = ${userId} and ${visibleMembers(sql, viewer, 'm')} limit 1`
      if (terms.length === 0) throw new NotFound(messages.users.notFound)
    },

    /** The postings of a member in the terms in which the viewer may see the member. */
    async ofUser(viewer: Viewer, userId: number): Promise<string> {
      await this.refuseUnseen(viewer, userId)
      return jsonList(
        sql,
        'postedActivities',
        sql`${shown} where p.user_id = ${userId} and ${visiblePostings(sql, viewer, 'p')} order by p.starting_date desc, p.id desc`,
      )
    },

    async byId(id: number, ownerId: number): Promise<PostedActivity> {
      const [posted] = await sql<PostedActivity[]>`${shown} where p.id = ${id} and p.user_id = ${ownerId}`
      if (!posted) throw new NotFound(messages.postedActivities.notFound)
      return posted
    },

    /** The posting, locked until the end of the transaction, after the sums that it moves. That of another member is not found. */
    async lock(id: number, ownerId: number): Promise<HeldPosting> {
      await sql`select lock_sums(array[id]) from posted_activities where id = ${id} and user_id = ${ownerId}`
      const [posted] = await sql<HeldPosting[]>`
        select activity_id, activity_name, activity_names, type, score, starting_date, link, term_id, state, version
        from posted_activities where id = ${id} and user_id = ${ownerId} for update`
      if (!posted) throw new NotFound(messages.postedActivities.notFound)
      return posted
    },

    /** The term in which that day counts, and the member's total in it. Another posting of the member in the term waits. */
    async lockTotal(ownerId: number, starting_date: string): Promise<TermTotal> {
      const [row] = await sql<[TermTotal]>`
        select t.id as term_id, lock_total(${ownerId}, t.id) as total from (select term_of(${starting_date}) as id) t`
      return row
    },

    /** The changes since lockTotal. */
    async effectSince({ term_id, total }: TermTotal, ownerId: number): Promise<PostingEffect> {
      const [effect] = await sql<[PostingEffect]>`
        select m.total_score - ${total}::numeric as points, grade_in(b.lower_bounds, ${total}::numeric - m.fb) as grade_before,
          grade_in(b.lower_bounds, m.total_score - m.fb) as grade
        from term_standing m join terms t on t.id = m.term_id
        left join rules_bands b on b.rules_version = t.rules_version and b.title = m.title
        where m.user_id = ${ownerId} and m.term_id = ${term_id}`
      return effect
    },

    /**
     * Adds a posting. The sums and the audit record follow by themselves: database/functions/points.sql, audit.sql. If the day counts in
     * another term by now, it starts over.
     */
    async add(
      ownerId: number,
      term_id: number,
      fields: PostedFields,
      image: Picture | undefined,
      files: readonly NewEvidenceFile[],
    ): Promise<number> {
      const posting = { user_id: ownerId, ...fields, term_id }
      const rows = files.map((file, index) => fileRow(file, sql`(select id from posting)`, index + 1))
      // The rows are added in one statement: the triggers of the posting run after all, and its audit record names the image and the files.
      const [added] = await sql<[{ id: number; image_id: string | null; file_ids: string[] }]>`
        with posting as (insert into posted_activities ${sql.insert(posting)} returning id),
          image as (insert into posted_images (posted_activity_id, bytes)
            select id, bytes from posting, (select ${image?.bytes ?? null}::bytea as bytes) given where bytes is not null
            returning id)
          ${rows.length === 0 ? sql`` : sql`, files as (insert into evidence_files ${sql.insert(rows)} returning id, position)`}
        select id, (select id from image) as image_id, ${rows.length === 0 ? sql`array[]::uuid[]` : sql`array(select id from files order by position)`} as file_ids from posting`
      if (image && added.image_id) await thumbnails(sql).storeOfImage(added.image_id, image.thumbnail)
      for (const [index, file] of files.entries()) await addDrawn(added.file_ids[index], file)
      return added.id
    },

    /** Edits a posting. Its term is decided anew only when its date changes. */
    async edit(id: number, fields: PostedFields) {
      await sql`update posted_activities set activity_id = ${fields.activity_id}, activity_name = ${fields.activity_name},
          type = ${fields.type}, score = ${fields.score}, link = ${fields.link}, starting_date = ${fields.starting_date},
          term_id = case when starting_date = ${fields.starting_date}::date then term_id else term_of(${fields.starting_date}) end
        where id = ${id}`
    },

    /** Removes a posting with its image and its files. */
    async remove(id: number, ownerId: number) {
      await sql`select lock_sums(array[id]) from posted_activities where id = ${id} and user_id = ${ownerId}`
      const rows = await sql`delete from posted_activities where id = ${id} and user_id = ${ownerId} returning id`
      if (rows.length === 0) throw new NotFound(messages.postedActivities.notFound)
    },

    /** The image gets a new id, so that no browser shows the picture that was there before. */
    async setImage(id: number, { bytes, thumbnail }: Picture) {
      const [image] = await sql<[{ id: string }]>`insert into posted_images (posted_activity_id, bytes) values (${id}, ${bytes})
        on conflict (posted_activity_id) do update set id = gen_random_uuid(), bytes = excluded.bytes, created_at = now()
        returning id`
      await thumbnails(sql).storeOfImage(image.id, thumbnail)
    },

    async removeImage(id: number) {
      await sql`delete from posted_images where posted_activity_id = ${id}`
    },

    /** Each file is added in a statement of its own: so its audit record says what there was before. */
    async addFiles(id: number, files: readonly NewEvidenceFile[]) {
      for (const file of files) {
        const position = sql`(select coalesce(max(position), 0) + 1 from evidence_files where posted_activity_id = ${id})`
        const [added] = await sql<[{ id: string }]>`
          insert into evidence_files ${sql.insert(fileRow(file, id, position))} returning id`
        await addDrawn(added.id, file)
      }
    },

    /** Removes files of this posting alone. */
    async removeFiles(id: number, fileIds: readonly string[]) {
      for (const fileId of new Set(fileIds)) {
        const removed = await sql`delete from evidence_files where id = ${fileId} and posted_activity_id = ${id} returning id`
        if (removed.length === 0)
          throw await conflictWith(sql, { subject: 'posting', id }, messages.postedActivities.changedMeanwhile)
      }
    },

    /**
     * The image, for viewers who may see its posting, or review it in an open term; for all others it does not exist. Its bytes are left
     * out if the reader has them already.
     */
    async image(viewer: Viewer, imageId: string, isKnown: boolean): Promise<Buffer | undefined> {
      const [image] = await sql<{ bytes: Buffer }[]>`
        select ${bytesUnless(isKnown, 'i')} from posted_images i join posted_activities p on p.id = i.posted_activity_id join terms t on t.id = p.term_id
        where i.id = ${imageId} and ${reachablePostings(sql, viewer, 'p', 't')}`
      return image?.bytes
    },

    /** A further photo or a PDF, for the same viewers. */
    async file(viewer: Viewer, fileId: string, kind: EvidenceFile['kind'], isKnown: boolean): Promise<StoredFile | undefined> {
      const [file] = await sql<StoredFile[]>`
        select ${bytesUnless(isKnown, 'f')}, f.name from evidence_files f join posted_activities p on p.id = f.posted_activity_id join terms t on t.id = p.term_id
        where f.id = ${fileId} and f.kind = ${kind} and ${reachablePostings(sql, viewer, 'p', 't')}`
      return file
    },

    /** A page of a PDF as a picture, for the same viewers. */
    async page(viewer: Viewer, fileId: string, page: number, isKnown: boolean): Promise<Buffer | undefined> {
      const [found] = await sql<{ bytes: Buffer }[]>`
        select ${bytesUnless(isKnown, 'g')} from evidence_pages g join evidence_files f on f.id = g.file_id
        join posted_activities p on p.id = f.posted_activity_id join terms t on t.id = p.term_id
        where g.file_id = ${fileId} and g.page = ${page} and ${reachablePostings(sql, viewer, 'p', 't')}`
      return found?.bytes
    },
  }

  function bytesUnless(isKnown: boolean, alias: string) {
    return isKnown ? sql`''::bytea as bytes` : sql`${sql.identifier(alias)}.bytes`
  }

  function fileRow(file: NewEvidenceFile, posting: unknown, position: unknown) {
    const { kind, name, pages, width, height } = file
    const bytes = file.kind === 'pdf' ? contentOf(file.received) : file.bytes
    return { posted_activity_id: posting, position, kind, name, bytes, page_count: pages?.length ?? null, width, height }
  }

  function contentOf({ storedId, start }: FormFile) {
    return storedId ? receivedFiles(sql).whole(storedId) : start
  }

  /** The pages of a PDF, and the thumbnail. */
  async function addDrawn(fileId: string | undefined, { pages, thumbnail }: NewEvidenceFile) {
    if (!fileId) return
    await thumbnails(sql).storeOfFile(fileId, thumbnail)
    for (const [index, bytes] of (pages ?? []).entries())
      await sql`insert into evidence_pages ${sql.insert({ file_id: fileId, page: index + 1, bytes: Buffer.from(bytes) })}`
  }
}
