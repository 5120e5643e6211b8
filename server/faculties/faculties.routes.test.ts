import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OverviewReply } from '../../contract/overview.ts'
import { readZip } from '../../scripts/verify-archive.mjs'
import type { MadeUser } from '../../testing/factories.ts'
import { readPdf } from '../../testing/pdf-text.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let administrator: MadeUser
let admin: Caller
let science: { id: number; name: string }
let arts: { id: number; name: string }
let physics: { id: number; name: string }
let biology: { id: number; name: string }
let music: { id: number; name: string }
let termId: number
beforeAll(async () => {
  portal = await startPortal({ environment: { HEADS_MAY_SCORE: 'yes' } })
  termId = (await portal.make.term('Year', '2026-09-01', '2027-08-31')).id
  administrator = await portal.make.admin()
  admin = await portal.as(administrator)
})
afterAll(() => portal.stop())
beforeEach(async () => {
  ;[science, arts] = [await portal.make.faculty(), await portal.make.faculty()]
  ;[physics, biology, music] = [await portal.make.department(), await portal.make.department(), await portal.make.department()]
  await portal.sql`update departments set faculty_id = ${science.id} where id in (${physics.id}, ${biology.id})`
  await portal.sql`update departments set faculty_id = ${arts.id} where id = ${music.id}`
})

const memberOf = ({ id }: { id: number }) => portal.make.staff({ department_id: id })
const setDeans = (deans: number[], more: object = {}) => admin('PUT', `/faculties/deans/${science.id}`, { deans, ...more })
const deanIds = async () =>
  (await portal.sql<{ user_id: number }[]>`select user_id from faculty_deans where faculty_id = ${science.id} order by 1`).map(
    ({ user_id }) => user_id,
  )
const trail = () => portal.sql`
  select kind, person_id, actor_id, subject_name from audit
  where subject = 'faculty' and subject_id = ${science.id} and kind like 'dean%' order by id`
const noticesOf = async (call: Caller) =>
  (await call('GET', '/notices')).json().notices.map(({ kind }: { kind: string }) => kind) as string[]
const posted = async (member: MadeUser) => portal.make.posting(member.id, await portal.make.activity(), '2026-10-10')
const verify = (call: Caller, ids: number[]) =>
  call('PUT', '/review', { state: 'verified', postings: ids.map((id) => ({ id, version: 1 })) })
const staffOf = async (call: Caller) =>
  (await call('GET', `/staff?term_id=${termId}`)).json().staff.map(({ id }: { id: number }) => id) as number[]

describe('faculties', () => {
  test('are listed for anyone signed in, with what belongs to them, and with deans for administrators', async () => {
    const dean = await portal.make.dean(physics.id)
    const named = (call: Caller) => async () =>
      (await call('GET', '/faculties')).json().faculties.find(({ id }: { id: number }) => id === science.id)
    const seen = { id: science.id, name: science.name, names: {}, department_count: 2, member_count: 1, version: 1 }
    expect(await named(admin)()).toEqual({
      ...seen,
      deans: [{ id: dean.id, name: dean.name, other_name: null, department_id: physics.id }],
    })
    expect(await named(await portal.as(await memberOf(music)))()).toEqual(seen)
  })

  test('are added, renamed, deleted and restored by administrators, and a name is taken once', async () => {
    const { faculty } = (await admin('POST', '/faculties', { name: ' Law ', names: { ckb: 'یاسا' } })).json()
    expect(faculty).toMatchObject({ name: 'Law', names: { ckb: 'یاسا' }, department_count: 0, deans: [] })
    const twice = await admin('POST', '/faculties', { name: 'LAW' })
    expect([twice.statusCode, twice.json().errors[0].code]).toEqual([409, 'faculties.nameTaken'])
    const renamed = await admin('PUT', `/faculties/${faculty.id}`, { name: 'Law and Politics', version: 1 })
    expect(renamed.json().faculty).toMatchObject({ name: 'Law and Politics', version: 2 })
    expect((await admin('DELETE', `/faculties/${faculty.id}`)).json().message).toBe('Faculty deleted successfully')
    expect((await admin('GET', '/faculties/removed')).json().faculties[0]).toMatchObject({ id: faculty.id, department_count: 0 })
    expect((await admin('PUT', `/faculties/restore/${faculty.id}`)).statusCode).toBe(200)
    const staff = await portal.as(await memberOf(physics))
    expect((await staff('POST', '/faculties', { name: 'Mine' })).statusCode).toBe(403)
  })

  test('have the departments that name them; one that is deleted or unknown is refused', async () => {
    const move = (faculty_id: number | null) => admin('PUT', `/departments/${music.id}`, { name: music.name, faculty_id })
    expect((await move(science.id)).json().department).toMatchObject({ faculty_id: science.id })
    expect((await admin('PUT', `/departments/${music.id}`, { name: music.name })).json().department).toMatchObject({
      faculty_id: science.id,
    })
    expect((await move(null)).json().department).toMatchObject({ faculty_id: null })
    await admin('DELETE', `/faculties/${arts.id}`)
    for (const id of [arts.id, 2_000_000]) {
      const refused = await move(id)
      expect([refused.statusCode, refused.json().errors]).toEqual([400, [expect.objectContaining({ field: 'faculty_id' })]])
    }
  })

  test('a department of a deleted faculty is edited as before, and belongs to it again when it is restored', async () => {
    await admin('DELETE', `/faculties/${science.id}`)
    const edited = await admin('PUT', `/departments/${physics.id}`, { name: `${physics.name} II`, faculty_id: science.id })
    expect(edited.statusCode).toBe(200)
    const standing = () => portal.sql`
      select distinct faculty_id from term_standing where term_id = ${termId} and department_id = ${physics.id}`
    await memberOf(physics)
    expect(await standing()).toEqual([{ faculty_id: null }])
    await admin('PUT', `/faculties/restore/${science.id}`)
    expect(await standing()).toEqual([{ faculty_id: science.id }])
  })
})

