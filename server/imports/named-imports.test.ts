import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportKind, ImportPreview, ImportReply } from '../../contract/imports.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { nearName } from './near-name.ts'

let portal: Portal
let session: { cookie: string }
beforeAll(async () => {
  portal = await startPortal()
  await portal.make.term('Autumn 2026', '2026-09-01', '2027-01-31')
  session = await portal.startSession(await portal.make.admin({ name: 'Rana Wahid' }))
})
afterAll(() => portal.stop())

type File = string | Uint8Array
const lines = (...rows: string[]) => rows.join('\n')

function send(path: string, file: File, fields: Record<string, string> = {}) {
  const { payload, headers } = multipart(fields, { field: 'file', name: 'a.csv', bytes: Buffer.from(file) })
  return portal.app.inject({ method: 'POST', url: `/imports/${path}`, payload, headers: { ...headers, ...session } })
}
async function preview(kind: ImportKind, file: File, fields: Record<string, string> = {}): Promise<ImportPreview> {
  const reply = await send(`${kind}/preview`, file, fields)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
/** Previews the file, then imports it without its rows with errors. */
async function imported(kind: ImportKind, file: File, fields: Record<string, string> = {}): Promise<ImportReply> {
  const { fingerprint } = await preview(kind, file, fields)
  const reply = await send(kind, file, { fingerprint, skip_wrong: 'true', ...fields })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const outcomes = ({ rows }: ImportPreview) => rows.map(({ who, outcome }) => `${who} ${outcome}`)
/** The errors without the marks that isolate text of another direction. */
const errors = ({ rows }: ImportPreview): Record<string, string[]> =>
  Object.fromEntries(
    rows.flatMap((row) =>
      row.errors.length
        ? [[row.row, row.errors.map(({ column, message }) => `${column ?? 'Row'}: ${message.replace(/[\u2066-\u2069]/g, '')}`)]]
        : [],
    ),
  )
const department = async (name: string) => {
  const [row] = await portal.sql`select id, name, names, version from departments where name = ${name} and removed_at is null`
  return row
}
const activity = async (name: string) => {
  const [row] = await portal.sql`select * from activities where name = ${name} and removed_at is null`
  return row
}

describe('importing departments', () => {
  test('adds those that are not there, fills in translations, and leaves the others; each is in the audit trail', async () => {
    await portal.make.department('Physics', { names: { ckb: 'فیزیا' } })
    await portal.make.department('Law')
    const file = lines('Name,Name (Kurdish),Name (Arabic)', 'physics,,الفيزياء', 'Law,,', 'Theatre,شانۆ,المسرح')
    const seen = await preview('departments', file)
    expect(outcomes(seen)).toEqual(['physics changed', 'Law same', 'Theatre new'])
    expect(seen.rows[0]?.changes).toEqual([{ column: 'Name (Arabic)', from: null, to: 'الفيزياء' }])
    expect(await department('Theatre')).toBeUndefined()

    expect(await imported('departments', file)).toMatchObject({
      message: 'Imported successfully: 1 added, 1 changed',
      added: 1,
      changed: 1,
      skipped: 0,
    })
    expect(await department('Physics')).toMatchObject({ name: 'Physics', names: { ckb: 'فیزیا', ar: 'الفيزياء' }, version: 2 })
    expect(await department('Law')).toMatchObject({ version: 1 })
    expect(await department('Theatre')).toMatchObject({ names: { ckb: 'شانۆ', ar: 'المسرح' } })
    const records = await portal.sql<{ kind: string; actor_name: string }[]>`
      select kind, actor_name from audit where subject = 'department' and subject_name = 'Theatre'`
    expect(records).toEqual([{ kind: 'added', actor_name: 'Rana Wahid' }])
    expect((await preview('departments', file)).counts).toEqual({ new: 0, changed: 0, same: 3, wrong: 0 })
  })

  test('a name in any language finds its department and is never replaced; headings may be in any language', async () => {
    await portal.make.department('Medicine', { names: { ckb: 'پزیشکی' } })
    const file = lines('الاسم;الاسم (بالعربية)', 'پزیشکی;الطب')
    expect(outcomes(await preview('departments', file))).toEqual(['پزیشکی changed'])
    await imported('departments', file)
    expect(await department('Medicine')).toMatchObject({ names: { ckb: 'پزیشکی', ar: 'الطب' } })
  })

  test('a faculty is named in any language; an empty cell changes nothing, and an undo brings the former one back', async () => {
    const header = async () => {
      const reply = await portal.app.inject({ url: '/imports/departments/template', headers: session })
      return reply.body.split('\r\n')[0]
    }
    expect(await header()).not.toContain('Faculty')
    const science = await portal.make.faculty('Science', { names: { ckb: 'زانست' } })
    const arts = await portal.make.faculty('Arts')
    expect(await header()).toContain('Faculty')
    const astronomy = await portal.make.department('Astronomy')
    await portal.sql`update departments set faculty_id = ${arts.id} where id = ${astronomy.id}`
    const facultyOf = async (name: string) =>
      (await portal.sql<{ faculty_id: number | null }[]>`select faculty_id from departments where name = ${name}`)[0]?.faculty_id
    const file = lines('Name,Faculty', 'Astronomy,زانست', 'Dance,ARTS', 'Rhetoric,', 'Poetry,Engineering')
    const seen = await preview('departments', file)
    expect(seen.rows[0]?.changes).toEqual([{ column: 'Faculty', from: 'Arts', to: 'Science' }])
    expect(errors(seen)).toEqual({ 5: [expect.stringContaining('"Engineering"')] })
    await imported('departments', file)
    expect([await facultyOf('Astronomy'), await facultyOf('Dance'), await facultyOf('Rhetoric')]).toEqual([
      science.id,
      arts.id,
      null,
    ])
    const [batch] = await portal.sql<[{ id: number }]>`select max(id)::int as id from import_batches`
    const undone = await portal.app.inject({ method: 'PUT', url: `/imports/undo/${batch.id}`, headers: session })
    expect(undone.statusCode, undone.body).toBe(200)
    expect(await facultyOf('Astronomy')).toBe(arts.id)

    // The others are undone, too, where one had a faculty that is no longer there.
    await imported('departments', lines('Name,Faculty', 'Astronomy,Science', 'Rhetoric,Science'))
    await portal.sql`update faculties set removed_at = now() where id = ${arts.id}`
    const [next] = await portal.sql<[{ id: number }]>`select max(id)::int as id from import_batches`
    const again = await portal.app.inject({ method: 'PUT', url: `/imports/undo/${next.id}`, headers: session })
    expect(again.statusCode, again.body).toBe(200)
    expect([await facultyOf('Astronomy'), await facultyOf('Rhetoric')]).toEqual([science.id, null])
    await portal.sql`update faculties set removed_at = null where id = ${arts.id}`
    await portal.sql`update departments set faculty_id = ${arts.id} where name = 'Astronomy'`
    await imported('departments', lines('Name,Faculty,Name (Arabic)', 'Astronomy,,الفلك'))
    expect(await facultyOf('Astronomy')).toBe(arts.id)
  })

  test('says what is wrong row by row: no name, a name twice, a translation that another one has, a name that is too long', async () => {
    await portal.make.department('History', { names: { ckb: 'مێژوو' } })
    const file = lines(
      'Department,Name (Kurdish)',
      ',ناو',
      'Geology,',
      'GEOLOGY,',
      'Archaeology,مێژوو',
      `${'x'.repeat(201)},`,
      'History,مێژوو',
      'مێژوو,',
    )
    expect(errors(await preview('departments', file))).toEqual({
      2: ['Name: This row has no name.'],
      3: ['Name: "Geology" – Row 4 has the same name.'],
      4: ['Name: "GEOLOGY" – Row 3 has the same name.'],
      5: ['Name (Kurdish): "مێژوو" – Row 7 has the same name.'],
      6: [`Name: "${'x'.repeat(60)}…" – Use 200 characters or fewer.`],
      7: ['Name: "History" – Row 8 has the same name.', 'Name (Kurdish): "مێژوو" – Row 5 has the same name.'],
      8: ['Name: "مێژوو" – Row 7 has the same name.'],
    })
    expect(errors(await preview('departments', lines('Name,Name (Kurdish)', 'Archaeology,مێژوو')))).toEqual({
      2: ['Name (Kurdish): "مێژوو" – A department with this name already exists.'],
    })
  })

  test('a removed one is not found: its name is added again', async () => {
    const { id, name } = await portal.make.department('Alchemy')
    await portal.sql`update departments set removed_at = now() where id = ${id}`
    expect(outcomes(await preview('departments', lines('Name', name)))).toEqual(['Alchemy new'])
  })

  test('nothing is imported if the outcome would be another one by now', async () => {
    const file = lines('Name', 'Music')
    const { fingerprint } = await preview('departments', file)
    await portal.make.department('Music')
    const reply = await send('departments', file, { fingerprint })
    expect(reply.statusCode).toBe(409)
    expect(reply.json().code).toBe('imports.movedOn')
  })

  test('the exported table is imported without its counts and heads', async () => {
    const file = lines('Name,Members,Heads', 'Dance,12,Layla Hassan')
    const seen = await preview('departments', file)
    expect(seen.ignored).toEqual(['Members', 'Heads'])
    expect(outcomes(seen)).toEqual(['Dance new'])
  })
})

describe('importing activities', () => {
  const header = 'Name,Description,Score,Type,Name (Kurdish)'

  test('adds new ones and changes score, type and description of those it knows; points already earned stay', async () => {
    const known = await portal.make.activity()
    const before = await activity(known.name)
    const member = await portal.make.staff()
    const staff = await portal.as(member)
    const posting = multipart({ activity_name: known.name, starting_date: '2026-10-01', user_id: String(member.id) })
    expect((await staff('POST', '/posted-activities', posting.payload, posting.headers)).statusCode).toBe(201)

    const file = lines(header, `${known.name},,"7,25",,`, 'Film night,Watched together,٢٫٥,Elective,شەوی فیلم')
    const seen = await preview('activities', file)
    expect(outcomes(seen)).toEqual([`${known.name} changed`, 'Film night new'])
    expect(seen.rows[0]?.changes).toEqual([{ column: 'Score', from: String(before?.['score']), to: '7.25' }])
    expect(await imported('activities', file)).toMatchObject({ added: 1, changed: 1 })
    expect(await activity(known.name)).toMatchObject({
      score: 7.25,
      type: before?.['type'],
      description: before?.['description'],
    })
    expect(await activity('Film night')).toMatchObject({ score: 2.5, type: 'Elective', names: { ckb: 'شەوی فیلم' } })
    const [posted] = await portal.sql<{ score: number }[]>`select score from posted_activities where user_id = ${member.id}`
    expect(posted?.score).toBe(before?.['score'])
    expect((await preview('activities', file)).counts).toEqual({ new: 0, changed: 0, same: 2, wrong: 0 })
  })

  test('takes kind and place, in every language', async () => {
    const columns = 'Name,Description,Score,Type,Kind of activity,Place,Kind of activity (Kurdish),Place (Kurdish)'
    const file = lines(columns, 'Talk abroad,Text,2,Elective,Talk,abroad,وتار,لە دەرەوە')
    expect(await imported('activities', file)).toMatchObject({ added: 1 })
    const stored = { kind: 'Talk', kinds: { ckb: 'وتار' }, place: 'abroad', places: { ckb: 'لە دەرەوە' } }
    expect(await activity('Talk abroad')).toMatchObject(stored)
    // A file without these columns changes none of them.
    expect(await imported('activities', lines(header, 'Talk abroad,,3,,'))).toMatchObject({ changed: 1 })
    expect(await activity('Talk abroad')).toMatchObject({ score: 3, ...stored })
  })

  test('takes a type in every language, and an XLSX file', async () => {
    const file = await writeXlsx({
      sheets: [
        {
          name: 'a',
          rows: [
            ['Name', 'Description', 'Score', 'Type'],
            ['Open day', 'A day', 3, 'ئارەزوومەندانە'],
          ],
        },
      ],
    })
    expect(await imported('activities', file)).toMatchObject({ added: 1 })
    expect(await activity('Open day')).toMatchObject({ type: 'Elective', score: 3 })
  })

  test('says what is wrong: a missing value of a new one, a score, a type', async () => {
    const file = lines(header, 'Only a name,,,,', 'Walk,Text,1001,Elective,', 'Run,Text,1.255,Sports,')
    expect(errors(await preview('activities', file))).toEqual({
      2: ['Row: All required fields must be filled: Description, Score, Type.'],
      3: ['Score: "1001" – Enter a score from 0 to 1000, with up to two decimals.'],
      4: [
        'Score: "1.255" – Enter a score from 0 to 1000, with up to two decimals.',
        'Type: "Sports" – use Compulsory, Attending or Elective',
      ],
    })
  })

  test('a description of two thousand characters is imported whole', async () => {
    await imported('activities', lines(header, `Long,${'d'.repeat(2000)},1,Elective,`))
    expect((await activity('Long'))?.['description']).toHaveLength(2000)
    expect(Object.keys(errors(await preview('activities', lines(header, `Longer,${'d'.repeat(2001)},1,Elective,`))))).toEqual([
      '2',
    ])
  })

  test('the template lists what is there, and importing it changes nothing', async () => {
    for (const kind of ['activities', 'departments'] as const) {
      const reply = await portal.app.inject({ url: `/imports/${kind}/template?format=csv`, headers: session })
      expect(reply.statusCode).toBe(200)
      const { counts } = await preview(kind, reply.rawPayload)
      expect(counts.same).toBeGreaterThan(0)
      expect({ ...counts, same: 0 }).toEqual({ new: 0, changed: 0, same: 0, wrong: 0 })
    }
  })
})

describe('missing departments of imported users', () => {
  const file = lines(
    'Name,Email,UserName,Department,Gender',
    'Ann,ann@test.example,ann,Phisics,Female',
    'Bob,bob@test.example,bob,Oceanography,Male',
    'Cem,cem@test.example,cem,OCEANOGRAPHY,Male',
    'Dee,no address,dee,Volcanology,Female',
    'Eve,eve@test.example,eve,Physics,Female',
  )

  test('are listed with the one that was perhaps meant; without the permission their rows are wrong', async () => {
    const seen = await preview('users', file)
    expect(seen.missing_departments).toEqual([
      { name: 'Phisics', rows: 1, near: 'Physics' },
      { name: 'Oceanography', rows: 2, near: null },
      { name: 'Volcanology', rows: 1, near: null },
    ])
    expect(outcomes(seen)).toEqual(['ann wrong', 'bob wrong', 'cem wrong', 'dee wrong', 'eve new'])
    expect(errors(seen)[2]).toEqual(['Department: There is no department "Phisics". Did you mean "Physics"?'])
  })

  test('are created with the users in one transaction, once each, and not for rows with other errors', async () => {
    const creating = { create_departments: 'true' }
    const seen = await preview('users', file, creating)
    expect(outcomes(seen)).toEqual(['ann new', 'bob new', 'cem new', 'dee wrong', 'eve new'])
    expect(seen.rows[1]?.changes).toContainEqual({ column: 'Department', from: null, to: 'Oceanography' })
    expect(await department('Oceanography')).toBeUndefined()

    // The preview without the departments does not permit an import with them, nor the other way round.
    const without = await preview('users', file)
    for (const [fingerprint, fields] of [
      [without.fingerprint, creating],
      [seen.fingerprint, {}],
    ] as const) {
      expect((await send('users', file, { fingerprint, skip_wrong: 'true', ...fields })).statusCode).toBe(409)
    }

    const reply = await imported('users', file, creating)
    expect(reply).toMatchObject({ added: 4, skipped: 1, departments_created: 2 })
    expect(reply.message).toBe('Imported successfully: 4 added, 0 changed, 1 skipped · 2 departments created')
    const rows = await portal.sql<{ username: string; department: string }[]>`
      select u.username, d.name as department from users u join departments d on d.id = u.department_id
      where u.username in ('ann', 'bob', 'cem', 'eve') order by 1`
    expect(rows.map(({ username, department }) => `${username} ${department}`)).toEqual([
      'ann Phisics',
      'bob Oceanography',
      'cem Oceanography',
      'eve Physics',
    ])
    expect(await department('Volcanology')).toBeUndefined()
    const records =
      await portal.sql`select from audit where subject = 'department' and kind = 'added' and subject_name = 'Oceanography'`
    expect(records).toHaveLength(1)
  })

  test('a known user moves to a new department', async () => {
    const { username } = await portal.make.staff({ department_id: (await department('Physics'))?.['id'] as number })
    const move = lines('UserName,Department', `${username},Robotics`)
    const seen = await preview('users', move, { create_departments: 'true' })
    expect(seen.rows[0]?.changes).toEqual([{ column: 'Department', from: 'Physics', to: 'Robotics' }])
    expect(await imported('users', move, { create_departments: 'true' })).toMatchObject({ changed: 1, departments_created: 1 })
  })

  test('a name that no department may have stays an error', async () => {
    const long = lines('UserName,Department', `somebody,${'x'.repeat(201)}`)
    const seen = await preview('users', long, { create_departments: 'true' })
    expect(seen.missing_departments).toEqual([])
    expect(seen.counts.wrong).toBe(1)
  })
})

describe('the name that was perhaps meant', () => {
  const known = ['Physics', 'Law', 'Chemistry', 'الفيزياء', 'کیمیا', 'هندسة', 'ريادة', 'زيادة']
  test.each([
    ['Phisics', 'Physics'],
    ['physic', 'Physics'],
    ['Chemestry', 'Chemistry'],
    ['الفيزيا', 'الفيزياء'],
    ['كيميا', 'کیمیا'],
    ['هەندەسە', 'هندسة'],
    ['زیادا', 'زيادة'],
    ['Low', undefined],
    ['Astronomy', undefined],
  ])('%s: %s', (given, meant) => expect(nearName(given, known)).toBe(meant))
})
