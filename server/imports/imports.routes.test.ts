import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { csvLine, csvMark } from '../../contract/csv.ts'
import type { ImportReading } from '../../contract/import-reading.ts'
import { type ImportPreview, type ImportReply, type ImportRow, importDeclarations } from '../../contract/imports.ts'
import { listOf, messages } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import { directionOf, languages } from '../../contract/languages/languages.ts'
import type { Sql } from '../../database/connect.ts'
import { type MadeUser, testPassword } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { numberTexts } from '../../testing/number-texts.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { attachment } from '../http/attachment.ts'
import { sayIn } from '../http/language.ts'

let portal: Portal
let admin: MadeUser
let session: { cookie: string }
let physics: { id: number; name: string }
let term: { id: number }
beforeAll(async () => {
  portal = await startPortal()
  term = await portal.make.term('Autumn 2026', '2026-09-01', '2027-01-31')
  physics = await portal.make.department('Physics')
  await portal.make.department('کیمیا')
  admin = await portal.make.admin({ name: 'Rana Wahid' })
  session = await portal.startSession(admin)
})
afterAll(() => portal.stop())

type Kind = 'users' | 'scores'
type File = string | Uint8Array

function send(path: string, file: File, fields: Record<string, string> = {}, who = session) {
  const { payload, headers } = multipart(fields, { field: 'file', name: 'a.csv', bytes: Buffer.from(file) })
  return portal.app.inject({ method: 'POST', url: `/imports/${path}`, payload, headers: { ...headers, ...who } })
}
async function preview(kind: Kind, file: File, query = ''): Promise<ImportPreview> {
  const reply = await send(`${kind}/preview${query}`, file)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const apply = (kind: Kind, file: File, fingerprint: string, query = '', agreed: Record<string, string> = {}) =>
  send(`${kind}${query}`, file, { fingerprint, ...agreed })
/** Previews the file, then imports it. */
async function imported(kind: Kind, file: File, query = ''): Promise<ImportReply> {
  const reply = await apply(kind, file, (await preview(kind, file, query)).fingerprint, query)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
async function refusalOf(kind: Kind, file: File) {
  const before = await everything()
  const reply = await send(`${kind}/preview`, file)
  expect(await everything()).toBe(before)
  return { status: reply.statusCode, message: reply.json().message }
}
async function wrongRows(kind: Kind, file: File): Promise<Record<number, string[]>> {
  const { rows, fingerprint } = await preview(kind, file)
  const before = await everything()
  const reply = await apply(kind, file, fingerprint)
  expect(reply.json().message).toBe(en.imports.hasErrors)
  expect(reply.statusCode).toBe(400)
  expect(await everything()).toBe(before)
  const wrong = rows.filter(({ outcome }) => outcome === 'wrong')
  return Object.fromEntries(
    wrong.map(({ row, errors }) => [row, errors.map(({ column, message }) => `${column ?? 'Row'}: ${message}`)]),
  )
}
async function everything() {
  const rows = await portal.sql`select (select json_agg(u order by id) from users u)::text as users,
    (select json_agg(s order by user_id, term_id) from term_scores s)::text as scores, (select count(*) from audit)::int as records`
  return JSON.stringify(rows)
}
const person = async (username: string) =>
  (await portal.sql`select * from users where lower(username) = lower(${username}) and removed_at is null`)[0]
const lines = (...rows: string[]) => `${rows.join('\r\n')}\r\n`

let counter = 0
/** A unique name. */
function fresh(name: string) {
  counter += 1
  return `${name}${counter}`
}

describe('importing users', () => {
  let sara: string
  let omar: string
  let file: string
  beforeEach(() => {
    sara = fresh('sara')
    omar = fresh('omar')
    file = lines(
      'Name;Email;Degree;Title;UserName;Department;Gender;Role;Password',
      `سارة عزيز;${sara}@test.example;phd;Assistant Professor;${sara};physics;female;;`,
      `Omar Karim;${omar}@test.example;;l;${omar};کیمیا;Male;staff;`,
    )
  })

  test('shows every row and what would change before anything is written', async () => {
    const before = await everything()
    const { rows, counts, read, passwords } = await preview('users', file)
    expect(await everything()).toBe(before)
    expect(read).toEqual({ format: 'csv', encoding: 'UTF-8', delimiter: ';' })
    expect(counts).toEqual({ new: 2, changed: 0, same: 0, wrong: 0 })
    expect(passwords).toBe(0)
    expect(rows[0]).toEqual({
      row: 2,
      who: sara,
      name: 'سارة عزيز',
      outcome: 'new',
      errors: [],
      changes: [
        { column: 'Name', from: null, to: 'سارة عزيز' },
        { column: 'Email', from: null, to: `${sara}@test.example` },
        { column: 'Degree', from: null, to: 'PhD' },
        { column: 'Title', from: null, to: 'Assistant Professor' },
        { column: 'Department', from: null, to: 'Physics' },
        { column: 'Gender', from: null, to: 'Female' },
      ],
    } satisfies ImportRow)
  })

  test('adds the new ones as staff, with the importer as actor; a second time it changes nothing', async () => {
    const reply = await imported('users', file)
    expect(reply).toMatchObject({ message: 'Imported successfully: 2 added, 0 changed', added: 2, changed: 0, passwords_left: 0 })
    expect(reply.without_password).toEqual([(await person(sara))?.['id'], (await person(omar))?.['id']])
    expect(await person(sara)).toMatchObject({
      name: 'سارة عزيز',
      degree: 'PhD',
      title: 'ap',
      department_id: physics.id,
      role_id: 2,
    })
    expect(await person(omar)).toMatchObject({ degree: null, title: 'l', gender: 'Male', updated_by: admin.id })
    const records =
      await portal.sql`select kind, actor_name from audit where subject_name = 'Omar Karim' and person_id = ${(await person(omar))?.['id']}`
    expect(records).toEqual([{ kind: 'added', actor_name: 'Rana Wahid' }])

    const before = await everything()
    expect((await preview('users', file)).counts).toEqual({ new: 0, changed: 0, same: 2, wrong: 0 })
    expect(await imported('users', file)).toMatchObject({
      message: 'Imported successfully: no changes needed',
      added: 0,
      changed: 0,
    })
    expect(await everything()).toBe(before)
  })

  test('updates existing users from the file, and leaves values whose cell is empty', async () => {
    await imported('users', file)
    const change = lines('user name,TITLE,Name,Role', `${sara.toUpperCase()},p,,Admin`, `${omar},,Omar K. Karim,`)
    const { rows } = await preview('users', change)
    expect(rows.map(({ outcome, changes }) => ({ outcome, changes }))).toEqual([
      {
        outcome: 'changed',
        changes: [
          { column: 'Title', from: 'Assistant Professor', to: 'Professor' },
          { column: 'Role', from: 'Staff', to: 'Admin' },
        ],
      },
      { outcome: 'changed', changes: [{ column: 'Name', from: 'Omar Karim', to: 'Omar K. Karim' }] },
    ])
    expect(await imported('users', change)).toMatchObject({ added: 0, changed: 2 })
    expect(await person(sara)).toMatchObject({
      name: 'سارة عزيز',
      username: sara,
      title: 'p',
      role_id: 1,
      department_id: physics.id,
    })
    expect(await person(omar)).toMatchObject({ name: 'Omar K. Karim', title: 'l', role_id: 2 })
  })

  test('reports the errors of each row, and then imports none of them', async () => {
    const known = await portal.make.staff()
    const rows = [
      `A;no address;Doctor;boss;${fresh('a')};Alchemy;none;king;`,
      `B;;;;;Physics;Male;;`,
      `;;;;${fresh('c')};;;;`,
      `D;${known.email.toUpperCase()};;;${fresh('d')};Physics;Male;;`,
      `E;${fresh('e')}@test.example;;;${fresh('e')};Physics;Male`,
      `F;${fresh('f')}@test.example;;;${fresh('f')};Physics;Male;;short`,
      `G;${fresh('g')}@test.example;;;grace-${counter};Physics;Male;;grace-${counter}`,
      `H\u0007;${fresh('h')}@test.example;;;${'h'.repeat(101)};Physics;Male;;`,
      `I;${fresh('i')}@test.example;;;${fresh('i')};Physics;Male;;;one more`,
    ]
    expect(await wrongRows('users', lines('Name;Email;Degree;Title;UserName;Department;Gender;Role;Password', ...rows))).toEqual({
      2: [
        'Email: "no address" – Invalid email format: use a format like name@example.edu',
        'Degree: "Doctor" – use PhD, Master or M.A.',
        'Title: "boss" – use Professor, Assistant Professor, Lecturer or Assistant Lecturer',
        'Gender: "none" – Invalid gender value: use Male, Female or Other',
        'Role: "king" – use Admin or Staff',
        'Department: There is no department "Alchemy". Use the name shown in Departments, or add it there first.',
      ],
      3: ['UserName: This row does not name anyone.'],
      4: ['Row: All required fields must be filled: Name, Email, Department, Gender.'],
      5: [`Email: "${known.email.toUpperCase()}" – Another member already uses this email address.`],
      6: ['Row: This row has 7 cells, but the header has 9.'],
      7: ['Password: The password must have at least 8 characters.'],
      8: ['Password: The password cannot be the same as the username.'],
      9: [
        `UserName: "${'h'.repeat(60)}…" – Use 100 characters or fewer.`,
        'Name: "H\u0007" – This contains a character that is not allowed.',
      ],
      10: ['Row: This row has 10 cells, but the header has 9.'],
    })
  })

  test('another spelling of the name is imported; an empty cell leaves it', async () => {
    const withSpelling = (spelling: string, degree: string) =>
      lines(
        'Name,Other spelling,Email,UserName,Department,Gender,Degree',
        `Sara Aziz,${spelling},${sara}@test.example,${sara},Physics,Female,${degree}`,
      )
    const imported = async (text: string) => {
      const { fingerprint } = await preview('users', text)
      expect((await apply('users', text, fingerprint)).statusCode).toBe(200)
      return person(sara)
    }
    expect(await imported(withSpelling('سارا عەزیز', 'PhD'))).toMatchObject({ name: 'Sara Aziz', other_name: 'سارا عەزیز' })
    expect(await imported(withSpelling('', 'Master'))).toMatchObject({ degree: 'Master', other_name: 'سارا عەزیز' })
    const seen = await preview('users', withSpelling('سارا', ''))
    expect(seen.rows[0]?.changes).toEqual([{ column: 'Other spelling', from: 'سارا عەزیز', to: 'سارا' }])
  })

  test('the good rows can be imported without the others, which come back with their cells and can be imported again', async () => {
    const bad = fresh('bad')
    const mixed = lines(
      'Reason,Name,Email,UserName,Department,Gender,Password',
      `,Sara,${sara}@test.example,${sara},Physics,Female,`,
      `old,Omar,not an address,${omar},Physics,Male,a long secret`,
      `,B,${bad}@test.example,${bad},Physics,Male,,one more`,
    )
    const { rows, header, fingerprint } = await preview('users', mixed)
    expect(header).toEqual(['Name', 'Email', 'UserName', 'Department', 'Gender', 'Password'])
    expect(rows.map(({ cells }) => cells)).toEqual([
      undefined,
      ['Omar', 'not an address', omar, 'Physics', 'Male', ''],
      ['B', `${bad}@test.example`, bad, 'Physics', 'Male', '', 'one more'],
    ])
    const reply = await apply('users', mixed, fingerprint, '', { skip_wrong: 'true' })
    expect(reply.json()).toMatchObject({
      message: 'Imported successfully: 1 added, 0 changed, 2 skipped',
      added: 1,
      skipped: 2,
    })
    expect(await person(sara)).toBeDefined()
    expect(await person(omar)).toBeUndefined()

    const corrected = lines(
      [...header, 'Reason'].join(','),
      `Omar,${omar}@test.example,${omar},Physics,Male,,why it was left out`,
    )
    expect(await preview('users', corrected)).toMatchObject({ unknown: [], ignored: ['Reason'], counts: { new: 1, wrong: 0 } })
  })

  test('unknown columns are listed, and the file is imported without them only on request', async () => {
    const file = lines('UserName,Salary,,Name', `${admin.username},9,x,${admin.name}`)
    const { unknown, counts, fingerprint } = await preview('users', file)
    expect(unknown).toEqual(['Salary', 'column 3 (no heading)'])
    expect(counts).toMatchObject({ same: 1 })
    const refused = await apply('users', file, fingerprint)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().message).toBe(
      'Row 1: unknown columns "Salary", "column 3 (no heading)". The columns are Name, Other spelling, Email, Degree, Title, UserName, Department, Gender, Role, Password.',
    )
    expect((await apply('users', file, fingerprint, '', { ignore_unknown: 'true' })).statusCode).toBe(200)
  })

  test('a username or e-mail address that occurs twice in a file is reported with both rows, whatever the case', async () => {
    const twice = lines(
      'Name,Email,UserName,Department,Gender',
      `A,${sara}@test.example,${sara},Physics,Male`,
      `B,other-${sara}@test.example,${sara.toUpperCase()},Physics,Male`,
      `C,${sara.toUpperCase()}@TEST.example,${omar},Physics,Male`,
    )
    expect(await wrongRows('users', twice)).toEqual({
      2: [
        `UserName: "${sara}" – Row 3 has the same username.`,
        `Email: "${sara}@test.example" – Row 4 has the same email address.`,
      ],
      3: [`UserName: "${sara.toUpperCase()}" – Row 2 has the same username.`],
      4: [`Email: "${sara.toUpperCase()}@TEST.example" – Row 2 has the same email address.`],
    })
  })

  test('a thousand rows that name one user each report one other row', async () => {
    const found = await wrongRows('scores', lines('UserName,T P.', ...Array(1000).fill(`${sara},1`)))
    expect(Object.keys(found)).toHaveLength(1000)
    expect(Math.max(...Object.values(found).map((sentences) => sentences.join().length))).toBeLessThan(100)
  })

  test('an administrator is not edited; a row without changes is accepted', async () => {
    const other = await portal.make.admin()
    expect(await wrongRows('users', lines('UserName,Title', `${other.username},l`))).toEqual({
      2: ['Row: Administrators cannot be edited or deleted.'],
    })
    expect((await preview('users', lines('UserName,Title,Role', `${other.username},Professor,Admin`))).counts.same).toBe(1)
  })

  test('the placeholder for an empty value counts as empty: importing the own export changes nothing', async () => {
    const member = await portal.make.staff({ title: null })
    const exported = lines(
      'Name,Degree,Title,Department,Email,Gender,UserName,Password,Role',
      `${member.name},PhD,Unknown,Unknown Department,${member.email},Female,${member.username},,Staff`,
    )
    expect((await preview('users', exported)).counts).toEqual({ new: 0, changed: 0, same: 1, wrong: 0 })
  })

  test('removed users and departments are not found: the name can be used again', async () => {
    const removed = await portal.make.staff()
    const department = await portal.make.department(fresh('Department '))
    await portal.sql`update users set removed_at = now() where id = ${removed.id}`
    await portal.sql`update departments set removed_at = now() where id = ${department.id}`
    const again = lines('Name,Email,UserName,Department,Gender', `Again,${removed.email},${removed.username},Physics,Male`)
    expect((await imported('users', again)).added).toBe(1)
    expect((await person(removed.username))?.['id']).not.toBe(removed.id)
    expect(await wrongRows('users', lines('UserName,Department', `${removed.username},${department.name}`))).toEqual({
      2: [`Department: There is no department "${department.name}". Use the name shown in Departments, or add it there first.`],
    })
  })

  test('a preview in one language is imported in another; each reply is in its own', async () => {
    const wrong = `${file}X;x;;;${sara}x;Physics;Neither;;\r\n`
    const sendIn = (language: string, path: string, fields: Record<string, string> = {}) => {
      const { payload, headers } = multipart(fields, { field: 'file', name: 'a.csv', bytes: Buffer.from(wrong) })
      const all = { ...headers, ...session, 'accept-language': language }
      return portal.app.inject({ method: 'POST', url: `/imports/${path}`, payload, headers: all })
    }
    const shown: ImportPreview = (await sendIn('ckb', 'users/preview')).json()
    const say = sayIn('ckb')
    const { Male, Female, Other } = messages.codes.genders
    expect(shown.rows[2]?.errors).toEqual([
      { column: say(messages.fields.email), message: say(messages.imports.wrongEmail({ value: 'x' })) },
      {
        column: say(messages.fields.gender),
        message: say(messages.imports.wrongGender({ value: 'Neither', choices: listOf([Male, Female]), last: Other })),
      },
    ])
    const reply = await sendIn('ar', 'users', { fingerprint: shown.fingerprint, skip_wrong: 'true' })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json().message).toBe(sayIn('ar')(messages.imports.importedInPart({ added: 2, changed: 0, skipped: 1 })))
  })

  test('a file without preview, another file, or data that has changed since: 409 and nothing written', async () => {
    const { fingerprint } = await preview('users', file)
    const other = file.replace('Omar', 'Amar')
    for (const attempt of [apply('users', file, ''), send('users', file), apply('users', other, fingerprint)])
      expect(await attempt.then((reply) => ({ status: reply.statusCode, ...reply.json() }))).toEqual({
        status: 409,
        message: en.imports.movedOn,
        code: 'imports.movedOn',
      })
    expect(await person(omar)).toBeUndefined()
    await portal.make.staff({ username: omar })
    expect((await apply('users', file, fingerprint)).statusCode).toBe(409)
    expect(await person(sara)).toBeUndefined()
  })

  test('a change while the import waits for the lock is detected too, and it waits longer than other calls', async () => {
    const own = await startPortal({ limits: { database: { lock: 200 } } })
    onTestFinished(() => own.stop())
    const member = await own.make.staff()
    const who = await own.startSession(await own.make.admin())
    const change = Buffer.from(lines('UserName,Title', `${member.username},l`))
    const sendOwn = (path: string, fields: Record<string, string> = {}) => {
      const { payload, headers } = multipart(fields, { field: 'file', name: 'a.csv', bytes: change })
      return own.app.inject({ method: 'POST', url: `/imports/${path}`, payload, headers: { ...headers, ...who } })
    }
    const { fingerprint } = (await sendOwn('users/preview')).json<ImportPreview>()
    const importLock = (sql: Sql) => sql`select pg_advisory_xact_lock(hashtext('staff-portal import'))`
    let attempt: ReturnType<typeof sendOwn> | undefined
    await own.sql.begin(async (tx) => {
      await importLock(tx)
      attempt = sendOwn('users', { fingerprint })
      const waiting = () => own.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(waiting).toHaveLength(1)
      await own.sql`update users set title = 'ap' where id = ${member.id}`
      // This connection began to wait later, and has given up.
      await expect(importLock(own.database)).rejects.toMatchObject({ code: '55P03' })
      expect(await waiting()).toHaveLength(1)
    })
    expect((await attempt)?.json().message).toBe(en.imports.movedOn)
    expect(await own.sql`select title from users where id = ${member.id}`).toEqual([{ title: 'ap' }])
  })

  test('two administrators import the same file at once: one succeeds, the other gets a 409', async () => {
    const { fingerprint } = await preview('users', file)
    const colleague = await portal.startSession(await portal.make.admin())
    const both = await Promise.all([send('users', file, { fingerprint }), send('users', file, { fingerprint }, colleague)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await portal.sql`select from users where username = ${omar}`).length).toBe(1)
  })

  test('Windows-1256 and XLSX give the same result as UTF-8', async () => {
    const rows = [
      ['Name', 'Email', 'UserName', 'Department', 'Gender'],
      ['سارة', `${sara}@test.example`, sara, 'Physics', 'Female'],
    ]
    const { rows: seen } = await preview('users', lines(...rows.map((row) => row.join(','))))
    const xlsx = await preview('users', await writeXlsx({ sheets: [{ name: 'Staff', rows }] }))
    expect(xlsx.read).toEqual({ format: 'xlsx', encoding: null, delimiter: null })
    expect(xlsx.rows).toEqual(seen)
    const letters = [...new TextDecoder('windows-1256').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))]
    const text = lines(...rows.map((row) => row.join(',')))
    const arabic = await preview(
      'users',
      Uint8Array.from([...text], (letter) => letters.indexOf(letter)),
    )
    expect(arabic.read.encoding).toBe('Windows-1256')
    expect(arabic.rows).toEqual(seen)
  })
})

