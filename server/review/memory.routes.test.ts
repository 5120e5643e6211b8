import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mostDecidedCounted } from '../../contract/limits.ts'
import type { HistoryEntry } from '../../contract/posting-history.ts'
import type { PostingToReview, ReviewReply } from '../../contract/review.ts'
import type { SameEvidence, SameEvidenceOfPosting } from '../../contract/same-evidence.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

// These tests are about what a reviewer learns of the past. The rows that each caller reaches: server/policy/rows.test.ts.

let portal: Portal
let administrator: MadeUser
let admin: Caller
let closed: number
let physics: { id: number; name: string }
let chemistry: { id: number; name: string }
let head: MadeUser
let asHead: Caller
let physicist: MadeUser
let chemist: MadeUser
let activity: MadeActivity
beforeAll(async () => {
  portal = await startPortal()
  administrator = await portal.make.admin({ name: 'Rana Wahid' })
  admin = await portal.as(administrator)
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
  closed = (await portal.make.term('Year before', '2025-09-01', '2026-08-31')).id
})
afterAll(() => portal.stop())
beforeEach(async () => {
  physics = await portal.make.department()
  chemistry = await portal.make.department()
  head = await portal.make.head(physics.id)
  asHead = await portal.as(head)
  physicist = await portal.make.staff({ department_id: physics.id })
  chemist = await portal.make.staff({ department_id: chemistry.id })
  activity = await portal.make.activity()
})

type Decision = { state: 'verified' | 'posted' } | { state: 'returned'; reason: string }
async function decide(call: Caller, ids: readonly number[], decision: Decision) {
  const postings = await portal.sql`select id, version from posted_activities where id = any(${ids}) order by id`
  const reply = await call('PUT', '/review', { ...decision, postings })
  expect(reply.statusCode).toBe(200)
}
const listed = async (call: Caller, query: string): Promise<ReviewReply> => (await call('GET', `/review?${query}`)).json()
const ids = ({ postings }: ReviewReply) => postings.map(({ id }) => id)

describe('the history of a posting', () => {
  const historyOf = async (call: Caller, id: number): Promise<HistoryEntry[]> =>
    (await call('GET', `/posted-activities/${id}/history`)).json().entries

  test('shows what its owner did and what reviewers decided, with reasons and changed values', async () => {
    const session = await portal.startSession(physicist)
    const send = async (method: 'POST' | 'PUT', url: string, fields: Record<string, string>) => {
      const { payload, headers } = multipart({ activity_id: String(activity.id), ...fields })
      const reply = await portal.app.inject({ method, url, payload, headers: { ...headers, ...session } })
      return reply.json().postedActivity.id as number
    }
    const id = await send('POST', '/posted-activities', { starting_date: '2026-10-01', link: 'https://test.example/a' })
    await decide(asHead, [id], { state: 'returned', reason: 'Which day was it?' })
    await send('PUT', `/posted-activities/${id}`, { starting_date: '2026-10-02', link: 'https://test.example/a' })
    await decide(admin, [id], { state: 'verified' })
    await decide(admin, [id], { state: 'posted' })
    const entries = await historyOf(admin, id)
    expect(entries).toMatchObject([
      { kind: 'posted', actor_name: physicist.name, capacity: null },
      {
        kind: 'returned',
        actor_name: head.name,
        capacity: { as: 'head', department_name: physics.name },
        reason: 'Which day was it?',
      },
      {
        kind: 'edited',
        actor_name: physicist.name,
        before: { starting_date: '2026-10-01' },
        after: { starting_date: '2026-10-02' },
      },
      { kind: 'verified', actor_name: 'Rana Wahid', capacity: null },
      { kind: 'taken back', actor_name: 'Rana Wahid' },
    ])
    expect(entries[2]?.before).toEqual({ starting_date: '2026-10-01' })
    expect(JSON.stringify(entries)).not.toContain('127.0.0.1')
    // The owner learns who decided, as from the posting itself, and not by which right.
    const own = await historyOf(await portal.as(physicist), id)
    expect(own).toEqual(entries.map((entry) => ({ ...entry, capacity: null, actor_id: null })))
    // Ids are for those who may open the page of the actor: a head has that of the members of the department.
    expect(entries.map(({ actor_id }) => actor_id)).toEqual([
      physicist.id,
      head.id,
      physicist.id,
      administrator.id,
      administrator.id,
    ])
    const asSeenByHead = await historyOf(asHead, id)
    expect(asSeenByHead.map(({ actor_id }) => actor_id)).toEqual([physicist.id, head.id, physicist.id, null, null])
  })

  test('is not found for others, nor of a posting that was deleted', async () => {
    const id = await portal.make.posting(physicist.id, activity, '2026-10-01')
    const colleague = await portal.as(await portal.make.staff({ department_id: physics.id }))
    const other = await portal.as(await portal.make.head(chemistry.id))
    for (const call of [colleague, other]) {
      const reply = await call('GET', `/posted-activities/${id}/history`)
      expect(reply.statusCode).toBe(404)
      expect(reply.json().code).toBe('postedActivities.notFound')
    }
    await portal.sql`delete from posted_activities where id = ${id}`
    expect((await admin('GET', `/posted-activities/${id}/history`)).statusCode).toBe(404)
  })
})

