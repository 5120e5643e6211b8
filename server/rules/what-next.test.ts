import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PortalEvent } from '../../contract/events.ts'
import { nextGrade, withoutFeedback } from '../../contract/grading.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { Limit, RulesVersion } from '../../contract/rules.ts'
import type { User } from '../../contract/users.ts'
import { comingEvents, promised, whatNext } from '../../contract/what-next.ts'
import { addEvent, session } from '../../testing/events.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { specificationBands } from '../../testing/specification-bands.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

const noLimit: Limit = { activity_id: null, type: null, most_times: null, most_points: null }

test('every suggestion adds its points when it is posted, what is left out adds none, and one that is enough brings the grade', async () => {
  const admin = await portal.as(await portal.make.admin())
  const term = await portal.make.term('Year 2031', '2031-01-01', '2031-12-31')
  const begun = await portal.make.activity({ type: 'Elective', score: 4 })
  const elective = await Promise.all([2, 5, 9].map((score) => portal.make.activity({ type: 'Elective', score })))
  const attending = await Promise.all([3, 6].map((score) => portal.make.activity({ type: 'Attending', score })))
  const based_on = (await admin('GET', '/rules')).json().versions[0].number
  const limits = [
    { ...noLimit, type: 'Elective' as const, most_points: 10 },
    { ...noLimit, type: 'Attending' as const, most_times: 1 },
  ]
  const published = await admin('POST', '/rules', {
    bands: specificationBands,
    limits,
    note: 'For a test',
    based_on,
    term_ids: [term.id],
  })
  expect(published.statusCode, published.body).toBe(201)
  const { version } = published.json() as { version: RulesVersion }

  for (const wanted of [...elective, ...attending]) {
    // Each has a member, who begins with 4 electives in December: what is posted in March counts before them.
    const member = await portal.make.staff({ title: 'l' })
    const staff = await portal.as(member)
    await portal.make.posting(member.id, begun, '2031-12-12')
    const read = async () => (await staff('GET', `/users/id/${member.id}?term_id=${term.id}`)).json().user as User
    const { postedActivities } = (await staff('GET', `/posted-activities?user_id=${member.id}`)).json() as {
      postedActivities: PostedActivity[]
    }
    const before = await read()
    const next = nextGrade(version.bands, before.graded_title, withoutFeedback(before))
    const { enough, further, overLimit } = whatNext({
      activities: [begun, ...elective, ...attending],
      postings: postedActivities,
      limits: version.limits,
      missing: next?.missing ?? 0,
    })
    expect([...enough, ...further, ...overLimit].map(({ score }) => score)).toEqual([2, 3, 5, 6, 9])
    const isLeftOut = overLimit.some(({ id }) => id === wanted.id)
    const starting_date = isLeftOut ? '2031-12-31' : '2031-03-03'
    const { payload, headers } = multipart({ activity_id: String(wanted.id), starting_date })
    expect((await staff('POST', '/posted-activities', payload, headers)).statusCode).toBe(201)
    const after = await read()
    expect(after.total_score - before.total_score).toBe(isLeftOut ? 0 : wanted.score)
    const reached = nextGrade(version.bands, after.graded_title, withoutFeedback(after))?.grade !== next?.grade
    expect(reached).toBe(enough.some(({ id }) => id === wanted.id))
  }
})

test('proposals have the coming events for the member, the soonest first, and what the member said yes to; not past, cancelled or full ones', async () => {
  const { make, sql } = portal
  const year = new Date().getUTCFullYear()
  const term = await make.termOfToday()
  const admin = await portal.as(await make.admin())
  const [seminar, known] = [await make.activity({ score: 4 }), await make.activity({ score: 2 })]
  const [member, colleague] = [await make.staff(), await make.staff()]
  const [asMember, asColleague] = [await portal.as(member), await portal.as(colleague)]
  const add = async (name: string, beginsInHours: number, more: object = {}): Promise<number> => {
    const sessions = [session(60 * beginsInHours, 60 * beginsInHours + 60)]
    return (await addEvent(admin, { activity_id: seminar.id, name, sessions, ...more })).id
  }
  const says = (who: typeof asMember, id: number) => who('PUT', `/events/coming/${id}`, { is_coming: true })
  await add('Later', 60)
  const past = await add('Past', 1)
  await sql`update event_sessions set begins_at = begins_at - interval '3 days', ends_at = ends_at - interval '3 days' where event_id = ${past}`
  await admin('PUT', `/events/cancel/${await add('Cancelled', 2)}`)
  await says(asColleague, await add('Full', 3, { seats: 1 }))
  await says(asMember, await add('Full with the member', 4, { seats: 1 }))
  await add('For somebody else', 5, { audience: 'chosen', invited: [colleague.id] })
  await add('Soon', 6)
  await says(asMember, await add('Another day of what was posted', 30, { activity_id: known.id }))
  await make.posting(member.id, known, `${year}-01-01`)
  const { events } = (await asMember('GET', `/events?term_id=${term.id}`)).json() as { events: PortalEvent[] }
  const coming = comingEvents(events, Date.now())
  expect(coming.map(({ name }) => name)).toEqual(['Full with the member', 'Soon', 'Another day of what was posted', 'Later'])
  expect(promised(coming, [{ ...seminar, type: 'Elective' }]).map(({ name }) => name)).toEqual(['Another day of what was posted'])
})
