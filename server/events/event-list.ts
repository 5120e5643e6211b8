import { accountName } from '../../contract/account-names.ts'
import { csvLine, csvMark, type Value } from '../../contract/csv.ts'
import { formatMomentIn, isoMomentIn } from '../../contract/dates.ts'
import type { EventGuest, EventPerson, PortalEvent } from '../../contract/events.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { withoutDirectionMarks } from '../../contract/languages/direction-marks.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { bothNames, shownName } from '../../contract/person-names.ts'
import { nameOrder, nameSortKey } from '../../contract/sorting.ts'
import type { Block, Column, Document, Letterhead, Row } from '../documents/blocks.ts'
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

type CheckIn = EventPerson['check_ins'][number]

/** A line of the list: a member, or a guest, who is at all sessions. */
interface Line {
  name: string
  /** By which lists are sorted: the name without academic titles. */
  sortedBy: string
  person: EventPerson | undefined
}

const wasThere = ({ check_ins, removed_reason }: EventPerson) => check_ins.length > 0 && removed_reason === null

/** Members and guests in one order, by the name that the reader sees first. */
function linesOf({ people, guests, language }: EventList): Line[] {
  const compare = nameOrder(language)
  const members = people.map((person) => ({
    name: bothNames(language, { ...person, other_name: person.other_name ?? undefined }),
    sortedBy: nameSortKey(shownName(language, person)),
    person,
  }))
  const others = guests.map(({ name }) => ({ name, sortedBy: nameSortKey(name), person: undefined }))
  return [...members, ...others].toSorted((one, other) => compare(one.sortedBy, other.sortedBy))
}

/** How a member was checked in, and by whom. */
function howOf(say: Say, { how, recorded_by_name }: CheckIn): Message {
  const who = accountName(say, recorded_by_name ?? '')
  return how === 'code' ? words.byCode : how === 'scanned' ? words.byScan({ who }) : words.byName({ who })
}

interface ListColumn {
  header: Message | string
  of: (line: Line) => Value | Message
}

function columnsOf({ event, language, zone }: EventList): ListColumn[] {
  const say = sayIn(language)
  const yesNo = (isSo: boolean) => (isSo ? yes : no)
  const sessions = event.sessions.map((session, index): ListColumn => {
    const when = sessionText(say, zone, session)
    return {
      header: event.sessions.length === 1 ? when : words.sessionAt({ number: String(index + 1), when }),
      of({ person }) {
        const found = person?.check_ins.find(({ session_id }) => session_id === session.id)
        if (!found) return null
        return [isoMomentIn(zone, found.at).slice(0, 16), say(howOf(say, found))].join(say(messages.general.factSeparator))
      },
    }
  })
  return [
    { header: messages.fields.name, of: ({ name }) => name },
    { header: words.kind, of: ({ person }) => (person ? words.member : words.guest) },
    {
      header: messages.fields.department,
      of: ({ person }) => (person && localized(language, person, 'department_name')) ?? null,
    },
    { header: words.comes, of: ({ person }) => (person ? yesNo(person.is_coming) : null) },
    { header: words.attended, of: ({ person }) => yesNo(!person || wasThere(person)) },
    ...sessions,
    { header: words.takenOffReason, of: ({ person }) => person?.removed_reason ?? null },
  ]
}

function rowsOf(list: EventList): Value[][] {
  const say = sayIn(list.language)
  const textOf = (cell: Value | Message): Value => {
    if (cell === null || typeof cell === 'number') return cell
    return withoutDirectionMarks(typeof cell === 'string' ? cell : say(cell))
  }
  const columns = columnsOf(list)
  return [columns.map(({ header }) => textOf(header)), ...linesOf(list).map((line) => columns.map(({ of }) => textOf(of(line))))]
}

/** The list as CSV. A cell that a spreadsheet would run as a formula is made harmless. */
export const eventCsv = (list: EventList): string => csvMark + rowsOf(list).map(csvLine).join('')

export function eventXlsx(list: EventList): Promise<Buffer> {
  return smallXlsxFile(rowsOf(list), withoutDirectionMarks(sayIn(list.language)(words.list)), list.language)
}

/** Of more sessions, the paper has one signature for the whole event: no more columns fit beside the names. */
const signedSessions = 3

/** The list to sign: who is invited, comes or was there, with a line for each, and for each of a few sessions. */
export function eventListDocument(list: EventList, letterhead: Letterhead, madeAt: string): Document {
  const { event, language, zone } = list
  const say: Say = sayIn(language)
  const name = localized(language, event, 'name')
  const signed = event.sessions.length <= signedSessions ? event.sessions.length : 1
  const rows = linesOf(list).map((line, index): Row => {
    const about = line.person ? localized(language, line.person, 'department_name') : words.guest
    const ofRow = [
      { text: String(index + 1), colour: quiet },
      { text: line.name, weight: 600 as const },
    ]
    const blanks = Array.from({ length: signed }, () => ['', '']).flat()
    // Beside several signatures there is no room for a column of departments.
    if (signed > 1) return { cells: [...ofRow, ...blanks], ...(about ? { notes: [{ text: about, colour: quiet }] } : {}) }
    return { cells: [...ofRow, about ?? '', ...blanks] }
  })
  const signatures = Array.from({ length: signed }, (_, index): Column[] => [
    { label: '', wide: 12 },
    {
      label: signed > 1 ? words.signatureOf({ number: String(index + 1) }) : messages.postingList.names.signature,
      wide: signed > 1 ? 94 : 130,
      isBlank: true,
    },
  ]).flat()
  const times = event.sessions.map((session, index): Block => {
    const when = sessionText(say, zone, session)
    const isLast = index === event.sessions.length - 1
    return {
      paragraph: event.sessions.length > 1 ? words.sessionAt({ number: String(index + 1), when }) : when,
      ...{ size: 11, below: isLast ? 26 : 3 },
    }
  })
  return {
    ...{ language, letterhead, madeAt },
    title: messages.general.labelled({ label: words.listToSign, value: name }),
    heading: words.listToSign,
    blocks: [
      { at: 122, paragraph: name, size: 17, weight: 600 },
      { paragraph: event.place, size: 11, colour: quiet, below: 8 },
      ...times,
      {
        table: {
          columns: [
            { label: messages.postingList.names.number, wide: 26 },
            { label: messages.fields.name },
            ...(signed > 1 ? [] : [{ label: messages.fields.department, wide: 130 }]),
            ...signatures,
          ],
          rows,
          ...{ size: 9, step: 24 },
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
