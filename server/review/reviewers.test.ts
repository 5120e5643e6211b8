import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PostingToReview } from '../../contract/review.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

// Review by heads of department and delegates. The postings that each of them reaches: server/policy/rows.test.ts.

let portal: Portal
let physics: { id: number; name: string }
let chemistry: { id: number; name: string }
let head: MadeUser
let asHead: Caller
beforeAll(async () => {
  portal = await startPortal()
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
})
afterAll(() => portal.stop())
beforeEach(async () => {
  physics = await portal.make.department()
  chemistry = await portal.make.department()
  head = await portal.make.head(physics.id)
  asHead = await portal.as(head)
})

const physicist = () => portal.make.staff({ department_id: physics.id })
const chemist = () => portal.make.staff({ department_id: chemistry.id })
const posted = async (member: MadeUser, link: string | null = null) =>
  portal.make.posting(member.id, await portal.make.activity(), '2026-10-10', link)

const versionsOf = (ids: number[]) => portal.sql`select id, version from posted_activities where id = any(${ids}) order by id`

type Decision = { state: 'verified' | 'posted' } | { state: 'returned'; reason: string }
async function decide(call: Caller, ids: number[], decision: Decision = { state: 'verified' }, headers = {}) {
  return call('PUT', '/review', { ...decision, postings: await versionsOf(ids) }, headers)
}
const queue = async (call: Caller, query = ''): Promise<PostingToReview[]> =>
  (await call('GET', `/review${query}`)).json().postings
const stateOf = async (id: number) =>
  (await portal.sql<[{ state: string }]>`select state from posted_activities where id = ${id}`)[0].state
