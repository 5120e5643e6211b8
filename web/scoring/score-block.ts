import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { readNumber } from '../../contract/numbers.ts'
import { formatPoints } from '../../contract/points.ts'
import { FeedbackInput, type StaffMember, TpInput } from '../../contract/scoring.ts'
import type { ScoreChange, ScoreColumn } from '../entities/scores/scoring.api.ts'
import { medianIfFarAbove } from './far-above.ts'

export const scoreColumns: readonly ScoreColumn[] = ['tp', 'fb']

/** A text that was pasted on a cell. `columns` and `members` are those of the list from that cell on, as it was shown. */
export type Pasted = { text: string; columns: readonly ScoreColumn[]; members: readonly StaffMember[] }

/** The cells of a text that was copied from a spreadsheet: lines of values between tabs, and a line end after the last one. */
export function pastedCells(text: string): string[][] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t').map((value) => value.trim()))
}

/** The scores that stand side by side in the shown columns, from one of them on: a block covers what is beside its first cell. */
export function scoresFrom(column: ScoreColumn, shown: readonly string[]): ScoreColumn[] {
  const beside = shown.slice(shown.indexOf(column)).map((id) => scoreColumns.find((score) => score === id))
  const end = beside.indexOf(undefined)
  return beside.slice(0, end === -1 ? undefined : end).flatMap((score) => score ?? [])
}

/** The texts for one member. `beyond` is a text for which the table has no column of scores. */
export type BlockTarget = {
  member: StaffMember | undefined
  texts: Partial<Record<ScoreColumn, string>>
  beyond?: string | undefined
}

/** The members and texts of a pasted block, whose first cell is that of a member in the list. */
export function pastedTargets(
  cells: readonly string[][],
  members: readonly StaffMember[],
  columns: readonly ScoreColumn[],
): BlockTarget[] {
  return cells.map((values, index) => ({
    member: members[index],
    texts: Object.fromEntries(columns.map((name, position) => [name, values[position] ?? ''])),
    beyond: values.slice(columns.length).find((value) => value !== ''),
  }))
}

export type BlockCell = { column: ScoreColumn; from: number | null; to: number; farAbove?: Message | undefined }
export type BlockLine = { row: number; member: StaffMember | undefined; cells: BlockCell[]; problems: Message[] }
export type ScoreBlock = { lines: BlockLine[]; changes: ScoreChange[]; same: number; problems: number }

type Rules = {
  most: Readonly<Record<ScoreColumn, number>>
  isEditable: (memberId: number) => boolean
  /** All members of the list: a new score is compared with theirs. */
  staff: readonly StaffMember[]
}

const inputs = { tp: TpInput.shape.tp, fb: FeedbackInput.shape.fb }

/** The score, or null if it is not set. */
export function scoreOf(member: StaffMember, column: ScoreColumn): number | null {
  return member[`${column}_set`] ? member[column] : null
}

/** What a block of texts would change, line by line, and what is wrong with it. */
export function blockOf(targets: readonly BlockTarget[], rules: Rules): ScoreBlock {
  const lines = targets.flatMap((target, index) => lineOf(target, index + 1, rules) ?? [])
  markFarAbove(lines, rules.staff)
  const changes = lines.flatMap(({ member, cells }) =>
    cells.flatMap(({ column, from, to }) => (member && from !== to ? [{ memberId: member.id, column, from, to }] : [])),
  )
  const count = lines.reduce((sum, { cells }) => sum + cells.length, 0)
  const problems = lines.reduce((sum, line) => sum + line.problems.length, 0)
  return { lines, changes, same: count - changes.length, problems }
}

/** Undefined for a line without any text. */
function lineOf({ member, texts, beyond }: BlockTarget, row: number, { most, isEditable }: Rules): BlockLine | undefined {
  const filled = scoreColumns.flatMap((column) => {
    const text = texts[column]
    return text ? [{ column, text }] : []
  })
  if (filled.length === 0 && beyond === undefined) return undefined
  const { beyondList, beyondColumns, wrongValue } = messages.scoreSheet
  if (!member) return { row, member, cells: [], problems: [beyondList({ row })] }
  const problems = beyond === undefined ? [] : [beyondColumns({ row, value: excerpt(beyond) })]
  if (filled.length > 0 && !isEditable(member.id)) return { row, member, cells: [], problems: [messages.heads.notOwnScore] }
  const cells = filled.flatMap(({ column, text }): BlockCell[] => {
    const [from, to] = [scoreOf(member, column), readNumber(text, 1)]
    const isAllowed = inputs[column].safeParse(to).success && (to <= most[column] || to === from)
    if (isAllowed) return [{ column, from, to }]
    const rule = messages.scoring.rule({ most: formatPoints(most[column]) })
    problems.push(wrongValue({ value: excerpt(text), rule }))
    return []
  })
  return { row, member, cells, problems }
}

function excerpt(text: string): string {
  return text.slice(0, 40)
}

/** Only the largest score of a column, as it would be, can be far above all others. */
function markFarAbove(lines: readonly BlockLine[], staff: readonly StaffMember[]) {
  for (const column of scoreColumns) {
    const values = new Map(staff.map((member) => [member.id, scoreOf(member, column)]))
    for (const { member, cells } of lines)
      for (const cell of cells) if (member && cell.column === column) values.set(member.id, cell.to)
    const largest = [...values.values()].reduce<number>((most, value) => Math.max(most, value ?? 0), 0)
    for (const { member, cells } of lines) {
      const cell = cells.find((one) => one.column === column && one.to === largest && one.to !== one.from)
      if (!cell || !member) continue
      const others = [...values].flatMap(([id, value]) => (id === member.id || value === null ? [] : [value]))
      const median = medianIfFarAbove(cell.to, others)
      // Several members with the largest score: it is not far above the others.
      if (median === undefined) break
      cell.farAbove = messages.scoreSheet.farAbove({ median: formatPoints(median) })
    }
  }
}
