import { csvLine, csvMark, type Value } from '../../contract/csv.ts'
import { formatMomentIn, isoMomentIn } from '../../contract/dates.ts'
import type { EventGuest, EventPerson, PortalEvent } from '../../contract/events.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { withoutDirectionMarks } from '../../contract/languages/direction-marks.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { bothNames } from '../../contract/person-names.ts'
import type { Block, Document, Letterhead, Row } from '../documents/blocks.ts'
import { quiet } from '../documents/look.ts'
import { sayIn } from '../http/language.ts'
import { smallXlsxFile } from '../http/xlsx-file.ts'
import { sessionText } from './certificate-pdf.ts'

const words = messages.events
const { yes, no } = messages.general

export interface EventList {
  event: PortalEvent
  people: readonly EventPerson[]
  guests: readonly EventGuest[]
  language: Language
  zone: string
}

const wasThere = ({ check_ins, removed_reason }: EventPerson) => check_ins.length > 0 && removed_reason === null

const columns: readonly { header: Message; of: (person: EventPerson, list: EventList) => Value | Message }[] = [
  {
    header: messages.fields.name,
    of: (person, { language }) => bothNames(language, { ...person, other_name: person.other_name ?? undefined }),
  },
  { header: messages.fields.department, of: (person, { language }) => localized(language, person, 'department_name') ?? null },
  { header: words.says, of: ({ is_coming }) => (is_coming ? yes : no) },
  { header: words.wasThere, of: (person) => (wasThere(person) ? yes : no) },
  { header: words.sessionsAttended, of: ({ check_ins: [first] }, { zone }) => (first ? isoMomentIn(zone, first.at) : null) },
  { header: messages.fields.reason, of: ({ removed_reason }) => removed_reason },
]

function rowsOf(list: EventList): Value[][] {
  const say = sayIn(list.language)
  const textOf = (cell: Value | Message): Value =>
    cell === null || typeof cell === 'string' || typeof cell === 'number' ? cell : withoutDirectionMarks(say(cell))
  return [
    columns.map(({ header }) => textOf(header)),
    ...list.people.map((person) => columns.map(({ of }) => textOf(of(person, list)))),
    ...list.guests.map(({ name }) => [name, textOf(words.guests), null, null, null, null]),
  ]
}

/** The list as CSV. A cell that a spreadsheet would run as a formula is made harmless. */
export const eventCsv = (list: EventList): string => csvMark + rowsOf(list).map(csvLine).join('')

export function eventXlsx(list: EventList): Promise<Buffer> {
  return smallXlsxFile(rowsOf(list), withoutDirectionMarks(sayIn(list.language)(words.list)), list.language)
}

/** The list to sign: who is invited, comes or was there, with a line for each. */
export function eventListDocument(list: EventList, letterhead: Letterhead, madeAt: string): Document {
  const { event, people, guests, language, zone } = list
  const say: Say = sayIn(language)
  const name = localized(language, event, 'name')
  const rows: Row[] = [
    ...people.map((person, index) => ({
      cells: [
        { text: String(index + 1), colour: quiet },
        { text: bothNames(language, { ...person, other_name: person.other_name ?? undefined }), weight: 600 as const },
        localized(language, person, 'department_name') ?? '',
        '',
        '',
      ],
    })),
    ...guests.map((guest, index) => ({
      cells: [
        { text: String(people.length + index + 1), colour: quiet },
        { text: guest.name, weight: 600 as const },
        words.guests,
        '',
        '',
      ],
    })),
  ]
  const times = event.sessions.map((session): Block => ({ paragraph: sessionText(say, zone, session), size: 11 }))
  return {
    ...{ language, letterhead, madeAt },
    title: messages.general.labelled({ label: words.listToSign, value: name }),
    heading: words.listToSign,
    blocks: [
      { at: 122, paragraph: name, size: 17, weight: 600 },
      { paragraph: event.place, colour: quiet },
      ...times,
      {
        table: {
          columns: [
            { label: messages.postingList.names.number, wide: 26 },
            { label: messages.fields.name },
            { label: messages.fields.department, wide: 130 },
            { label: '', wide: 14 },
            { label: messages.postingList.names.signature, wide: 130, isBlank: true },
          ],
          rows,
          ...{ size: 9, step: 20 },
        },
        below: 22,
      },
    ],
    foot: {
      lines: [
        { text: messages.papers.both({ first: name, second: event.place }) },
        { text: messages.results.madeOn({ moment: formatMomentIn(say, zone, madeAt) }) },
      ],
      number: messages.results.page({ page: 0, pages: 0 }),
    },
  }
}
