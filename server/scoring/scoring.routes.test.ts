import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let past: { id: number }
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
  await portal.make.term('Autumn 2026', '2026-09-01', '2027-01-31')
  past = await portal.make.term('Spring 2026', '2026-02-01', '2026-08-31')
})
afterAll(() => portal.stop())

async function member(id: number, query = '') {
  const { staff } = (await admin('GET', `/staff${query}`)).json()
  return staff.find((row: { id: number }) => row.id === id)
}

const kinds = [
  {
    name: 'feedback',
    path: 'edit-feedback',
    column: 'fb',
    invalid: 'Please enter a valid feedback score',
    done: 'Feedback score updated successfully!',
  },
  {
    name: 'teacher points',
    path: 'edit-tp',
    column: 'tp',
    invalid: 'Please enter a valid tp score',
    done: 'tp score updated successfully!',
  },
] as const

describe.each(kinds)('scoring: $name', ({ path, column, invalid, done }) => {
  test('writes to the current term, replies 200 with the new sums and grade', async () => {
    const { id } = await portal.make.staff({ title: 'al' })
    const reply = await admin('PUT', `/users/${path}/${id}`, { [column]: 12.5, id: 1, role_id: 1 })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ message: done, scores: { [column]: 12.5, total_score: 12.5, grade: 'C' } })
    expect(await member(id)).toMatchObject({ [column]: 12.5, total_score: 12.5, grade: 'C' })
    expect(await member(id, `?term_id=${past.id}`)).toMatchObject({ [column]: 0 })
  })

  test('writes to another term if term_id is given', async () => {
    const { id } = await portal.make.staff()
    await admin('PUT', `/users/${path}/${id}?term_id=${past.id}`, { [column]: 3 })
    expect(await member(id, `?term_id=${past.id}`)).toMatchObject({ [column]: 3 })
    expect(await member(id)).toMatchObject({ [column]: 0 })
    expect((await admin('PUT', `/users/${path}/${id}?term_id=99999`, { [column]: 3 })).statusCode).toBe(404)
  })

  test.each(['-0.1', '"5"', 'null', '0.05', '1000.1', '1e309', '""', '[]', '{}', 'true', '1e-7'])(
    'refuses %s with the message of the specification',
    async (json) => {
      const { id } = await portal.make.staff()
      const reply = await portal.app.inject({
        method: 'PUT',
        url: `/users/${path}/${id}`,
        payload: `{"${column}": ${json}}`,
        headers: { 'content-type': 'application/json', ...(await portal.startSession(await portal.make.admin())) },
      })
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ message: invalid, errors: [{ field: column, message: invalid }] })
      expect(await member(id)).toMatchObject({ [column]: 0 })
    },
  )

  test('refuses a missing value, NaN and an invalid body with the same message', async () => {
    const { id } = await portal.make.staff()
    expect((await admin('PUT', `/users/${path}/${id}`, {})).json().message).toBe(invalid)
    expect((await admin('PUT', `/users/${path}/${id}`, { [column]: Number.NaN })).json().message).toBe(invalid)
  })

  test.each([0, 0.1, 0.3, 999.9, 1000])('stores %d exactly', async (value) => {
    const { id } = await portal.make.staff()
    await admin('PUT', `/users/${path}/${id}`, { [column]: value })
    expect(await member(id)).toMatchObject({ [column]: value, total_score: value })
  })

  test('only staff are scored: 400 for an administrator, 404 for an unknown id', async () => {
    const reply = await admin('PUT', `/users/${path}/${(await portal.make.admin()).id}`, { [column]: 1 })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toBe('Only staff are scored.')
    expect((await admin('PUT', `/users/${path}/999999`, { [column]: 1 })).statusCode).toBe(404)
  })

  test('two administrators score the same member: the later one gets a conflict with the current value', async () => {
    const { id } = await portal.make.staff()
    expect((await admin('PUT', `/users/${path}/${id}`, { [column]: 4, previous: 0 })).statusCode).toBe(200)
    const later = await admin('PUT', `/users/${path}/${id}`, { [column]: 5, previous: 0 })
    expect(later.statusCode).toBe(409)
    expect(later.json().message).toBe('Someone changed this score to 4 after you opened it. Yours is not saved.')
    expect(await member(id)).toMatchObject({ [column]: 4 })
  })
})

describe.each(kinds)('undoing: $name', ({ path, column }) => {
  const undo = (id: number, saved: number, caller = admin) =>
    caller('PUT', `/users/undo-score/${id}`, { score: column, saved, id: 1, role_id: 1 })

  test('a score that was not set is not set again, and the audit trail has both changes', async () => {
    const { id } = await portal.make.staff({ title: 'l' })
    expect(await member(id)).toMatchObject({ [column]: 0, [`${column}_set`]: false, grade: 'E' })
    await admin('PUT', `/users/${path}/${id}`, { [column]: 45 })
    expect(await member(id)).toMatchObject({ [column]: 45, [`${column}_set`]: true })
    const reply = await undo(id, 45)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({
      message: 'Score restored',
      scores: { [column]: 0, [`${column}_set`]: false, grade: 'E' },
    })
    expect(await member(id)).toMatchObject({ [column]: 0, [`${column}_set`]: false, total_score: 0 })
    const records = await portal.sql`select before, after from audit where subject = 'score' and person_id = ${id} order by id`
    expect(records).toEqual([
      { before: { [column]: null }, after: { [column]: 45 } },
      { before: { [column]: 45 }, after: { [column]: null } },
    ])
    // The notice was unread, so none is left.
    expect(await portal.sql`select from notices where user_id = ${id}`).toHaveLength(0)
  })

  test('a former score is restored, a 0 as 0', async () => {
    const { id } = await portal.make.staff()
    await admin('PUT', `/users/${path}/${id}`, { [column]: 0 })
    expect(await member(id)).toMatchObject({ [column]: 0, [`${column}_set`]: true })
    await admin('PUT', `/users/${path}/${id}`, { [column]: 45 })
    await undo(id, 45)
    expect(await member(id)).toMatchObject({ [column]: 0, [`${column}_set`]: true })
  })

  test('is refused after another change, twice, and for the change of another administrator', async () => {
    const { id } = await portal.make.staff()
    const other = await portal.as(await portal.make.admin())
    await admin('PUT', `/users/${path}/${id}`, { [column]: 4 })
    expect((await undo(id, 4, other)).statusCode).toBe(409)
    await other('PUT', `/users/${path}/${id}`, { [column]: 5 })
    const late = await undo(id, 4)
    expect(late.statusCode).toBe(409)
    expect(late.json().message).toBe('This score was changed after you saved it, so it was not undone.')
    expect((await undo(id, 5, other)).statusCode).toBe(200)
    expect((await undo(id, 5, other)).statusCode).toBe(409)
    expect(await member(id)).toMatchObject({ [column]: 4 })
  })
})

