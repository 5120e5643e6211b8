import { typeName } from '../../contract/codes.ts'
import { csvLine, csvMark, type Value } from '../../contract/csv.ts'
import { formatDay } from '../../contract/dates.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { withoutDirectionMarks } from '../../contract/languages/direction-marks.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { overLimitSentence } from '../../contract/limit-sentences.ts'
import { localized } from '../../contract/localized.ts'
import { shownName } from '../../contract/person-names.ts'
import { sayIn } from '../http/language.ts'
import type { RecordLine } from './record.queries.ts'
import type { MemberRecord, TermOfRecord } from './record.ts'

const { conversation, fields, postedActivities, record, review, rules, statements, terms: termWords } = messages

type Cell = Value | Message
type Column = { header: Message; value: (term: TermOfRecord, line: RecordLine, language: Language) => Cell }

/** What was written about an activity, one message per line. The PDF is shown to others, and leaves it out. */
function conversationOf(language: Language, { messages: written }: RecordLine): string {
  const say = sayIn(language)
  const lines = written.map(({ day, text, ...author }) =>
    say(conversation.line({ who: shownName(language, author), day: formatDay(say, day), text })),
  )
  return withoutDirectionMarks(lines.join('\n'))
}

/** The columns are those of the export of the posted activities, with the term first and the messages last. */
const columns: readonly Column[] = [
  { header: fields.term, value: (term, _, language) => localized(language, term, 'name') },
  { header: record.termStatus, value: ({ status }) => termWords.statuses[status] },
  { header: fields.activity, value: (_, line, language) => localized(language, line, 'activity_name') },
  { header: fields.startingDate, value: (_, { starting_date }) => starting_date },
  { header: fields.type, value: (_, { type }) => typeName(type) },
  { header: fields.score, value: (_, { score }) => score },
  { header: rules.countedPoints, value: (_, { counted_points }) => counted_points },
  { header: statements.state, value: (_, { state }) => postedActivities.states[state] },
  {
    header: fields.reason,
    value: (_, line, language) =>
      localized(language, line, 'returned_reason') ?? (line.over_limit && overLimitSentence(line.over_limit, line.type)),
  },
  { header: fields.link, value: (_, { link }) => link },
  { header: review.evidence, value: (_, { has_evidence }) => (has_evidence ? messages.general.yes : messages.general.no) },
  { header: conversation.messages, value: (_, line, language) => conversationOf(language, line) },
]

/** The record as CSV: one row per activity, in the order of the PDF. */
export function recordCsv(language: Language, { terms }: MemberRecord): string {
  const say = sayIn(language)
  const cellOf = (cell: Cell): Value =>
    cell === null || typeof cell === 'string' || typeof cell === 'number' ? cell : withoutDirectionMarks(say(cell))
  const rows = terms.flatMap((term) => term.lines.map((line) => columns.map(({ value }) => cellOf(value(term, line, language)))))
  return csvMark + [columns.map(({ header }) => withoutDirectionMarks(say(header))), ...rows].map(csvLine).join('')
}
