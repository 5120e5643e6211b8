import { titleName } from '../../contract/codes.ts'
import { formatDay, formatMomentIn } from '../../contract/dates.ts'
import { noGrade } from '../../contract/grading.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { atATime } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import { bothNames, shownName } from '../../contract/person-names.ts'
import { formatPoints } from '../../contract/points.ts'
import { nameOrder, nameSortKey } from '../../contract/sorting.ts'
import type { Letterhead, Part, Row } from '../documents/blocks.ts'
import { quiet } from '../documents/look.ts'
import { streamDocument } from '../documents/render-document.ts'
import { sayIn } from '../http/language.ts'
import { statusOf } from '../statements/statement-pdf.ts'
import type { NameToSign } from './names-to-sign.queries.ts'
import type { ResultsTerm } from './results.queries.ts'

const words = messages.postingList.names

interface NamesDocument {
  language: Language
  letterhead: Letterhead
  term: ResultsTerm
  members: readonly NameToSign[]
  zone: string
  madeAt: string
}

/** The members of one department, or those without one. */
interface Department {
  name: string
  members: readonly NameToSign[]
}

/** The departments by the name that is printed, and last the members without one. */
function departmentsOf(language: Language, members: readonly NameToSign[]): Department[] {
  const parts = new Map<string, NameToSign[]>()
  const none: NameToSign[] = []
  for (const member of members) {
    const name = member.department_name === null ? undefined : localized(language, member, 'department_name')
    const part = name === undefined || name === null ? none : (parts.get(name) ?? [])
    if (name) parts.set(name, part)
    part.push(member)
  }
  const compare = nameOrder(language)
  const named = [...parts].map(([name, own]) => ({ name, members: own })).toSorted((one, other) => compare(one.name, other.name))
  const unknown = sayIn(language)(messages.departments.unknown)
  return none.length === 0 ? named : [...named, { name: unknown, members: none }]
}

function rowOf(language: Language, member: NameToSign, index: number): Row {
  return {
    cells: [
      { text: String(index + 1), colour: quiet },
      { text: bothNames(language, member), weight: 600 },
      titleName(member.title),
      formatPoints(member.total_score),
      member.grade === noGrade ? { text: '–', colour: quiet } : member.grade,
      '',
    ],
    // Members of one name are told apart.
    notes: [{ text: member.username }],
  }
}

function partOf({ name, members }: Department, { language, term, zone, madeAt }: NamesDocument): Part {
  const say = sayIn(language)
  const termName = localized(language, term, 'name')
  const period = messages.statements.period({ from: formatDay(say, term.start_date), to: formatDay(say, term.end_date) })
  const compare = nameOrder(language)
  const keyOf = (member: NameToSign) => nameSortKey(shownName(language, member))
  const ordered = members.toSorted((one, other) => compare(keyOf(one), keyOf(other)))
  return {
    outline: { group: name, name: say(messages.general.memberCount({ count: members.length })) },
    blocks: [
      { at: 122, paragraph: name, size: 17, weight: 600 },
      { paragraph: messages.papers.both({ first: termName, second: period }), size: 11, weight: 600 },
      {
        paragraph: messages.papers.both({
          first: messages.general.memberCount({ count: members.length }),
          second: statusOf(say, zone, term),
        }),
        colour: quiet,
        below: 10,
      },
      ...(term.closing ? [] : [{ notice: words.preliminary, below: 20 }]),
      {
        table: {
          columns: [
            { label: words.number, wide: 26 },
            { label: messages.fields.name },
            { label: messages.fields.title, wide: 98 },
            { label: messages.fields.total, wide: 52, align: 'end' },
            { label: messages.grading.withFeedback, wide: 62, align: 'end' },
            { label: '', wide: 14 },
            { label: words.signature, wide: 122, isBlank: true },
          ],
          rows: ordered.map((member, index) => rowOf(language, member, index)),
          ...{ size: 9, step: 20 },
        },
        below: 22,
      },
      {
        signatures: [words.head, messages.papers.office],
        hint: messages.results.nameAndDate,
        stamp: messages.papers.stamp,
      },
    ],
    foot: {
      lines: [
        { text: messages.papers.both({ first: name, second: termName }) },
        { text: messages.results.madeOn({ moment: formatMomentIn(say, zone, madeAt) }) },
      ],
      number: messages.results.page({ page: 0, pages: 0 }),
    },
  }
}

/** The list of names as one PDF. Each department begins on a page of its own, with page numbers of its own: it is a paper by itself. */
export function namesToSignPdf(document: NamesDocument) {
  const { language, letterhead, term, members, madeAt } = document
  const departments = departmentsOf(language, members)
  async function* parts() {
    for (let from = 0; from < departments.length; from += atATime.papers)
      yield departments.slice(from, from + atATime.papers).map((department) => partOf(department, document))
  }
  const title = messages.general.labelled({ label: words.title, value: localized(language, term, 'name') })
  return streamDocument({ language, letterhead, title, heading: words.heading, madeAt }, parts())
}
