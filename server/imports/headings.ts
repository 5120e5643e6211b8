import { type ImportKind, importDeclarations } from '../../contract/imports.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { translatedLanguages } from '../../contract/languages/languages.ts'
import { foldForSearch } from '../../contract/searching.ts'
import { inEveryLanguage } from '../http/language.ts'
import type { FileColumns } from './declaration.ts'

/** The last column of downloaded rows with errors. */
export const reasonColumn = 'reason'

/** The column with the number of the row in an office's list. */
const numberColumn = 'number'

const departmentNames = [
  ...['Dept', 'Department name', 'Dept name', 'Name of department', 'Scientific department', 'Section'],
  ...['القسم', 'القسم العلمي', 'اسم القسم', 'الفرع', 'الفرع العلمي'],
  ...['بەش', 'بەشی زانستی', 'ناوی بەش', 'بەشەکە'],
]

/**
 * Headings of other programs and of lists that offices keep. Words with two meanings are not among them, such as الدرجة العلمية (the degree,
 * or the title) and ID: the reader of the preview is asked.
 */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  name: [
    ...['Full name', 'Staff name', 'Name of staff', 'Employee name', 'Member name', 'Teacher name', 'Lecturer name', 'Names'],
    ...[
      'الاسم الكامل',
      'الاسم الثلاثي',
      'الاسم الرباعي',
      'الاسم الرباعي واللقب',
      'اسم التدريسي',
      'اسم الموظف',
      'أسماء التدريسيين',
    ],
    ...['ناوی تەواو', 'ناوی سیانی', 'ناوی سیانی مامۆستا', 'ناوی چواری', 'ناوی مامۆستا', 'ناوی فەرمانبەر', 'ناوی ستاف'],
  ],
  other_name: [
    ...['Name in English', 'English name', 'Name (English)', 'Latin name', 'Name in Kurdish', 'Kurdish name', 'Name (Kurdish)'],
    ...['Name in Arabic', 'Arabic name', 'Name (Arabic)', 'الاسم بالإنكليزية', 'الاسم بالإنجليزية', 'الاسم باللغة الإنكليزية'],
    ...['ناو بە ئینگلیزی', 'ناو بە ئینگلیزی', 'ناوی ئینگلیزی', 'ناو بە عەرەبی', 'ناو بە کوردی'],
  ],
  email: [
    ...['Email address', 'E-mail address', 'Mail', 'University email', 'Official email', 'Email id'],
    ...['البريد', 'الايميل', 'الإيميل', 'ايميل', 'البريد الالكتروني', 'البريد الإلكتروني الرسمي', 'عنوان البريد الإلكتروني'],
    ...['ئیمەیل', 'ئیمێڵ', 'ئیمێل', 'ئیمەیڵی فەرمی', 'پۆستی ئەلیکترۆنی'],
  ],
  degree: [
    ...['Academic degree', 'Certificate', 'Qualification', 'Qualifications', 'Highest degree', 'Education'],
    ...['الشهادة', 'الشهادة العلمية', 'التحصيل الدراسي', 'التحصيل العلمي', 'المؤهل', 'المؤهل العلمي'],
    ...['بڕوانامە', 'بڕوانامەی زانستی', 'ئاستی بڕوانامە'],
  ],
  title: [
    ...['Scientific title', 'Academic title', 'Scientific rank', 'Academic rank', 'Rank', 'Sci. title'],
    ...['اللقب العلمي', 'المرتبة العلمية', 'الرتبة العلمية', 'الرتبة الأكاديمية'],
    ...['نازناوی زانستی', 'نازناوی ئەکادیمی', 'پلەی زانستی'],
  ],
  username: [
    ...['User', 'Login', 'Login name', 'Account', 'Account name', 'Sign-in name', 'User id'],
    ...['اسم المستخدم', 'المستخدم', 'اسم الحساب', 'اسم الدخول'],
    ...['ناوی بەکارهێنەر', 'بەکارهێنەر', 'یوزەر', 'یوزەرنەیم', 'ناوی هەژمار'],
  ],
  department: departmentNames,
  gender: ['Sex', 'Gender (M/F)', 'الجنس', 'النوع', 'النوع الاجتماعي', 'ڕەگەز', 'ڕەگەزی', 'جێندەر'],
  role: ['User role', 'Role name', 'الصلاحية', 'الدور', 'ڕۆڵ', 'دەسەڵات'],
  password: ['Pass', 'Initial password', 'كلمة المرور', 'كلمة السر', 'الرمز السري', 'وشەی نهێنی', 'تێپەڕەوشە', 'پاسوۆرد'],
  tp: ['Teacher points', 'Teacher point', 'TP score', 'نقاط التدريسي', 'درجة التدريسي', 'خاڵی مامۆستا', 'نمرەی مامۆستا'],
  fb: [
    ...['Feedback', 'Feedback score', 'Student feedback', 'التغذية الراجعة', 'استبيان الطلبة', 'تقييم الطلبة'],
    ...['فیدباک', 'فیدباکی قوتابی', 'نمرەی فیدباک'],
  ],
  description: ['Details', 'الوصف', 'التفاصيل', 'وەسف', 'وردەکاری'],
  score: ['Points', 'Marks', 'Point', 'النقاط', 'الدرجة', 'عدد النقاط', 'خاڵ', 'نمرە', 'خاڵەکان'],
  type: ['Kind', 'Category', 'النوع', 'نوع النشاط', 'جۆر', 'جۆری چالاکی'],
  [numberColumn]: [
    'No',
    'Nr',
    'Seq',
    'Serial',
    'S/N',
    'Row',
    'Number',
    'ت',
    'التسلسل',
    'تسلسل',
    'الرقم',
    'ژ',
    'ژمارە',
    'زنجیرە',
    'ز',
  ],
  // Translations are headed by the names of columns, of this release and of those before.
  ...Object.fromEntries(
    translatedLanguages.flatMap((language) => [
      [`names.${language}`, [`name ${language}`, `names ${language}`]],
      [`descriptions.${language}`, [`description ${language}`, `descriptions ${language}`]],
      [`kinds.${language}`, [`kind ${language}`, `kinds ${language}`]],
      [`places.${language}`, [`place ${language}`, `places ${language}`]],
    ]),
  ),
}