describe('passwords of imported users', () => {
  const header = 'Name,Email,UserName,Department,Gender,Password'
  const row = (username: string, password = '') => `${username},${username}@test.example,${username},Physics,Male,${password}`
  const signIn = (username: string, password: string) =>
    portal.app.inject({ method: 'POST', url: '/auth/login', payload: { username, password } })

  test('are taken from the file; the preview does not show them', async () => {
    const username = fresh('lina')
    const file = lines(header, row(username, ' a long secret '))
    const reply = await send('users/preview', file)
    expect(reply.body).not.toContain('secret')
    expect(reply.json().passwords).toBe(1)
    expect(reply.json().rows[0].changes.at(-1)).toEqual({ column: 'Password', from: null, to: '••••••••' })
    const { new_users, ...outcome } = await imported('users', file)
    expect(outcome).toMatchObject({ added: 1, passwords_left: 0, without_password: [] })
    expect(new_users).toHaveLength(1)
    expect((await signIn(username, ' a long secret ')).statusCode).toBe(200)
    const records = await portal.sql`select after from audit where subject_name = ${username}`
    expect(JSON.stringify(records)).not.toContain('secret')
  })

  test('users without one cannot sign in until one is generated and shown once', async () => {
    const username = fresh('lina')
    const { without_password } = await imported('users', lines(header, row(username)))
    expect((await person(username))?.['password_hash']).toBeNull()
    for (const guess of ['', ' ', 'null', username]) expect((await signIn(username, guess || ' ')).statusCode).toBe(401)
    const users = (await portal.app.inject({ url: '/users', headers: session })).json().users
    expect(users.find((user: { username: string }) => user.username === username).can_sign_in).toBe(false)

    const caller = await portal.as(admin)
    const { made } = (await caller('POST', '/imports/users/initial-passwords', { user_ids: without_password })).json()
    expect(made).toEqual([
      { id: without_password[0], name: username, username, password: expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/) },
    ])
    expect((await signIn(username, made[0].password)).statusCode).toBe(200)
    expect((await person(username))?.['password_hash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const again = await caller('POST', '/imports/users/initial-passwords', { user_ids: without_password })
    expect(again.json()).toEqual({ made: [] })
    expect((await signIn(username, made[0].password)).statusCode).toBe(200)
  })

  test('generated twice at the same time, one is shown once', async () => {
    const username = fresh('lina')
    const { without_password: user_ids } = await imported('users', lines(header, row(username)))
    const caller = await portal.as(admin)
    const make = async () => (await caller('POST', '/imports/users/initial-passwords', { user_ids })).json().made
    const made = (await Promise.all([make(), make()])).flat()
    expect(made).toHaveLength(1)
    expect((await signIn(username, made[0].password)).statusCode).toBe(200)
  })

  test('staff who never signed in can be given new ones, nobody else', async () => {
    const caller = await portal.as(admin)
    const replace = async (...users: MadeUser[]) => {
      const user_ids = users.map(({ id }) => id)
      return (await caller('POST', '/imports/users/initial-passwords', { user_ids, replace: true })).json().made
    }
    const [never, once, other] = [await portal.make.staff(), await portal.make.staff(), await portal.make.admin()]
    const listed = async ({ id }: MadeUser) => (await caller('GET', `/users/id/${id}`)).json().user.has_signed_in
    const used = await portal.startSession(once)
    expect([await listed(never), await listed(once)]).toEqual([false, true])

    const [made, ...others] = await replace(never, once, other)
    expect(others).toEqual([])
    expect(made).toMatchObject({ id: never.id, name: never.name, username: never.username })
    expect((await signIn(never.username, testPassword)).statusCode).toBe(401)
    const records = await portal.sql`
      select actor_id, kind, after from audit where subject = 'user' and person_id = ${never.id} order by id desc limit 1`
    expect(records).toEqual([{ actor_id: admin.id, kind: 'edited', after: { password: 'changed' } }])
    expect((await portal.app.inject({ url: '/auth/me', headers: used })).statusCode).toBe(200)
    expect((await signIn(other.username, testPassword)).statusCode).toBe(200)

    expect((await signIn(never.username, made.password)).statusCode).toBe(200)
    expect(await replace(never)).toEqual([])
    expect((await signIn(never.username, made.password)).statusCode).toBe(200)
  })

  test('a sign-in at the same time as a new initial password: the one that is in use stays, or its session has ended', async () => {
    const member = await portal.make.staff()
    const caller = await portal.as(admin)
    const [entered, reply] = await Promise.all([
      signIn(member.username, testPassword),
      caller('POST', '/imports/users/initial-passwords', { user_ids: [member.id], replace: true }),
    ])
    const cookie = entered.cookies[0]
    const me = await portal.app.inject({ url: '/auth/me', headers: { cookie: cookie ? `${cookie.name}=${cookie.value}` : '' } })
    expect(me.statusCode).toBe(reply.json().made.length === 0 ? 200 : 401)
  })

  test('a user who has one keeps it, whatever is in the file', async () => {
    const member = await portal.make.staff()
    const file = lines('UserName,Password', `${member.username},another long secret`)
    expect(await preview('users', file)).toMatchObject({ counts: { same: 1 }, passwords: 0 })
    expect(await imported('users', file)).toMatchObject({ changed: 0, passwords_left: 0 })
    expect((await signIn(member.username, testPassword)).statusCode).toBe(200)
  })

  test('those of a long file are set call by call, and an interrupted import can be continued', async () => {
    const usernames = Array.from({ length: 60 }, () => fresh('many'))
    const file = lines(header, ...usernames.map((username) => row(username, `secret of ${username}`)))
    expect(await imported('users', file)).toMatchObject({ added: 60, passwords_left: 10, without_password: [] })
    expect(await preview('users', file)).toMatchObject({ counts: { same: 60 }, passwords: 10 })
    expect((await send('users/passwords', file)).json()).toEqual({ given: 10, left: 0 })
    expect((await preview('users', file)).passwords).toBe(0)
    for (const username of [usernames[0], usernames[59]])
      expect((await signIn(username ?? '', `secret of ${username}`)).statusCode).toBe(200)
  })
})

describe('importing scores', () => {
  const scoresOf = async ({ id }: MadeUser, termId = term.id) =>
    (await portal.sql`select tp, fb from term_scores where user_id = ${id} and term_id = ${termId}`)[0]

  test('by username or e-mail address; an empty cell leaves the score as it is; Arabic digits count', async () => {
    const [one, two, three] = [await portal.make.staff(), await portal.make.staff(), await portal.make.staff()]
    await portal.sql`insert into term_scores (user_id, term_id, tp, fb) values (${three.id}, ${term.id}, 1, 2)`
    const file = lines(
      'UserName;Email;tp;fb',
      `${one.username.toUpperCase()};;7,5;٣٫٥`,
      `;${two.email};٣.٥;۱۰۰۰`,
      `${three.username};${three.email};;0`,
    )
    const before = await everything()
    const { rows, counts } = await preview('scores', file)
    expect(await everything()).toBe(before)
    expect(counts).toEqual({ new: 0, changed: 3, same: 0, wrong: 0 })
    expect(rows[0]).toMatchObject({
      name: one.name,
      changes: [
        { column: 'T P.', from: null, to: '7.5' },
        { column: 'F B.', from: null, to: '3.5' },
      ],
    })
    expect(await imported('scores', file)).toMatchObject({ message: 'Imported successfully: 0 added, 3 changed' })
    expect([await scoresOf(one), await scoresOf(two), await scoresOf(three)]).toEqual([
      { tp: 7.5, fb: 3.5 },
      { tp: 3.5, fb: 1000 },
      { tp: 1, fb: 0 },
    ])
    const records =
      await portal.sql`select kind, actor_name, before, after from audit where person_id = ${one.id} and subject = 'score'`
    expect(records).toEqual([
      { kind: 'scored', actor_name: 'Rana Wahid', before: { tp: null, fb: null }, after: { tp: 7.5, fb: 3.5 } },
    ])

    const after = await everything()
    expect(await imported('scores', file)).toMatchObject({ changed: 0 })
    expect(await everything()).toBe(after)
  })

  test('reads every text as the fields do; the API takes numbers alone', async () => {
    const members = await Promise.all(numberTexts.map(() => portal.make.staff()))
    const file = lines('UserName,tp', ...members.map(({ username }, index) => csvLine([username, numberTexts[index]?.[0] ?? ''])))
    const { rows } = await preview('scores', file)
    const read = rows.map(({ outcome, changes }) => (outcome === 'wrong' ? undefined : Number(changes[0]?.to)))
    expect(numberTexts.map(([text], index) => [text, read[index]])).toEqual(numberTexts)

    const caller = await portal.as(admin)
    const [one] = members
    for (const [text, score] of numberTexts) {
      expect((await caller('PUT', `/users/edit-tp/${one?.id}`, { tp: text })).statusCode, text).toBe(400)
      if (score === undefined) continue
      expect((await caller('PUT', `/users/edit-tp/${one?.id}`, { tp: score })).json().scores.tp, text).toBe(score)
    }
  })

  test('refuses a score above the most that the rules of the term allow; one that is there already stays', async () => {
    const [one, two, three] = [await portal.make.staff(), await portal.make.staff(), await portal.make.staff()]
    const strict = await portal.make.term('Strict', '2031-02-01', '2031-08-31')
    await portal.sql`insert into term_scores (user_id, term_id, tp) values (${two.id}, ${strict.id}, 31)`
    const caller = await portal.as(admin)
    const { versions } = (await caller('GET', '/rules')).json()
    const { bands, number } = versions[0]
    const rules = { bands, limits: [], most_tp: 30, most_fb: 10, note: 'Strict', based_on: number, term_ids: [strict.id] }
    expect((await caller('POST', '/rules', rules)).statusCode).toBe(201)

    const file = lines('UserName,tp,fb', `${one.username},30.1,10.1`, `${two.username},31,10`, `${three.username},1001,-1`)
    const { rows } = await preview('scores', file, `?term_id=${strict.id}`)
    expect(rows.map(({ errors }) => errors.map(({ column, message }) => `${column}: ${message}`))).toMatchObject([
      ['T P.: "30.1" – The rules of this term allow at most 30.', 'F B.: "10.1" – The rules of this term allow at most 10.'],
      [],
      [
        'T P.: "1001" – Please enter a valid tp score: From 0 to 30, with up to one decimal.',
        'F B.: "-1" – Please enter a valid feedback score: From 0 to 10, with up to one decimal.',
      ],
    ])
  })

  test('reports the errors of each row, with the messages of the form', async () => {
    const [one, two] = [await portal.make.staff(), await portal.make.staff()]
    const file = lines(
      'UserName,Email,tp,fb',
      ...['-0.1', '1000.1', '0.05', 'seven', '"1,000"', '1e3', 'NaN'].map((wrong) => `nobody-${fresh('x')},,${wrong},1`),
      `${one.username},,1,-1`,
      `${one.username},${two.email},1,1`,
      `${admin.username},,1,1`,
      ',,1,1',
    )
    const wrong = await wrongRows('scores', file)
    for (const [index, given] of ['-0.1', '1000.1', '0.05', 'seven', '1,000', '1e3', 'NaN'].entries())
      expect(wrong[index + 2]?.[0]).toBe(
        `T P.: "${given}" – Please enter a valid tp score: From 0 to 1000, with up to one decimal.`,
      )
    expect(wrong[2]?.[1]).toMatch(/^Row: There is no user "nobody-x\d+"\.$/)
    expect(wrong[9]).toEqual([
      'F B.: "-1" – Please enter a valid feedback score: From 0 to 1000, with up to one decimal.',
      `Row: "${one.username}" – Row 10 is for the same member.`,
    ])
    expect(wrong[10]).toEqual([`Row: ${en.imports.twoUsers}`, `Row: "${one.username}" – Row 9 is for the same member.`])
    expect(wrong[11]).toEqual([`Row: "${admin.username}" – Only staff are scored.`])
    expect(wrong[12]).toEqual(['Row: This row does not name anyone.'])
  })

  test('writes to the chosen term; a closed one is refused', async () => {
    const member = await portal.make.staff()
    const other = await portal.make.term('Spring 2026', '2026-02-01', '2026-08-31')
    const file = lines('UserName,tp', `${member.username},4`)
    await imported('scores', file, `?term_id=${other.id}`)
    expect(await scoresOf(member)).toBeUndefined()
    expect(await scoresOf(member, other.id)).toEqual({ tp: 4, fb: null })

    const changed = lines('UserName,tp', `${member.username},5`)
    const { fingerprint } = await preview('scores', changed, `?term_id=${other.id}`)
    // The preview of one term is not valid for another.
    expect((await apply('scores', changed, fingerprint)).statusCode).toBe(409)
    const caller = await portal.as(admin)
    expect((await caller('PUT', `/terms/close/${other.id}`, {})).statusCode).toBe(200)
    for (const attempt of [
      send(`scores/preview?term_id=${other.id}`, changed),
      apply('scores', changed, fingerprint, `?term_id=${other.id}`),
    ]) {
      const reply = await attempt
      expect({ status: reply.statusCode, ...reply.json() }).toMatchObject({ status: 409, message: 'This term is closed.' })
    }
    expect(await scoresOf(member, other.id)).toEqual({ tp: 4, fb: null })
  })

  test('a score that another administrator has set since: 409 and nothing written', async () => {
    const [one, two] = [await portal.make.staff(), await portal.make.staff()]
    const file = lines('UserName,tp', `${one.username},4`, `${two.username},5`)
    const { fingerprint } = await preview('scores', file)
    const caller = await portal.as(admin)
    expect((await caller('PUT', `/users/edit-tp/${two.id}`, { tp: 3 })).statusCode).toBe(200)
    expect((await apply('scores', file, fingerprint)).json().message).toBe(en.imports.movedOn)
    expect(await scoresOf(one)).toBeUndefined()
    expect(await scoresOf(two)).toEqual({ tp: 3, fb: null })
  })

  test('the Staff panel’s own export is matched by e-mail address, and the ignored columns are listed', async () => {
    const member = await portal.make.staff()
    const file = lines(
      'Name,Email,Degree,Title,Department,T P.,F B.,ATT S.,ACT S.,E S.,Total,Grade with feedback,Review',
      `${member.name},${member.email},PhD,Professor,Physics,2.5,,0,0,0,2.5,E,0`,
    )
    const { ignored, rows } = await preview('scores', file)
    expect(ignored).toEqual([
      'Name',
      'Degree',
      'Title',
      'Department',
      'ATT S.',
      'ACT S.',
      'E S.',
      'Total',
      'Grade with feedback',
      'Review',
    ])
    expect(rows[0]?.changes).toEqual([{ column: 'T P.', from: null, to: '2.5' }])
  })
})

describe('a file that is not what it should be', () => {
  test.each<[string, Kind, File, string]>([
    ['no file', 'users', '', en.imports.noFile],
    ['an empty file', 'users', ' \r\n\r\n', 'The file is empty.'],
    ['no username', 'users', 'Name,Email\na,b\n', 'Row 1: the column UserName is missing.'],
    ['no user named', 'scores', 'tp,fb\n1,2\n', 'Row 1: the column UserName / Email is missing.'],
    ['no scores', 'scores', 'UserName,Name\na,b\n', 'Row 1: the column T P. / F B. is missing.'],
    ['a repeated column', 'users', 'UserName,user_name\na,b\n', 'Row 1: the column UserName appears twice.'],
    ['no rows', 'users', 'UserName,Name\n', en.imports.noRows],
    ['an unclosed quotation mark', 'users', 'UserName\n"a\n', 'Row 2: a quotation mark is not closed.'],
    ['an image', 'users', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16), en.imports.notATable],
    ['an old Excel file', 'users', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 1), en.imports.oldExcel],
  ])('%s: a clear message', async (_, kind, file, message) => {
    expect(await refusalOf(kind, file)).toEqual({ status: 400, message })
  })

  test('too many rows: 413', async () => {
    expect(await refusalOf('users', `UserName\n${'a\n'.repeat(20_001)}`)).toEqual({
      status: 413,
      message: en.imports.tooManyRows,
    })
  })

  test('no form at all: 415', async () => {
    const caller = await portal.as(admin)
    expect((await caller('POST', '/imports/users/preview', {})).statusCode).toBe(415)
  })

  test('over 5 MB: 413, and 100 MB are refused before they are sent', async () => {
    expect(await refusalOf('users', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))).toEqual({
      status: 413,
      message: en.imports.tooLarge,
    })
    await portal.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = portal.app.server.address() as AddressInfo
    const headers = { ...session, 'content-type': 'multipart/form-data; boundary=b' }
    const open = (more: object) =>
      httpRequest({ port, host: '127.0.0.1', method: 'POST', path: '/imports/users/preview', headers: { ...headers, ...more } })
    const status = (request: ReturnType<typeof open>) =>
      new Promise((resolve, reject) => request.on('response', ({ statusCode }) => resolve(statusCode)).on('error', reject))
    const start = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'

    const announced = open({ 'content-length': String(100 * 1024 * 1024) })
    announced.write(start)
    expect(await status(announced)).toBe(413)
    announced.destroy()

    // A file without a Content-Length is refused as soon as it exceeds the limit.
    const endless = open({})
    const refused = status(endless)
    endless.write(start)
    for (let megabyte = 0; megabyte < 6; megabyte += 1) endless.write(Buffer.alloc(1024 * 1024, 'a'))
    expect(await refused).toBe(413)
    endless.destroy()
  })
})

