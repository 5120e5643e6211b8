import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { PostingToReview } from '../../contract/review.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let administrator: MadeUser
let termId: number
let member: MadeUser
let session: { cookie: string }
let activity: MadeActivity
beforeAll(async () => {
  portal = await startPortal()
  administrator = await portal.make.admin({ name: 'Rana Wahid' })
  admin = await portal.as(administrator)
  termId = (await portal.make.term('Autumn', '2026-09-01', '2027-01-31')).id
})
afterAll(() => portal.stop())
beforeEach(async () => {
  member = await portal.make.staff()
  session = await portal.startSession(member)
  activity = await portal.make.activity({ type: 'Attending', score: 3.25 })
})

async function send(method: 'POST' | 'PUT', path: string, fields: Record<string, string>, image?: Buffer) {
  const { payload, headers } = multipart(fields, image ? { name: 'a.jpg', bytes: image } : undefined)
  return portal.app.inject({ method, url: path, payload, headers: { ...headers, ...session } })
}
async function post(given: Record<string, string> = {}, image?: Buffer): Promise<PostedActivity> {
  const fields = { activity_id: String(activity.id), starting_date: '2026-10-05', ...given }
  return (await send('POST', '/posted-activities', fields, image)).json().postedActivity
}
const photo = (colour: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
const decide = (state: string, postings: { id: number; version: number }[], more: object = {}, who = admin) =>
  who('PUT', '/review', { state, postings: postings.map(({ id, version }) => ({ id, version })), ...more })
const waiting = async (query = ''): Promise<PostingToReview[]> => (await admin('GET', `/review${query}`)).json().postings
const scores = async () => (await admin('GET', `/users/id/${member.id}`)).json().user
const own = async (): Promise<PostedActivity[]> =>
  (await portal.app.inject({ url: `/posted-activities?user_id=${member.id}`, headers: session })).json().postedActivities

describe('verifying', () => {
  test('keeps the points and locks the posting: it can be neither edited nor deleted', async () => {
    const posting = await post({ link: 'https://events.test.example/1' }, await photo('#123'))
    const reply = await decide('verified', [posting])
    expect(reply.statusCode).toBe(200)
    expect(reply.json().message).toBe('Activity verified successfully')
    expect(reply.json().postings[0]).toMatchObject({ state: 'verified', reviewed_by_name: 'Rana Wahid' })
    expect(await scores()).toMatchObject({ atts: 3.25 })

    const fields = { activity_id: String(activity.id), starting_date: '2026-10-06' }
    const attempts = [
      await send('PUT', `/posted-activities/${posting.id}`, fields),
      await send('PUT', `/posted-activities/${posting.id}`, { ...fields, remove_image: 'true' }),
      await portal.app.inject({ method: 'DELETE', url: `/posted-activities/${posting.id}`, headers: session }),
    ]
    for (const attempt of attempts) {
      expect(attempt.statusCode).toBe(409)
      expect(attempt.json().message).toBe('This activity has been verified and is locked.')
    }
    expect(await own()).toMatchObject([{ id: posting.id, starting_date: '2026-10-05', image_id: posting.image_id }])
  })

  test('can be undone, and the posting is then open again', async () => {
    const posting = await post()
    const [verified] = (await decide('verified', [posting])).json().postings
    const [open] = (await decide('posted', [verified])).json().postings
    expect(open).toMatchObject({ state: 'posted', reviewed_by_name: null, reviewed_at: null })
    expect(
      (await portal.app.inject({ method: 'DELETE', url: `/posted-activities/${posting.id}`, headers: session })).statusCode,
    ).toBe(200)
  })
})

describe('returning', () => {
  test('removes the points, gives the member the reason, and editing makes it count again', async () => {
    const posting = await post()
    expect((await decide('returned', [posting], { reason: ' The photo shows another event. ' })).statusCode).toBe(200)
    expect(await scores()).toMatchObject({ atts: 0, total_score: 0 })
    expect(await own()).toMatchObject([{ state: 'returned', returned_reason: 'The photo shows another event.' }])
    const fields = { activity_id: String(activity.id), starting_date: '2026-10-05', link: 'https://events.test.example/2' }
    const edited = await send('PUT', `/posted-activities/${posting.id}`, fields)
    expect(edited.json().postedActivity).toMatchObject({ state: 'posted', returned_reason: null, reviewed_at: null })
    expect(await scores()).toMatchObject({ atts: 3.25 })
    expect((await waiting()).some(({ id }) => id === posting.id)).toBe(true)
  })

  test('leaves its reason for the next review, with what the member changed since', async () => {
    const posting = await post({ link: 'https://events.test.example/1' })
    const seen = async () => (await waiting(`?posting_id=${posting.id}`))[0]
    expect((await seen())?.edits_since_return).toEqual([])
    const [returned] = (await decide('returned', [posting], { reason: 'Which day was it?' })).json().postings
    // A posting whose return the reviewer took back was not returned.
    const [open] = (await decide('posted', [returned])).json().postings
    expect((await seen())?.edits_since_return).toEqual([])
    await decide('returned', [open], { reason: 'The link leads nowhere.' })
    const fields = { activity_id: String(activity.id), starting_date: '2026-10-05', link: 'https://events.test.example/2' }
    await send('PUT', `/posted-activities/${posting.id}`, fields, await photo('#789'))
    expect((await seen())?.edits_since_return).toEqual([
      {
        before: { state: 'returned', returned_reason: 'The link leads nowhere.', link: 'https://events.test.example/1' },
        after: { state: 'posted', returned_reason: null, link: 'https://events.test.example/2' },
      },
      { before: { image: null }, after: { image: expect.any(String) } },
    ])
  })

  test('is not undone by saving the entry unchanged', async () => {
    const posting = await post({}, await photo('#456'))
    await decide('returned', [posting], { reason: 'Which day was it?' })
    const same = { activity_name: activity.name, starting_date: '2026-10-05' }
    const reply = await send('PUT', `/posted-activities/${posting.id}`, same)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toBe('This posting was returned. Make the change the reviewer asked for.')
    expect(await own()).toMatchObject([{ state: 'returned', image_id: posting.image_id }])
    expect(await scores()).toMatchObject({ atts: 0 })
    expect((await send('PUT', `/posted-activities/${posting.id}`, same, await photo('#654'))).statusCode).toBe(200)
    expect(await scores()).toMatchObject({ atts: 3.25 })
  })

  test('needs a reason', async () => {
    const posting = await post()
    for (const reason of ['', '  ', undefined, 'x'.repeat(501)]) {
      const reply = await decide('returned', [posting], { reason })
      expect(reply.statusCode).toBe(400)
    }
    expect((await decide('returned', [posting], { reason: '' })).json().errors).toMatchObject([
      { field: 'reason', message: 'Say what needs to change.' },
    ])
    expect(await own()).toMatchObject([{ state: 'posted' }])
  })
})

describe('a decision', () => {
  test('about one’s own posting is refused', async () => {
    const posting = await post()
    await admin('PUT', `/users/toggle-role/${member.id}`)
    const promoted = await portal.as(member)
    const mine = (await promoted('GET', '/review')).json().postings as PostingToReview[]
    expect(mine.some(({ id }) => id === posting.id)).toBe(false)
    const reply = await decide('verified', [posting], {}, promoted)
    expect(reply.statusCode).toBe(403)
    expect(reply.json().message).toBe('You cannot review your own activities.')
    await expect(
      portal.sql`update posted_activities set state = 'verified', reviewed_by = user_id, reviewed_at = now() where id = ${posting.id}`,
    ).rejects.toThrow(/posted_activities_not_by_oneself/)
  })

  test('about many applies to all of them in the versions seen, or to none', async () => {
    const postings = [await post(), await post({ starting_date: '2026-10-06' }), await post({ starting_date: '2026-10-07' })]
    const second = postings[1] as PostedActivity
    await send('PUT', `/posted-activities/${second.id}`, { activity_id: String(activity.id), starting_date: '2026-10-08' })
    const reply = await decide('verified', postings)
    expect(reply.statusCode).toBe(409)
    expect(reply.json().message).toContain('Nothing was saved')
    expect((await own()).map(({ state }) => state)).toEqual(['posted', 'posted', 'posted'])
    const again = await decide('verified', await own())
    expect(again.json().message).toBe('3 activities verified successfully')
    const [row] = ((await admin('GET', '/staff')).json().staff as { id: number }[]).filter(({ id }) => id === member.id)
    expect(row).toMatchObject({ posted_count: 3, verified_count: 3, returned_count: 0 })
  })

  test('by two administrators at the same time is made once', async () => {
    const other = await portal.as(await portal.make.admin())
    for (let round = 1; round <= 5; round += 1) {
      const posting = await post({ starting_date: `2026-11-0${round}` })
      const replies = await Promise.all([
        decide('verified', [posting]),
        decide('returned', [posting], { reason: 'Not enough' }, other),
      ])
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    }
  })

  test('about ids that no posting can have is refused, not a 500', async () => {
    for (const id of [2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
      const reply = await admin('PUT', '/review', { state: 'verified', postings: [{ id, version: 1 }] })
      expect(reply.statusCode).toBe(400)
    }
  })

  test('changes nothing in a closed term', async () => {
    const posting = await post()
    await admin('PUT', `/terms/close/${termId}`)
    const reply = await decide('returned', [posting], { reason: 'Too late' })
    expect(reply.statusCode).toBe(409)
    expect(reply.json().message).toBe('This term is closed.')
    expect(await waiting()).toEqual([])
    await admin('PUT', `/terms/reopen/${termId}`, { reason: 'again' })
  })

  test('is in the audit trail with its reason', async () => {
    const posting = await post()
    await decide('returned', [posting], { reason: 'Wrong date' })
    const { records } = (await admin('GET', `/audit?person=${member.id}&kind=returned`)).json()
    expect(records).toMatchObject([
      {
        subject: 'posting',
        subject_id: posting.id,
        actor_name: 'Rana Wahid',
        before: { state: 'posted' },
        after: { state: 'returned', returned_reason: 'Wrong date' },
      },
    ])
  })

  test('is for administrators, about at most 200 at once', async () => {
    const staff = await portal.as(member)
    expect((await staff('GET', '/review')).statusCode).toBe(403)
    const many = Array.from({ length: 201 }, (_, index) => ({ id: index + 1, version: 1 }))
    expect((await decide('verified', many)).statusCode).toBe(400)
    expect((await decide('verified', [])).statusCode).toBe(400)
    expect((await decide('approved', [{ id: 1, version: 1 }])).statusCode).toBe(400)
  })
})

describe('the queue', () => {
  test('is oldest first, paginated, and filtered by department, type and term', async () => {
    const department = await portal.make.department()
    const quiet = await portal.make.staff({ department_id: department.id })
    const elective = await portal.make.activity({ type: 'Elective' })
    const ids: number[] = []
    for (let day = 1; day <= 3; day += 1) ids.push(await portal.make.posting(quiet.id, activity, `2026-09-0${day}`))
    ids.push(await portal.make.posting(quiet.id, elective, '2026-09-04'))
    const inDepartment = await waiting(`?department_id=${department.id}`)
    expect(inDepartment.map(({ id }) => id)).toEqual(ids)
    expect(inDepartment[0]).toMatchObject({ member_name: quiet.name, department_name: department.name, state: 'posted' })
    expect((await waiting(`?department_id=${department.id}&type=Elective`)).map(({ id }) => id)).toEqual([ids[3]])
    expect((await waiting(`?department_id=${department.id}&after=${ids[1]}`)).map(({ id }) => id)).toEqual(ids.slice(2))
    const { count } = (await admin('GET', `/review?department_id=${department.id}&after=${ids[2]}`)).json()
    expect(count).toBe(4)
    expect(await waiting(`?term_id=${termId + 1000}`)).toEqual([])
    expect((await waiting(`?posting_id=${ids[2]}`)).map(({ id }) => id)).toEqual([ids[2]])
  })

  test('warns where another posting has the same image or the same link, by anyone, however it is written', async () => {
    const picture = await photo('#a1b')
    const earlier = await post({ link: 'http://www.events.test.example/talk/' }, picture)
    const [first] = (await waiting()).filter(({ id }) => id === earlier.id)
    expect(first).toMatchObject({ same_image: [], same_link: [] })

    member = await portal.make.staff()
    session = await portal.startSession(member)
    const later = await post({ link: 'https://events.test.example/talk#photos' }, picture)
    const [found] = (await waiting()).filter(({ id }) => id === later.id)
    const used = { posting_id: earlier.id, activity_name: earlier.activity_name, starting_date: '2026-10-05' }
    expect(found?.same_image).toMatchObject([used])
    expect(found?.same_link).toMatchObject([used])
    const other = await post({ starting_date: '2026-10-09', link: 'https://events.test.example/talk2' }, await photo('#a1c'))
    const [different] = (await waiting()).filter(({ id }) => id === other.id)
    expect(different).toMatchObject({ same_image: [], same_link: [] })
  })
})

test('the queue shows activities and departments with their names in Kurdish and Arabic', async () => {
  const department = await portal.make.department('Geometry', { names: { ckb: 'ئەندازە', ar: 'الهندسة' } })
  await portal.sql`update users set department_id = ${department.id} where id = ${member.id}`
  activity = await portal.make.activity({ name: 'Colloquium', names: { ckb: 'کۆلۆکیۆم', ar: 'ملتقى' } })
  const names = { activity_name: 'Colloquium', activity_names: { ckb: 'کۆلۆکیۆم', ar: 'ملتقى' } }
  const first = await post({ link: 'https://events.test.example/languages' })
  await post({ link: 'https://events.test.example/languages', starting_date: '2026-10-06' })
  const [, second] = await waiting(`?department_id=${department.id}`)
  expect(second).toMatchObject({ ...names, department_names: { ckb: 'ئەندازە', ar: 'الهندسة' } })
  expect(second?.same_link).toMatchObject([
    { ...names, posting_id: first.id, member_name: member.name, starting_date: '2026-10-05' },
  ])
})
