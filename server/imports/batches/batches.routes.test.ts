import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actorOf } from '../../../contract/audit-sentence.ts'
import { passwordMask } from '../../../contract/codes.ts'

import type { ImportBatchReply, ImportedRow } from '../../../contract/import-batches.ts'
import type { ImportKind, ImportPreview, ImportReply } from '../../../contract/imports.ts'
import type { MadeUser } from '../../../testing/factories.ts'
import { multipart } from '../../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../../testing/portal.ts'
import { specificationBands } from '../../../testing/specification-bands.ts'
import { sayIn } from '../../http/language.ts'

let portal: Portal
let rana: MadeUser
let session: { cookie: string }
let admin: Caller
let other: Caller
let term: { id: number }
let physics: { id: number }
beforeAll(async () => {
  portal = await startPortal()
  term = await portal.make.term('Autumn 2026', '2026-09-01', '2027-01-31')
  physics = await portal.make.department('Physics')
  rana = await portal.make.admin({ name: 'Rana Wahid' })
  session = await portal.startSession(rana)
  admin = await portal.as(rana)
  other = await portal.as(await portal.make.admin({ name: 'Omar Said' }))
})
afterAll(() => portal.stop())

let counter = 0
const unique = (name: string) => `${name}${++counter}`
const lines = (...rows: string[]) => rows.join('\n')

type Sent = { query?: string; fields?: Record<string, string>; name?: string }

