import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { activityCalls } from '../../contract/activities.ts'
import { departmentCalls } from '../../contract/departments.ts'
import { AvailableActivitiesReply, NewPostingReply, PostedActivitiesReply } from '../../contract/posted-activities.ts'
import { StaffReply } from '../../contract/scoring.ts'
import { TermsReply } from '../../contract/terms.ts'
import { UserReply, UsersReply } from '../../contract/users.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let memberId: number
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
  await portal.make.department()
  const member = await portal.make.staff()
  memberId = member.id
  await portal.make.posting(memberId, await portal.make.activity(), '2026-10-10')
})
afterAll(() => portal.stop())

describe('JSON written by the database', () => {
  test('is a 304 for a client that has the same version, and sent again after any change', async () => {
    const first = await admin('GET', '/users')
    const etag = String(first.headers.etag)
    const again = await admin('GET', '/users', undefined, { 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await portal.make.staff({ name: 'A New Member' })
    const changed = await admin('GET', '/users', undefined, { 'if-none-match': etag })
    expect(changed.statusCode).toBe(200)
    expect(changed.body).toContain('A New Member')
    expect(changed.headers['cache-control']).toBe('no-store')
  })

  test.each([
    ['/users', UsersReply],
    ['/users/id/:member', UserReply],
    ['/staff', StaffReply],
    ['/departments', departmentCalls.list.replies[200]],
    ['/activities', activityCalls.list.replies[200]],
    ['/posted-activities/available', AvailableActivitiesReply],
    ['/posted-activities?user_id=:member', PostedActivitiesReply],
    ['/terms', TermsReply],
  ] as const)('%s holds exactly what the contract says', async (path, schema) => {
    const reply = await admin('GET', path.replace(':member', String(memberId)))
    expect(Object.values(reply.json())[0]).not.toEqual([])
    // The schema is strict at every level: parsing would drop a field that the contract does not have.
    expect(schema.strict().parse(reply.json())).toEqual(reply.json())
  })

  test('is compressed for a client that accepts it', async () => {
    for (let n = 0; n < 10; n += 1) await portal.make.staff()
    const reply = await admin('GET', '/users', undefined, { 'accept-encoding': 'gzip' })
    expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  })

  test('a new posting has exactly the fields of the contract, too', async () => {
    const member = await portal.make.staff()
    const activity = await portal.make.activity()
    const form = new FormData()
    form.set('activity_id', String(activity.id))
    form.set('starting_date', '2026-11-11')
    const request = new Request('http://portal', { method: 'POST', body: form })
    const reply = await portal.app.inject({
      method: 'POST',
      url: '/posted-activities',
      headers: { ...(await portal.startSession(member)), 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    expect(reply.statusCode).toBe(201)
    expect(NewPostingReply.strict().parse(reply.json())).toEqual(reply.json())
  })

  test('a whole list that many open at once is read by two at a time, beside other calls, and all of them get it', async () => {
    const administrators = await Promise.all(Array.from({ length: 8 }, async () => portal.as(await portal.make.admin())))
    const waitingReads = async () => {
      const rows = await portal.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return rows.length
    }
    let replies: ReturnType<Caller>[] = []
    await portal.sql.begin(async (tx) => {
      // A table that the list reads, and no other of these calls.
      await tx`lock table first_sign_ins in access exclusive mode`
      replies = administrators.map((administrator) => administrator('GET', '/users'))
      await vi.waitUntil(async () => (await waitingReads()) === 2)
      for (const administrator of administrators) expect((await administrator('GET', '/auth/me')).statusCode).toBe(200)
      expect(await waitingReads()).toBe(2)
    })
    expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual(administrators.map(() => 200))
  })
})
