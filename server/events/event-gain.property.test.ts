import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activityTypes } from '../../contract/codes.ts'
import type { EventGain } from '../../contract/event-gain.ts'
import type { PortalEvent } from '../../contract/events.ts'
import { addEvent, firstSession } from '../../testing/events.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { specificationBands } from '../../testing/specification-bands.ts'

let portal: Portal
let admin: MadeUser
let asAdmin: Caller
let termId: number
let catalogue: MadeActivity[]
beforeAll(async () => {
  portal = await startPortal()
  termId = (await portal.make.termOfToday()).id
  admin = await portal.make.admin()
  asAdmin = await portal.as(admin)
  catalogue = []
  for (const type of activityTypes)
    for (const score of [0.75, 2, 3.5]) catalogue.push(await portal.make.activity({ type, score }))
  const noLimit = { activity_id: null, type: null, most_times: null, most_points: null }
  const reply = await asAdmin('POST', '/rules', {
    bands: specificationBands,
    limits: [
      { ...noLimit, type: 'Elective', most_points: 5 },
      { ...noLimit, type: 'Attending', most_times: 2 },
      { ...noLimit, activity_id: catalogue[0]?.id, most_times: 1 },
    ],
    note: 'For a test',
    based_on: (await asAdmin('GET', '/rules')).json().versions[0].number,
    term_ids: [termId],
  })
  expect(reply.statusCode, reply.body).toBe(201)
})
afterAll(() => portal.stop())

const add = (activity_id: number) => addEvent(asAdmin, { activity_id })

/** The day of the events, or so many days from it. */
const dayFrom = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

async function post(member: MadeUser, activity: MadeActivity, day: string, state: string) {
  const id = await portal.make.posting(member.id, activity, day)
  if (state === 'posted') return
  await portal.sql`update posted_activities set state = ${state}, reviewed_at = now(), reviewed_by = ${admin.id},
    returned_reason = ${state === 'returned' ? 'Why?' : null} where id = ${id}`
}

const gainsOf = async (who: Caller): Promise<Map<number, EventGain | null>> => {
  const { events } = (await who('GET', `/events?term_id=${termId}`)).json() as { events: PortalEvent[] }
  return new Map(events.map(({ id, gain }) => [id, gain]))
}
const totalOf = async ({ id }: MadeUser) => {
  const [row] = await portal.sql<{ total_score: number }[]>`
    select total_score from term_scores where user_id = ${id} and term_id = ${termId}`
  return row?.total_score ?? 0
}

async function end(event: PortalEvent, member: MadeUser) {
  const ticked = await asAdmin('PUT', `/events/tick/${event.id}`, { session_id: firstSession(event), user_ids: [member.id] })
  expect(ticked.statusCode, ticked.body).toBe(200)
  expect((await asAdmin('PUT', `/events/done/${event.id}`)).statusCode).toBe(200)
}

test('what a list says that an event brings is the change of the total by its end', async () => {
  const some = fc.subarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 1 })
  const posted = fc.array(
    fc.record({
      activity: fc.nat(8),
      days: fc.constantFrom(-30, 0, 30),
      state: fc.constantFrom('posted', 'verified', 'returned'),
    }),
    { maxLength: 9 },
  )
  await fc.assert(
    fc.asyncProperty(posted, some, async (postings, chosen) => {
      const member = await portal.make.staff()
      const asMember = await portal.as(member)
      const events = []
      for (const index of chosen) events.push(await add((catalogue[index] as MadeActivity).id))
      const day = events[0]?.starting_date ?? ''
      const seen = new Set<string>()
      for (const { activity, days, state } of postings) {
        const key = `${activity} ${days}`
        if (!seen.has(key)) await post(member, catalogue[activity] as MadeActivity, dayFrom(day, days), state)
        seen.add(key)
      }
      for (const event of events) {
        const before = await totalOf(member)
        const gain = (await gainsOf(asMember)).get(event.id)
        expect((await asMember('GET', `/events/${event.id}`)).json().event.gain).toEqual(gain)
        await end(event, member)
        const change = Math.round(((await totalOf(member)) - before) * 100)
        expect(Math.round((gain?.points ?? Number.NaN) * 100)).toBe(change)
        if (gain?.because === null) expect(gain.points).toBeGreaterThan(0)
      }
    }),
    { numRuns: 8 },
  )
}, 120_000)

test('where an event brings less than the catalogue says, the reason is there', async () => {
  const activity = await portal.make.activity({ type: 'Attending', score: 3 })
  const other = await portal.make.activity({ type: 'Attending', score: 1 })
  const event = await add(activity.id)
  const day = event.starting_date
  const gainFor = async (...postings: [MadeActivity, number, string][]) => {
    const member = await portal.make.staff()
    for (const [one, days, state] of postings) await post(member, one, dayFrom(day, days), state)
    return (await gainsOf(await portal.as(member))).get(event.id)
  }
  expect(await gainFor()).toEqual({ points: 3, because: null, limit: null })
  expect(await gainFor([activity, 0, 'posted'])).toEqual({ points: 0, because: 'posted', limit: null })
  expect(await gainFor([activity, 0, 'verified'])).toEqual({ points: 0, because: 'posted', limit: null })
  // A returned posting of that day counts again.
  expect(await gainFor([activity, 0, 'returned'])).toEqual({ points: 3, because: null, limit: null })
  const limit = { of: 'type', by: 'times', most: 2 }
  expect(await gainFor([other, -2, 'posted'], [other, -1, 'posted'])).toEqual({ points: 0, because: 'limit', limit })
  // Of three, the two earliest count: that of tomorrow is over the limit then.
  expect(await gainFor([other, -1, 'posted'], [other, 1, 'posted'])).toEqual({ points: 2, because: 'later', limit: null })
})

test('an event brings nothing to who is not invited, once it was cancelled, and in a closed term', async () => {
  const event = await add((await portal.make.activity({ score: 3 })).id)
  const asMember = await portal.as(await portal.make.staff())
  const gain = async (who: Caller) => (await who('GET', `/events/${event.id}`)).json().event.gain
  expect([(await gain(asMember)).points, await gain(asAdmin)]).toEqual([3, null])
  await asAdmin('PUT', `/terms/close/${termId}`, {})
  expect(await gain(asMember)).toBeNull()
  await asAdmin('PUT', `/terms/reopen/${termId}`, { reason: 'For a test' })
  expect((await gain(asMember)).points).toBe(3)
  await asAdmin('PUT', `/events/cancel/${event.id}`)
  expect(await gain(asMember)).toBeNull()
})
