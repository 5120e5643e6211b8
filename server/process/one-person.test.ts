import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeActivity } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'

// The tests run over TCP: only there a disconnected client is detected.
let portal: Portal
let url: string
let activity: MadeActivity
beforeAll(async () => {
  // The limit is low, so that the test needs few requests.
  portal = await startPortal({ limits: { inFlight: { perPerson: 10 } } })
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
  activity = await portal.make.activity()
  await portal.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`
})
afterAll(() => portal.stop())

interface Outcome {
  status: number
  retryAfter: string | null
}

/** Many requests of one person at once, and one of another person a moment later. */
async function besideMany(many: (() => Promise<Response>)[], other: () => Promise<Response>) {
  const order: ('many' | 'other')[] = []
  const finish = async (who: 'many' | 'other', request: Promise<Response>): Promise<Outcome> => {
    const reply = await request
    await reply.arrayBuffer()
    if (reply.ok) order.push(who)
    return { status: reply.status, retryAfter: reply.headers.get('retry-after') }
  }
  const requests = many.map((send) => finish('many', send()))
  // The other requests are in the queue when one of them has been refused.
  await Promise.race(requests)
  const outcome = await finish('other', other())
  return { outcomes: await Promise.all(requests), other: outcome, order }
}

function expectThrottled(outcomes: Outcome[]) {
  const refused = outcomes.filter(({ status }) => status === 429)
  expect(outcomes.filter(({ status }) => status >= 500)).toEqual([])
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
}

describe('one person with many requests at once gets 429, and another person is served in turn', () => {
  test('images of sixteen megapixels in forms of a few kilobytes', async () => {
    const flat = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#7a5' } })
      .jpeg({ quality: 20 })
      .toBuffer()
    const [one, another] = [
      await portal.startSession(await portal.make.staff()),
      await portal.startSession(await portal.make.staff()),
    ]
    const post = (session: { cookie: string }, day: number) => {
      const fields = { activity_id: String(activity.id), starting_date: `2026-10-${String(day).padStart(2, '0')}` }
      const { payload, headers } = multipart(fields, { name: 'a.jpg', bytes: flat })
      return fetch(`${url}/posted-activities`, { method: 'POST', headers: { ...headers, ...session }, body: payload })
    }
    const many = Array.from({ length: 20 }, (_, index) => () => post(one, index + 1))
    const { outcomes, other, order } = await besideMany(many, () => post(another, 1))
    expectThrottled(outcomes)
    expect(other.status).toBe(201)
    expect(order.at(-1)).toBe('many')
  })

  test('statements as PDF', async () => {
    const [member, administrator] = [await portal.make.staff(), await portal.make.admin()]
    const [one, another] = [await portal.startSession(member), await portal.startSession(administrator)]
    const pdf = (headers: { cookie: string }) => fetch(`${url}/statements/pdf?user_id=${member.id}`, { headers })
    const { outcomes, other, order } = await besideMany(
      Array(30).fill(() => pdf(one)),
      () => pdf(another),
    )
    expectThrottled(outcomes)
    expect(other.status).toBe(200)
    expect(order.at(-1)).toBe('many')
  })

  test('exports of the audit trail, also while they are read slowly', async () => {
    const [one, another] = [
      await portal.startSession(await portal.make.admin()),
      await portal.startSession(await portal.make.admin()),
    ]
    await portal.sql`insert into audit (subject, kind, subject_name) select 'session', 'signed in', repeat('x', 5000) from generate_series(1, 1500)`
    const reading = new AbortController()
    const csv = ({ cookie }: { cookie: string }, signal?: AbortSignal) =>
      fetch(`${url}/audit.csv`, { headers: { cookie, 'accept-encoding': 'identity' }, signal: signal ?? null })
    // The first reply is not read: it is being sent until its client disconnects.
    const first = await csv(one, reading.signal)
    expect(first.status).toBe(200)
    // Two of these are queued.
    const more = [csv(one), csv(one), csv(one)]
    expect((await Promise.race(more)).status).toBe(429)
    const theirs = await csv(another)
    expect(theirs.status).toBe(200)
    await theirs.arrayBuffer()
    reading.abort()
    const served = await Promise.all(
      more.map(async (request) => {
        const reply = await request
        await reply.arrayBuffer()
        return reply.status
      }),
    )
    expect(served.toSorted()).toEqual([200, 200, 429])
  })
})
