import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let administrator: MadeUser
let admin: Caller
let physics: { id: number; name: string }
let head: MadeUser
let asHead: Caller
let delegate: MadeUser
let asDelegate: Caller
beforeAll(async () => {
  portal = await startPortal()
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
  administrator = await portal.make.admin({ name: 'Rana Wahid' })
  admin = await portal.as(administrator)
})
afterAll(() => portal.stop())
beforeEach(async () => {
  physics = await portal.make.department()
  head = await portal.make.head(physics.id)
  delegate = await portal.make.staff()
  ;[asHead, asDelegate] = [await portal.as(head), await portal.as(delegate)]
})

/** A day by the database's clock, which also decides what is over. */
async function dayIn(days: number, zone = 'UTC'): Promise<string> {
  const [row] = await portal.sql<[{ day: string }]>`select ((now() at time zone ${zone})::date + ${days}::int)::text as day`
  return row.day
}
const lend = async (call: Caller, more: object = {}) =>
  call('POST', '/delegations', { delegate_id: delegate.id, last_day: await dayIn(3), ...more })
const canReview = async () => (await asDelegate('GET', '/review')).statusCode === 200
const lentTo = ({ id }: MadeUser) =>
  portal.sql`select id, ended_at is not null as is_ended from delegations where delegate_id = ${id}`