describe('the staff list', () => {
  test('has staff only, with department, sums and grade', async () => {
    const department = await portal.make.department()
    const { id, email } = await portal.make.staff({ name: 'Dr. Sara Aziz', title: 'l', department_id: department.id })
    await portal.make.posting(id, await portal.make.activity({ type: 'Compulsory', score: 10.1 }), '2026-10-01')
    await portal.make.posting(id, await portal.make.activity({ type: 'Attending', score: 3.2 }), '2026-10-01')
    await portal.make.posting(id, await portal.make.activity({ type: 'Elective', score: 0.3 }), '2026-10-01')
    await admin('PUT', `/users/edit-tp/${id}`, { tp: 0.1 })
    await admin('PUT', `/users/edit-feedback/${id}`, { fb: 0.2 })
    expect(await member(id)).toEqual({
      id,
      name: 'Dr. Sara Aziz',
      other_name: null,
      degree: 'PhD',
      title: 'l',
      department_id: department.id,
      department_name: department.name,
      email,
      tp: 0.1,
      fb: 0.2,
      tp_set: true,
      fb_set: true,
      acts: 10.1,
      atts: 3.2,
      escore: 0.3,
      total_score: 13.9,
      grade: 'D',
      posted_count: 3,
      verified_count: 0,
      returned_count: 0,
    })
    const { staff } = (await admin('GET', '/staff')).json()
    const admins = await portal.sql`select id from users where role_id = 1`
    for (const row of admins) expect(staff.map((one: { id: number }) => one.id)).not.toContain(row['id'])
  })

  test('an empty title has the grade -', async () => {
    const { id } = await portal.make.staff({ title: null })
    expect(await member(id)).toMatchObject({ title: null, grade: '-' })
  })

  test('a posting outside every term counts in the current one', async () => {
    const { id } = await portal.make.staff()
    await portal.make.posting(id, await portal.make.activity({ score: 7 }), '2019-01-01')
    expect(await member(id)).toMatchObject({ acts: 7 })
  })
})

describe("a member's postings and images", () => {
  test('are read by the member and by administrators, newest first, with what each earned', async () => {
    const owner = await portal.make.staff()
    const activity = await portal.make.activity({ name: 'Open day', type: 'Elective', score: 2 })
    const older = await portal.make.posting(owner.id, activity, '2026-09-10')
    const newer = await portal.make.posting(owner.id, activity, '2026-10-10', 'https://events.test.example/1')
    for (const caller of [admin, await portal.as(owner)]) {
      const { postedActivities } = (await caller('GET', `/posted-activities?user_id=${owner.id}`)).json()
      expect(postedActivities.map(({ id }: { id: number }) => id)).toEqual([newer, older])
      expect(postedActivities[0]).toEqual({
        id: newer,
        user_id: owner.id,
        activity_id: activity.id,
        activity_name: 'Open day',
        activity_names: {},
        type: 'Elective',
        score: 2,
        counted_points: 2,
        over_limit: null,
        starting_date: '2026-10-10',
        link: 'https://events.test.example/1',
        event: null,
        image_id: null,
        files: [],
        term_id: expect.any(Number),
        term_name: 'Autumn 2026',
        term_names: {},
        term_status: 'open',
        state: 'posted',
        returned_reason: null,
        returned_reasons: {},
        reviewed_by_name: null,
        reviewed_at: null,
        seen_at: null,
        version: 1,
      })
    }
    const stranger = await portal.as(await portal.make.staff())
    expect((await stranger('GET', `/posted-activities?user_id=${owner.id}`)).statusCode).toBe(403)
  })

  test('an image is for its owner and administrators; for others it is a 404', async () => {
    const owner = await portal.make.staff()
    const posting = await portal.make.posting(owner.id, await portal.make.activity(), '2026-09-11')
    const [image] = await portal.sql<[{ id: string }]>`
      insert into posted_images (posted_activity_id, bytes) values (${posting}, '\\xffd8ffd9') returning id`
    const url = `/uploads/activities/${image.id}.jpg`
    for (const caller of [admin, await portal.as(owner)]) {
      const reply = await caller('GET', url)
      expect(reply.statusCode).toBe(200)
      expect(reply.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
      })
      expect(reply.rawPayload).toEqual(Buffer.from('ffd8ffd9', 'hex'))
    }
    expect((await (await portal.as(await portal.make.staff()))('GET', url)).statusCode).toBe(404)
    expect((await portal.app.inject({ url })).statusCode).toBe(401)
    expect((await admin('GET', '/uploads/activities/not-an-id.jpg')).statusCode).toBe(400)
  })
})