const waitForALock = () =>
  expect
    .poll(() => portal.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    .toHaveLength(1)

describe('a head of department', () => {
  test('finds nobody of another department by a filter either', async () => {
    const [own, other] = [await posted(await physicist()), await posted(await chemist())]
    expect((await queue(asHead)).map(({ id }) => id)).toEqual([own])
    expect(await queue(asHead, `?department_id=${chemistry.id}`)).toEqual([])
    expect(await queue(asHead, `?posting_id=${other}`)).toEqual([])
    expect((await asHead('GET', `/review?department_id=${chemistry.id}`)).json().count).toBe(0)
  })

  test('decides about all postings of a request or none', async () => {
    const [own, other] = [await posted(await physicist()), await posted(await chemist())]
    const reply = await decide(asHead, [own, other])
    expect(reply.statusCode).toBe(403)
    expect(reply.json().code).toBe('heads.notYours')
    expect(await stateOf(own)).toBe('posted')
  })

  test('is in the audit trail as the head of the department, and an administrator is not', async () => {
    const id = await posted(await physicist())
    await decide(asHead, [id])
    const administrator = await portal.make.admin()
    const admin = await portal.as(administrator)
    await decide(admin, [id], { state: 'posted' })
    expect(
      await portal.sql`select actor_id, capacity from audit where subject = 'posting' and subject_id = ${id} order by id`,
    ).toEqual([
      { actor_id: null, capacity: null },
      { actor_id: head.id, capacity: { as: 'head', department_id: physics.id, department_name: physics.name } },
      { actor_id: administrator.id, capacity: null },
    ])
    const words = `${head.name}, as head of ${physics.name}`
    const { records } = (await admin('GET', `/audit?person=${head.id}&subject=posting`)).json()
    expect(records).toMatchObject([{ capacity: { as: 'head', department_name: physics.name } }])
    expect((await admin('GET', `/audit.csv?person=${head.id}&subject=posting`)).body).toContain(`"${words}"`)
  })

  test('is warned that the same evidence exists in another department, but not whose it is', async () => {
    const link = `https://test.example/${crypto.randomUUID()}`
    const image = Buffer.from(crypto.randomUUID())
    const add = async (member: MadeUser) => {
      const id = await posted(member, link)
      await portal.sql`insert into posted_images (posted_activity_id, bytes) values (${id}, ${image})`
      return id
    }
    const own = await physicist()
    const first = await add(await chemist())
    const second = await add(own)
    const third = await add(await physicist())
    const seen = (postings: PostingToReview[], id: number) => {
      const found = postings.find((posting) => posting.id === id)
      const names = (list: PostingToReview['same_link'] = []) => list.map(({ posting_id }) => posting_id)
      return {
        named: [names(found?.same_image), names(found?.same_link)],
        elsewhere: [found?.same_image_elsewhere, found?.same_link_elsewhere],
      }
    }
    const postings = await queue(asHead)
    expect(seen(postings, second)).toEqual({ named: [[third], [third]], elsewhere: [true, true] })
    expect(seen(postings, third)).toEqual({ named: [[second], [second]], elsewhere: [true, true] })
    expect(JSON.stringify(postings)).not.toContain(`"posting_id":${first}`)
    const forAll = await queue(await portal.as(await portal.make.admin()))
    expect(seen(forAll, third)).toEqual({
      named: [
        [first, second],
        [first, second],
      ],
      elsewhere: [false, false],
    })
  })

  test('gets no stored reply for a key of the time as head of another department', async () => {
    const id = await posted(await physicist())
    const [before] = await portal.sql<[{ version: number }]>`select version from posted_activities where id = ${id}`
    const body = { state: 'verified', postings: [{ id, version: before.version }] }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await asHead('PUT', '/review', body, key)
    expect((await asHead('PUT', '/review', body, key)).json()).toEqual(first.json())
    await portal.sql`update users set department_id = ${chemistry.id} where id = ${head.id}`
    await portal.sql`insert into department_heads (user_id, department_id) values (${head.id}, ${chemistry.id})`
    const again = await asHead('PUT', '/review', body, key)
    expect(again.statusCode).toBe(403)
    expect(again.json()).not.toHaveProperty('postings')
  })

  test('and an administrator at the same time: one of the two decides', async () => {
    const id = await posted(await physicist())
    const admin = await portal.as(await portal.make.admin())
    // Both have seen the same version: the second one may come long after the first.
    const postings = await versionsOf([id])
    const replies = await Promise.all([
      asHead('PUT', '/review', { state: 'verified', postings }),
      admin('PUT', '/review', { state: 'returned', reason: 'Too early', postings }),
    ])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })
})

/** Starts a decision, lets it wait for the change, and completes the change. */
async function decideDuring(change: (tx: Portal['sql']) => PromiseLike<unknown>, call: Caller, id: number) {
  let sent: ReturnType<typeof decide> | undefined
  await portal.sql.begin(async (tx) => {
    await change(tx as Portal['sql'])
    sent = decide(call, [id])
    await waitForALock()
  })
  const reply = await sent
  return { status: reply?.statusCode, state: await stateOf(id) }
}

describe('a member who changed the department in mid-term', () => {
  test('is reviewed by the department of each posting’s day, and counts in the department of the closing', async () => {
    const { id: term } = await portal.make.term('Year of the move', '2019-09-01', '2020-08-31')
    const member = await physicist()
    const on = async (day: string) => portal.make.posting(member.id, await portal.make.activity(), day)
    const before = await on('2019-10-10')
    await portal.sql`update users set department_id = ${chemistry.id} where id = ${member.id}`
    const after = await on('2019-11-10')
    const headOfChemistry = await portal.make.head(chemistry.id)
    const asOther = await portal.as(headOfChemistry)
    const inQueue = async (call: Caller) => (await queue(call, `?term_id=${term}`)).map(({ id }) => id)
    expect([await inQueue(asHead), await inQueue(asOther)]).toEqual([[before], [after]])
    expect((await decide(asOther, [before])).statusCode).toBe(403)
    expect((await decide(asHead, [after])).statusCode).toBe(403)
    // Who reviews it opens it; and the member learns who has it.
    expect((await asHead('GET', `/posted-activities/${before}/history`)).statusCode).toBe(200)
    const inCharge = async (id: number) =>
      (await (await portal.as(member))('GET', `/posted-activities/${id}/history`)).json().in_charge.heads[0]?.name
    expect([await inCharge(before), await inCharge(after)]).toEqual([head.name, headOfChemistry.name])

    // Scores and lists are those of the department of now.
    const inStaff = async (call: Caller) =>
      (await call('GET', `/staff?term_id=${term}`)).json().staff.some(({ id }: { id: number }) => id === member.id)
    expect([await inStaff(asHead), await inStaff(asOther)]).toEqual([false, true])
    const admin = await portal.as(await portal.make.admin())
    expect((await admin('PUT', `/terms/close/${term}`, {})).statusCode).toBe(200)
    expect([await inStaff(asHead), await inStaff(asOther)]).toEqual([false, true])
    expect((await asHead('GET', `/posted-activities/${before}/history`)).statusCode).toBe(404)
  })

  test('is reviewed by the new department, where that of the day was removed', async () => {
    const gone = await portal.make.department()
    const member = await portal.make.staff({ department_id: gone.id })
    const id = await posted(member)
    await portal.sql`update users set department_id = ${physics.id} where id = ${member.id}`
    expect((await queue(asHead)).map((one) => one.id)).not.toContain(id)
    await portal.sql`update departments set removed_at = now() where id = ${gone.id}`
    expect((await queue(asHead)).map((one) => one.id)).toContain(id)
  })
})

describe('while it is decided', () => {
  const moveOf = (member: MadeUser) => (tx: Portal['sql']) =>
    tx`update users set department_id = ${chemistry.id} where id = ${member.id}`

  test('a member who moves away is still reviewed by the head of the day on which the activity was posted', async () => {
    const member = await physicist()
    const id = await posted(member)
    expect(await decideDuring(moveOf(member), asHead, id)).toEqual({ status: 200, state: 'verified' })
  })

  test('what a former release has stored follows its member: the former head decides nothing', async () => {
    const member = await physicist()
    const id = await posted(member)
    await portal.sql`update posted_activities set owner_department_id = null where id = ${id}`
    expect(await decideDuring(moveOf(member), asHead, id)).toEqual({ status: 403, state: 'posted' })
  })

  test.each<[string, (tx: Portal['sql']) => PromiseLike<unknown>]>([
    ['a head who is one no more', (tx) => tx`delete from department_heads where user_id = ${head.id}`],
    ['a head who moves', (tx) => tx`update users set department_id = ${chemistry.id} where id = ${head.id}`],
  ])('%s decides nothing', async (_, change) => {
    const id = await posted(await physicist())
    expect(await decideDuring(change, asHead, id)).toEqual({ status: 403, state: 'posted' })
  })

  test.each<[string, (tx: Portal['sql']) => PromiseLike<unknown>]>([
    ['ended', (tx) => tx`update delegations set ended_at = now() where lender_id = ${head.id}`],
    ['over', (tx) => tx`update delegations set ends_at = now() - interval '1 second' where lender_id = ${head.id}`],
    ['of a former head', (tx) => tx`delete from department_heads where user_id = ${head.id}`],
    ['of somebody who is removed', (tx) => tx`update users set removed_at = now() where id = ${head.id}`],
  ])('a delegate whose delegation is %s decides nothing', async (_, change) => {
    const delegate = await chemist()
    await portal.make.delegation(head, delegate)
    const id = await posted(await physicist())
    expect(await decideDuring(change, await portal.as(delegate), id)).toEqual({ status: 403, state: 'posted' })
  })

  test('a delegate of an administrator who is one no more decides nothing', async () => {
    const [lender, delegate] = [await portal.make.admin(), await chemist()]
    await portal.make.admin()
    await portal.make.delegation(lender, delegate)
    const id = await posted(await physicist())
    const demote = (tx: Portal['sql']) => tx`update users set role_id = 2 where id = ${lender.id}`
    expect(await decideDuring(demote, await portal.as(delegate), id)).toEqual({ status: 403, state: 'posted' })
  })

  test('what began before the right ended is completed first', async () => {
    const id = await posted(await physicist())
    let sent: ReturnType<typeof decide> | undefined
    let ending: Promise<unknown> | undefined
    await portal.sql.begin(async (tx) => {
      await tx`select from posted_activities where id = ${id} for update`
      sent = decide(asHead, [id])
      await waitForALock()
      ending = portal.sql`delete from department_heads where user_id = ${head.id}`.then()
      await expect
        .poll(() => portal.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        .toHaveLength(2)
    })
    expect((await sent)?.statusCode).toBe(200)
    await ending
    expect((await asHead('GET', '/review')).statusCode).toBe(403)
  })
})

describe('a delegate', () => {
  test('reviews for the lender, and the audit trail says so', async () => {
    const delegate = await chemist()
    await portal.make.delegation(head, delegate)
    const call = await portal.as(delegate)
    const id = await posted(await physicist())
    expect((await decide(call, [id])).statusCode).toBe(200)
    const [record] = await portal.sql`
      select actor_id, capacity from audit where subject = 'posting' and subject_id = ${id} and kind = 'verified'`
    expect(record).toEqual({ actor_id: delegate.id, capacity: { as: 'delegate', for_id: head.id, for_name: head.name } })
  })

  test('who is a head decides about many postings, each in the capacity that fits', async () => {
    const other = await portal.make.head(chemistry.id)
    await portal.make.delegation(head, other)
    const call = await portal.as(other)
    const [own, lent] = [await posted(await chemist()), await posted(await physicist())]
    expect((await decide(call, [own, lent])).statusCode).toBe(200)
    const capacities = await portal.sql`
      select subject_id, capacity ->> 'as' as as from audit where actor_id = ${other.id} and kind = 'verified' order by subject_id`
    expect(capacities).toEqual([
      { subject_id: own, as: 'head' },
      { subject_id: lent, as: 'delegate' },
    ])
  })

  test('follows the lender: what the lender may review at the moment', async () => {
    const delegate = await chemist()
    const id = await portal.make.delegation(head, delegate)
    const call = await portal.as(delegate)
    const [physical, chemical] = [await posted(await physicist()), await posted(await chemist())]
    const seen = async () => (await queue(call))?.map((posting) => posting.id)
    expect(await seen()).toEqual([physical])
    await portal.sql`update users set department_id = ${chemistry.id} where id = ${head.id}`
    expect((await call('GET', '/review')).statusCode).toBe(403)
    expect((await call('GET', '/delegations')).json().borrowed).toMatchObject([{ id, state: 'suspended' }])
    await portal.sql`insert into department_heads (user_id, department_id) values (${head.id}, ${chemistry.id})`
    expect(await seen()).toEqual([chemical])
    await portal.sql`update users set role_id = 1 where id = ${head.id}`
    expect(await seen()).toEqual(expect.arrayContaining([physical, chemical]))
  })

  test('of a head is no way around: not the own postings, not the lender’s, not by the lender', async () => {
    const delegate = await physicist()
    await portal.make.delegation(head, delegate)
    const call = await portal.as(delegate)
    const [own, lenders] = [await posted(delegate), await posted(head)]
    expect((await decide(call, [own])).json().code).toBe('review.notOwn')
    expect((await decide(call, [lenders])).json().code).toBe('heads.notYours')
    expect((await decide(asHead, [lenders])).json().code).toBe('review.notOwn')
    expect((await decide(asHead, [own])).statusCode).toBe(200)
  })
})

describe('the notice that a returned posting was edited', () => {
  async function editReturned(change: () => PromiseLike<unknown>) {
    const activity = await portal.make.activity()
    const member = await physicist()
    const id = await portal.make.posting(member.id, activity, '2026-10-10')
    await decide(asHead, [id], { state: 'returned', reason: 'Too early' })
    await change()
    const owner = await portal.startSession(member)
    const form = multipart({ activity_id: String(activity.id), starting_date: '2026-10-11' })
    const reply = await portal.app.inject({
      method: 'PUT',
      url: `/posted-activities/${id}`,
      headers: { ...owner, ...form.headers },
      payload: form.payload,
    })
    expect(reply.statusCode).toBe(200)
    return portal.sql`select user_id from notices where posting_id = ${id} and kind = 'edited'`
  }

  test('goes to the head who returned it', async () => {
    expect(await editReturned(async () => {})).toEqual([{ user_id: head.id }])
  })

  test('does not go to who may not review that member any more', async () => {
    const end = () => portal.sql`delete from department_heads where user_id = ${head.id}`
    expect(await editReturned(end)).toEqual([])
  })
})