describe('templates', () => {
  const template = async (kind: Kind, format: string) =>
    portal.app.inject({ url: `/imports/${kind}/template?format=${format}`, headers: session })

  test.each(['csv', 'xlsx'])('a %s for users has the columns and no rows', async (format) => {
    const reply = await template('users', format)
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="users-template.${format}"`)
    expect(await refusalOf('users', reply.rawPayload)).toEqual({ status: 400, message: en.imports.noRows })
  })

  test.each(languages)('have the headings of the reader: %s', async (language) => {
    const reply = await portal.app.inject({
      url: '/imports/users/template',
      headers: { ...session, 'accept-language': language },
    })
    const say = sayIn(language)
    expect(reply.body).toBe(csvMark + csvLine(Object.values(importDeclarations.users.columns).map(say)))
    expect(reply.headers['content-disposition']).toBe(attachment(say(messages.imports.templateFile.users), 'csv'))
  })

  test.each(languages)('a workbook begins at the side where the reader begins: %s', async (language) => {
    const reply = await portal.app.inject({
      url: '/imports/users/template?format=xlsx',
      headers: { ...session, 'accept-language': language },
    })
    const { sheets } = await readXlsx(reply.rawPayload)
    expect(Boolean(sheets[0]?.view?.rightToLeft)).toBe(directionOf(language) === 'rtl')
  })

  test.each(['csv', 'xlsx'])(
    'a %s for scores has the members with their scores: unchanged, it changes nothing',
    async (format) => {
      const member = await portal.make.staff({ name: '=cmd()' })
      await portal.sql`insert into term_scores (user_id, term_id, tp) values (${member.id}, ${term.id}, 7.5)`
      const { rawPayload } = await template('scores', format)
      const { rows, counts } = await preview('scores', rawPayload)
      expect(rows.find(({ who }) => who === member.username)).toMatchObject({ name: '=cmd()', outcome: 'same' })
      expect(counts).toEqual({ new: 0, changed: 0, same: rows.length, wrong: 0 })
      if (format === 'csv') expect(rawPayload.toString()).toContain(`,'=cmd(),7.5,\r\n`)
    },
  )
})

