import { roles } from '../../contract/codes.ts'
import type { ScoreColumn } from '../../contract/imports.ts'
import { decode, type Message, messages } from '../../contract/languages/catalogue.ts'
import { readNumber } from '../../contract/numbers.ts'
import { formatPoints } from '../../contract/points.ts'
import { FeedbackInput, TpInput } from '../../contract/scoring.ts'
import type { MostScores } from '../rules/rules.queries.ts'
import { type CheckedRow, excerpt, type RowError } from './checked-row.ts'
import type { NamedRow } from './columns.ts'
import { RepeatedRows } from './repeated-rows.ts'

/** One member's scores in the file; an empty cell leaves the score unchanged. */
export interface ScoreRow {
  row: number
  who: string
  username: string | null
  email: string | null
  tp: number | undefined
  fb: number | undefined
  errors: RowError[]
}

export interface ScoredMember {
  id: number
  name: string
  role_id: number
  /** Null if it is not set. */
  tp: number | null
  fb: number | null
}

/** The users that the row names: by username, by e-mail address. */
export interface ScoreMatch {
  byUsername: ScoredMember | null
  byEmail: ScoredMember | null
}

export interface ScoresDecision {
  rows: CheckedRow[]
  edit: Pick<ScoredMember, 'id' | 'tp' | 'fb'>[]
}

const schemas = { tp: TpInput.shape.tp, fb: FeedbackInput.shape.fb }

/** The checks that need no database. */
export function checkScore({ row, cells, columnCountError }: NamedRow, most: MostScores): ScoreRow {
  const errors: RowError[] = columnCountError ? [{ column: null, message: columnCountError }] : []
  const text = (column: ScoreColumn) => cells.get(column)?.normalize('NFC').trim() ?? ''
  const score = (column: 'tp' | 'fb') => {
    const given = text(column)
    if (given === '') return undefined
    const parsed = schemas[column].safeParse(readNumber(given, 1))
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const problem = issue ? decode(issue.message) : messages.general.invalidInput
      const message = messages.imports.wrongScore({
        value: excerpt(given),
        problem,
        rule: messages.scoring.rule({ most: formatPoints(most[column]) }),
      })
      errors.push({ column, message })
    }
    return parsed.data
  }
  const who = text('username') || text('email')
  if (!who) errors.push({ column: null, message: messages.imports.nobodyNamed })
  return {
    row,
    who: who.slice(0, 254),
    // A text that is too long or cannot be stored is no user's name.
    username: nameable(text('username')),
    email: nameable(text('email')),
    tp: score('tp'),
    fb: score('fb'),
    errors,
  }
}

function nameable(text: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  return text === '' || text.length > 254 || /[\u0000-\u001f\ud800-\udfff]/u.test(text) ? null : text
}

export function decideScores(
  rows: readonly ScoreRow[],
  matches: ReadonlyMap<number, ScoreMatch>,
  most: MostScores,
): ScoresDecision {
  const decision: ScoresDecision = { rows: [], edit: [] }
  const rowsOf = new RepeatedRows<number>()
  for (const given of rows) {
    const id = memberOf(given, matches)?.id
    if (id) rowsOf.add(id, given.row)
  }

  for (const given of rows) {
    const member = memberOf(given, matches)
    const errors = [...given.errors]
    const value = excerpt(given.who)
    const wrong = (message: Message) => void errors.push({ column: null, message })
    if (!member && given.who) wrong(messages.imports.noUser({ who: value }))
    if (member && member.role_id !== roles.staff) wrong(messages.imports.wrongValue({ value, rule: messages.scoring.onlyStaff }))
    const isOther = given.username && given.email && matches.get(given.row)?.byEmail?.id !== member?.id
    if (member && isOther) wrong(messages.imports.twoUsers)
    const same = member && rowsOf.otherThan(given.row, member.id)
    if (same) wrong(messages.imports.wrongValue({ value, rule: messages.imports.sameMemberInRow({ row: String(same) }) }))

    const changes = (['tp', 'fb'] as const).flatMap((column) => {
      const to = given[column]
      if (!member || to === undefined || to === member[column]) return []
      if (to > most[column]) {
        const rule = messages.scoring.aboveMost({ most: formatPoints(most[column]) })
        errors.push({ column, message: messages.imports.wrongValue({ value: String(to), rule }) })
      }
      return [{ column, from: member[column] === null ? null : String(member[column]), to: String(to) }]
    })
    const outcome = errors.length > 0 ? 'wrong' : changes.length > 0 ? 'changed' : 'same'
    decision.rows.push({ row: given.row, who: given.who, name: member?.name ?? null, outcome, changes, errors })
    if (outcome === 'changed' && member)
      decision.edit.push({ id: member.id, tp: given.tp ?? member.tp, fb: given.fb ?? member.fb })
  }
  return decision
}

function memberOf({ row, username }: ScoreRow, matches: ReadonlyMap<number, ScoreMatch>): ScoredMember | null {
  const match = matches.get(row)
  return (username ? match?.byUsername : match?.byEmail) ?? null
}
