import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditRecord } from '../../contract/audit.ts'
import { csvCell, csvLine } from '../../contract/csv.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { withoutDirectionMarks } from '../../contract/languages/direction-marks.ts'
import { languages } from '../../contract/languages/languages.ts'
import { serverRole } from '../../database/embedded.ts'
import { migrate } from '../../database/migrate.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { attachment } from '../http/attachment.ts'
import { sayIn } from '../http/language.ts'

let portal: Portal
let admin: Caller
let administrator: MadeUser
let department: { id: number }
beforeAll(async () => {
  portal = await startPortal()
  administrator = await portal.make.admin({ name: 'Rana Wahid' })
  admin = await portal.as(administrator)
  department = await portal.make.department('Physics')
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
})
afterAll(() => portal.stop())

async function records(query = ''): Promise<AuditRecord[]> {
  return (await admin('GET', `/audit${query}`)).json().records
}
const newest = async (query = '') => (await records(query))[0]

describe('the audit trail', () => {
  test('records the actor, the person concerned, the address, the old and the new value', async () => {
    const member = await portal.make.staff({ name: 'Dr. Sara Aziz' })
    await admin('PUT', `/users/edit-tp/${member.id}`, { tp: 4.5 })
    const [{ before }] = await portal.sql<[{ before: Date }]>`select now() as before`
    await admin('PUT', `/users/edit-tp/${member.id}`, { tp: 6 })
    const record = await newest(`?person=${member.id}`)
    expect(record).toMatchObject({
      actor_id: administrator.id,
      actor_name: 'Rana Wahid',
      address: '127.0.0.1',
      subject: 'score',
      kind: 'scored',
      subject_name: 'Dr. Sara Aziz',
      person_id: member.id,
      before: { tp: 4.5 },
      after: { tp: 6 },
    })
    expect(record?.at).toMatch(/Z$/)
    // The time is the database's own.
    const [{ after }] = await portal.sql<[{ after: Date }]>`select now() as after`
    expect(Date.parse(record?.at ?? '')).toBeGreaterThanOrEqual(before.getTime())
    expect(Date.parse(record?.at ?? '')).toBeLessThanOrEqual(after.getTime())
  })

  test('has one record for each kind of change', async () => {
    const form = {
      name: 'New Member',
      email: 'new@test.example',
      degree: 'PhD',
      title: 'p',
      username: 'new.member',
      password: 'a good long sentence',
      department_id: department.id,
      role_id: 2,
      gender: 'Male',
    }
    const { user } = (await admin('POST', '/users', form)).json()
    const changes: [() => Promise<unknown>, Partial<AuditRecord>][] = [
      [
        () => admin('PUT', `/users/${user.id}`, { ...form, title: 'al', password: 'another good sentence' }),
        {
          subject: 'user',
          kind: 'edited',
          before: { title: 'p', password: 'changed' },
          after: { title: 'al', password: 'changed' },
        },
      ],
      [
        () => admin('PUT', `/users/toggle-role/${user.id}`),
        { kind: 'role changed', before: { role_id: 2 }, after: { role_id: 1 } },
      ],
      [
        () => admin('PUT', `/users/toggle-role/${user.id}`),
        { kind: 'role changed', before: { role_id: 1 }, after: { role_id: 2 } },
      ],
      [() => admin('DELETE', `/users/${user.id}`), { subject: 'user', kind: 'removed' }],
      [() => admin('PUT', `/users/restore/${user.id}`), { subject: 'user', kind: 'restored' }],
      [
        () => admin('PUT', `/users/edit-feedback/${user.id}`, { fb: 3 }),
        { kind: 'scored', before: { fb: null }, after: { fb: 3 } },
      ],
      [
        () => admin('POST', '/departments', { name: 'Botany' }),
        { subject: 'department', kind: 'added', after: { name: 'Botany' } },
      ],
      [
        () => admin('PUT', `/departments/${department.id}`, { name: 'Physics II' }),
        { subject: 'department', kind: 'edited', before: { name: 'Physics' }, after: { name: 'Physics II' } },
      ],
      [
        () => admin('POST', '/activities', { name: 'Seminar', description: 'x', score: 1, type: 'Elective' }),
        { subject: 'activity', kind: 'added' },
      ],
      [
        () => admin('POST', '/terms', { name: 'Next', start_date: '2027-09-01', end_date: '2028-08-31' }),
        { subject: 'term', kind: 'added', subject_name: 'Next' },
      ],
    ]
    expect(await newest(`?person=${user.id}&kind=added`)).toMatchObject({
      subject_name: 'New Member',
      after: { username: 'new.member' },
    })
    for (const [change, expected] of changes) {
      const count = (await portal.sql`select from audit`).length
      await change()
      expect((await portal.sql`select from audit`).length - count, JSON.stringify(expected)).toBe(1)
      expect(await newest()).toMatchObject({ actor_id: administrator.id, ...expected })
    }
    const next = (await admin('GET', '/terms')).json().terms[0]
    for (const [path, body, kind] of [
      ['make-current', undefined, 'made current'],
      ['close', undefined, 'closed'],
      ['reopen', { reason: 'x' }, 'reopened'],
    ] as const) {
      await admin('PUT', `/terms/${path}/${next.id}`, body)
      const after = body ? { after: body } : {}
      expect(await newest()).toMatchObject({ subject: 'term', kind, subject_id: next.id, ...after })
    }
  })

  test('records who posted, edited and deleted a posting', async () => {
    const member = await portal.make.staff()
    const activity = await portal.make.activity({ name: 'Open day' })
    const session = await portal.startSession(member)
    const { payload, headers } = multipart({ activity_name: activity.name, starting_date: '2026-10-10' })
    const reply = await portal.app.inject({
      method: 'POST',
      url: '/posted-activities',
      payload,
      headers: { ...headers, ...session },
    })
    await portal.app.inject({ method: 'DELETE', url: `/posted-activities/${reply.json().postedActivity.id}`, headers: session })
    const [deleted, posted] = await records(`?person=${member.id}&subject=posting`)
    expect(posted).toMatchObject({ kind: 'posted', actor_id: member.id, subject_name: 'Open day' })
    expect(deleted).toMatchObject({ kind: 'deleted', actor_id: member.id, before: { starting_date: '2026-10-10' } })
  })

  test('records each image of a posting by its checksum: posted, replaced, removed, added', async () => {
    const member = await portal.make.staff()
    const activity = await portal.make.activity()
    const session = await portal.startSession(member)
    const picture = (background: string) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .jpeg()
        .toBuffer()
    const send = async (method: 'POST' | 'PUT', url: string, more: Record<string, string>, bytes?: Buffer) => {
      const fields = { activity_name: activity.name, starting_date: '2026-10-10', ...more }
      const { payload, headers } = multipart(fields, bytes && { name: 'a.jpg', bytes })
      const reply = await portal.app.inject({ method, url, payload, headers: { ...headers, ...session } })
      expect(reply.statusCode).toBeLessThan(300)
      const [stored] = await portal.sql<
        { sum: string }[]
      >`select encode(sha256(bytes), 'hex') as sum from posted_images i join posted_activities p on p.id = i.posted_activity_id
        where p.user_id = ${member.id}`
      return { url: `/posted-activities/${reply.json().postedActivity.id}`, image: stored?.sum ?? null }
    }
    const posted = await send('POST', '/posted-activities', {}, await picture('red'))
    const replaced = await send('PUT', posted.url, {}, await picture('blue'))
    const removed = await send('PUT', posted.url, { remove_image: 'true' })
    const added = await send('PUT', posted.url, {}, await picture('green'))
    expect(new Set([posted.image, replaced.image, added.image]).size).toBe(3)
    const found = await records(`?person=${member.id}&subject=posting`)
    expect(found.toReversed()).toMatchObject([
      { kind: 'posted', actor_id: member.id, after: { image: posted.image } },
      { kind: 'edited', actor_id: member.id, before: { image: posted.image }, after: { image: replaced.image } },
      { kind: 'edited', before: { image: replaced.image }, after: { image: removed.image } },
      { kind: 'edited', subject_name: activity.name, before: { image: null }, after: { image: added.image } },
    ])
    await portal.app.inject({ method: 'DELETE', url: posted.url, headers: session })
    expect((await records(`?person=${member.id}&subject=posting`))[0]).toMatchObject({ kind: 'deleted' })
  })

  test('records signing in and out, refused sign-ins and refused calls, but not what was typed', async () => {
    const member = await portal.make.staff()
    const headers = await portal.signIn(member)
    await portal.app.inject({ url: '/users', headers })
    await portal.app.inject({ method: 'POST', url: '/auth/logout', headers })
    await portal.app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username: member.username, password: 'wrong words' },
    })
    await portal.app.inject({ method: 'POST', url: '/auth/login', payload: { username: 'my-secret-password', password: 'x' } })
    await expect
      .poll(async () => (await records(`?person=${member.id}&subject=session`)).map(({ kind }) => kind).toSorted())
      .toEqual(['refused', 'sign-in refused', 'signed in', 'signed out'])
    const all = JSON.stringify(await portal.sql`select * from audit`)
    for (const secret of ['my-secret-password', 'wrong words', 'argon2']) expect(all).not.toContain(secret)
  })

  test('a change that fails leaves no record, and a record that fails rolls the change back', async () => {
    const count = async () => (await portal.sql`select from audit`).length
    const before = await count()
    await admin('POST', '/departments', { name: 'Physics II' })
    expect(await count()).toBe(before)
  })

  test('cannot be changed in the database', async () => {
    for (const statement of [
      'update audit set kind = kind',
      'delete from audit',
      'truncate audit',
      "insert into audit (subject, kind) values ('No subject', 'y')",
    ])
      await expect(portal.sql.unsafe(statement)).rejects.toThrow(/append-only|audit_subject_form/)
  })

  test('is paginated, newest first, and each filter narrows it', async () => {
    await portal.sql`insert into audit (at, subject, kind, subject_name)
      select '2020-01-01'::timestamptz + n * interval '1 hour', 'activity', 'edited', 'Old ' || n from generate_series(1, 250) n`
    const seen: number[] = []
    let before = ''
    for (;;) {
      const { records: page, next } = (await admin('GET', `/audit?from=2020-01-01&to=2020-12-31${before}`)).json()
      seen.push(...page.map(({ id }: AuditRecord) => id))
      if (next === null) break
      before = `&before=${next}`
    }
    expect(seen).toHaveLength(250)
    expect(seen).toEqual(seen.toSorted((a, b) => b - a))
    expect(await records('?from=2020-01-01&to=2020-01-01')).toHaveLength(23)
    expect((await records('?kind=edited&subject=term')).every(({ subject }) => subject === 'term')).toBe(true)
    // The first hour of 2020 in UTC is still 2019 in Los Angeles, and long past midnight on Kiritimati.
    expect(await records('?from=2020-01-01&to=2020-01-01&zone=America/Los_Angeles')).toHaveLength(24)
    expect(await records('?from=2020-01-02&to=2020-01-02&zone=Pacific/Kiritimati')).toHaveLength(24)
    expect(await records('?to=2019-12-31&zone=America/Los_Angeles')).toHaveLength(7)
    // Browsers still use names that PostgreSQL does not know.
    for (const old of ['AET', 'PLT', 'US/Pacific-New'])
      expect(await records(`?from=2020-01-01&to=2020-01-01&zone=${old}`)).not.toHaveLength(0)
    for (const wrong of ['?from=2020-01-01&zone=Mars', '?kind=x', '?from=yesterday', '?before=-1', '?person=a'])
      expect((await admin('GET', `/audit${wrong}`)).statusCode).toBe(400)
  })

  test('is exported as CSV with the same filters, complete, and without formulas', async () => {
    await portal.sql`insert into audit (subject, kind, subject_name, actor_name) values
      ('session', 'refused', '=cmd|calc', '@SUM(A1)'), ('department', 'added', 'a "b", c', null)`
    const reply = await admin('GET', '/audit.csv?from=2020-01-01&to=2020-12-31')
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
    expect(reply.body.trim().split('\r\n')).toHaveLength(251)
    const refused = (await admin('GET', '/audit.csv?subject=session&kind=refused')).body.split('\r\n')[1]
    expect(refused).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,'@SUM\(A1\),'=cmd\|calc was denied access,–,,$/)
    expect((await admin('GET', '/audit.csv?subject=department&kind=added')).body).toContain('"Department a ""b"", c added"')
  })

  test.each(languages)('is exported in the language of the request: %s', async (language) => {
    const say = sayIn(language)
    const reply = await admin('GET', '/audit.csv?subject=department&kind=added', undefined, { 'accept-language': language })
    const [header, first] = reply.body.replace('\uFEFF', '').split('\r\n')
    const { when, who, what, from, note, changes } = messages.audit.columns
    expect(header).toBe(csvLine([when, who, what, from, note, changes].map(say)).trim())
    expect(reply.body.replace('\uFEFF', '')).not.toMatch(/[\u200e\u200f\u061c\u2066-\u2069\ufeff]/)
    const [record] = await records('?subject=department&kind=added')
    const { subject, kinds, line } = messages.audit
    const name = record?.subject_name ?? ''
    expect(first).toContain(csvCell(withoutDirectionMarks(say(line({ subject: subject.department, name, kind: kinds.added })))))
    const day = new Date().toISOString().slice(0, 10)
    expect(reply.headers['content-disposition']).toBe(attachment(say(messages.audit.file({ day })), 'csv'))
  })

  test('is exported as XLSX with the same rows, and its texts have the type text', async () => {
    await portal.sql`insert into audit (subject, kind, subject_name) values ('session', 'signed out', '=cmd|calc')`
    const query = '?subject=session&kind=signed+out'
    const reply = await admin('GET', `/audit.xlsx${query}`)
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.xlsx"$/)
    const sheet: unknown[][] = []
    for await (const { values } of streamXlsxRows(new Uint8Array(reply.rawPayload))) sheet.push(values)
    expect(sheet[0]).toEqual(['When', 'Who', 'What', 'From', 'Note', 'Changes'])
    expect(sheet[1]?.slice(1, 3)).toEqual(['The portal', 'User =cmd|calc signed out'])
    expect(reply.rawPayload.includes('<f>')).toBe(false)
    expect(sheet).toHaveLength((await records(query)).length + 1)
  })

  test.each([
    ['en', false],
    ['ckb', true],
    ['ar', true],
  ] as const)('its sheet in %s is from right to left: %s', async (language, isRightToLeft) => {
    const reply = await admin('GET', '/audit.xlsx?subject=session', undefined, { 'accept-language': language })
    const sheets = await readXlsx(new Uint8Array(reply.rawPayload))
    expect(sheets.sheets[0]?.view?.rightToLeft ?? false).toBe(isRightToLeft)
    expect(sheets.sheets[0]?.rows.length).toBeGreaterThan(1)
  })

  test('a file has the same texts as the panel, in the time zone of the reader', async () => {
    const member = await portal.make.staff({ name: 'Dr. Layla Hassan' })
    const physics = await portal.make.department('Optics')
    const [term] = await portal.sql<[{ id: number }]>`select id from terms where name = 'Year'`
    const add = (minute: number, subject: string, kind: string, name: string | null, id: number | null, values: object[]) =>
      portal.sql`insert into audit (at, actor_id, actor_name, address, subject, kind, subject_id, subject_name, person_id, before, after)
        values (${`2019-12-31T21:0${minute}:07Z`}, ${administrator.id}, 'Rana Wahid', '10.0.0.1', ${subject}, ${kind}, ${id}, ${name}, ${member.id},
          ${values[0] ? portal.sql.json(values[0] as never) : null}, ${values[1] ? portal.sql.json(values[1] as never) : null})`
    await add(1, 'score', 'scored', member.name, term.id, [{ tp: 4.5 }, { tp: 6 }])
    await add(2, 'user', 'edited', member.name, member.id, [
      { title: 'ap', role_id: 2, department_id: null },
      { title: 'p', role_id: 1, department_id: physics.id },
    ])
    await add(3, 'posting', 'edited', 'Open day', 1, [
      { starting_date: '2019-10-01', description: 'a\nb' },
      { starting_date: '2019-10-02', description: null },
    ])
    await add(4, 'posting', 'returned', 'Open day', 1, [
      { state: 'posted', returned_reason: null },
      { state: 'returned', returned_reason: 'Wrong date' },
    ])
    const query = `?person=${member.id}&from=2020-01-01&to=2020-01-01&zone=Asia/Baghdad`
    const said = [
      ['When', 'Who', 'What', 'From', 'Note', 'Changes'],
      [
        '2020-01-01 00:04:07',
        'Rana Wahid',
        'Posting Open day returned',
        '10.0.0.1',
        'Concerns Dr. Layla Hassan',
        'Reason: none → Wrong date',
      ],
      [
        '2020-01-01 00:03:07',
        'Rana Wahid',
        'Posting Open day edited',
        '10.0.0.1',
        'Concerns Dr. Layla Hassan',
        'Description: a\nb → none · Starting date: 1 Oct 2019 → 2 Oct 2019',
      ],
      [
        '2020-01-01 00:02:07',
        'Rana Wahid',
        'User Dr. Layla Hassan edited',
        '10.0.0.1',
        '',
        'Title: Assistant Professor → Professor · Role: Staff → Admin · Department: none → Optics',
      ],
      ['2020-01-01 00:01:07', 'Rana Wahid', 'Member Dr. Layla Hassan scored', '10.0.0.1', 'Year', 'Teacher points: 4.5 → 6'],
    ]
    const sheet: unknown[][] = []
    const xlsx = (await admin('GET', `/audit.xlsx${query}`)).rawPayload
    for await (const { values } of streamXlsxRows(new Uint8Array(xlsx)))
      sheet.push(Array.from({ length: 6 }, (_, column) => values[column] ?? ''))
    expect(sheet).toEqual(said)
    const quoted = (cell: string) => (/[,\n]/.test(cell) ? `"${cell}"` : cell)
    expect((await admin('GET', `/audit.csv${query}`)).body).toBe(
      `\uFEFF${said.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`,
    )
  })
})

