import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PortalEvent } from '../../contract/events.ts'
import { addEvent, firstSession, session } from '../../testing/events.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { finishDueEvents } from './events.actions.ts'

let portal: Portal
let admin: MadeUser
let asAdmin: Caller
let organiser: MadeUser
let asOrganiser: Caller
let members: MadeUser[]
let callers: Caller[]
let activities: MadeActivity[]
let termId: number
let events: PortalEvent[] = []
beforeAll(async () => {
  portal = await startPortal()
  termId = (await portal.make.termOfToday()).id
  admin = await portal.make.admin()
  asAdmin = await portal.as(admin)
  members = await Promise.all(Array.from({ length: 3 }, () => portal.make.staff()))
  organiser = members[2] as MadeUser
  callers = await Promise.all(members.map((member) => portal.as(member)))
  asOrganiser = callers[2] as Caller
  activities = await Promise.all([1.15, 2.15].map((score) => portal.make.activity({ score, type: 'Attending' })))
})
afterAll(() => portal.stop())

const index = (length: number) => fc.nat(length - 1)
const who = { event: index(3), member: index(3) }
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('arrive' as const), ...who }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('tick' as const), ...who, byOrganiser: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('remove' as const), ...who, byOrganiser: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('done' as const), event: index(3), byOrganiser: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('due' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), event: index(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('post' as const), member: index(3), activity: index(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), posting: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('review' as const),
      posting: fc.nat(),
      state: fc.constantFrom('verified', 'returned', 'posted'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('reprice' as const), activity: index(2), score: fc.integer({ min: 0, max: 500 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const at = <T>(list: readonly T[], position: number): T => list[position % list.length] as T

/** Three events on one day, two of them about the same activity. */
async function addEvents() {
  const input = { sessions: [session()], organisers: [organiser.id] }
  events = []
  for (const position of [0, 0, 1]) events.push(await addEvent(asAdmin, { ...input, activity_id: at(activities, position).id }))
}

/** Some steps are refused: an event that is over, a closed term, the own check-in. That must change nothing. */
async function take(move: Step) {
  const { sql } = portal
  const by = 'byOrganiser' in move && move.byOrganiser ? asOrganiser : asAdmin
  const accepted = async (reply: ReturnType<Caller>, refused: readonly number[] = [409]) =>
    expect([200, 201, ...refused]).toContain((await reply).statusCode)
  switch (move.do) {
    case 'arrive': {
      const event = at(events, move.event)
      const { code } = (await asAdmin('GET', `/events/${event.id}/door?session_id=${firstSession(event)}`)).json()
      return accepted(at(callers, move.member)('POST', `/events/check-in/${event.id}`, { code: code ?? 'AAAAAAAA' }))
    }
    case 'tick': {
      const event = at(events, move.event)
      const user_ids = [at(members, move.member).id]
      return accepted(by('PUT', `/events/tick/${event.id}`, { session_id: firstSession(event), user_ids }), [409, 403])
    }
    case 'remove': {
      const user_id = at(members, move.member).id
      return accepted(by('PUT', `/events/remove/${at(events, move.event).id}`, { user_id, reason: 'because' }), [409, 404])
    }
    case 'done':
      return accepted(by('PUT', `/events/done/${at(events, move.event).id}`))
    case 'due': {
      const ids = events.map(({ id }) => id)
      const shift = (hours: number) => sql`
        update event_sessions set begins_at = begins_at - make_interval(hours => ${hours}), ends_at = ends_at - make_interval(hours => ${hours})
        where event_id = any(${ids})`
      await shift(30)
      await finishDueEvents(portal.sql)
      await shift(-30)
      return
    }
    case 'cancel':
      return accepted(asAdmin('PUT', `/events/cancel/${at(events, move.event).id}`))
    case 'post': {
      const [activity] = await sql<
        [MadeActivity]
      >`select id, name, type, score from activities where id = ${at(activities, move.activity).id}`
      const day = events[0]?.starting_date ?? ''
      await portal.make
        .posting(at(members, move.member).id, activity, day, 'https://evidence.test.example/')
        .catch((error) => expect(['SP002', '23505']).toContain(error.code))
      return
    }
    case 'delete': {
      const postings = await sql<{ id: number; user_id: number }[]>`select id, user_id from posted_activities order by id`
      if (postings.length === 0) return
      const { id, user_id } = at(postings, move.posting)
      const owner = callers[members.findIndex((member) => member.id === user_id)] as Caller
      return accepted(owner('DELETE', `/posted-activities/${id}`))
    }
    case 'review': {
      const postings = await sql<{ id: number; version: number }[]>`select id, version from posted_activities order by id`
      if (postings.length === 0) return
      const reason = move.state === 'returned' ? { reason: 'because' } : {}
      return accepted(asAdmin('PUT', '/review', { state: move.state, postings: [at(postings, move.posting)], ...reason }))
    }
    case 'reprice': {
      const { id, name, type } = at(activities, move.activity)
      await asAdmin('PUT', `/activities/${id}`, { name, description: 'x', score: move.score / 100, type })
      return
    }
    case 'close':
      await asAdmin('PUT', `/terms/close/${termId}`)
      return
    case 'reopen':
      await asAdmin('PUT', `/terms/reopen/${termId}`, { reason: 'because' })
  }
}

/** The sums, counted anew from the postings, and what must be true of every event. */
async function check() {
  const { sql } = portal
  const ids = events.map(({ id }) => id)
  expect(
    await sql`
      select s.user_id from term_scores s
      left join lateral (select coalesce(sum(p.counted_points), 0) as points, count(*) as posted,
          count(*) filter (where p.state = 'verified') as verified from posted_activities p
        where p.user_id = s.user_id and p.term_id = s.term_id) r on true
      where s.atts + s.acts + s.escore <> r.points or s.posted_count <> r.posted or s.verified_count <> r.verified`,
  ).toEqual([])
  // Who was there has a posting about that activity and day, of which there is never a second one.
  expect(
    await sql`
      select e.id, c.user_id from events e join event_check_ins c on c.event_id = e.id
      where e.id = any(${ids}) and e.state = 'done' and was_at_event(e.id, c.user_id) and not exists (select from posted_activities p
        where p.user_id = c.user_id and p.activity_id = e.activity_id and p.starting_date = e.starting_date)
        -- A posting that waits may be deleted by its owner.
        and not exists (select from audit a where a.subject = 'posting' and a.kind = 'deleted' and a.person_id = c.user_id
          and a.actor_id = c.user_id)`,
  ).toEqual([])
  // Nobody who was taken off the list has a posting of the event, and none is verified by its owner.
  expect(
    await sql`
      select p.id from posted_activities p join events e on e.id = p.event_id
      where e.state <> 'done' or not was_at_event(e.id, p.user_id) or p.reviewed_by = p.user_id`,
  ).toEqual([])
}

test('after any order of check-ins, corrections, decisions and closings the sums equal a recount', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      await addEvents()
      for (const move of steps) await take(move)
      await check()
      await asAdmin('PUT', `/terms/reopen/${termId}`, { reason: 'because' })
      await portal.sql`delete from sign_in_attempts`
      await portal.sql`update posted_activities set state = 'posted', reviewed_by = null, reviewed_at = null, returned_reason = null where state <> 'posted'`
      await portal.sql`delete from posted_activities`
    }),
    { numRuns: 12 },
  )
})
