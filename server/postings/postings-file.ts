import { Readable } from 'node:stream'
import { titleName, typeName } from '../../contract/codes.ts'
import { csvLine, csvMark, type Value } from '../../contract/csv.ts'
import { isoMomentIn } from '../../contract/dates.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { withoutDirectionMarks } from '../../contract/languages/direction-marks.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { overLimitSentence } from '../../contract/limit-sentences.ts'
import { atATime } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import { bothNames } from '../../contract/person-names.ts'
import type { ListedPosting } from '../../contract/postings.ts'
import { sayIn } from '../http/language.ts'
import { xlsxFile } from '../http/xlsx-file.ts'
import type { PostingRow } from './postings.queries.ts'

const { fields, postingList: words, review, rules, statements } = messages
const { yes, no } = messages.general

interface Writer {
  language: Language
  zone: string
}
type Cell = Value | Message

const columns: readonly { header: Message; value: (posting: ListedPosting, writer: Writer) => Cell }[] = [
  {
    header: words.member,
    value: ({ member_name: name, member_other_name: other_name }, { language }) => bothNames(language, { name, other_name }),
  },
  { header: fields.title, value: ({ title }) => titleName(title) },
  {
    header: fields.department,
    value: (posting, { language }) => localized(language, posting, 'department_name') ?? messages.departments.unknown,
  },
  { header: fields.activity, value: (posting, { language }) => localized(language, posting, 'activity_name') },
  { header: fields.type, value: ({ type }) => typeName(type) },
  { header: fields.startingDate, value: ({ starting_date }) => starting_date },
  { header: fields.term, value: (posting, { language }) => localized(language, posting, 'term_name') },
  { header: statements.state, value: ({ state }) => review.tabs[state] },
  {
    header: fields.reason,
    value: ({ returned_reason, over_limit, type }) => returned_reason ?? (over_limit && overLimitSentence(over_limit, type)),
  },
  { header: fields.score, value: ({ score }) => score },
  { header: rules.countedPoints, value: ({ counted_points }) => counted_points },
  { header: fields.link, value: ({ link }) => link },
  { header: messages.audit.fields.files, value: ({ files }) => files },
  { header: words.sameEvidence, value: ({ has_warning }) => (has_warning ? yes : no) },
  { header: words.posted, value: ({ posted_at }, { zone }) => isoMomentIn(zone, posted_at) },
  { header: messages.fields.recordId, value: ({ id }) => id },
]

type ReadPage = (after: PostingRow | undefined, size: number) => Promise<PostingRow[]>

/** The rows of the list in its order. They are read page after page, so that a hundred thousand need no more memory than a thousand. */
async function* linesOf(readPage: ReadPage, writer: Writer): AsyncGenerator<Value[]> {
  const say = sayIn(writer.language)
  const cellOf = (cell: Cell): Value =>
    cell === null || typeof cell === 'string' || typeof cell === 'number' ? cell : withoutDirectionMarks(say(cell))
  yield columns.map(({ header }) => withoutDirectionMarks(say(header)))
  let last: PostingRow | undefined
  for (;;) {
    const page = await readPage(last, atATime.postingRows)
    for (const posting of page) yield columns.map(({ value }) => cellOf(value(posting, writer)))
    if (page.length < atATime.postingRows) return
    last = page.at(-1)
  }
}

/** The list as CSV. A cell that a spreadsheet would run as a formula is made harmless. */
export function postingsCsv(readPage: ReadPage, writer: Writer): Readable {
  async function* text() {
    yield csvMark
    let lines = ''
    for await (const line of linesOf(readPage, writer)) {
      lines += csvLine(line)
      if (lines.length < 16_000) continue
      yield lines
      lines = ''
    }
    if (lines) yield lines
  }
  return Readable.from(text())
}

export function postingsXlsx(readPage: ReadPage, writer: Writer): Readable {
  const { language } = writer
  return xlsxFile(linesOf(readPage, writer), sayIn(language)(messages.panels.postings).slice(0, 31), language)
}