test('hundreds of rows are imported at once', async () => {
  const count = 300
  const rows = Array.from({ length: count }, (_, index) => `Member ${index},bulk${index}@test.example,bulk${index},Physics,Male`)
  const file = lines('Name,Email,UserName,Department,Gender', ...rows)
  const { fingerprint, counts } = await preview('users', file)
  expect(counts.new).toBe(count)
  expect((await apply('users', file, fingerprint)).json().added).toBe(count)
  expect((await preview('users', file)).counts.same).toBe(count)
})

test('a department is found by its Kurdish or Arabic name, and its English name wins', async () => {
  const biology = await portal.make.department('Biology', { names: { ckb: 'بایۆلۆجی', ar: 'علوم الحياة' } })
  await portal.make.department('Ecology', { names: { ckb: 'Biology', ar: 'بایۆلۆجی' } })
  const users = ['Biology', 'بایۆلۆجی', 'علوم الحياة'].map((department) => ({ department, username: fresh('lana') }))
  const file = lines(
    'Name,Email,UserName,Department,Gender',
    ...users.map(({ department, username }) => `Lana,${username}@test.example,${username},${department},Female`),
  )
  const { rows } = await preview('users', file)
  for (const { changes } of rows) expect(changes).toContainEqual({ column: 'Department', from: null, to: 'Biology' })
  await imported('users', file)
  for (const { username } of users) expect((await person(username))?.['department_id']).toBe(biology.id)
  expect((await preview('users', file)).counts).toMatchObject({ same: 3 })
})

