import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdministratorRequest, PersonWithRights } from '../../contract/given-rights.ts'
import { speaker } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import { noticeSentence } from '../../contract/notice-sentences.ts'
import type { Notice } from '../../contract/notices.ts'
import type { GivenRight } from '../../contract/rights.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let giver: MadeUser
let asGiver: Caller
let person: MadeUser
beforeAll(async () => {
  portal = await startPortal()
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
})
afterAll(() => portal.stop())
beforeEach(async () => {
  await portal.sql`update portal_settings set confirm_administrators = false`
  giver = await portal.make.admin()
  asGiver = await portal.as(giver)
  person = await portal.make.staff()
})

const words = en.givenRights
const rowsOf = async ({ id }: { id: number }) =>
  (await portal.sql<{ right: GivenRight }[]>`select "right" from user_rights where user_id = ${id} order by 1`).map(
    ({ right }) => right,
  )
const roleOf = async ({ id }: { id: number }) =>
  (await portal.sql<{ role_id: number }[]>`select role_id from users where id = ${id}`)[0]?.role_id
const give = (rights: GivenRight[], to = person, more: object = {}, by = asGiver) =>
  by('PUT', `/users/${to.id}/rights`, { rights, ...more })
const messageOf = async (reply: ReturnType<Caller>) => {
  const { statusCode, ...rest } = await reply
  return [statusCode, rest.json().message]
}
const meOf = async (call: Caller) => (await call('GET', '/auth/me')).json().rights
const trail = ({ id }: { id: number }) => portal.sql`
  select kind, coalesce(after, before) ->> 'right' as right, actor_id from audit
  where subject = 'user' and subject_id = ${id} and (kind like 'right%' or kind like 'administrator%') order by id`
const noticesOf = async ({ id }: { id: number }) =>
  (
    await portal.sql<{ kind: string; right: string }[]>`
    select kind, details ->> 'right' as right from notices where user_id = ${id} and kind like 'right%' order by id`
  ).map(({ kind, right }) => `${kind}: ${right}`)

describe('giving rights', () => {
  test('sets all rights of a person, audited and told', async () => {
    const reply = await give(['reader', 'score_keeper'], person, { previous: [] })
    expect(reply.statusCode).toBe(200)
    expect(reply.json().person.rights.map(({ right, given_by_name }: never) => [right, given_by_name])).toEqual([
      ['reader', giver.name],
      ['score_keeper', giver.name],
    ])
    await portal.sql`update notices set read_at = now() where user_id = ${person.id}`
    await give(['reader'], person, { previous: ['score_keeper', 'reader'] })
    expect(await rowsOf(person)).toEqual(['reader'])
    const { id: actor_id } = giver
    expect(await trail(person)).toEqual([
      { kind: 'right given', right: 'reader', actor_id },
      { kind: 'right given', right: 'score_keeper', actor_id },
      { kind: 'right taken', right: 'score_keeper', actor_id },
    ])
    expect(await noticesOf(person)).toEqual(['right given: reader', 'right given: score_keeper', 'right taken: score_keeper'])
  })

  test('is listed with who gave them, and administrators with what came with the role', async () => {
    await give(['reviewer'])
    const { people } = (await asGiver('GET', '/rights')).json() as { people: PersonWithRights[] }
    const listed = (id: number) =>
      people.find((one) => one.id === id)?.rights.map(({ right, given_by_name }) => ({ right, given_by_name }))
    expect(listed(person.id)).toEqual([{ right: 'reviewer', given_by_name: giver.name }])
    expect(listed(giver.id)).toEqual([{ right: 'give_rights', given_by_name: null }])
    const reader = await portal.as(await portal.make.withRights(['reader']))
    expect((await reader('GET', '/rights')).statusCode).toBe(200)
    expect((await give(['reviewer'], person, {}, reader)).statusCode).toBe(403)
  })

  test('says so where the rights were changed meanwhile', async () => {
    await give(['reader'])
    expect(await messageOf(give(['reviewer'], person, { previous: [] }))).toEqual([409, words.changedMeanwhile])
    expect(await rowsOf(person)).toEqual(['reader'])
  })

  test('is not for oneself, nor for administrators who give none', async () => {
    expect(await messageOf(give(['reader'], giver))).toEqual([403, words.notOwn])
    const other = await portal.make.admin()
    await give([], other)
    expect(await rowsOf(other)).toEqual([])
    const asOther = await portal.as(other)
    expect((await give(['reader'], person, {}, asOther)).statusCode).toBe(403)
    expect(await messageOf(asOther('PUT', `/users/toggle-role/${person.id}`))).toEqual([403, words.onlyGivers])
    expect(await messageOf(asOther('PUT', `/users/toggle-role/${giver.id}`))).toEqual([403, words.onlyGivers])
    expect(await roleOf(person)).toBe(2)
  })

  test('gives the right to give rights to administrators alone', async () => {
    expect(await messageOf(give(['give_rights']))).toEqual([400, words.needsAdministrator])
    await expect(
      portal.sql`insert into user_rights (user_id, "right") values (${person.id}, 'give_rights')`,
    ).rejects.toMatchObject({ code: 'SP067' })
    expect((await give(['give_rights', 'administrator'])).statusCode).toBe(200)
    expect(await rowsOf(person)).toEqual(['administrator', 'give_rights'])
    await give(['reader'])
    expect(await rowsOf(person)).toEqual(['reader'])
  })

  test('ends with the removal of the person, audited', async () => {
    await give(['reader'])
    expect((await asGiver('DELETE', `/users/${person.id}`)).statusCode).toBe(200)
    expect(await rowsOf(person)).toEqual([])
    expect((await trail(person)).at(-1)).toEqual({ kind: 'right taken', right: 'reader', actor_id: giver.id })
    await expect(portal.sql`insert into user_rights (user_id, "right") values (${person.id}, 'reader')`).rejects.toMatchObject({
      code: 'SP066',
    })
  })
})

