import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { degrees } from '../../contract/codes.ts'
import { csvLine } from '../../contract/csv.ts'
import { translatedLanguages } from '../../contract/languages/languages.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let session: { cookie: string }
let physics: { id: number }
beforeAll(async () => {
  portal = await startPortal()
  const administrator = await portal.make.admin()
  admin = await portal.as(administrator)
  session = await portal.startSession(administrator)
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
  physics = await portal.make.department('Physics')
})
afterAll(() => portal.stop())

type Listed = { id: number; name: string; names: Record<string, string>; version: number }
const list = async () => (await admin('GET', '/degrees')).json().degrees as Listed[]
const add = async (name: string, names = {}) => (await admin('POST', '/degrees', { name, names })).json().degree as Listed
const degreeOf = async ({ id }: { id: number }) => (await admin('GET', `/users/id/${id}`)).json().user.degree

function upload(url: string, file: string, fields: Record<string, string> = {}) {
  const { payload, headers } = multipart(fields, { field: 'file', name: 'a.csv', bytes: Buffer.from(file) })
  return portal.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...session } })
}

test('the list begins with the degrees of the specification, named in every language', async () => {
  const all = await list()
  expect(all.map(({ name }) => name)).toEqual(degrees)
  for (const { names } of all) expect(Object.keys(names).sort()).toEqual([...translatedLanguages].sort())
})

test('a degree is added, edited, removed and restored, and Audit says so in words', async () => {
  const { id, version } = await add('Bachelor', { ckb: 'بەکالۆریۆس' })
  await admin('PUT', `/degrees/${id}`, { name: 'BSc', version })
  await admin('DELETE', `/degrees/${id}`)
  expect((await list()).some((degree) => degree.id === id)).toBe(false)
  expect((await admin('PUT', `/degrees/restore/${id}`)).json().degree).toMatchObject({
    name: 'BSc',
    names: { ckb: 'بەکالۆریۆس' },
  })
  const { body } = await admin('GET', '/audit.csv?subject=degree')
  expect(body).toContain('Degree BSc edited')
  expect(body).toContain('Name: Bachelor → BSc')
})

describe('the degree of a user', () => {
  test('may be any of the list, and no other', async () => {
    const { name } = await add('Higher Diploma')
    const member = await portal.make.staff({ degree: name })
    expect(await degreeOf(member)).toBe('Higher Diploma')
    const { user } = (await admin('GET', `/users/id/${member.id}`)).json()
    const input = { ...user, password: '••••••••', email: 'x@test.example', department_id: physics.id }
    const refused = await admin('PUT', `/users/${member.id}`, { ...input, degree: 'Diploma' })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [expect.objectContaining({ field: 'degree', message: 'Choose one of the degrees.' })],
    ])
  })

  test('follows a new name, also of a user who is removed, and says so in Audit', async () => {
    const degree = await add('Mastr of Law')
    const [member, former] = [await portal.make.staff({ degree: degree.name }), await portal.make.staff({ degree: degree.name })]
    await admin('DELETE', `/users/${former.id}`)
    await admin('PUT', `/degrees/${degree.id}`, { name: 'Master of Law', version: degree.version })
    await admin('PUT', `/users/restore/${former.id}`)
    expect([await degreeOf(member), await degreeOf(former)]).toEqual(['Master of Law', 'Master of Law'])
    expect((await admin('GET', '/audit.csv?subject=user')).body).toContain('Degree: Mastr of Law → Master of Law')
  })

  test('keeps its entry in the list: it cannot be deleted until another is chosen', async () => {
    const degree = await add('Licence')
    const member = await portal.make.staff({ degree: degree.name })
    const refused = await admin('DELETE', `/degrees/${degree.id}`)
    expect([refused.statusCode, refused.json().message]).toEqual([409, '1 user has this degree. Choose another for them first.'])
    await portal.sql`update users set degree = 'PhD' where id = ${member.id}`
    expect((await admin('DELETE', `/degrees/${degree.id}`)).statusCode).toBe(200)
  })

  test('of a restored user stays, although the list no longer has it', async () => {
    const degree = await add('Aggregation')
    const member = await portal.make.staff({ degree: degree.name })
    await admin('DELETE', `/users/${member.id}`)
    await admin('DELETE', `/degrees/${degree.id}`)
    expect((await admin('PUT', `/users/restore/${member.id}`)).json().user.degree).toBe('Aggregation')
  })

  test('is never one that is being deleted: a user who gets it at the same time waits, and is refused', async () => {
    const degree = await add('Habilitation')
    const member = await portal.make.staff()
    const set = () => portal.sql`update users set degree = ${degree.name} where id = ${member.id}`
    let later: Promise<unknown> | undefined
    await portal.sql.begin(async (tx) => {
      await tx`update degrees set removed_at = now() where id = ${degree.id}`
      later = set().then(
        () => 'set',
        (error) => Object(error).code,
      )
      await expect
        .poll(() => portal.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        .toHaveLength(1)
    })
    expect(await later).toBe('SP034')
  })
})

test('lists of people have the translations of their degrees', async () => {
  await portal.make.staff({ degree: 'PhD' })
  const names = { PhD: { ckb: 'دکتۆرا', ar: 'دكتوراه' } }
  expect((await admin('GET', '/users')).json().degree_names).toMatchObject(names)
  expect((await admin('GET', '/staff')).json().degree_names).toMatchObject(names)
})

test('an import reads a degree of the list by its name in any language', async () => {
  await add('MSc', { ckb: 'ماستەری زانست', ar: 'ماجستير علوم' })
  const member = await portal.make.staff()
  for (const [written, stored] of [
    ['ماستەری زانست', 'MSc'],
    ['ماجستير', 'Master'],
    // The list has the name itself by now, so it is no longer another spelling of Master.
    ['M.Sc.', 'MSc'],
  ]) {
    const file = [csvLine(['UserName', 'Degree']), csvLine([member.username, written ?? null])].join('')
    const { fingerprint } = (await upload('/imports/users/preview', file)).json()
    await upload('/imports/users', file, { fingerprint })
    expect(await degreeOf(member)).toBe(stored)
  }
})
