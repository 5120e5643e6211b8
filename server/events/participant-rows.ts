import { createHash } from 'node:crypto'
import { line } from '../../contract/fields.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { mostEventPeople } from '../../contract/limits.ts'
import type { ParticipantOutcome, ParticipantRow, ParticipantsPreview } from '../../contract/participants.ts'
import { foldForSearch } from '../../contract/searching.ts'
import { nameSortKey } from '../../contract/sorting.ts'
import { BadRequest } from '../errors/errors.ts'
import { excerpt } from '../imports/checked-row.ts'
import { findHeaderRow, titlesOf } from '../imports/header-row.ts'
import { headingReader } from '../imports/headings.ts'
import type { Table } from '../imports/table.ts'
import type { Candidate } from './participants.queries.ts'

const words = messages.events.lists

/** What a row says about a person. */
interface NamingRow {
  row: number
  accounts: string[]
  names: string[]
}

/** The headings of lists of people, as an import of members knows them. */
const read = headingReader({ kind: 'users', neededColumns: [] })
const namingColumns = ['username', 'email', 'name', 'other_name']

/** A name without its academic titles, in letters that every keyboard has: the same person on two lists. */
const nameKey = (name: string) => foldForSearch(nameSortKey(name.normalize('NFKC').replace(/\s+/g, ' ').trim()))
const accountKey = (account: string) => account.trim().toLowerCase()

/** The names in a cell: the list of the portal itself has both names of a person in one. */
const namesIn = (cell: string) => [...new Set([cell, ...cell.split(' · ')].map((name) => name.replace(/\s+/g, ' ').trim()))]

/** The rows that name people. Without any heading that is known, as in names that were pasted, each cell may be of any column. */
export function namingRows(table: Table): NamingRow[] {
  const header = findHeaderRow(table.rows, read)
  const titles = titlesOf(table.rows[header?.index ?? 0]?.cells ?? [])
  const columns = titles.map((title) => read(title).column ?? '')
  const hasHeadings = columns.some((column) => namingColumns.includes(column))
  const rows = hasHeadings ? table.rows.slice((header?.index ?? 0) + 1) : table.rows
  if (rows.length > mostEventPeople) throw new BadRequest(words.tooManyRows({ most: String(mostEventPeople) }), 'file')
  return rows.map(({ row, cells }) => {
    const filled = cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [{ cell: cell.trim(), column: columns[at] ?? '' }]))
    const of = (...wanted: string[]) =>
      filled.filter(({ column }) => !hasHeadings || wanted.includes(column)).map(({ cell }) => cell)
    return { row, accounts: [...of('username'), ...of('email')], names: of('name', 'other_name').flatMap(namesIn) }
  })
}

/** A row with the person whom it names. */
export interface DecidedRow extends ParticipantRow {
  userId: number | null
  /** The name that a guest of this row would have. */
  guest: string | null
}

const GuestName = line(200, messages.events.guestRequired)

function grouped<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items)
    for (const key of new Set(keysOf(item))) {
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
  return groups
}

/** Finds people by username, else by e-mail address, else by a name that one member alone has for whom the event is. */
function finder(candidates: readonly Candidate[]) {
  const byUsername = grouped(candidates, ({ username }) => [accountKey(username)])
  const byEmail = grouped(candidates, ({ email }) => (email ? [accountKey(email)] : []))
  const byName = grouped(candidates, ({ name, other_name }) => [nameKey(name), ...(other_name ? [nameKey(other_name)] : [])])
  return ({ accounts, names }: NamingRow): Candidate[] => {
    for (const by of [byUsername, byEmail])
      for (const account of accounts) {
        const found = by.get(accountKey(account))
        if (found) return found
      }
    const named = [...new Set(names.flatMap((name) => byName.get(nameKey(name)) ?? []))]
    const invited = named.filter(({ is_invited }) => is_invited)
    return invited.length > 0 ? invited : named.slice(0, 1)
  }
}

/** What each row of a list means at this moment, for an organiser. */
export function decideRows(
  rows: readonly NamingRow[],
  candidates: readonly Candidate[],
  guests: readonly { name: string }[],
  organiserId: number,
): DecidedRow[] {
  const find = finder(candidates)
  const guestNames = new Set(guests.map(({ name }) => name.toLowerCase()))
  const seen = new Set<string>()
  return rows.map((row) => {
    const [person, ...others] = find(row)
    const [firstName] = row.names
    const guest = GuestName.safeParse(firstName ?? '').data ?? null
    const key = person ? `member ${person.id}` : `guest ${guest?.toLowerCase() ?? ''}`
    const outcome = (): ParticipantOutcome => {
      if (others.length > 0) return 'ambiguous'
      if (!person && guest === null) return 'nameless'
      if (seen.has(key)) return 'repeated'
      if (!person) return guestNames.has(guest?.toLowerCase() ?? '') ? 'guest' : 'unknown'
      if (person.id === organiserId) return 'oneself'
      if (!person.is_invited) return 'not_invited'
      if (person.is_removed) return 'taken_off'
      return person.is_there ? 'there' : 'new'
    }
    const decided = outcome()
    if (decided !== 'ambiguous' && decided !== 'nameless') seen.add(key)
    const isShown = person?.is_invited && decided !== 'ambiguous'
    const { name = '', other_name = null, department_name = null, department_names = null } = person ?? {}
    return {
      row: row.row,
      who: excerpt(firstName ?? row.accounts[0] ?? ''),
      outcome: decided,
      member: isShown ? { name, other_name, department_name, department_names } : null,
      userId: decided === 'ambiguous' ? null : (person?.id ?? null),
      guest: person ? null : guest,
    }
  })
}

/** Who came in meanwhile, at the door or by this same list, changes nothing about what was agreed to. */
const settled: Partial<Record<ParticipantOutcome, ParticipantOutcome>> = { there: 'new', guest: 'unknown' }

/** A hash of the file, the session and what each row means: the confirmation is about nothing else. */
export function fingerprintOf(digest: string, sessionId: number, rows: readonly DecidedRow[]): string {
  const meant = rows.map(({ row, outcome, userId, guest }) => [row, settled[outcome] ?? outcome, userId, guest])
  return createHash('sha256')
    .update(JSON.stringify([digest, sessionId, meant]))
    .digest('base64url')
}

export function countsOf(rows: readonly DecidedRow[]): ParticipantsPreview['counts'] {
  const count = (outcome: ParticipantOutcome) => rows.filter((row) => row.outcome === outcome).length
  return {
    new: count('new'),
    there: count('there'),
    oneself: count('oneself'),
    taken_off: count('taken_off'),
    not_invited: count('not_invited'),
    ambiguous: count('ambiguous'),
    repeated: count('repeated'),
    guest: count('guest'),
    unknown: count('unknown'),
    nameless: count('nameless'),
  }
}
