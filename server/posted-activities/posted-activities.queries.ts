import type { SignedInUser } from '../../contract/auth.ts'
import { roles } from '../../contract/codes.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { Sql } from '../../database/connect.ts'

export function postedActivities(sql: Sql) {
  return {
    async ofUser(userId: number): Promise<PostedActivity[]> {
      return sql<PostedActivity[]>`
        select p.id, p.user_id, p.activity_id, p.activity_name, p.type, p.score, p.starting_date, p.link, i.id as image_id,
          p.term_id, t.name as term_name, t.status as term_status
        from posted_activities p
        join terms t on t.id = p.term_id
        left join posted_images i on i.posted_activity_id = p.id
        where p.user_id = ${userId}
        order by p.starting_date desc, p.id desc`
    },

    /** Its owner's and every administrator's; for anybody else it is not there. */
    async image(imageId: string, viewer: SignedInUser): Promise<Buffer | undefined> {
      const [image] = await sql<{ bytes: Buffer }[]>`
        select i.bytes from posted_images i join posted_activities p on p.id = i.posted_activity_id
        where i.id = ${imageId} and (p.user_id = ${viewer.id} or ${viewer.role_id === roles.admin})`
      return image?.bytes
    },
  }
}
