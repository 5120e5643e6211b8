import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { degrees } from '../../contract/codes.ts'
import { csvLine } from '../../contract/csv.ts'
import type { ImportReading } from '../../contract/import-reading.ts'
import { importDeclarations } from '../../contract/imports.ts'
import { activities } from './activities.ts'
import { byColumn } from './columns.ts'
import { deciderOf } from './decide.ts'
import { departments } from './departments.ts'
import { headingKey, headingReader } from './headings.ts'
import { readTable } from './read-table.ts'
import { scores } from './scores.ts'
import { spellings } from './spellings.ts'
import { users } from './users.ts'

const declarations = { users, scores, departments, activities }
type Kind = keyof typeof declarations

const fileOf = (...rows: string[][]) => readTable(new TextEncoder().encode(rows.map(csvLine).join('')))
const columnsOf = async (kind: Kind, rows: string[][], reading: ImportReading = {}) =>
  byColumn(await fileOf(...rows), declarations[kind], { reading })
/** The portal's column of each heading. */
async function recognised(kind: Kind, headings: string[]) {
  const { found } = await columnsOf(kind, [headings, headings.map(() => 'x')])
  return found.columns.map(({ column, is_ignored }) => (is_ignored ? 'ignored' : column))
}

describe('the row with the headings is found', () => {
  const person = ['sara', 'Sara Aziz', 'Physics']
  test.each([
    ['in the first row', [['UserName', 'Name', 'Department'], person], 1],
    ['below a title', [['Staff of the College of Science'], ['UserName', 'Name', 'Department'], person], 2],
    [
      'below a letterhead with an empty row and a date',
      [
        ['Ministry of Higher Education', '', ''],
        ['University of Examples', '', ''],
        ['', '', ''],
        ['Date:', '2026-09-01', ''],
        ['User name', 'Full Name', 'Dept.'],
        person,
      ],
      5,
    ],
    [
      'below a title in Arabic',
      [['قائمة أسماء التدريسيين للعام 2026', '', ''], ['اسم المستخدم', 'الاسم الكامل', 'القسم'], person],
      2,
    ],
    ['below a title in Kurdish', [['لیستی مامۆستایان', '', ''], ['ناوی بەکارهێنەر', 'ناوی سیانی', 'بەش'], person], 2],
    ['below a title that is itself a heading', [['Department', '', ''], ['UserName', 'Name', 'Department'], person], 2],
    [
      'once, if it is repeated on each page',
      [
        ['UserName', 'Name'],
        ['sara', 'Sara'],
        ['User name', 'Name'],
        ['omar', 'Omar'],
      ],
      1,
    ],
  ])('%s', async (_, rows, headerRow) => {
    const { found } = await columnsOf('users', rows)
    expect(found).toMatchObject({ headerRow, asksHeader: false, missing: [] })
  })

  test('and not searched for below the first twenty rows', async () => {
    const titles = Array.from({ length: 20 }, (_, number) => [`Remark ${number}`, 'and more'])
    const { found } = await columnsOf('users', [...titles, ['UserName', 'Name'], ['sara', 'Sara']])
    expect(found).toMatchObject({ headerRow: 1, missing: [['username']] })
  })

  test('or asked for, if two rows could have them', async () => {
    const rows = [
      ['UserName', 'Name', 'Department'],
      ['اسم المستخدم', 'الاسم', 'القسم'],
      ['sara', 'سارة', 'Physics'],
    ]
    const asked = await columnsOf('users', rows)
    expect(asked.found.asksHeader).toBe(true)
    expect(asked.rows).toEqual([])
    const { found, rows: read } = await columnsOf('users', rows, { header_row: 2 })
    expect(found).toMatchObject({ headerRow: 2, asksHeader: false })
    expect(read.map(({ row, cells }) => [row, cells.get('name')])).toEqual([[3, 'سارة']])
  })

  test('as the first of the widest rows, if no heading is known', async () => {
    const rows = [
      ['Our list', ''],
      ['Wer', 'Wo'],
      ['sara', 'Physik'],
    ]
    const { found } = await columnsOf('users', rows)
    expect(found).toMatchObject({ headerRow: 2, missing: [['username']] })
    expect(found.columns).toEqual([
      { heading: 'Wer', example: 'sara', column: null, is_ignored: false },
      { heading: 'Wo', example: 'Physik', column: null, is_ignored: false },
    ])
  })
})