describe('what was decided', () => {
  test('is listed by state, newest decision first, with who decided and when', async () => {
    const postings = []
    for (const day of [1, 2, 3]) postings.push(await portal.make.posting(physicist.id, activity, `2026-10-0${day}`))
    const [first = 0, second = 0, third = 0] = postings
    await decide(asHead, [second], { state: 'verified' })
    await decide(asHead, [first], { state: 'verified' })
    await decide(asHead, [third], { state: 'returned', reason: 'No photo' })
    const verified = await listed(asHead, 'state=verified')
    expect(ids(verified)).toEqual([first, second])
    expect(verified).toMatchObject({ count: 2, next: null, next_moment: null })
    expect(verified.postings[0]).toMatchObject({ member_name: physicist.name, reviewed_by_name: head.name, state: 'verified' })
    const returned = await listed(asHead, 'state=returned')
    expect(returned.postings).toMatchObject([{ id: third, returned_reason: 'No photo' }])
    expect((await asHead('GET', '/review?state=posted')).statusCode).toBe(400)
    await decide(asHead, [first], { state: 'posted' })
    expect(ids(await listed(asHead, 'state=verified'))).toEqual([second])
    expect(ids(await listed(asHead, ''))).toEqual([first])
  })

  test('page after page, without a gap or a double where many were decided at the same moment', async () => {
    const [made] = await portal.sql<[{ id: number }]>`select id from users where id = ${physicist.id}`
    await portal.sql`
      insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id, state, reviewed_by, reviewed_at)
      select ${made.id}, ${activity.id}, ${activity.name}, ${activity.type}, ${activity.score}, '2026-09-01'::date + n,
        term_of('2026-09-01'::date + n), 'verified', ${administrator.id}, '2026-10-01 08:00:00.123456+00'::timestamptz + make_interval(secs => n / 40)
      from generate_series(1, 120) n`
    const seen: number[] = []
    let cursor = ''
    for (let page = 1; page <= 3; page += 1) {
      const reply = await listed(asHead, `state=verified${cursor}`)
      seen.push(...ids(reply))
      cursor = `&after=${reply.next}&after_moment=${reply.next_moment}`
      expect(reply.count).toBe(120)
      if (page === 3) expect(reply.next).toBeNull()
    }
    const expected = await portal.sql<{ id: number }[]>`
      select id from posted_activities where user_id = ${made.id} order by reviewed_at desc, id desc`
    expect(seen).toEqual(expected.map(({ id }) => id))
    for (const moment of ['yesterday', '0000-01-01T00:00:00.000000Z', '2026-10-01'])
      expect((await asHead('GET', `/review?state=verified&after=1&after_moment=${moment}`)).statusCode).toBe(400)
  })

  test('is counted up to a thousand', async () => {
    await portal.sql`
      insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id, state, reviewed_by, reviewed_at)
      select ${physicist.id}, ${activity.id}, ${activity.name}, ${activity.type}, 0, '1990-01-01'::date + n,
        term_of('1990-01-01'::date + n), 'verified', ${administrator.id}, now()
      from generate_series(0, ${mostDecidedCounted}::int) n`
    expect((await listed(admin, `state=verified&department_id=${physics.id}`)).count).toBe(mostDecidedCounted)
  })

  test('in a closed term is for whom sees it anyway, not for delegates', async () => {
    const id = await portal.make.posting(physicist.id, activity, '2025-10-01')
    await decide(admin, [id], { state: 'verified' })
    const delegate = await portal.make.staff({ department_id: chemistry.id })
    await portal.make.delegation(head, delegate)
    const asDelegate = await portal.as(delegate)
    expect(ids(await listed(asDelegate, 'state=verified'))).toEqual([id])
    expect((await asDelegate('GET', `/posted-activities/${id}/history`)).statusCode).toBe(200)
    await admin('PUT', `/terms/close/${closed}`)
    expect(ids(await listed(asDelegate, 'state=verified'))).toEqual([])
    expect((await asDelegate('GET', `/posted-activities/${id}/history`)).statusCode).toBe(404)
    for (const call of [asHead, admin])
      expect(ids(await listed(call, `state=verified&term_id=${closed}&department_id=${physics.id}`))).toEqual([id])
    await admin('PUT', `/terms/reopen/${closed}`, { reason: 'again' })
  })
})