describe('the deans of a faculty', () => {
  test('are set by an administrator, audited, and told', async () => {
    const [first, second] = [await memberOf(physics), await memberOf(biology)]
    expect((await setDeans([first.id, second.id])).json().faculty.deans.map(({ id }: { id: number }) => id)).toEqual([
      first.id,
      second.id,
    ])
    expect((await setDeans([second.id])).statusCode).toBe(200)
    const record = { actor_id: administrator.id, subject_name: science.name }
    expect(await trail()).toEqual([
      { kind: 'dean added', person_id: first.id, ...record },
      { kind: 'dean added', person_id: second.id, ...record },
      { kind: 'dean ended', person_id: first.id, ...record },
    ])
    // The first one was added and taken back before they looked.
    expect(await noticesOf(await portal.as(first))).toEqual([])
    const call = await portal.as(second)
    expect(await noticesOf(call)).toEqual(['dean added'])
    expect((await call('GET', '/auth/me')).json().rights).toMatchObject({
      department: null,
      faculty: { id: science.id, name: science.name, names: {} },
      see_members: true,
      review: true,
      score: true,
      lend: true,
      delegations: [],
    })
  })

  test('are staff members of its departments: anybody else is refused, and nothing is saved', async () => {
    const dean = await portal.make.dean(physics.id)
    const others = [await memberOf(music), await portal.make.admin({ department_id: physics.id }), { id: 2_000_000 }]
    for (const { id } of others) {
      const reply = await setDeans([id])
      expect([reply.statusCode, reply.json().errors[0]]).toMatchObject([400, { field: 'deans', code: 'faculties.notOfFaculty' }])
    }
    expect(await deanIds()).toEqual([dean.id])
  })

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['moves to another faculty', (id) => portal.sql`update users set department_id = ${music.id} where id = ${id}`],
    ['becomes an administrator', (id) => admin('PUT', `/users/toggle-role/${id}`)],
    ['is removed', (id) => admin('DELETE', `/users/${id}`)],
    ['is in a department that is removed', () => admin('DELETE', `/departments/${physics.id}`)],
    [
      'is in a department that leaves the faculty',
      () => admin('PUT', `/departments/${physics.id}`, { name: physics.name, faculty_id: null }),
    ],
    ['has a faculty that is removed', () => admin('DELETE', `/faculties/${science.id}`)],
  ])('end when the dean %s', async (_, happens) => {
    const dean = await portal.make.dean(physics.id)
    const other = await portal.make.dean(music.id)
    await happens(dean.id)
    expect(await deanIds()).toEqual([])
    expect(await trail()).toMatchObject([
      { kind: 'dean added', person_id: dean.id },
      { kind: 'dean ended', person_id: dean.id },
    ])
    expect(await portal.sql`select from faculty_deans where user_id = ${other.id}`).toHaveLength(1)
  })

  test('stay when they move to another department of the faculty, and when another department leaves it', async () => {
    const dean = await portal.make.dean(physics.id)
    await portal.sql`update users set department_id = ${biology.id} where id = ${dean.id}`
    await portal.sql`update departments set faculty_id = null where id = ${physics.id}`
    expect(await deanIds()).toEqual([dean.id])
  })
})

