import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let termId: number
let member: MadeUser
let asHead: Caller
let asDean: Caller
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
  termId = (await portal.make.term('Year', '2026-09-01', '2027-08-31')).id
  const [science, physics] = [await portal.make.faculty('Science'), await portal.make.department('Physics')]
  await portal.sql`update departments set faculty_id = ${science.id} where id = ${physics.id}`
  member = await portal.make.staff({ department_id: physics.id })
  asHead = await portal.as(await portal.make.head(physics.id))
  asDean = await portal.as(await portal.make.dean(physics.id))
})
afterAll(() => portal.stop())

const choose = async (heads_may_score: boolean | null) => {
  const { version: _, ...stored } = (await admin('GET', '/settings')).json().settings
  const reply = await admin('PUT', '/settings', { ...stored, heads_may_score })
  expect(reply.statusCode, reply.body).toBe(200)
}
const score = async (call: Caller, tp: number, of = member) =>
  (await call('PUT', `/users/edit-tp/${of.id}?term_id=${termId}`, { tp })).statusCode
const mayScore = async (call: Caller) => (await call('GET', '/auth/me')).json().rights.score as boolean

describe('whether heads and deans set scores', () => {
  test('follows the environment variable until somebody chooses in Settings, and then Settings, within one request', async () => {
    const { settings, heads_may_score_default } = (await admin('GET', '/settings')).json()
    expect([settings.heads_may_score, heads_may_score_default]).toEqual([null, false])
    for (const call of [asHead, asDean]) expect([await score(call, 1), await mayScore(call)]).toEqual([403, false])
    await choose(true)
    for (const [call, tp] of [
      [asHead, 1],
      [asDean, 2],
    ] as const)
      expect([await score(call, tp), await mayScore(call)]).toEqual([200, true])
    await choose(false)
    for (const call of [asHead, asDean]) expect([await score(call, 3), await mayScore(call)]).toEqual([403, false])
    const [record] = await portal.sql`
      select before -> 'heads_may_score' as before, after -> 'heads_may_score' as after from audit
      where subject = 'settings' or subject like 'portal%' order by id desc limit 1`
    expect(record).toEqual({ before: true, after: false })
  })

  test('wins over the variable in both directions, and is told to administrators', async () => {
    const other = await startPortal({ environment: { HEADS_MAY_SCORE: 'yes' } })
    const of = await other.as(await other.make.admin())
    const facts = async () => (await of('GET', '/settings/installation')).json()
    await other.make.term('Year', '2026-09-01', '2027-08-31')
    const head = await other.as(await other.make.head((await other.make.department()).id))
    expect([await mayScore(head), (await facts()).heads_may_score_chosen]).toEqual([true, false])
    const { version: _, ...stored } = (await of('GET', '/settings')).json().settings
    await of('PUT', '/settings', { ...stored, heads_may_score: false })
    expect([await mayScore(head), (await facts()).heads_may_score, (await facts()).heads_may_score_chosen]).toEqual([
      false,
      false,
      true,
    ])
    // A page of the release before does not send it.
    const { heads_may_score: __, ...former } = stored
    await of('PUT', '/settings', former)
    expect(await mayScore(head)).toBe(false)
    await of('PUT', '/settings', { ...stored, heads_may_score: null })
    expect(await mayScore(head)).toBe(true)
    await other.stop()
  })

  test('is the same for the questions about scores', async () => {
    // Who set the score does not answer about it: nobody has set that of this one.
    const [{ id: department_id }] = await portal.sql<
      [{ id: number }]
    >`select department_id as id from users where id = ${member.id}`
    const id = await portal.make.question((await portal.make.staff({ department_id })).id, 'tp')
    const mine = async () =>
      (await asDean('GET', '/questions?state=mine')).json().questions.map((one: { id: number }) => one.id) as number[]
    await choose(false)
    expect(await mine()).not.toContain(id)
    await choose(true)
    expect(await mine()).toContain(id)
    await portal.sql`update score_questions set state = 'withdrawn' where id = ${id}`
  })

  test('holds for scores that the term holds back: heads and deans see and set them, and members see none until a release', async () => {
    await choose(true)
    const held = (await portal.make.term('Next year', '2027-09-01', '2028-08-31')).id
    await portal.sql`update terms set holds_scores = true where id = ${held}`
    const set = (call: Caller, tp: number) => call('PUT', `/users/edit-tp/${member.id}?term_id=${held}`, { tp })
    expect((await set(asHead, 4)).statusCode).toBe(200)
    const inStaff = async (call: Caller) =>
      (await call('GET', `/staff?term_id=${held}`)).json().staff.find(({ id }: { id: number }) => id === member.id)
    expect(await inStaff(asDean)).toMatchObject({ tp: 4, tp_draft: true })
    const own = async () =>
      (await (await portal.as(member))('GET', `/users/id/${member.id}?term_id=${held}`)).json().user as { tp: number }
    expect((await own()).tp).toBe(0)
    await choose(false)
    expect((await set(asDean, 5)).statusCode).toBe(403)
    expect(await inStaff(asDean)).toMatchObject({ tp: 4, tp_draft: true })
  })
})