describe('the role administrator', () => {
  test('brings the right to give rights, and toggle-role keeps its meaning', async () => {
    expect((await asGiver('PUT', `/users/toggle-role/${person.id}`)).json()).toMatchObject({ newRole: 1 })
    expect(await rowsOf(person)).toEqual(['give_rights'])
    expect((await asGiver('PUT', `/users/toggle-role/${person.id}`)).json()).toMatchObject({ newRole: 2 })
    expect(await rowsOf(person)).toEqual([])
    // The change of the role says it.
    expect([await trail(person), await noticesOf(person)]).toEqual([[], []])
  })

  test('takes the place of the right, and leaves none behind', async () => {
    await give(['administrator'])
    await asGiver('PUT', `/users/toggle-role/${person.id}`)
    expect([await roleOf(person), await rowsOf(person)]).toEqual([1, ['give_rights']])
    expect((await give(['administrator', 'give_rights', 'reader'])).statusCode).toBe(200)
    expect(await rowsOf(person)).toEqual(['give_rights', 'reader'])
    await asGiver('PUT', `/users/toggle-role/${person.id}`)
    expect([await roleOf(person), await rowsOf(person)]).toEqual([2, ['reader']])
    expect((await meOf(await portal.as(person))).is_administrator).toBe(false)
  })
})

