import { expect } from 'vitest'
import type { ActivityType } from '../../contract/codes.ts'
import type { startPortal } from './portal.ts'

type Portal = Awaited<ReturnType<typeof startPortal>>
type Person = { id: number; username: string }

/** The data of the tests of the statement: two postings that count, one returned, and both scores. */
export function makeStatements(portal: Portal, admin: Person) {
  return {
    async makeStory(name: string) {
      const member = await portal.make.staff({ name, title: 'l' })
      const [term = { name: '', start: '' }] = await portal.sql<{ name: string; start: string }>`
        select name, start_date::text as start from terms where is_current`
      const year = Number(term.start.slice(0, 4))
      const post = async (activity_name: string, type: ActivityType, score: number, day: string) => {
        const id = await portal.make.posting(member.id, await portal.make.activity({ type, score }), `${year}-${day}`)
        await portal.sql`update posted_activities set activity_name = ${activity_name} where id = ${id}`
        return id
      }
      const verified = await post('Curriculum workshop', 'Compulsory', 4.15, '10-02')
      await post('Regional conference', 'Attending', 3, '11-12')
      const returned = await post('Guest lecture at Koya', 'Elective', 2.5, '11-03')
      await portal.sql`update posted_activities set reviewed_by = ${admin.id}::int, reviewed_at = now(),
        state = case id when ${verified} then 'verified' else 'returned' end,
        returned_reason = case id when ${returned} then 'The link leads nowhere' end
        where id in (${verified}, ${returned})`
      return { member, term, year }
    },

    async giveScores({ id }: Person, { tp = 16.4, fb = 4.4 } = {}) {
      const call = portal.as(admin)
      expect((await call('PUT', `/users/edit-tp/${id}`, { tp })).status).toBe(200)
      expect((await call('PUT', `/users/edit-feedback/${id}`, { fb })).status).toBe(200)
    },
  }
}