describe('the search', () => {
  test('finds by person and by activity, in every spelling, in all three lists', async () => {
    await portal.sql`update users set name = 'Dr. Şükran Öztürk' where id = ${physicist.id}`
    await portal.sql`update users set name = 'Ali Hama' where id = ${chemist.id}`
    const kurdish = await portal.make.activity({ name: 'Colloquium on optics', names: { ckb: 'کۆلۆکیۆمی ڕووناکی' } })
    const lecture = await portal.make.posting(physicist.id, activity, '2026-10-01')
    const colloquium = await portal.make.posting(physicist.id, kurdish, '2026-10-02')
    const others = await portal.make.posting(chemist.id, kurdish, '2026-10-02')
    const both = [lecture, colloquium]
    const find = async (q: string, more = '') =>
      ids(await listed(admin, `q=${encodeURIComponent(q)}${more}`)).toSorted((a, b) => a - b)
    expect(await find('ozturk')).toEqual(both)
    expect(await find('COLLOQUIUM')).toEqual([colloquium, others])
    expect(await find('كولوكيوم')).toEqual([colloquium, others])
    expect(await find('ozturk colloq')).toEqual([colloquium])
    expect(await find('optics şükran')).toEqual([colloquium])
    expect(await find('nobody at all')).toEqual([])
    expect(await find('%_')).toEqual([])
    expect((await listed(admin, 'q=ozturk')).count).toBe(2)
    await decide(admin, both, { state: 'verified' })
    expect(await find('ozturk')).toEqual([])
    expect(await find('ozturk', '&state=verified')).toEqual(both)
    expect(await find('ozturk', '&state=returned')).toEqual([])
    // A search narrows what the reviewer may review, and does not widen it.
    expect(ids(await listed(asHead, 'q=colloquium'))).toEqual([])
    expect(ids(await listed(asHead, 'q=colloquium&state=verified'))).toEqual([colloquium])
  })

  test('finds a person in another spelling, if no name has the searched one', async () => {
    const kurdish = await portal.make.staff({ name: 'سولەیمان عەزیز', department_id: physics.id })
    const posting = await portal.make.posting(kurdish.id, activity, '2026-10-03')
    expect(ids(await listed(asHead, `q=${encodeURIComponent('سليمان')}`))).toEqual([posting])
    expect(ids(await listed(asHead, `q=${encodeURIComponent('سليم')}`))).toEqual([posting])
    expect(ids(await listed(asHead, `q=${encodeURIComponent('سلمان')}`))).toEqual([])
  })
})

