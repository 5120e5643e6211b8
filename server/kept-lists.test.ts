import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DepartmentsReply } from '../contract/departments.ts'
import { bands, gradeFor, grades } from '../contract/grading.ts'
import { StaffReply } from '../contract/scoring.ts'
import { UsersReply } from '../contract/users.ts'
import { connect, type Database } from '../database/connect.ts'
import { factories, type MadeActivity, type MadeUser } from '../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../testing/portal.ts'
import { postedActivities } from './posted-activities/posted-activities.queries.ts'
import { users } from './users/users.queries.ts'

let portal: Portal
let admin: Caller
let termId: number
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
  termId = (await portal.make.term('Year', '2026-09-01', '2027-08-31')).id
  for (let count = 0; count < 30; count += 1) await portal.make.staff()
})
afterAll(() => portal.stop())

/** Between a change and its commit. */
async function meanwhile(change: (sql: Database) => Promise<unknown>, look: () => Promise<unknown>) {
  const other = connect(portal.url, { max: 1 })
  try {
    await other`begin`
    await change(other)
    await look()
    await other`commit`
  } finally {
    await other.end()
  }
}

describe('a list that is kept', () => {
  test('is told to be the same to whoever has it, and sent anew after any change', async () => {
    const first = await admin('GET', '/users')
    expect(first.statusCode).toBe(200)
    const tag = String(first.headers.etag)
    const again = await admin('GET', '/users', undefined, { 'if-none-match': tag })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    await portal.make.staff({ name: 'Somebody New' })
    const changed = await admin('GET', '/users', undefined, { 'if-none-match': tag })
    expect(changed.statusCode).toBe(200)
    expect(changed.body).toContain('Somebody New')
    expect(changed.headers['cache-control']).toBe('no-store')
  })

  test('holds exactly what the contract says, also packed', async () => {
    for (const [path, schema] of [
      ['/users', UsersReply],
      ['/staff', StaffReply],
      ['/departments', DepartmentsReply],
    ] as const) {
      const plain = await admin('GET', path)
      expect(schema.strict().parse(plain.json()), path).toEqual(plain.json())
      const packed = await admin('GET', path, undefined, { 'accept-encoding': 'gzip' })
      if (plain.body.length >= 1024) expect(packed.headers['content-encoding']).toBe('gzip')
    }
  })

  test('never misses a change that was under way when it was read', async () => {
    for (let round = 0; round < 10; round += 1) {
      const name = `Under way ${round}`
      await meanwhile(
        (sql) => sql`insert into departments (name) values (${name})`,
        async () => expect((await admin('GET', '/departments')).body).not.toContain(name),
      )
      expect((await admin('GET', '/departments')).body).toContain(name)
    }
  })

  test('is right for everybody while many change it at the same time', async () => {
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const name = `At once ${index}`
        expect((await admin('POST', '/departments', { name })).statusCode).toBe(201)
        expect((await admin('GET', '/departments')).body).toContain(name)
      }),
    )
  })
})

describe('what is kept of one member', () => {
  let member: MadeUser
  let other: MadeUser
  let activity: MadeActivity
  let posting: number
  beforeAll(async () => {
    member = await portal.make.staff()
    other = await portal.make.staff()
    activity = await portal.make.activity()
    posting = await portal.make.posting(member.id, activity, '2026-10-01')
  })
  const postingsOf = async ({ id }: MadeUser) => (await admin('GET', `/posted-activities?user_id=${id}`)).body
  const userOf = async ({ id }: MadeUser) => (await admin('GET', `/users/id/${id}`)).body

  test('is not read again because somebody else posted', async () => {
    const before = [await postingsOf(member), await userOf(member)]
    await portal.make.posting(other.id, activity, '2026-10-02')
    await meanwhile(
      // Whoever reads them now waits.
      (sql) => sql`lock table posted_activities, users in access exclusive mode`,
      async () => expect([await postingsOf(member), await userOf(member)]).toEqual(before),
    )
  })

  const image = Buffer.from([0xff, 0xd8, 0xff])
  const changes: [name: string, change: (sql: Database) => Promise<unknown>][] = [
    ['a new posting', (sql) => factories(sql, '').posting(member.id, activity, '2026-10-03')],
    ['another link', (sql) => sql`update posted_activities set link = 'https://a.example/1' where id = ${posting}`],
    ['an image', (sql) => sql`insert into posted_images (posted_activity_id, bytes) values (${posting}, ${image})`],
    ['another image', (sql) => sql`update posted_images set id = gen_random_uuid() where posted_activity_id = ${posting}`],
    ['no image any more', (sql) => sql`delete from posted_images where posted_activity_id = ${posting}`],
    [
      'a posting that was returned',
      (sql) => sql`update posted_activities set state = 'returned', returned_reason = 'Unreadable', reviewed_at = now(),
        reviewed_by = (select min(id) from users where role_id = 1) where id = ${posting}`,
    ],
    ['the name of who returned it', (sql) => sql`update users set name = 'Renamed' where role_id = 1`],
    ['the name of its term', (sql) => sql`update terms set name = 'Renamed year' where id = ${termId}`],
    ['a score', (sql) => sql`update term_scores set tp = 12.5 where user_id = ${member.id}`],
    ['a posting that is gone', (sql) => sql`delete from posted_activities where id = ${posting}`],
  ]
  test.each(changes)('shows %s as soon as it is there, and not before', async (_name, change) => {
    const before = [await postingsOf(member), await userOf(member)]
    await meanwhile(change, async () => expect([await postingsOf(member), await userOf(member)]).toEqual(before))
    const after = [await postingsOf(member), await userOf(member)]
    expect(after).not.toEqual(before)
    const read = [await postedActivities(portal.sql).ofUser(member.id), await users(portal.sql).answerFor(member.id, undefined)]
    expect(after).toEqual(read.map(String))
  })
})

test('the grade of the list is the grade of the contract, at every bound and on both sides of it', async () => {
  const member = await portal.make.staff()
  const bounds = [...new Set(Object.values(bands).flat())]
  const score = fc.oneof(
    fc.constantFrom(...bounds, ...bounds.map((bound) => Math.max(bound - 0.1, 0)), ...bounds.map((bound) => bound + 0.1)),
    fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10),
  )
  const title = fc.constantFrom('p', 'ap', 'l', 'al', null)
  await fc.assert(
    fc.asyncProperty(title, score, async (code, tp) => {
      const points = Math.round(tp * 10) / 10
      await portal.sql`update users set title = ${code} where id = ${member.id}`
      await portal.sql`insert into term_scores (user_id, term_id, tp) values (${member.id}, ${termId}, ${points})
        on conflict (term_id, user_id) do update set tp = excluded.tp`
      const { staff } = StaffReply.parse((await admin('GET', '/staff')).json())
      expect([...grades, '-']).toContain(gradeFor(code, points))
      expect(staff.find(({ id }) => id === member.id)?.grade).toBe(gradeFor(code, points))
    }),
    { numRuns: 60 },
  )
})