/** More names of the rows that are no persons. */
const namesOfKind: Partial<Record<ImportKind, readonly string[]>> = {
  departments: departmentNames,
  activities: ['Activity name', 'Name of activity', 'اسم النشاط', 'النشاط', 'ناوی چالاکی', 'چالاکی'],
}

export interface Heading {
  /** The column; undefined for a heading that is not known. */
  column: string | undefined
  /** Whether the heading is the portal's own. */
  isOwn: boolean
}

/**
 * The column of a heading: "UserName", "User name" and "user_name" are one; "T P." is tp. It may be in any language, because a colleague
 * may have written the file, and in two: "Name / الاسم".
 */
export function headingReader({ kind, notImported, otherHeadings = {} }: FileColumns): (title: string) => Heading {
  const labels: Readonly<Record<string, Message>> = { ...importDeclarations[kind].columns, ...allNotImported(notImported) }
  const own = new Map(
    [...Object.entries(labels), ...Object.entries(otherHeadings)].flatMap(([column, heading]) =>
      [column, ...inEveryLanguage(heading)].map((title) => [headingKey(title), column] as const),
    ),
  )
  const others = new Map(
    [...Object.entries(otherNames), ['name', namesOfKind[kind] ?? []] as const].flatMap(([column, titles]) =>
      column in labels || column === numberColumn ? titles.map((title) => [headingKey(title), column] as const) : [],
    ),
  )
  const read = (title: string) => own.get(headingKey(title)) ?? others.get(headingKey(title))
  return (title) => {
    const key = headingKey(title)
    if (key === '') return { column: title.trim() === '' ? undefined : numberColumn, isOwn: false }
    const whole = read(title)
    if (whole !== undefined) return { column: whole, isOwn: own.has(key) }
    // The parts of a heading in two languages, or one with a remark, count if they do not contradict one another.
    const parts = title.split(/[/|\\()[\]:،؛;\n\r–-]+/).flatMap((part) => (headingKey(part) === '' ? [] : (read(part) ?? [])))
    return { column: new Set(parts).size === 1 ? parts[0] : undefined, isOwn: false }
  }
}

/** The columns that a file may have and that are not imported. */
function allNotImported(ofKind: FileColumns['notImported']): Readonly<Record<string, Message>> {
  return { ...ofKind, [reasonColumn]: messages.fields.reason }
}

/** Whether the column is known and not imported. */
export function isNotImported(column: string, ofKind: FileColumns['notImported']): boolean {
  return column === numberColumn || Object.hasOwn(allNotImported(ofKind), column)
}

/** The text by which headings and names of codes are compared: its letters and digits alone, in one spelling, and without the Arabic article. */
export function headingKey(title: string): string {
  return title
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map((word) => lettersOf(foldForSearch(word.replace(/^ال(?=\p{L}{2})/u, ''))))
    .join('')
}

/** The letters and digits alone, in lower case. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