describe('the same evidence', () => {
  const link = () => `https://test.example/${crypto.randomUUID()}`
  const sharesOf = async (call: Caller, userId: number): Promise<(SameEvidenceOfPosting & { id: number })[]> =>
    (await call('GET', `/posted-activities/same-evidence?user_id=${userId}`)).json().postings
  const named = (list: readonly SameEvidence[] = []) => list.map(({ posting_id, is_note }) => ({ posting_id, is_note }))
  const inQueue = async (call: Caller, id: number): Promise<PostingToReview | undefined> =>
    (await listed(call, `posting_id=${id}`)).postings[0]
  async function posted(user: MadeUser, given: { by?: MadeActivity; day?: string; link?: string; image?: Buffer } = {}) {
    const id = await portal.make.posting(user.id, given.by ?? activity, given.day ?? '2026-10-10', given.link ?? null)
    if (given.image) await portal.sql`insert into posted_images (posted_activity_id, bytes) values (${id}, ${given.image})`
    return id
  }

  test('is warned about both postings, with whose, when, which activity, and what leads to it', async () => {
    const image = Buffer.from(crypto.randomUUID())
    const first = await posted(physicist, { image })
    const colleague = await portal.make.staff({ department_id: physics.id })
    const second = await posted(colleague, { image, day: '2026-10-11' })
    await decide(admin, [first], { state: 'verified' })
    expect((await inQueue(asHead, second))?.same_image).toEqual([
      expect.objectContaining({
        posting_id: first,
        user_id: physicist.id,
        member_name: physicist.name,
        activity_name: activity.name,
        starting_date: '2026-10-10',
        state: 'verified',
        term_status: 'open',
        can_open: true,
        is_note: false,
      }),
    ])
    expect((await listed(asHead, `state=verified&posting_id=${first}`)).postings[0]?.same_image).toMatchObject([
      { posting_id: second, state: 'posted' },
    ])
    expect(await sharesOf(asHead, physicist.id)).toMatchObject([
      { id: first, same_image: [{ posting_id: second }], same_link: [] },
    ])
  })

  test('a link is the same however it is written', async () => {
    const path = crypto.randomUUID()
    const first = await posted(physicist, { link: `http://www.Test.example/${path}/Talk` })
    const others = [
      `https://test.example/${path}/Talk/`,
      `https://TEST.example/${path}/Talk#photos`,
      `https://test.example/${path}/Talk?utm_source=mail&utm_campaign=x`,
      `https://test.example/${path}/Talk/?fbclid=123#top`,
    ]
    const different = [
      `https://test.example/${path}/talk`,
      `https://test.example/${path}/Talk?id=1`,
      `https://test.example/${path}/Talk/2`,
      `https://test.example/${path}/Talkutm_source=mail`,
    ]
    const key = async (text: string) => (await portal.sql<[{ key: string }]>`select link_key(${text}) as key`)[0].key
    expect(await key('https://a.example/x/?id=1&utm_medium=a&b=2')).toBe(await key('http://a.example/x?id=1&b=2'))
    expect(await key('https://a.example')).toBe(await key('http://www.A.example/'))
    const by = await portal.make.activity()
    const sharing: number[] = []
    for (const [index, given] of others.entries())
      sharing.push(await posted(physicist, { by, day: `2026-10-1${index}`, link: given }))
    for (const [index, given] of different.entries()) await posted(physicist, { by, day: `2026-11-1${index}`, link: given })
    expect((await inQueue(asHead, first))?.same_link.map(({ posting_id }) => posting_id)).toEqual(sharing)
  })

  test('the page of an event that colleagues posted is a note; anything else is a warning', async () => {
    const page = link()
    const [first, second] = [await posted(physicist, { link: page }), await posted(chemist, { link: page })]
    const again = await posted(physicist, { link: page, day: '2026-10-11' })
    const otherActivity = await posted(chemist, { link: page, by: await portal.make.activity() })
    expect(named((await inQueue(admin, first))?.same_link)).toEqual([
      { posting_id: again, is_note: false },
      { posting_id: otherActivity, is_note: false },
      { posting_id: second, is_note: true },
    ])
  })

  test('of many lists ten warnings and ten notes, and counts the others', async () => {
    const page = link()
    const [first, by] = [await posted(physicist, { link: page }), await portal.make.activity()]
    for (let number = 1; number <= 40; number += 1)
      await posted(await portal.make.staff({ department_id: physics.id }), { link: page })
    for (let number = 1; number <= 12; number += 1) await posted(chemist, { link: page, by, day: `2026-11-${number + 10}` })
    for (const [call, warnings] of [
      [admin, 12],
      // A head learns of the chemist's postings only that there are some.
      [asHead, 0],
    ] as const) {
      const seen = await inQueue(call, first)
      expect(seen?.same_link.filter(({ is_note }) => is_note)).toHaveLength(10)
      expect(seen?.same_link.filter(({ is_note }) => !is_note)).toHaveLength(Math.min(10, warnings))
      expect(seen?.more).toEqual({ same_image: 0, same_link: Math.max(0, warnings - 10), same_link_notes: 30 })
      expect(seen?.same_link_elsewhere).toBe(warnings === 0)
    }
  })

  test('of somebody who is an administrator now is named, and leads nowhere while it waits: no list has it', async () => {
    const page = link()
    const [theirs, mine] = [await posted(chemist, { link: page }), await posted(physicist, { link: page })]
    const shared = async () => (await inQueue(admin, mine))?.same_link
    expect(await shared()).toMatchObject([{ posting_id: theirs, can_open: true }])
    await admin('PUT', `/users/toggle-role/${chemist.id}`)
    expect(await shared()).toMatchObject([{ posting_id: theirs, can_open: false }])
    expect(await inQueue(admin, theirs)).toBeUndefined()
  })

  test('elsewhere it is neither named nor led to, and a note is not even mentioned', async () => {
    const image = Buffer.from(crypto.randomUUID())
    const page = link()
    const mine = await posted(physicist, { image, link: page })
    const theirs = await posted(chemist, { image, link: page })
    const seen = await inQueue(asHead, mine)
    expect(seen).toMatchObject({ same_image: [], same_link: [], same_image_elsewhere: true, same_link_elsewhere: false })
    const shares = await sharesOf(asHead, physicist.id)
    expect(shares).toMatchObject([{ id: mine, same_image: [], same_image_elsewhere: true }])
    expect(JSON.stringify([seen, shares])).not.toContain(chemist.name)
    await portal.sql`update posted_activities set activity_id = ${(await portal.make.activity()).id} where id = ${theirs}`
    expect(await inQueue(asHead, mine)).toMatchObject({ same_link: [], same_link_elsewhere: true })
    expect((await inQueue(admin, mine))?.same_link_elsewhere).toBe(false)
  })

  test('of a member is for administrators and the head of the department', async () => {
    const path = (id: number) => `/posted-activities/same-evidence?user_id=${id}`
    expect((await asHead('GET', path(chemist.id))).statusCode).toBe(404)
    expect((await (await portal.as(physicist))('GET', path(physicist.id))).statusCode).toBe(403)
    const page = link()
    await posted(physicist, { link: page })
    const alone = await posted(physicist, { link: link(), day: '2026-10-12' })
    await posted(physicist, { link: page, day: '2026-10-13' })
    const shares = await sharesOf(admin, physicist.id)
    expect(shares).toHaveLength(2)
    expect(shares.some(({ id }) => id === alone)).toBe(false)
  })

  test('in a closed term is named to a delegate, who cannot open it', async () => {
    const page = link()
    const past = await posted(physicist, { link: page, day: '2025-10-10' })
    const now = await posted(physicist, { link: page })
    await admin('PUT', `/terms/close/${closed}`)
    const delegate = await portal.make.staff({ department_id: chemistry.id })
    await portal.make.delegation(administrator, delegate)
    const asDelegate = await portal.as(delegate)
    const other = { posting_id: past, term_status: 'closed' }
    expect((await inQueue(asDelegate, now))?.same_link).toMatchObject([{ ...other, can_open: false }])
    expect((await inQueue(asHead, now))?.same_link).toMatchObject([{ ...other, can_open: true }])
    await admin('PUT', `/terms/reopen/${closed}`, { reason: 'again' })
  })
})
