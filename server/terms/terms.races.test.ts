import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../database/connect.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
  await portal.make.term('Current', '2026-09-01', '2027-08-31')
})
afterAll(() => portal.stop())

let year = 2040
async function addTerm() {
  year += 1
  const input = { name: `Year ${year}`, start_date: `${year}-01-01`, end_date: `${year}-12-31` }
  return (await admin('POST', '/terms', input)).json().term as { id: number; name: string; start_date: string; end_date: string }
}

describe('at the same moment', () => {
  test('closing one term, making it or another current and editing it: each is done or refused, none fails', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [one, other] = [await addTerm(), await addTerm()]
      const replies = await Promise.all([
        admin('PUT', `/terms/make-current/${one.id}`),
        admin('PUT', `/terms/close/${one.id}`),
        admin('PUT', `/terms/make-current/${other.id}`),
        admin('PUT', `/terms/${one.id}`, { ...one, name: `${one.name} b` }),
        admin('DELETE', `/terms/${other.id}`),
      ])
      for (const reply of replies) expect([200, 404, 409], reply.body).toContain(reply.statusCode)
    }
  })

  test('a posting and a term that is deleted or shortened: every posting is in the term that contains its date, or in the current one', async () => {
    const activity = await portal.make.activity()
    const member = await portal.make.staff()
    const session = await portal.startSession(member)
    const post = (starting_date: string) => {
      const { payload, headers } = multipart({ activity_id: String(activity.id), starting_date })
      return portal.app.inject({ method: 'POST', url: '/posted-activities', payload, headers: { ...headers, ...session } })
    }
    for (let round = 0; round < 10; round += 1) {
      const [gone, shortened] = [await addTerm(), await addTerm()]
      const replies = await Promise.all([
        post(gone.end_date),
        admin('DELETE', `/terms/${gone.id}`),
        post(shortened.end_date),
        admin('PUT', `/terms/${shortened.id}`, { ...shortened, end_date: shortened.start_date }),
      ])
      for (const reply of replies) expect([200, 201, 409], reply.body).toContain(reply.statusCode)
    }
    const misplaced = await portal.sql`
      select p.id from posted_activities p join terms t on t.id = p.term_id
      where p.starting_date not between t.start_date and t.end_date
        and exists (select from terms o where p.starting_date between o.start_date and o.end_date)`
    expect(misplaced).toHaveLength(0)
  })

  test('a posting that waits for a term being shortened counts in the term of its date afterwards', async () => {
    const [term, current] = [await addTerm(), await addTerm()]
    await admin('PUT', `/terms/make-current/${current.id}`)
    const activity = await portal.make.activity()
    const session = await portal.startSession(await portal.make.staff())
    const editing = connect(portal.url, { max: 1, timeLimitMs: 0 })
    await editing`begin`
    await editing`update terms set end_date = start_date where id = ${term.id}`
    const { payload, headers } = multipart({ activity_id: String(activity.id), starting_date: term.end_date })
    const posting = portal.app.inject({ method: 'POST', url: '/posted-activities', payload, headers: { ...headers, ...session } })
    posting.then(undefined, () => {})
    const isWaiting = async () =>
      (await portal.sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%lock_total%'`).length > 0
    while (!(await isWaiting()));
    await editing`commit`
    await editing.end()
    expect((await posting).json().postedActivity.term_id).toBe(current.id)
  })

  test('two postings that swap their terms', async () => {
    const [one, other] = [await addTerm(), await addTerm()]
    const member = await portal.make.staff()
    const session = await portal.startSession(member)
    const [first, second] = [await portal.make.activity(), await portal.make.activity()]
    const ids = [
      await portal.make.posting(member.id, first, one.start_date),
      await portal.make.posting(member.id, second, other.start_date),
    ]
    const move = (id: number | undefined, activityId: number, starting_date: string) => {
      const { payload, headers } = multipart({ activity_id: String(activityId), starting_date })
      return portal.app.inject({ method: 'PUT', url: `/posted-activities/${id}`, payload, headers: { ...headers, ...session } })
    }
    for (let round = 0; round < 10; round += 1) {
      const [to, from] = round % 2 === 0 ? [other, one] : [one, other]
      const replies = await Promise.all([move(ids[0], first.id, to.start_date), move(ids[1], second.id, from.start_date)])
      expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200])
    }
  })
})