describe('headings of an office are recognised', () => {
  test.each([
    [
      'in English',
      ['No.', 'Full Name', 'E-mail', 'Dept.', 'Sex', 'Scientific title', 'Certificate', 'User name'],
      ['ignored', 'name', 'email', 'department', 'gender', 'title', 'degree', 'username'],
    ],
    [
      'in Arabic',
      ['ت', 'الاسم الرباعي واللقب', 'البريد الالكتروني', 'القسم العلمي', 'الجنس', 'اللقب العلمي', 'الشهادة', 'اسم المستخدم'],
      ['ignored', 'name', 'email', 'department', 'gender', 'title', 'degree', 'username'],
    ],
    [
      'in Arabic, without hamzas and articles',
      ['تسلسل', 'اسم التدريسي', 'ايميل', 'قسم', 'جنس', 'لقب علمي', 'شهاده', 'كلمة السر'],
      ['ignored', 'name', 'email', 'department', 'gender', 'title', 'degree', 'password'],
    ],
    [
      'in Kurdish',
      ['ژ', 'ناوی سیانی', 'ئیمەیل', 'بەش', 'ڕەگەز', 'نازناوی زانستی', 'بڕوانامە', 'ناوی بەکارهێنەر'],
      ['ignored', 'name', 'email', 'department', 'gender', 'title', 'degree', 'username'],
    ],
    [
      'in Kurdish, typed on an Arabic keyboard',
      ['ناوي ماموستا', 'ئيميل', 'به\u200cش', 'ره\u200cگه\u200cز', 'پله\u200cي زانستي', 'بروانامه'],
      ['name', 'email', 'department', 'gender', 'title', 'degree'],
    ],
    [
      'in two languages',
      ['Name / الاسم', 'القسم\nDepartment', 'Gender (M/F)', 'Email *'],
      ['name', 'department', 'gender', 'email'],
    ],
    ['in capitals and underscores', ['FULL_NAME', 'USER_NAME', 'e_mail'], ['name', 'username', 'email']],
    ['with both names', ['Name', 'Name in English'], ['name', 'other_name']],
  ])('%s', async (_, headings, columns) => {
    expect(await recognised('users', headings)).toEqual(columns)
  })

  test('of scores, departments and activities', async () => {
    expect(await recognised('scores', ['Login', 'Teacher Points', 'Student feedback'])).toEqual(['username', 'tp', 'fb'])
    expect(await recognised('departments', ['#', 'Dept. name', 'Name (Kurdish)'])).toEqual(['ignored', 'name', 'names.ckb'])
    expect(await recognised('activities', ['اسم النشاط', 'الوصف', 'النقاط', 'نوع النشاط'])).toEqual([
      'name',
      'description',
      'score',
      'type',
    ])
  })

  test('only if they have one meaning: the others are asked for', async () => {
    expect(await recognised('users', ['الدرجة العلمية', 'ID', 'Degree / Title', 'Salary'])).toEqual([null, null, null, null])
  })

  test('the portal’s own one first; a second one for the same column is asked for', async () => {
    expect(await recognised('users', ['Full name', 'Name', 'UserName'])).toEqual([null, 'name', 'username'])
    expect(await recognised('users', ['Name', 'Name', 'UserName'])).toEqual(['name', null, 'username'])
  })

  test('and a column without a heading or any value is none', async () => {
    const { found, unknown, ignored, rows } = await columnsOf('users', [
      ['', 'UserName', '', 'Name'],
      ['', 'sara', 'left', 'Sara'],
    ])
    expect(found.columns.map(({ column, is_ignored }) => (is_ignored ? 'ignored' : column))).toEqual([
      'ignored',
      'username',
      null,
      'name',
    ])
    expect([unknown.length, ignored, rows.length]).toEqual([1, [], 1])
  })

  test.each(Object.keys(declarations) as Kind[])('and none of %s is that of another column', (kind) => {
    const read = headingReader(declarations[kind])
    for (const column of Object.keys(importDeclarations[kind].columns)) expect(read(column)).toEqual({ column, isOwn: true })
    expect(headingKey('الشهادة العلمية')).toBe(headingKey('شهاده علميه'))
  })
})

describe('the columns that the reader chose', () => {
  const rows = [
    ['Wer', 'Wo', 'Gehalt'],
    ['sara', 'Physics', '1'],
  ]
  test('are read', async () => {
    const { rows: read, unknown, ignored } = await columnsOf('users', rows, { columns: ['username', 'department', ''] })
    expect(read[0]?.cells).toEqual(
      new Map([
        ['username', 'sara'],
        ['department', 'Physics'],
      ]),
    )
    expect([unknown, ignored]).toEqual([[], ['Gehalt']])
  })

  test('are remembered for other spellings of the same headings only', async () => {
    const asked: (readonly string[])[] = []
    const rememberedFor = async (headings: readonly string[]) => {
      asked.push(headings)
      return ['username', 'department', '']
    }
    const read = async (headings: string[]) =>
      (await byColumn(await fileOf(headings, ['sara', 'Physics', '1']), users, { reading: {}, rememberedFor })).found
    expect((await read(['Wer', 'Wo', 'Gehalt'])).isRemembered).toBe(true)
    await read(['WER ', 'wo:', 'Gehalt'])
    await read(['Wo', 'Wer', 'Gehalt'])
    const [first, second, third] = asked
    expect(second).toEqual(first)
    expect(third).not.toEqual(first)
  })

  test('are refused if two are the same', async () => {
    await expect(columnsOf('users', rows, { columns: ['username', 'username', ''] })).rejects.toThrow(/columnTwice/)
  })
})