describe('who is scored and administers', () => {
  let both: MadeUser
  let asBoth: Caller
  beforeEach(async () => {
    both = await portal.make.withRights(['administrator', 'give_rights'])
    asBoth = await portal.as(both)
  })

  test('has both dashboards, and opens with the one they chose last', async () => {
    expect(await meOf(asBoth)).toMatchObject({ is_administrator: true, is_reader: false, give_rights: true, dashboard: null })
    expect((await asBoth('PUT', '/auth/dashboard', { dashboard: 'staff' })).statusCode).toBe(200)
    expect((await meOf(asBoth)).dashboard).toBe('staff')
    expect((await (await portal.as(person))('PUT', '/auth/dashboard', { dashboard: 'admin' })).statusCode).toBe(400)
    expect((await asGiver('PUT', '/auth/dashboard', { dashboard: 'staff' })).statusCode).toBe(400)
  })

  test('is signed out when the right is given and when it is taken', async () => {
    const call = await portal.as(person)
    await give(['administrator'])
    expect((await call('GET', '/users')).statusCode).toBe(401)
    const again = await portal.as(person)
    expect((await again('GET', '/users')).statusCode).toBe(200)
    await give([])
    const reply = await again('GET', '/users')
    expect([reply.statusCode, reply.json().session_end?.code]).toEqual([401, 'sessionEnds.madeStaff'])
  })

  test('does not edit, move, promote or remove their own account', async () => {
    const { user } = (await asBoth('GET', `/users/id/${both.id}`)).json()
    const department = (await portal.make.department()).id
    const fields = {
      name: user.name,
      email: user.email,
      username: user.username,
      gender: 'Female',
      role_id: 2,
      password: '••••••••',
    }
    const edited = asBoth('PUT', `/users/${both.id}`, { ...fields, title: 'al', department_id: department })
    expect(await messageOf(edited)).toEqual([403, words.notOwnAccount])
    const moved = await asBoth('PUT', '/users/bulk/move', {
      users: [{ id: both.id, version: user.version, department_id: department }],
    })
    expect(moved.json().skipped).toMatchObject([{ id: both.id, reason: 'admin' }])
    expect(await messageOf(asBoth('PUT', `/users/toggle-role/${both.id}`))).toEqual([403, words.notOwn])
    expect((await asBoth('DELETE', `/users/${both.id}`)).statusCode).toBe(403)
  })

  test('makes nobody head or dean who is themselves; another administrator does', async () => {
    const { id: faculty } = await portal.make.faculty()
    const { id: department } = await portal.make.department()
    await portal.sql`update departments set faculty_id = ${faculty} where id = ${department}`
    await portal.sql`update users set department_id = ${department} where id = ${both.id}`
    const offices = [
      [`/departments/heads/${department}`, 'heads'],
      [`/faculties/deans/${faculty}`, 'deans'],
    ] as const
    for (const [path, field] of offices) {
      const refused = await asBoth('PUT', path, { [field]: [both.id] })
      expect([path, refused.statusCode, refused.json().code]).toEqual([path, 403, 'givenRights.notOwn'])
      expect((await asGiver('PUT', path, { [field]: [both.id] })).statusCode).toBe(200)
      // Who has the office stays in the list when others are added to it, and may give it up.
      const other = await portal.make.staff({ department_id: department })
      expect((await asBoth('PUT', path, { [field]: [both.id, other.id] })).statusCode).toBe(200)
      expect((await asBoth('PUT', path, { [field]: [other.id] })).statusCode).toBe(200)
    }
  })

  test('keeps password, address and account: another administrator changes none of them', async () => {
    const department = (await portal.make.department()).id
    const { user } = (await asGiver('GET', `/users/id/${both.id}`)).json()
    const fields = {
      name: user.name,
      email: user.email,
      username: user.username,
      gender: 'Female',
      role_id: 2,
      password: '••••••••',
    }
    const edit = (more: object) => asGiver('PUT', `/users/${both.id}`, { ...fields, department_id: department, ...more })
    expect(await messageOf(edit({ password: 'another long test sentence' }))).toEqual([403, words.ownSignIn])
    expect(await messageOf(edit({ email: 'other@test.example' }))).toEqual([403, words.ownSignIn])
    expect((await edit({ title: 'l' })).statusCode).toBe(200)
    expect((await asGiver('DELETE', `/users/${both.id}`)).statusCode).toBe(403)
    const [{ version }] = await portal.sql<[{ version: number }]>`select version from users where id = ${both.id}`
    const removed = await asGiver('PUT', '/users/bulk/remove', { users: [{ id: both.id, version }] })
    expect(removed.json()).toMatchObject({ done: [], skipped: [{ reason: 'admin' }] })
    const made = await asGiver('POST', '/imports/users/initial-passwords', { user_ids: [both.id], replace: 'all' })
    expect(made.json()).toEqual({ made: [] })
    expect((await asGiver('DELETE', `/people/${both.id}/sessions`)).statusCode).toBe(403)
  })

  test('sets no scores of their own, by no call', async () => {
    const own = words && en.heads.notOwnScore
    expect(await messageOf(asBoth('PUT', `/users/edit-tp/${both.id}`, { tp: 9 }))).toEqual([403, own])
    expect(await messageOf(asBoth('PUT', `/users/edit-feedback/${both.id}`, { fb: 9 }))).toEqual([403, own])
    expect(await messageOf(asBoth('PUT', `/users/undo-score/${both.id}`, { score: 'tp', saved: 0 }))).toEqual([403, own])
    const rows = [
      { id: both.id, tp: 9, previous: { tp: null } },
      { id: person.id, tp: 9, previous: { tp: null } },
    ]
    expect(await messageOf(asBoth('PUT', '/scores', { rows }))).toEqual([403, own])
    expect((await asBoth('PUT', `/users/edit-tp/${person.id}`, { tp: 9 })).statusCode).toBe(200)
  })

  test('extends no day for themselves or their department', async () => {
    const department = (await portal.make.department()).id
    await portal.sql`update users set department_id = ${department} where id = ${both.id}`
    const [term] = await portal.sql<[{ id: number }]>`update terms set posting_until = '2027-06-01' where is_current returning id`
    const extend = (whom: object) =>
      asBoth('POST', `/terms/extensions/${term.id}`, { part: 'posting', last_day: '2027-07-01', ...whom })
    expect(await messageOf(extend({ user_id: both.id }))).toEqual([403, words.notOwnExtension])
    expect(await messageOf(extend({ department_id: department }))).toEqual([403, words.notOwnExtension])
    expect((await extend({ user_id: person.id })).statusCode).toBe(201)
  })

  test('counts no posting of their own anew', async () => {
    const activity = await portal.make.activity({ score: 2 })
    await portal.make.posting(person.id, activity, '2026-10-10')
    await portal.make.posting(both.id, activity, '2026-10-10')
    await portal.sql`update activities set score = 3 where id = ${activity.id}`
    const { fingerprint } = (await asBoth('GET', `/activities/recount/${activity.id}`)).json()
    const recount = (by: Caller) => by('PUT', `/activities/recount/${activity.id}`, { fingerprint })
    expect(await messageOf(recount(asBoth))).toEqual([403, words.notOwnPosting])
    expect((await recount(asGiver)).json()).toMatchObject({ postings: 2 })
  })

  test('answers no question and verifies no posting of their own, and sees none of them as waiting', async () => {
    const posting = await portal.make.posting(both.id, await portal.make.activity(), '2026-10-10')
    const question = await portal.make.question(both.id)
    const verify = asBoth('PUT', '/review', { state: 'verified', postings: [{ id: posting, version: 1 }] })
    expect((await verify).statusCode).toBe(403)
    const answer = { version: 1, answer: 'Yes' }
    expect((await asBoth('PUT', `/questions/accept/${question}`, answer)).statusCode).toBe(404)
    expect((await asBoth('PUT', `/questions/decline/${question}`, answer)).statusCode).toBe(404)
    expect((await asBoth('PUT', '/inbox/take', { kind: 'question', id: question })).statusCode).toBe(404)
    const [row] = await portal.sql<[{ answerers: number[] }]>`
      select array_agg(answerer_id) as answerers from score_questions q, question_answerers(q, false) where q.id = ${question}`
    expect(row.answerers).not.toContain(both.id)
    expect(row.answerers).toContain(giver.id)
  })
})