test('names in Kurdish and Arabic are audited like the English ones', async () => {
  const { activity } = (
    await admin('POST', '/activities', {
      name: 'Debate',
      description: 'In public',
      score: 1,
      type: 'Elective',
      names: { ckb: 'گفتوگۆ' },
    })
  ).json()
  expect((await newest('?subject=activity'))?.after).toMatchObject({ name: 'Debate', names: { ckb: 'گفتوگۆ' } })
  await admin('PUT', `/activities/${activity.id}`, { ...activity, names: { ar: 'مناظرة' } })
  expect(await newest('?subject=activity')).toMatchObject({ before: { names: {} }, after: { names: { ar: 'مناظرة' } } })
})

describe('a new table', () => {
  beforeAll(async () => {
    const editable = 'version integer not null default 1, updated_at timestamptz, updated_by integer, removed_at timestamptz'
    await portal.sql.unsafe(`
      create table rooms (id serial primary key, name text not null, chairs integer, department_id integer references departments, ${editable});
      create table bookings (id serial primary key, room_id integer references rooms, day date, ${editable});
      create table room_types (id serial primary key, name text not null, ${editable});`)
    // The state is as after a migration: all functions are re-created, and attach their triggers to every table.
    await portal.sql`delete from schema_functions`
    await migrate(portal.sql, { serverRole })
    const chemistry = await portal.make.department('Chemistry')
    await portal.sql`insert into rooms (name, chairs, department_id) values ('Lab 3', 20, ${chemistry.id})`
    await portal.sql`update rooms set chairs = 24`
    await portal.sql`insert into bookings (room_id, day) values (1, '2026-11-18')`
    await portal.sql`update rooms set removed_at = now()`
    await portal.sql`insert into room_types (name) values ('Lab')`
  })

  test.each([
    [
      'en',
      [
        ['Room Lab 3 deleted', ''],
        ['Room Lab 3 edited', 'Chairs: 20 → 24'],
        ['Room Lab 3 added', 'Chairs: 20 · Department: Chemistry'],
      ],
      ['Booking no. 1 added', 'Day: 18 Nov 2026 · Room: Lab 3'],
    ],
    [
      'ckb',
      [
        ['Room Lab 3: سڕینەوە (بۆ سڕاوەکان)', ''],
        ['Room Lab 3: دەستکاریکردن', 'Chairs: 20 ← 24'],
        ['Room Lab 3: زیادکردن', 'Chairs: 20 · بەش: Chemistry'],
      ],
      ['Booking ژمارە 1: زیادکردن', 'Day: 18ی تشرینی دووەمی 2026 · Room: Lab 3'],
    ],
    [
      'ar',
      [
        ['Room Lab 3: حذف (إلى المحذوفات)', ''],
        ['Room Lab 3: تعديل', 'Chairs: 20 ← 24'],
        ['Room Lab 3: إضافة', 'Chairs: 20 · القسم: Chemistry'],
      ],
      ['Booking رقم 1: إضافة', 'Day: 18 تشرين الثاني 2026 · Room: Lab 3'],
    ],
  ])('is explained in %s without code of its own', async (language, rooms, booking) => {
    const words = async (subject: string) => {
      const reply = await admin('GET', `/audit.csv?subject=${subject}`, undefined, { 'accept-language': language })
      const [, ...lines] = reply.body.trim().split('\r\n')
      return lines
        .map((line) => line.replace(/[\u200f\u2068\u2069"]/g, '').split(','))
        .map(([, , what, , , changes]) => [what, changes])
    }
    expect(await words('room')).toEqual(rooms)
    expect(await words('booking')).toEqual([booking])
    expect((await words('room_type')).flat()[0]).toMatch(/^Room type Lab/)
  })

  test('is offered as a filter, and gives its names', async () => {
    const { names } = (await admin('GET', '/audit/people')).json()
    expect(names).toMatchObject({ room: { 1: 'Lab 3' }, room_type: { 1: 'Lab' }, booking: {}, term: { 1: 'Year' } })
    expect(names).not.toHaveProperty('user')
  })
})

describe('the trail is asked', () => {
  test('about a person: what concerns them, and not what they did to others', async () => {
    const member = await portal.make.staff({ name: 'Nora Salih' })
    await admin('PUT', `/users/edit-tp/${member.id}`, { tp: 1 })
    const about = await records(`?about=${member.id}`)
    expect(about.map(({ subject, kind }) => `${subject} ${kind}`)).toEqual(['score scored', 'user added'])
    expect((await records(`?about=${administrator.id}`)).every(({ person_id }) => person_id === administrator.id)).toBe(true)
    expect((await records(`?person=${administrator.id}`)).some(({ person_id }) => person_id === member.id)).toBe(true)
    const { body } = await admin('GET', `/audit.csv?about=${member.id}`)
    expect(body.trim().split('\r\n')).toHaveLength(3)
  })

  test('by words of names and values, each the beginning of one, in any spelling of its letters; not by ids and names of fields', async () => {
    const member = await portal.make.staff({ name: 'Zeynep Öztürk' })
    const posting = await portal.make.posting(member.id, await portal.make.activity({ name: 'سیمینار' }), '2026-10-02')
    const body = {
      state: 'returned',
      reason: 'The programme (p. 17) is missing:\nsend it.',
      postings: [{ id: posting, version: 1 }],
    }
    expect((await admin('PUT', '/review', body)).statusCode).toBe(200)
    const found = async (q: string) => (await records(`?q=${encodeURIComponent(q)}`)).map(({ kind }) => kind)
    expect(await found('programme 17')).toEqual(['returned'])
    // The name of the member is in the line, though not in the record.
    expect(await found('ozturk PROGR send')).toEqual(['returned'])
    expect(await found('سيمينار')).toEqual(['returned', 'posted', 'added'])
    expect(await found('gramme')).toEqual([])
    expect(await found('returned_reason 17')).toEqual([])
    expect(await found("o'ztürk & | ! <-> :*")).toEqual([])
    expect(await found('rana programme')).toEqual(['returned'])
    expect((await records(`?q=programme&about=${administrator.id}`)).length).toBe(0)
    expect((await admin('GET', '/audit.csv?q=programme')).body.trim().split('\r\n')).toHaveLength(2)
  })

  test('by the words of subject and kind as they are shown, in the language of the reader and in English', async () => {
    const room = await portal.make.department('Observatory')
    await portal.sql`update departments set removed_at = now(), updated_by = ${administrator.id} where id = ${room.id}`
    const found = async (q: string, language = 'en') => {
      const reply = await admin('GET', `/audit?q=${encodeURIComponent(q)}`, undefined, { 'accept-language': language })
      return (reply.json().records as AuditRecord[]).map(({ subject, kind }) => `${subject} ${kind}`)
    }
    expect(await found('observatory')).toEqual(['department removed', 'department added'])
    expect(await found('department observatory')).toEqual(['department removed', 'department added'])
    expect(await found('deleted observ')).toEqual(['department removed'])
    expect(await found('user observatory')).toEqual([])
    for (const [q, language] of [
      ['بەش observatory', 'ckb'],
      ['قسم observatory', 'ar'],
      ['department observatory', 'ar'],
    ] as const)
      expect(await found(q, language), q).toEqual(['department removed', 'department added'])
    const { body } = await admin('GET', '/audit.csv?q=deleted%20observatory')
    expect(body.trim().split('\r\n')).toHaveLength(2)
  })

  test('a page of a search goes on where the one before ended', async () => {
    await portal.sql`insert into audit (subject, kind, subject_name) select 'department', 'added', 'Quasar ' || n from generate_series(1, 250) n`
    const names: (string | null)[] = []
    let before = ''
    for (;;) {
      const reply = (await admin('GET', `/audit?q=quasar${before}`)).json()
      names.push(...reply.records.map(({ subject_name }: AuditRecord) => subject_name))
      if (reply.next === null) break
      before = `&before=${reply.next}`
    }
    expect(names).toEqual(Array.from({ length: 250 }, (_, index) => `Quasar ${250 - index}`))
  })
})