describe('what a dean does', () => {
  test('concerns the members of all departments of the faculty, and is recorded in this capacity', async () => {
    const dean = await portal.make.dean(physics.id)
    const call = await portal.as(dean)
    const [biologist, musician] = [await memberOf(biology), await memberOf(music)]
    expect(await staffOf(call)).toEqual(expect.arrayContaining([dean.id, biologist.id]))
    expect(await staffOf(call)).not.toContain(musician.id)
    const [own, of, foreign] = [await posted(dean), await posted(biologist), await posted(musician)]
    for (const id of [own, foreign]) expect((await verify(call, [id])).statusCode).toBe(403)
    expect((await verify(call, [of])).statusCode).toBe(200)
    expect((await call('PUT', `/users/edit-tp/${biologist.id}?term_id=${termId}`, { tp: 3 })).statusCode).toBe(200)
    const capacity = { as: 'dean', faculty_id: science.id, faculty_name: science.name }
    expect(
      await portal.sql`select kind, capacity from audit where actor_id = ${dean.id} and person_id = ${biologist.id} order by id`,
    ).toEqual([
      { kind: 'verified', capacity },
      { kind: 'scored', capacity },
    ])
  })

  test('is done as head where the dean heads the department', async () => {
    const dean = await portal.make.dean(physics.id)
    await portal.sql`insert into department_heads (user_id, department_id) values (${dean.id}, ${physics.id})`
    const ids = [await posted(await memberOf(physics)), await posted(await memberOf(biology))]
    expect((await verify(await portal.as(dean), ids)).statusCode).toBe(200)
    const records =
      await portal.sql`select capacity ->> 'as' as as from audit where actor_id = ${dean.id} and kind = 'verified' order by id`
    expect(records).toEqual([{ as: 'head' }, { as: 'dean' }])
  })

  test('ends with the department that leaves the faculty: within one request, and without waiting for a closing', async () => {
    const call = await portal.as(await portal.make.dean(physics.id))
    const biologist = await memberOf(biology)
    expect(await staffOf(call)).toContain(biologist.id)
    await admin('PUT', `/departments/${biology.id}`, { name: biology.name, faculty_id: arts.id })
    expect(await staffOf(call)).not.toContain(biologist.id)
    expect((await verify(call, [await posted(biologist)])).statusCode).toBe(403)
  })

  test('is lent as it is: the delegate reviews the faculty, and not everybody', async () => {
    const [dean, delegate] = [await portal.make.dean(physics.id), await memberOf(music)]
    const lend = { delegate_id: delegate.id, last_day: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) }
    const lent = await (await portal.as(dean))('POST', '/delegations', lend)
    expect(lent.json().delegation).toMatchObject({ department: null, faculty: { id: science.id }, state: 'active' })
    const call = await portal.as(delegate)
    const [of, foreign] = [await posted(await memberOf(biology)), await posted(await memberOf(music))]
    expect((await verify(call, [foreign])).statusCode).toBe(403)
    expect((await verify(call, [of])).statusCode).toBe(200)
    // A server of the release before would take a row without a department for everybody.
    expect(await portal.sql`select from delegations_in_force where delegate_id = ${delegate.id}`).toEqual([])
    await portal.sql`delete from faculty_deans where user_id = ${dean.id}`
    expect((await call('GET', '/review')).statusCode).toBe(403)
  })

  test('includes questions of the members: also about scores, where heads set them', async () => {
    const dean = await portal.make.dean(physics.id)
    const call = await portal.as(dean)
    const asked = [await portal.make.question((await memberOf(biology)).id, 'tp')]
    await portal.make.question((await memberOf(music)).id, 'tp')
    const { questions } = (await call('GET', '/questions?state=mine')).json() as { questions: { id: number }[] }
    expect(questions.map(({ id }) => id)).toEqual(asked)
  })

  test('is for members without a head of department: they learn who has their posting', async () => {
    const dean = await portal.make.dean(physics.id)
    const biologist = await memberOf(biology)
    const id = await posted(biologist)
    const inCharge = async () =>
      (await (await portal.as(biologist))('GET', `/posted-activities/${id}/history`)).json().in_charge.heads as object[]
    expect(await inCharge()).toMatchObject([{ name: dean.name }])
    const head = await portal.make.head(biology.id)
    expect(await inCharge()).toMatchObject([{ name: head.name }])
  })
})