describe('the last administrator who gives rights', () => {
  /** Leaves these two as the only ones. */
  async function alone(one: MadeUser, other: MadeUser) {
    await portal.sql`delete from user_rights where "right" = 'give_rights' and user_id not in (${one.id}, ${other.id})`
  }

  test('cannot lose the right, the role or the account', async () => {
    const second = await portal.make.admin()
    await alone(giver, second)
    expect((await give([], second)).statusCode).toBe(200)
    expect(await messageOf(asGiver('PUT', `/users/toggle-role/${giver.id}`))).toEqual([409, words.lastGiver])
    await expect(portal.sql`delete from user_rights where user_id = ${giver.id}`).rejects.toMatchObject({ code: 'SP068' })
    await expect(portal.sql`update users set removed_at = now() where id = ${giver.id}`).rejects.toMatchObject({ code: 'SP068' })
  })

  test('is kept by the database when the rights of two end in transactions that do not see each other', async () => {
    const [one, other] = [await portal.make.admin(), await portal.make.admin()]
    await alone(one, other)
    let second: Promise<unknown> = Promise.resolve()
    await portal.sql.begin(async (tx) => {
      await tx`delete from user_rights where user_id = ${one.id}`
      second = portal.sql.begin(async (later) => later`delete from user_rights where user_id = ${other.id}`)
      second.catch(() => {})
      // The second one has deleted its row by now, and waits.
      await new Promise((done) => setTimeout(done, 300))
    })
    await expect(second).rejects.toMatchObject({ code: 'SP068' })
    expect(await rowsOf(other)).toEqual(['give_rights'])
  })

  test('is kept when two take the right from each other at the same instant', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await portal.make.admin(), await portal.make.admin()]
      const [asOne, asOther] = [await portal.as(one), await portal.as(other)]
      await alone(one, other)
      const replies = await Promise.all([give([], other, {}, asOne), give([], one, {}, asOther)])
      // The other is refused by the rule, or because the right or the session had ended by then.
      expect(replies.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1)
      expect((await rowsOf(one)).length + (await rowsOf(other)).length).toBeGreaterThanOrEqual(1)
    }
  })
})