describe('the office’s own file', () => {
  const ask = async (file: File, reading: ImportReading, kind: Kind = 'users'): Promise<ImportPreview> => {
    const reply = await send(`${kind}/preview`, file, { reading: JSON.stringify(reading) })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  const take = (file: File, reading: ImportReading, { fingerprint }: ImportPreview, more = {}) =>
    send('users', file, { fingerprint, reading: JSON.stringify(reading), ignore_unknown: 'true', ...more })

  test('is taken with its title and its own headings', async () => {
    const username = fresh('own')
    const file = lines(
      'Staff of the College of Science;;;;;',
      'No.;Full Name;E-mail;User name;Dept.;Sex',
      `1;Sara Aziz;${username}@test.example;${username};Physics;Female`,
    )
    const { rows, reading, ignored } = await preview('users', file)
    expect(rows).toMatchObject([{ row: 3, who: username, outcome: 'new' }])
    expect([reading?.header_row, ignored]).toEqual([2, ['No.']])
    expect(await imported('users', file)).toMatchObject({ added: 1 })
  })

  test('with a heading that is not known is asked about; the answer holds for the next file of anyone', async () => {
    const { username } = await portal.make.staff({ title: 'p' })
    const fileOf = (title: string) => lines('Wer,Rang,Gehalt', `${username},${title},900`)
    const first = await ask(fileOf('l'), {})
    expect(first).toMatchObject({ rows: [], fingerprint: '', reading: { missing: [['UserName']], is_remembered: false } })
    expect(first.reading?.columns[0]).toEqual({ heading: 'Wer', example: username, column: null, is_ignored: false })
    const reading = { columns: ['username', 'title', ''] }
    const seen = await ask(fileOf('l'), reading)
    expect(seen.rows).toMatchObject([{ who: username, outcome: 'changed' }])
    // Only an import remembers: a choice that was a mistake is not one.
    expect((await ask(fileOf('ap'), {})).reading?.is_remembered).toBe(false)
    expect((await take(fileOf('l'), reading, seen)).statusCode).toBe(200)

    const other = await portal.startSession(await portal.make.admin())
    const reply = await send('users/preview', fileOf('ap'), { reading: '{}' }, other)
    expect(reply.json()).toMatchObject({
      rows: [{ outcome: 'changed' }],
      ignored: ['Gehalt'],
      unknown: [],
      reading: { is_remembered: true },
    })
    // A page of the release before sends no choices, and takes what is remembered.
    expect(await imported('users', fileOf('al'))).toMatchObject({ changed: 1 })
    expect(await person(username)).toMatchObject({ title: 'al' })
  })

  test('is imported as it was previewed: with other choices it is refused', async () => {
    const { username } = await portal.make.staff()
    const file = lines('User,Degree,Other', `${username},PhD,Master`)
    const seen = await ask(file, { columns: ['username', 'degree', ''] })
    expect((await take(file, { columns: ['username', '', 'degree'] }, seen)).statusCode).toBe(409)
    for (const reading of ['{', '[]', '{"header_row":0}', '{"columns":"name"}'])
      expect((await send('users/preview', file, { reading })).statusCode).toBe(400)
  })

  test('without choices, a column that is missing is refused with the row of the headings', async () => {
    expect(await refusalOf('users', lines('Our staff;', 'Full name;Dept.', 'Sara;Physics'))).toEqual({
      status: 400,
      message: 'Row 2: the column UserName is missing.',
    })
  })

  test('has usernames in Arabic or Persian digits: they are the Latin ones', async () => {
    const header = 'UserName,Name,Email,Department,Gender'
    const one = lines(header, '٠٧٧١١,Sara,digits1@test.example,Physics,Female', '07711,Sara,digits2@test.example,Physics,Female')
    const twice = await preview('users', one)
    expect(twice.rows.map(({ who, errors }) => [who, errors[0]?.message])).toEqual([
      ['07711', '"07711" – Row 3 has the same username.'],
      ['07711', '"07711" – Row 2 has the same username.'],
    ])
    const file = lines(header, '۰۷۷۱۲,Omar,digits3@test.example,Physics,Male')
    expect(await imported('users', file)).toMatchObject({ added: 1 })
    expect((await preview('users', file)).counts).toMatchObject({ same: 1 })
    expect(await imported('scores', lines('UserName,T P.', '٠٧٧١٢,7'))).toMatchObject({ changed: 1 })
    expect(await person('07712')).toMatchObject({ name: 'Omar' })
  })

  describe('is corrected in the preview', () => {
    const header = 'UserName,Name,Email,Department,Gender'
    const row = (username: string, department: string, gender = 'Male') =>
      `${username},${username},${username}@test.example,${department},${gender}`

    test('for all rows with a value: another one, a new department, or without these rows', async () => {
      const [one, two, three, four, five] = [1, 2, 3, 4, 5].map(() => fresh('mend'))
      const file = lines(
        header,
        row(`${one}`, 'Phisics'),
        row(`${two}`, ' Phisics '),
        row(`${three}`, 'Robotics'),
        row(`${four}`, 'Total'),
        row(`${five}`, 'Physics', 'Mann'),
      )
      const { corrections, counts } = await ask(file, {})
      expect(counts).toMatchObject({ wrong: 5 })
      expect(corrections?.wrong_values).toEqual([
        { column: 'department', label: 'Department', value: 'Phisics', rows: 2, near: 'Physics' },
        { column: 'department', label: 'Department', value: 'Robotics', rows: 1, near: null },
        { column: 'department', label: 'Department', value: 'Total', rows: 1, near: null },
        { column: 'gender', label: 'Gender', value: 'Mann', rows: 1, near: null },
      ])
      expect(corrections?.choices['department']).toContainEqual({ value: 'Physics', label: 'Physics', names: {} })
      expect(corrections?.choices['gender']?.map(({ value }) => value)).toEqual(['Male', 'Female', 'Other'])

      const reading = {
        values: [
          { column: 'department', from: 'Phisics', to: 'Physics' },
          { column: 'department', from: 'Total', to: null },
          { column: 'gender', from: 'Mann', to: 'Male' },
        ],
        create_departments: ['robotics'],
      }
      const seen = await ask(file, reading)
      expect(seen).toMatchObject({
        counts: { new: 4, wrong: 0 },
        missing_departments: [],
        corrections: { left_out: 1, wrong_values: [] },
      })
      expect((await take(file, reading, seen)).json()).toMatchObject({ added: 4, skipped: 0, departments_created: 1 })
      expect(await person(`${one}`)).toMatchObject({ department_id: physics.id, gender: 'Male' })
      expect(await person(`${four}`)).toBeUndefined()
      // The corrections are no part of what is remembered of the columns.
      expect((await ask(file, {})).reading?.is_remembered).toBe(false)
    })

    test('in a single row, also where the file has no such column; or the row is left out', async () => {
      const [one, two, three] = [1, 2, 3].map(() => fresh('single'))
      const file = lines(
        'UserName,Name,Email,Department',
        `${one},A,wrong,Physics`,
        `${two},B,${two}@test.example,Physics`,
        `${three},C,,`,
      )
      const { rows } = await ask(file, {})
      expect(rows.map(({ to_correct }) => to_correct?.map(({ column, value }) => [column, value]))).toEqual([
        [
          ['email', 'wrong'],
          ['gender', ''],
        ],
        [['gender', '']],
        [
          ['email', ''],
          ['department', ''],
          ['gender', ''],
        ],
      ])
      const reading = {
        cells: [
          { row: 2, column: 'email', to: `${one}@test.example` },
          { row: 2, column: 'gender', to: 'أنثى' },
          { row: 3, column: 'gender', to: 'Mann' },
        ],
        left_out: [4],
      }
      const seen = await ask(file, reading)
      // What was corrected follows the same rules.
      expect(seen.rows.map(({ who, outcome }) => [who, outcome])).toEqual([
        [one, 'new'],
        [two, 'wrong'],
      ])
      expect(seen.rows[1]?.errors[0]?.message).toContain('Invalid gender value')
      expect((await take(file, reading, seen, { skip_wrong: 'true' })).json()).toMatchObject({ added: 1, skipped: 1 })
      expect(await person(`${one}`)).toMatchObject({ email: `${one}@test.example`, gender: 'Female' })
    })

    test('a row of scores that names no user is corrected at its name', async () => {
      const { username } = await portal.make.staff()
      const file = lines('UserName,T P.', 'nobody at all,7')
      expect((await ask(file, {}, 'scores')).rows[0]?.to_correct).toEqual([
        { column: 'username', label: 'UserName', value: 'nobody at all' },
      ])
      const seen = await ask(file, { cells: [{ row: 2, column: 'username', to: username }] }, 'scores')
      expect(seen.rows).toMatchObject([{ who: username, outcome: 'changed' }])
    })

    test('rows that lack a required value are named, and filled with a chosen default: new ones alone', async () => {
      const [one, two, three] = [1, 2, 3].map(() => fresh('lack'))
      const { username: known, id } = await portal.make.staff()
      await portal.sql`update users set gender = 'Female' where id = ${id}`
      const file = lines(
        'UserName,Name,Email,Department',
        `${one},A,,Physics`,
        `${two},B,${two}@test.example,`,
        `${three},C,,`,
        `${known},Known,,`,
      )
      const { corrections } = await ask(file, {})
      expect(corrections?.lacking).toEqual([
        { column: 'email', label: 'Email', rows: [2, 4], count: 2 },
        { column: 'gender', label: 'Gender', rows: [2, 3, 4], count: 3 },
        { column: 'department', label: 'Department', rows: [3, 4], count: 2 },
      ])
      const reading = { defaults: { gender: 'Male', department: 'physics', email: '@uni.example' } }
      const seen = await ask(file, reading)
      expect(seen.counts).toEqual({ new: 3, changed: 1, same: 0, wrong: 0 })
      expect((await take(file, reading, seen)).json()).toMatchObject({ added: 3, changed: 1 })
      expect(await person(`${three}`)).toMatchObject({
        email: `${three}@uni.example`,
        department_id: physics.id,
        gender: 'Male',
      })
      expect(await person(known)).toMatchObject({ name: 'Known', gender: 'Female' })
      // A default is checked as what stands in the file.
      const wrong = await ask(lines(header, `${fresh('lack')},A,x@test.example,Physics,`), { defaults: { gender: 'X' } })
      expect(wrong.rows[0]?.errors[0]?.message).toContain('Invalid gender value')
      const taken = lines(
        'UserName,Name,Email,Department,Gender',
        `${three}.,A,,Physics,Male`,
        `${fresh('lack')},A,${three}.@uni.example,Physics,Male`,
      )
      expect((await ask(taken, reading)).counts).toMatchObject({ wrong: 2 })
    })

    test('passwords are not sent back to be corrected', async () => {
      const file = lines(`${header},Password`, `${row(fresh('secret'), 'Physics')},short`)
      const { rows } = await ask(file, {})
      expect(rows[0]?.to_correct).toEqual([{ column: 'password', label: 'Password', value: '' }])
    })
  })
})