function send(path: string, file: string, { query = '', fields = {}, name = 'staff.csv' }: Sent) {
  const { payload, headers } = multipart(fields, { field: 'file', name, bytes: Buffer.from(file) })
  return portal.app.inject({ method: 'POST', url: `/imports/${path}${query}`, payload, headers: { ...headers, ...session } })
}
async function preview(kind: ImportKind, file: string, sent: Sent = {}): Promise<ImportPreview> {
  const reply = await send(`${kind}/preview`, file, sent)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
async function imported(kind: ImportKind, file: string, sent: Sent = {}): Promise<number> {
  const { fingerprint } = await preview(kind, file, sent)
  const reply = await send(kind, file, { ...sent, fields: { fingerprint, skip_wrong: 'true', ...sent.fields } })
  expect(reply.statusCode, reply.body).toBe(200)
  const { import_id } = reply.json() as ImportReply
  expect(import_id).toEqual(expect.any(Number))
  return import_id ?? 0
}
async function page(id: number): Promise<ImportBatchReply> {
  const reply = await admin('GET', `/imports/${id}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
async function undo(id: number): Promise<string> {
  const reply = await admin('PUT', `/imports/undo/${id}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().message
}
/** Why each row stays as it is, by the name in the file. */
const exceptions = ({ rows }: { rows: ImportedRow[] }) =>
  Object.fromEntries(rows.flatMap(({ who, exception }) => (exception ? [[who, [exception.reason, exception.by]]] : [])))
const stored = async (id: number) => (await portal.sql`select * from users where id = ${id}`)[0]
const userNamed = async (username: string) =>
  (await portal.sql<{ id: number }[]>`select id from users where username = ${username}`)[0]?.id ?? 0
const header = 'UserName,Name,Email,Department,Gender'
const newUser = (username: string, department = 'Physics') =>
  `${username},${username},${username}@test.example,${department},Female`
const scoresOf = async ({ id }: { id: number }) =>
  (await portal.sql`select tp, fb from term_scores where user_id = ${id} and term_id = ${term.id}`)[0]

describe('the page of an import', () => {
  test('says what each row changed, in words, and who imported which file when', async () => {
    const member = await portal.make.staff({ title: 'p', department_id: physics.id })
    const added = unique('added')
    const file = lines(`${header},Title`, `${member.username},,,,,Lecturer`, `${newUser(added)},`, 'wrong,,no,,,')
    const id = await imported('users', file, { name: '/tmp/staff list.csv' })
    const { import: batch, rows } = await page(id)
    expect(batch).toEqual({
      id,
      kind: 'users',
      file_name: 'staff list.csv',
      term: null,
      added: 1,
      changed: 1,
      skipped: 1,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      created_by: { id: expect.any(Number), name: 'Rana Wahid', other_name: null },
      undone: null,
    })
    expect(rows[0]).toEqual({
      row: 2,
      who: member.username,
      name: member.name,
      subject: 'user',
      subject_id: member.id,
      outcome: 'changed',
      changes: [{ column: 'Title', from: 'Professor', to: 'Lecturer' }],
      exception: null,
    })
    expect(rows[1]).toMatchObject({ row: 3, who: added, outcome: 'new', exception: null })
    expect(rows[1]?.changes).toContainEqual({ column: 'Department', from: null, to: 'Physics' })
    expect(JSON.stringify(rows)).not.toContain('argon2')
    const { imports } = (await admin('GET', '/imports')).json()
    expect(imports[0]).toEqual(batch)
  })

  test('the list is read page by page, newest first', async () => {
    const ids: number[] = []
    for (let count = 0; count < 2; count += 1) ids.push(await imported('departments', `Name\n${unique('Paged ')}`))
    const { imports } = (await admin('GET', `/imports?before=${ids[1]}`)).json()
    expect(imports[0].id).toBe(ids[0])
  })

  test('an import that changes nothing has no page', async () => {
    const file = 'Name\nPhysics'
    const { fingerprint } = await preview('departments', file)
    expect((await send('departments', file, { fields: { fingerprint } })).json().import_id).toBeNull()
  })

  test('an unknown import is not found', async () => {
    expect((await admin('GET', '/imports/2147483647')).json().message).toBe('This import does not exist.')
    expect((await admin('PUT', '/imports/undo/2147483647')).statusCode).toBe(404)
  })
})

test('the audit records of an import and of its undo name it, in the language of the reader', async () => {
  const member = await portal.make.staff()
  const id = await imported('scores', `UserName,T P.\n${member.username},5`, { name: 'june.csv' })
  await undo(id)
  const records = await portal.sql<{ kind: string; actor_name: string; capacity: Record<string, unknown>; after: object }[]>`
    select kind, actor_name, capacity, after from audit where person_id = ${member.id} and subject = 'score' order by id`
  expect(records.map((record) => actorOf(sayIn('en'), record).replace(/[\u2066-\u2069]/g, ''))).toEqual([
    'Rana Wahid, by import of june.csv',
    'Rana Wahid, by undoing the import of june.csv',
  ])
  expect(actorOf(sayIn('ar'), records[0] as never).replace(/[\u2066-\u2069]/g, '')).toBe('Rana Wahid، باستيراد june.csv')
  expect(records[0]?.capacity).toEqual({ as: 'import', import_id: id, file_name: 'june.csv' })
  const own =
    await portal.sql`select kind, subject_name, after from audit where subject = 'import' and subject_id = ${id} order by id`
  expect(own).toEqual([
    { kind: 'imported', subject_name: 'june.csv', after: { import_kind: 'scores', term_id: term.id, added: 0, changed: 1 } },
    { kind: 'undone', subject_name: 'june.csv', after: { import_kind: 'scores', term_id: term.id, put_back: 1 } },
  ])
})

describe('the same file again', () => {
  test('is named in the preview with when and by whom, and can be imported', async () => {
    const member = await portal.make.staff()
    const file = `UserName,T P.\n${member.username},3`
    expect((await preview('scores', file)).imported_before).toBeNull()
    const id = await imported('scores', file)
    const seen = await preview('scores', file, { name: 'another name.csv' })
    expect(seen.imported_before).toEqual({ id, at: expect.stringMatching(/Z$/), by: 'Rana Wahid', is_undone: false })
    await undo(id)
    expect((await preview('scores', file)).imported_before).toMatchObject({ id, is_undone: true })
    expect(await imported('scores', file)).toBeGreaterThan(id)
  })

  test('is another one for another kind or term', async () => {
    const names = `Name\n${unique('Twice ')}`
    await imported('departments', names)
    expect((await preview('activities', names)).imported_before).toBeNull()
    const member = await portal.make.staff()
    const scores = `UserName,T P.\n${member.username},3`
    await imported('scores', scores)
    const next = await portal.make.term('Spring 2027', '2027-02-01', '2027-06-30')
    expect((await preview('scores', scores, { query: `?term_id=${next.id}` })).imported_before).toBeNull()
  })
})

describe('undoing an import of users', () => {
  test('former values come back and added users are removed; what was edited since stays, with its editor', async () => {
    const [plain, edited, elsewhere] = [
      await portal.make.staff({ title: 'p' }),
      await portal.make.staff({ title: 'p' }),
      await portal.make.staff({ title: 'p' }),
    ]
    const [gone, renamed] = [unique('gone'), unique('renamed')]
    const file = lines(
      `${header},Title`,
      ...[plain, edited, elsewhere].map(({ username }) => `${username},,,,,Lecturer`),
      `${newUser(gone)},`,
      `${newUser(renamed)},`,
    )
    const id = await imported('users', file)
    const correct = async (userId: number, change: object) => {
      const { user } = (await other('GET', `/users/id/${userId}`)).json()
      const { name, other_name, email, degree, title, username, department_id, role_id, gender } = user
      const body = {
        name,
        other_name,
        email,
        degree,
        title,
        username,
        department_id,
        role_id,
        gender,
        password: passwordMask,
        ...change,
      }
      const reply = await other('PUT', `/users/${userId}`, body)
      expect(reply.statusCode, reply.body).toBe(200)
    }
    await portal.sql`update users set title = 'ap' where id = ${edited.id}`
    await portal.sql`update users set name = 'Corrected' where id = ${elsewhere.id}`
    await correct(await userNamed(renamed), { name: 'Corrected, too' })
    const expected = { [edited.username]: ['edited', null], [renamed]: ['edited', 'Omar Said'] }
    expect(exceptions(await page(id))).toEqual(expected)

    expect(await undo(id)).toBe('Rows put back: 3. Rows that stay as they are: 2.')
    expect(await stored(plain.id)).toMatchObject({ title: 'p', updated_by: rana.id })
    expect(await stored(edited.id)).toMatchObject({ title: 'ap' })
    // Another value of the row that was edited since stays as it is.
    expect(await stored(elsewhere.id)).toMatchObject({ title: 'p', name: 'Corrected' })
    expect(await stored(await userNamed(gone))).toMatchObject({ removed_at: expect.any(Date), updated_by: rana.id })
    expect(await stored(await userNamed(renamed))).toMatchObject({ removed_at: null })
    const after = await page(id)
    expect(exceptions(after)).toEqual(expected)
    expect(after.import.undone).toMatchObject({ by: { name: 'Rana Wahid' }, restored: 3 })
  })

  test('a user who signed in, posted, was scored, heads a department or has rights meanwhile stays', async () => {
    const names = {
      signedIn: unique('in'),
      posted: unique('posted'),
      scored: unique('scored'),
      head: unique('head'),
      rights: unique('rights'),
      none: unique('none'),
    }
    const id = await imported('users', lines(header, ...Object.values(names).map((name) => newUser(name))))
    await portal.sql`insert into first_sign_ins (user_id) values (${await userNamed(names.signedIn)})`
    await portal.make.posting(await userNamed(names.posted), await portal.make.activity(), '2026-10-05')
    expect((await other('PUT', `/users/edit-tp/${await userNamed(names.scored)}`, { tp: 4 })).statusCode).toBe(200)
    await portal.sql`insert into department_heads (user_id, department_id, created_by)
      values (${await userNamed(names.head)}, ${physics.id}, ${rana.id})`
    await portal.sql`insert into user_rights (user_id, "right") values (${await userNamed(names.rights)}, 'reader')`
    const { none, ...staying } = names
    expect(exceptions(await page(id))).toEqual(
      Object.fromEntries(Object.entries(staying).map(([reason, name]) => [name, [reason, null]])),
    )
    await undo(id)
    for (const name of Object.values(staying)) expect(await stored(await userNamed(name))).toMatchObject({ removed_at: null })
    expect(await stored(await userNamed(none))).toMatchObject({ removed_at: expect.any(Date) })
  })

  test('departments that were created with the users go with them, unless others joined', async () => {
    const [empty, joined] = [unique('Empty '), unique('Joined ')]
    const [one, two] = [unique('one'), unique('two')]
    const file = lines(header, newUser(one, empty), newUser(two, joined))
    const id = await imported('users', file, { fields: { create_departments: 'true' } })
    const idOf = async (name: string) =>
      (await portal.sql<[{ id: number }]>`select id from departments where name = ${name}`)[0].id
    await portal.make.staff({ department_id: await idOf(joined) })
    expect(exceptions(await page(id))).toEqual({ [joined]: ['members', null] })
    await undo(id)
    const there = await portal.sql`select name from departments where name in (${empty}, ${joined}) and removed_at is null`
    expect(there).toEqual([{ name: joined }])
  })

  test('an address that another user has by now, a removed department, a removed user and a new administrator stay', async () => {
    const former = await portal.make.department(unique('Former '))
    const [mailed, moved, removed, promoted] = [
      await portal.make.staff(),
      await portal.make.staff({ department_id: former.id }),
      await portal.make.staff({ title: 'p' }),
      await portal.make.staff({ title: 'p' }),
    ]
    const file = lines(
      'UserName,Email,Department,Title',
      `${mailed.username},${unique('new')}@test.example,,`,
      `${moved.username},,Physics,`,
      `${removed.username},,,Lecturer`,
      `${promoted.username},,,Lecturer`,
    )
    const id = await imported('users', file)
    await portal.make.staff({ email: mailed.email.toUpperCase() })
    await other('DELETE', `/departments/${former.id}`)
    await other('DELETE', `/users/${removed.id}`)
    await other('PUT', `/users/toggle-role/${promoted.id}`, {})
    expect(exceptions(await page(id))).toEqual({
      [mailed.username]: ['taken', null],
      [moved.username]: ['department', null],
      [removed.username]: ['removed', 'Omar Said'],
      [promoted.username]: ['admin', null],
    })
    const refused = await admin('PUT', `/imports/undo/${id}`)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe('None of these rows can be put back.')
    expect((await page(id)).import.undone).toBeNull()
  })

  test('an administrator whom the import made one is staff again, but never the person who undoes it', async () => {
    const [member, second] = [await portal.make.staff(), await portal.make.staff()]
    const id = await imported('users', lines('UserName,Role', `${member.username},Admin`, `${second.username},Admin`))
    const reply = await (await portal.as(member))('PUT', `/imports/undo/${id}`)
    expect(reply.json()).toMatchObject({ restored: 1, exceptions: 1 })
    expect(await stored(member.id)).toMatchObject({ role_id: 1 })
    expect(await stored(second.id)).toMatchObject({ role_id: 2 })
    expect(exceptions(await page(id))).toEqual({ [member.username]: ['self', null] })
  })
})

describe('undoing an import of scores', () => {
  test('former scores come back, also not set ones; a score that was changed since stays', async () => {
    const [set, unset, edited] = [await portal.make.staff(), await portal.make.staff(), await portal.make.staff()]
    await other('PUT', `/users/edit-tp/${set.id}`, { tp: 9 })
    const file = lines('UserName,T P.,F B.', ...[set, unset, edited].map(({ username }) => `${username},2,1`))
    const id = await imported('scores', file)
    await other('PUT', `/users/edit-feedback/${edited.id}`, { fb: 3 })
    expect(exceptions(await page(id))).toEqual({ [edited.username]: ['edited', 'Omar Said'] })
    await undo(id)
    expect(await scoresOf(set)).toEqual({ tp: 9, fb: null })
    expect(await scoresOf(unset)).toEqual({ tp: null, fb: null })
    expect(await scoresOf(edited)).toEqual({ tp: 2, fb: 3 })
  })

  test('is refused in a closed term, and possible once it is open again', async () => {
    const { id: termId } = await portal.make.term('Old', '1950-01-01', '1950-12-31')
    const member = await portal.make.staff()
    const id = await imported('scores', `UserName,T P.\n${member.username},2`, { query: `?term_id=${termId}` })
    expect((await admin('PUT', `/terms/close/${termId}`, {})).statusCode).toBe(200)
    expect(exceptions(await page(id))).toEqual({ [member.username]: ['closed', null] })
    expect((await admin('PUT', `/imports/undo/${id}`)).json().message).toBe('This term is closed.')
    expect((await admin('PUT', `/terms/reopen/${termId}`, { reason: 'Wrong file' })).statusCode).toBe(200)
    expect(await undo(id)).toBe('1 row put back')
  })

  test('a member who is no longer staff, and one with a former score above the highest, stay', async () => {
    const { id: termId } = await portal.make.term('Small', '1951-01-01', '1951-12-31')
    const [promoted, high] = [await portal.make.staff(), await portal.make.staff()]
    await portal.sql`insert into term_scores (user_id, term_id, tp) values (${high.id}, ${termId}, 90)`
    const id = await imported('scores', lines('UserName,T P.', `${promoted.username},2`, `${high.username},2`), {
      query: `?term_id=${termId}`,
    })
    await other('PUT', `/users/toggle-role/${promoted.id}`, {})
    const rules = { bands: specificationBands, limits: [], most_tp: 50, note: 'Less', based_on: 1, term_ids: [termId] }
    expect((await admin('POST', '/rules', rules)).statusCode).toBe(201)
    expect(exceptions(await page(id))).toEqual({ [promoted.username]: ['notStaff', null], [high.username]: ['aboveMost', null] })
  })
})

describe('undoing an import of departments and activities', () => {
  test('translations and values are as before; what is used stays', async () => {
    const names = { ckb: 'فیزیا' }
    const { id: changedId, name } = await portal.make.department(unique('Optics '), { names })
    const [free, full] = [unique('Free '), unique('Full ')]
    const id = await imported(
      'departments',
      lines('Name,Name (Kurdish),Name (Arabic)', `${name},بینایی,البصريات`, `${free},,`, `${full},,`),
    )
    const idOf = async (department: string) =>
      (await portal.sql<[{ id: number }]>`select id from departments where name = ${department}`)[0].id
    await portal.make.staff({ department_id: await idOf(full) })
    expect(exceptions(await page(id))).toEqual({ [full]: ['members', null] })
    await undo(id)
    expect(await portal.sql`select names, name_ckb, name_ar from departments where id = ${changedId}`).toEqual([
      { names, name_ckb: 'فیزیا', name_ar: null },
    ])
    expect(await portal.sql`select name from departments where name in (${free}, ${full}) and removed_at is null`).toEqual([
      { name: full },
    ])
  })

  test('an activity that was posted, or edited since, stays', async () => {
    const changed = await portal.make.activity({ score: 4 })
    const edited = await portal.make.activity({ score: 4 })
    const [posted, free] = [unique('Posted '), unique('Free ')]
    const file = lines(
      'Name,Description,Score,Type',
      `${changed.name},,2.25,`,
      `${edited.name},,2.25,`,
      `${posted},Text,1,Elective`,
      `${free},Text,1,Elective`,
    )
    const id = await imported('activities', file)
    const [row] = await portal.sql<[{ id: number; name: string; type: 'Elective'; score: number }]>`
      select id, name, type, score from activities where name = ${posted}`
    await portal.make.posting((await portal.make.staff()).id, row as never, '2026-10-06')
    const body = { name: edited.name, description: 'Corrected', score: 3, type: 'Elective' }
    expect((await other('PUT', `/activities/${edited.id}`, body)).statusCode).toBe(200)
    expect(exceptions(await page(id))).toEqual({ [edited.name]: ['edited', 'Omar Said'], [posted]: ['used', null] })
    await undo(id)
    const left = await portal.sql`select name, score from activities where removed_at is null
      and name in (${changed.name}, ${edited.name}, ${posted}, ${free}) order by id`
    expect(left).toEqual([
      { name: changed.name, score: 4 },
      { name: edited.name, score: 3 },
      { name: posted, score: 1 },
    ])
  })
})

describe('an undo', () => {
  test('happens once, also if two press it at the same time; a repeated request gets the reply of the first', async () => {
    const member = await portal.make.staff()
    const id = await imported('scores', `UserName,T P.\n${member.username},5`)
    const replies = await Promise.all([admin('PUT', `/imports/undo/${id}`), other('PUT', `/imports/undo/${id}`)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().message).toBe('This import was already undone.')

    const again = await imported('scores', `UserName,T P.\n${member.username},6`)
    const key = randomUUID()
    const repeat = () =>
      portal.app.inject({
        method: 'PUT',
        url: `/imports/undo/${again}`,
        headers: { ...session, 'idempotency-key': key },
      })
    const [first, second] = [await repeat(), await repeat()]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.headers['idempotent-replayed']).toBe('true')
  })

  test('waits for an edit of the row, and then leaves it', async () => {
    const [member, fine] = [await portal.make.staff({ title: 'p' }), await portal.make.staff({ title: 'p' })]
    const id = await imported('users', lines('UserName,Title', `${member.username},Lecturer`, `${fine.username},Lecturer`))
    const { reply } = await portal.sql.begin(async (tx) => {
      await tx`update users set title = 'ap' where id = ${member.id}`
      const reply = admin('PUT', `/imports/undo/${id}`)
      await expect
        .poll(() => portal.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        .toHaveLength(1)
      return { reply }
    })
    expect((await reply).json()).toMatchObject({ restored: 1, exceptions: 1 })
    expect(await stored(member.id)).toMatchObject({ title: 'ap' })
  })

  test('an address that is taken in the same moment does not keep the other rows from coming back', async () => {
    const [member, fine] = [await portal.make.staff(), await portal.make.staff()]
    const file = lines('UserName,Email', ...[member, fine].map(({ username }) => `${username},${unique('new')}@test.example`))
    const id = await imported('users', file)
    const taker = await portal.make.staff()
    const { reply } = await portal.sql.begin(async (tx) => {
      await tx`update users set email = ${member.email} where id = ${taker.id}`
      const reply = admin('PUT', `/imports/undo/${id}`)
      await expect
        .poll(() => portal.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        .toHaveLength(1)
      return { reply }
    })
    expect((await reply).json()).toMatchObject({ restored: 1, exceptions: 1 })
    expect(exceptions(await page(id))).toEqual({ [member.username]: ['taken', null] })
    expect(await stored(fine.id)).toMatchObject({ email: fine.email })
  })

  test('what an import changed is never changed itself', async () => {
    for (const table of ['import_batches', 'import_changes', 'import_undos', 'import_undo_exceptions'])
      await expect(portal.sql`delete from ${portal.sql.identifier(table)}`).rejects.toThrow('append-only')
  })
})