describe('a second person who confirms administrators', () => {
  let second: MadeUser
  let asSecond: Caller
  beforeEach(async () => {
    await portal.sql`insert into portal_settings (languages, confirm_administrators) values ('{en}', true)
      on conflict (id) do update set confirm_administrators = true`
    second = await portal.make.admin()
    asSecond = await portal.as(second)
  })
  const requests = async (by: Caller) =>
    (await by('GET', '/administrator-requests'))
      .json()
      .requests.filter(({ user_id }: AdministratorRequest) => user_id === person.id) as AdministratorRequest[]
  const requestId = async () => (await requests(asGiver))[0]?.id
  const inboxOf = async (by: Caller) =>
    ((await by('GET', '/inbox')).json().administrators?.lines ?? []).filter(
      ({ user_id }: { user_id: number }) => user_id === person.id,
    )

  test('is asked for, and nothing changes before that', async () => {
    const reply = await asGiver('PUT', `/users/toggle-role/${person.id}`)
    expect([reply.statusCode, reply.json()]).toEqual([202, { message: words.waits, newRole: 2, waits: true }])
    expect(await roleOf(person)).toBe(2)
    expect(await messageOf(asGiver('PUT', `/users/toggle-role/${person.id}`))).toEqual([409, words.alreadyAsked])
    expect(await requests(asSecond)).toMatchObject([{ by: 'role', asked_by_id: giver.id, may_confirm: true }])
    expect(await requests(asGiver)).toMatchObject([{ may_confirm: false }])
    expect([await inboxOf(asSecond), await inboxOf(asGiver)]).toMatchObject([
      [{ kind: 'administrator', asked_by_id: giver.id }],
      [],
    ])
    const { count } = (await asSecond('GET', '/inbox')).json()
    expect((await asSecond('GET', '/inbox/count')).json()).toEqual({ count })
  })

  const answersTo = async (by: Caller) =>
    ((await by('GET', '/notices')).json().notices as Notice[])
      .filter(({ details }) => details['user_id'] === person.id)
      .map((notice) => [notice.kind, notice.person?.id, noticeSentence(speaker('en', en), 'en', notice)])

  test('confirms what another one proposed, and never their own proposal', async () => {
    await asGiver('PUT', `/users/toggle-role/${person.id}`)
    const id = await requestId()
    expect(await messageOf(asGiver('PUT', `/administrator-requests/confirm/${id}`))).toEqual([403, words.ownRequest])
    expect((await asSecond('PUT', `/administrator-requests/confirm/${id}`)).statusCode).toBe(200)
    expect([await roleOf(person), await requests(asSecond)]).toEqual([1, []])
    expect(await messageOf(asSecond('PUT', `/administrator-requests/confirm/${id}`))).toEqual([409, words.noRequest])
    expect((await trail(person)).map(({ kind }) => kind)).toEqual(['administrator asked', 'administrator confirmed'])
    const sentence = `${person.name} is now an administrator. ${second.name} confirmed it.`
    expect(await answersTo(asGiver)).toEqual([['administrator confirmed', person.id, sentence]])
  })

  test('confirms the right with all that was chosen beside it', async () => {
    const reply = await give(['administrator', 'give_rights', 'reader'])
    expect([reply.statusCode, reply.json().person.rights, await rowsOf(person)]).toEqual([202, [], []])
    await asSecond('PUT', `/administrator-requests/confirm/${await requestId()}`)
    expect(await rowsOf(person)).toEqual(['administrator', 'give_rights', 'reader'])
    // Who administers by the right becomes no new administrator by the role.
    expect((await asGiver('PUT', `/users/toggle-role/${person.id}`)).statusCode).toBe(200)
  })

  test('refuses, or the one who proposed withdraws', async () => {
    for (const by of [asSecond, asGiver]) {
      await give(['administrator'])
      expect((await by('PUT', `/administrator-requests/refuse/${await requestId()}`)).statusCode).toBe(200)
      expect([await requests(asGiver), await rowsOf(person)]).toEqual([[], []])
    }
    // Who withdraws knows it.
    const sentence = `${person.name} does not become an administrator: ${second.name} declined it.`
    expect(await answersTo(asGiver)).toEqual([['administrator refused', person.id, sentence]])
  })

  test('is asked for new and edited users, who are staff until then', async () => {
    const department_id = (await portal.make.department()).id
    const fields = { name: 'Nora', email: 'nora.w@test.example', username: 'nora.w', gender: 'Female', department_id, role_id: 1 }
    const added = await asGiver('POST', '/users', { ...fields, password: 'a good long sentence' })
    expect([added.statusCode, added.json().message, added.json().user.role_id]).toEqual([202, words.addedWaits, 2])
    const edited = await asGiver('PUT', `/users/${person.id}`, {
      ...fields,
      email: person.email,
      username: person.username,
      password: '••••••••',
    })
    expect([edited.statusCode, edited.json().user.name, edited.json().user.role_id]).toEqual([202, 'Nora', 2])
    expect(await requests(asSecond)).toMatchObject([{ by: 'role' }])
  })

  test('is needed only where there are two', async () => {
    await portal.sql`delete from user_rights where "right" = 'give_rights' and user_id <> ${giver.id}`
    expect((await asGiver('PUT', `/users/toggle-role/${person.id}`)).statusCode).toBe(200)
    expect(await roleOf(person)).toBe(1)
  })

  test('has nothing to confirm once the person is removed, or who proposed gives rights no more', async () => {
    await give(['administrator'])
    await portal.sql`update users set removed_at = now() where id = ${person.id}`
    expect(await requests(asSecond)).toEqual([])
    person = await portal.make.staff()
    await give(['administrator'])
    await give([], giver, {}, asSecond)
    expect(await requests(asSecond)).toEqual([])
  })

  test('is chosen in Settings by who gives rights', async () => {
    const { settings } = (await asGiver('GET', '/settings')).json()
    const { version: _, ...stored } = settings
    const plain = await portal.make.admin()
    await give([], plain)
    const asPlain = await portal.as(plain)
    expect(await messageOf(asPlain('PUT', '/settings', { ...stored, confirm_administrators: false }))).toEqual([
      403,
      words.onlyGivers,
    ])
    expect((await asPlain('PUT', '/settings', stored)).statusCode).toBe(200)
    const saved = await asGiver('PUT', '/settings', { ...stored, confirm_administrators: false })
    expect(saved.json().settings.confirm_administrators).toBe(false)
  })
})