test('the overview and the report say the numbers by faculty where there is one, and nothing otherwise', async () => {
  const { id: term } = await portal.make.term(`Numbers of ${science.name}`, '2008-09-01', '2009-08-31')
  const numbersOf = async () => (await admin('GET', `/overview?term_id=${term}`)).json() as OverviewReply
  for (const department of [physics, biology, music]) await memberOf(department)
  await portal.make.staff()
  const { all, faculties = [] } = await numbersOf()
  const membersOf = (name: string | null) => faculties.find(({ faculty_name }) => faculty_name === name)?.members
  expect([membersOf(science.name), membersOf(arts.name)]).toEqual([2, 1])
  expect(faculties.reduce((sum, { members }) => sum + members, 0)).toBe(all.members)
  expect(faculties.at(-1)?.faculty_name).toBeNull()

  const report = async () => {
    const { rawPayload } = await admin('GET', `/results/report?term_id=${term}`)
    const { pages } = readPdf(rawPayload)
    return Array.from({ length: pages }, (_, index) => readPdf(rawPayload, index + 1).lines).flat()
  }
  expect(await report()).toEqual(expect.arrayContaining(['Grade with feedback by faculty', science.name, arts.name]))
  await portal.sql`update departments set faculty_id = null`
  expect((await numbersOf()).faculties).toBeUndefined()
  expect(await report()).not.toContain('Grade with feedback by faculty')
})

test('a deleted faculty leaves the list of an open term, and stays in that of a closed one, which froze it', async () => {
  const { id: closed } = await portal.make.term('Year of a deleted faculty', '2004-09-01', '2005-08-31')
  await memberOf(biology)
  expect((await admin('PUT', `/terms/close/${closed}`, {})).statusCode).toBe(200)
  const hasFaculties = (id: number) => async () => 'faculty_names' in (await admin('GET', `/staff?term_id=${id}`)).json()
  const [ofOpen, ofClosed] = [hasFaculties(termId), hasFaculties(closed)]
  expect([await ofOpen(), await ofClosed()]).toEqual([true, true])
  await portal.sql`update faculties set removed_at = now()`
  expect([await ofOpen(), await ofClosed()]).toEqual([false, true])
})

test('a closing freezes the faculty: who is dean then sees the term, whatever the departments do afterwards', async () => {
  const { id: closed } = await portal.make.term(`Year of ${science.name}`, '2020-09-01', '2021-08-31')
  const [dean, biologist] = [await portal.make.dean(physics.id), await memberOf(biology)]
  await portal.make.posting(biologist.id, await portal.make.activity(), '2020-10-10')
  expect((await admin('PUT', `/terms/close/${closed}`, {})).statusCode).toBe(200)
  await portal.sql`update departments set faculty_id = ${arts.id} where id = ${biology.id}`
  await admin('PUT', `/faculties/${science.id}`, { name: `${science.name} II` })
  const [frozen] = await portal.sql`
    select faculty_id, faculty_name, faculty_names from term_standing where term_id = ${closed} and user_id = ${biologist.id}`
  expect(frozen).toEqual({ faculty_id: science.id, faculty_name: science.name, faculty_names: {} })
  const archive = await admin('GET', `/results/archive?term_id=${closed}`)
  const [header, ...lines] = String(readZip(archive.rawPayload).files.get('results.csv')?.content).split('\r\n')
  expect(header).toContain(',Faculty,')
  expect(lines.find((line) => line.startsWith(biologist.name))).toContain(`,${science.name},`)
  const seen = async (call: Caller) =>
    (await call('GET', `/staff?term_id=${closed}`)).json().staff.map(({ id }: { id: number }) => id) as number[]
  expect(await seen(await portal.as(dean))).toContain(biologist.id)
  expect(await seen(await portal.as(await portal.make.dean(music.id)))).not.toContain(biologist.id)
})
