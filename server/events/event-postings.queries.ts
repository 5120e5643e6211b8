import type { Sql } from '../../database/connect.ts'
import type { HeldEvent } from './events.queries.ts'

/** The postings that events make: the event is their evidence. Their points and limits follow by themselves (database/functions/points.sql, limits.sql). */
export function eventPostings(sql: Sql) {
  return {
    /**
     * Makes a verified posting for each member who was there and has none, once. A posting of the member's own about the same activity and
     * day is verified instead of a second one. That of the person who ends the event waits for a reviewer: nobody decides about what is their
     * own. The event is locked by now.
     */
    async make({ id, activity_id, starting_date, term_id }: HeldEvent, by: number): Promise<number> {
      // In the order in which a review locks them.
      const members = await sql<{ user_id: number }[]>`
        select u.id as user_id, lock_total(u.id, ${term_id}) from (
          select distinct c.user_id as id from event_check_ins c join users m on m.id = c.user_id
          where c.event_id = ${id} and was_at_event(${id}, c.user_id) and m.removed_at is null and m.role_id = 2
            and not exists (select from posted_activities p where p.event_id = ${id} and p.user_id = c.user_id)
          order by 1) u`
      const ids = members.map(({ user_id }) => user_id)
      if (ids.length === 0) return 0
      const same = sql`p.user_id = any(${ids}) and p.activity_id = ${activity_id} and p.starting_date = ${starting_date}`
      // A change of the evidence makes a returned posting wait again.
      await sql`update posted_activities p set event_id = ${id} where ${same} and p.state <> 'verified' and p.event_id is null`
      await sql`
        insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id, event_id)
        select m.id, a.id, a.name, a.type, a.score, ${starting_date}, ${term_id}, ${id}
        from activities a, unnest(${ids}::int[]) as m(id)
        where a.id = ${activity_id} and not exists (select from posted_activities p where ${same} and p.user_id = m.id)
        order by m.id`
      const verified = await sql`
        update posted_activities p set state = 'verified', reviewed_by = ${by}, reviewed_at = now()
        where ${same} and p.event_id = ${id} and p.state = 'posted' and p.user_id <> ${by} returning id`
      return verified.length
    },

    /** Takes back the points of a member who was not there. What the member posted with evidence of their own waits for a reviewer. */
    async takeBack(id: number, userId: number) {
      const ofEvent = sql`event_id = ${id} and user_id = ${userId}`
      await sql`select lock_sums(array(select id from posted_activities where ${ofEvent}))`
      await sql`
        update posted_activities set state = 'posted', reviewed_by = null, reviewed_at = null where ${ofEvent} and state = 'verified'`
      await sql`
        delete from posted_activities p where ${ofEvent} and p.link is null
          and not exists (select from posted_images where posted_activity_id = p.id)
          and not exists (select from evidence_files where posted_activity_id = p.id)`
      await sql`update posted_activities set event_id = null where ${ofEvent}`
    },
  }
}