describe('lending Review', () => {
  test('gives it to the delegate at once, and both see it', async () => {
    const reply = await lend(asHead)
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toMatchObject({
      message: `Reviews delegated to ${delegate.name}`,
      delegation: {
        lender_id: head.id,
        delegate_id: delegate.id,
        department: { id: physics.id, name: physics.name },
        state: 'active',
        last_day: await dayIn(3),
        ended_at: null,
      },
    })
    const { delegation } = reply.json()
    expect((await asHead('GET', '/delegations')).json()).toEqual({ lent: [delegation], borrowed: [] })
    expect((await asDelegate('GET', '/delegations')).json()).toEqual({ lent: [], borrowed: [delegation] })
    expect((await admin('GET', '/delegations/all')).json().delegations[0]).toEqual(delegation)
    expect(await canReview()).toBe(true)
    expect((await asDelegate('GET', '/auth/me')).json().rights).toMatchObject({
      review: true,
      see_members: false,
      lend: false,
      delegations: [{ id: delegation.id, lender_name: head.name, department: { id: physics.id }, last_day: await dayIn(3) }],
    })
  })

  test('notifies the delegate, and is audited in the capacity of the lender', async () => {
    const { delegation } = (await lend(asHead)).json()
    const notices = async () => (await asDelegate('GET', '/notices')).json().notices
    expect(await notices()).toMatchObject([
      { kind: 'review lent', details: { by: head.name, last_day: await dayIn(3) }, is_read: false },
    ])
    await asHead('PUT', `/delegations/end/${delegation.id}`)
    // The notice about its beginning was not read yet, and is out of date.
    expect(await notices()).toMatchObject([{ kind: 'review ended', details: { by: head.name } }])
    const record = { actor_id: head.id, person_id: delegate.id, capacity: { as: 'head', department_id: physics.id } }
    const { records } = (await admin('GET', `/audit?subject=delegation&person=${delegate.id}`)).json()
    expect(records).toMatchObject([
      { kind: 'ended', ...record },
      { kind: 'lent', ...record },
    ])
    expect((await admin('GET', `/audit.csv?subject=delegation&person=${delegate.id}`)).body).toContain(
      `${head.name} no longer delegates reviews to ${delegate.name}`,
    )
  })

  test.each(['Asia/Baghdad', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
    'counts the whole last day of a portal in %s, whatever zone a page of the release before sends',
    async (zone) => {
      const there = await startPortal({ environment: { TIME_ZONE: zone } })
      try {
        const [lender, other] = [await there.make.admin(), await there.make.staff()]
        const body = { delegate_id: other.id, last_day: await dayIn(0, zone), zone: 'Pacific/Pago_Pago' }
        const { delegation } = (await (await there.as(lender))('POST', '/delegations', body)).json()
        const [row] = await there.sql`
          select (ends_at at time zone ${zone})::text as ends from delegations where id = ${delegation.id}`
        expect(row).toEqual({ ends: `${await dayIn(1, zone)} 00:00:00` })
      } finally {
        await there.stop()
      }
    },
  )

  test('refuses a day that is over, one too far away, and none', async () => {
    const refusal = async (last_day?: string) => (await lend(asHead, { last_day })).json().errors[0]
    expect(await refusal(await dayIn(-1))).toMatchObject({ field: 'last_day', code: 'delegations.dayPassed' })
    expect(await refusal(await dayIn(368))).toMatchObject({ field: 'last_day', code: 'delegations.dayTooFar' })
    expect(await refusal('2026-02-30')).toMatchObject({ field: 'last_day', code: 'delegations.dayRequired' })
    expect((await lend(asHead, { last_day: await dayIn(366) })).statusCode).toBe(201)
  })

  test('refuses oneself, a removed user and one who does not exist', async () => {
    const removed = await portal.make.staff()
    await portal.sql`update users set removed_at = now() where id = ${removed.id}`
    for (const delegate_id of [head.id, removed.id, 2_000_000, 0])
      expect((await lend(asHead, { delegate_id })).json().errors).toMatchObject([{ field: 'delegate_id' }])
    expect(await portal.sql`select from delegations where lender_id = ${head.id}`).toEqual([])
  })

  test('to the same person twice at the same time is done once', async () => {
    let sent: ReturnType<typeof lend>[] = []
    await portal.sql.begin(async (tx) => {
      await tx`select from users where id = ${head.id} for update`
      sent = [lend(asHead), lend(asHead)]
      const waiting = () => portal.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(waiting).toHaveLength(2)
    })
    const replies = await Promise.all(sent)
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    expect(await lentTo(delegate)).toHaveLength(1)
  })

  test('is for administrators and heads: a delegate cannot lend it further, a former head cannot either', async () => {
    await portal.make.delegation(head, delegate)
    const other = await portal.make.staff()
    expect((await lend(asDelegate, { delegate_id: other.id })).statusCode).toBe(403)
    await portal.sql`delete from department_heads where user_id = ${head.id}`
    expect((await lend(asHead, { delegate_id: other.id })).statusCode).toBe(403)
    expect((await lend(admin, { delegate_id: other.id })).statusCode).toBe(201)
  })

  test('shows the lender nothing but the names of the others', async () => {
    const { people } = (await asHead('GET', '/delegations/people')).json()
    expect(people.map(({ id }: { id: number }) => id)).toContain(delegate.id)
    expect(people.map(({ id }: { id: number }) => id)).not.toContain(head.id)
    for (const person of people)
      expect(Object.keys(person)).toEqual(['id', 'name', 'other_name', 'department_name', 'department_names'])
    expect((await asDelegate('GET', '/delegations/people')).statusCode).toBe(403)
  })
})

describe('delegations ends', () => {
  test('after its last day, by itself', async () => {
    const id = await portal.make.delegation(head, delegate)
    expect(await canReview()).toBe(true)
    await portal.sql`update delegations set ends_at = now() - interval '1 second' where id = ${id}`
    expect(await canReview()).toBe(false)
    expect((await asDelegate('GET', '/delegations')).json().borrowed).toMatchObject([{ state: 'ended', ended_at: null }])
    expect((await asDelegate('GET', '/auth/me')).json().rights).toMatchObject({ review: false, delegations: [] })
  })

  test('early by its lender, also by one who heads nothing any more', async () => {
    const id = await portal.make.delegation(head, delegate)
    await portal.sql`delete from department_heads where user_id = ${head.id}`
    const reply = await asHead('PUT', `/delegations/end/${id}`)
    expect(reply.json().delegation).toMatchObject({ state: 'ended', ended_by_name: head.name })
  })

  test('early by an administrator, on every server at once', async () => {
    const id = await portal.make.delegation(head, delegate)
    const other = await portal.another()
    const headers = await portal.startSession(delegate)
    expect((await other.inject({ url: '/review', headers })).statusCode).toBe(200)
    expect((await admin('PUT', `/delegations/end/${id}`)).json().delegation).toMatchObject({ ended_by_name: 'Rana Wahid' })
    expect((await other.inject({ url: '/review', headers })).statusCode).toBe(403)
    await other.close()
  })

  test('by nobody else, and only once', async () => {
    const id = await portal.make.delegation(head, delegate)
    const end = async (call: Caller) => (await call('PUT', `/delegations/end/${id}`)).statusCode
    expect(await end(asDelegate)).toBe(404)
    expect(await end(await portal.as(await portal.make.head(physics.id)))).toBe(404)
    expect(await canReview()).toBe(true)
    expect(await Promise.all([end(asHead), end(asHead)])).toEqual(expect.arrayContaining([200, 409]))
    expect(await end(admin)).toBe(409)
  })

  test.each<[string, () => MadeUser]>([
    ['lender', () => head],
    ['delegate', () => delegate],
  ])('when the %s is removed, with a record', async (_, who) => {
    const id = await portal.make.delegation(head, delegate)
    const { id: removedId } = who()
    await admin('DELETE', `/users/${removedId}`)
    await admin('PUT', `/users/restore/${removedId}`)
    expect(await lentTo(delegate)).toEqual([{ id, is_ended: true }])
    const { records } = (await admin('GET', `/audit?subject=delegation&person=${delegate.id}`)).json()
    expect(records[0]).toMatchObject({ kind: 'ended', actor_id: administrator.id, subject_id: id })
  })

  test('when the role of the lender ends, for as long as that lasts', async () => {
    const lender = await portal.make.admin()
    await portal.make.delegation(lender, delegate)
    expect(await canReview()).toBe(true)
    await portal.sql`update users set role_id = 2 where id = ${lender.id}`
    expect(await canReview()).toBe(false)
    await portal.sql`update users set role_id = 1 where id = ${lender.id}`
    expect(await canReview()).toBe(true)
  })
})