describe('a workbook with merged cells', () => {
  const bookOf = (rows: (string | null)[][], merges: [number, number, number, number][]) =>
    writeXlsx({
      sheets: [
        {
          name: 'Staff',
          rows,
          merges: merges.map(([startRow, startCol, endRow, endCol]) => ({ startRow, startCol, endRow, endCol })),
        },
      ],
    })

  test('is read with the department of each row, and says which cells were filled', async () => {
    const bytes = await bookOf(
      [
        ['Staff of the College of Science', null, null],
        ['Dept.', 'User name', 'Remark'],
        ['Physics', 'sara', 'x'],
        [null, 'omar', null],
        [null, 'lina', null],
      ],
      [
        [0, 0, 0, 2],
        [2, 0, 4, 0],
        [2, 2, 4, 2],
      ],
    )
    const { rows, found } = await byColumn(await readTable(bytes), users, { reading: {} })
    expect(rows.map(({ cells }) => cells.get('department'))).toEqual(['Physics', 'Physics', 'Physics'])
    // The remark is not imported.
    expect(found.filled).toEqual({ count: 2, columns: ['Dept.'] })
  })

  test('may have a header of two rows', async () => {
    const bytes = await bookOf(
      [
        ['User name', 'Scores', null],
        [null, 'Teacher points', 'Feedback'],
        ['sara', '7', '3'],
      ],
      [
        [0, 0, 1, 0],
        [0, 1, 0, 2],
      ],
    )
    const { rows, found } = await byColumn(await readTable(bytes), scores, { reading: {} })
    expect(found).toMatchObject({ headerRow: 2, asksHeader: false, filled: { count: 0, columns: [] } })
    expect(rows.map(({ cells }) => [...cells.values()])).toEqual([['sara', '7', '3']])
  })
})

describe('degrees, titles and genders are read as offices write them', () => {
  const { checkRow } = deciderOf(users, { createDepartments: false, degrees: degrees.map((name) => ({ name, names: {} })) })
  const read = (column: 'degree' | 'title' | 'gender', text: string) => {
    const cells = new Map([
      ['username', 'sara'],
      [column, text],
    ])
    return checkRow({ row: 2, cells, columnCountError: undefined, source: [] }).values[column]
  }

  test.each([
    ['PhD', ['PHD', 'Ph.D', 'Ph. D.', 'Doctorate', 'دكتوراه', 'الدكتوراه', 'دکتۆرا', 'دكتوراة']],
    ['Master', ['MSc', 'M.Sc.', 'M. Sc', 'Master of Science', 'Masters', 'ماجستير', 'ماجستیر', 'الماجستير', 'ماستەر', 'ماستر']],
    ['M.A.', ['MA', 'M.A', 'Master of Arts', 'ماجستير آداب']],
    [undefined, ['M', 'B.Sc.', 'Diploma', 'بكالوريوس', 'MBA']],
  ])('%s', (degree, texts) => {
    for (const text of texts) expect([text, read('degree', text)]).toEqual([text, degree])
  })

  test.each([
    ['p', ['Prof.', 'Prof. Dr.', 'أستاذ', 'الأستاذ', 'استاذ', 'أ.د.', 'أ.د', 'پرۆفیسۆر', 'پ.د']],
    [
      'ap',
      [
        'Asst. Prof.',
        'Assist.Prof.',
        'Asst. Prof. Dr.',
        'أستاذ مساعد',
        'الأستاذ المساعد',
        'أ.م.د',
        'پرۆفیسۆری یاریدەدەر',
        'پ.ی.د',
      ],
    ],
    ['l', ['Lect.', 'مدرس', 'المدرس', 'م.د.', 'مامۆستا', 'ماموستا']],
    ['al', ['Asst. Lect.', 'Assist. Lecturer', 'مدرس مساعد', 'المدرس المساعد', 'م.م', 'م . م .', 'مامۆستای یاریدەدەر']],
    [undefined, ['Associate Professor', 'أستاذ مشارك', 'Dean']],
  ])('%s', (title, texts) => {
    for (const text of texts) expect([text, read('title', text)]).toEqual([text, title])
  })

  test.each([
    ['Male', ['M', 'm.', 'ذكر', 'نێر']],
    ['Female', ['F', 'أنثى', 'انثى', 'مێ']],
    [undefined, ['X', 'Mann']],
  ])('%s', (gender, texts) => {
    for (const text of texts) expect([text, read('gender', text)]).toEqual([text, gender])
  })

  test('no spelling has two meanings', () => {
    for (const words of Object.values(spellings)) {
      const codes = new Map<string, string>()
      for (const [word, code] of words) {
        expect([word, codes.get(headingKey(word)) ?? code]).toEqual([word, code])
        codes.set(headingKey(word), code)
      }
    }
  })
})
