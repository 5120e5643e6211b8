import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, type RefObject, useContext, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { readNumber } from '../../contract/numbers.ts'
import { formatPoints } from '../../contract/points.ts'
import { FeedbackInput, type StaffMember, TpInput } from '../../contract/scoring.ts'
import { useMostScores } from '../entities/rules/rules.api.ts'
import {
  cachedStaff,
  type NewScore,
  type ScoreChange,
  type ScoreColumn,
  useSaveScore,
  useUndoScore,
} from '../entities/scores/scoring.api.ts'
import { offerUndo } from '../http/alerts.ts'
import { ApiError } from '../http/api.ts'
import { useSession } from '../session/session.ts'
import type { DataTableHandle } from '../ui/data-table.tsx'
import { formatTenths } from '../ui/numbers.ts'
import { toast } from '../ui/toast.tsx'
import { medianIfFarAbove } from './far-above.ts'
import { LeaveUnsavedScores } from './leave-unsaved-scores.tsx'
import { type Pasted, scoreColumns, scoreOf, scoresFrom } from './score-block.ts'
import { savedMeanwhile, whyNotSaved } from './score-conflict.ts'
import { type ScoreStep, useScoreSteps } from './score-steps.ts'

/** The edit state of a score cell. A cell without an entry just shows its number. */
export type ScoreEntry =
  /**
   * `seen` is the value when the editor opened, null if it was not set: the server refuses to overwrite any other. `asked` is a value far
   * above the others, which is saved when it is sent again. `refused` is what is wrong with a text that is no number, and is not in the field.
   */
  | {
      state: 'editing'
      text: string
      seen: number | null
      message?: Message | undefined
      asked?: number | undefined
      refused?: Message | undefined
    }
  | { state: 'saving'; text: string }
  /** A text that was typed, but not saved: the save failed, or the editor was left. It is preserved. */
  | { state: 'unsaved'; text: string; seen: number | null; message: Message; asked?: number | undefined }

type Typed = { text: string; value: number; isEmpty: boolean }
export type NextCell = 'none' | 'above' | 'below' | 'beside'
/** A direction on the screen: the columns of a right-to-left page run to the left. */
export type Direction = 'up' | 'down' | 'left' | 'right'

type ScoreEditing = {
  /** False in a closed term, and for a user who may not score: nothing can be edited. */
  isOpen: boolean
  /** Whether the user may edit the member's scores; never their own. */
  isEditable: (memberId: number) => boolean
  entryOf: (memberId: number, column: ScoreColumn) => ScoreEntry | undefined
  edit: (member: StaffMember, column: ScoreColumn) => void
  /** Focuses the next cell in a direction. False if there is none. */
  goTo: (member: StaffMember, column: ScoreColumn, direction: Direction) => boolean
  /** Whether the other score stands after this one in the shown columns, or before it. */
  hasBeside: (column: ScoreColumn, isTowardsEnd: boolean) => boolean
  cancel: (memberId: number, column: ScoreColumn) => void
  /** Saves the score, and opens the editor of the row above or below, or of the same member's other score. */
  commit: (member: StaffMember, column: ScoreColumn, typed: Typed, next: NextCell) => void
  /** Records a text that is no number, and that the field therefore does not have; undefined when it was deleted. */
  refuse: (memberId: number, column: ScoreColumn, typed: string | undefined) => void
  /** Handles that focus left the open editor. */
  leave: (memberId: number, column: ScoreColumn, text: string) => void
  /** The largest value of each score, by the rules of the term. */
  most: Readonly<Record<ScoreColumn, number>>
  /** Opens the preview of a text from a spreadsheet, whose first value is for this cell. */
  paste: (member: StaffMember, column: ScoreColumn, text: string) => void
  /** The text in the preview. */
  pasted: Pasted | undefined
  closePasted: () => void
  /** Confirms scores that were saved at once: they can be undone, and replace what was typed in their cells. */
  blockSaved: (changes: readonly ScoreChange[]) => void
  /** Saves all unsaved scores; a score that is refused or has to be confirmed stays, with its message. */
  saveUnsaved: () => Promise<void>
  discardUnsaved: () => void
  /** The cells with unsaved text, in the order in which they were left. */
  unsaved: { memberId: number; column: ScoreColumn }[]
}

const words = {
  tp: {
    input: TpInput.shape.tp,
    invalid: messages.scoring.invalidTp,
    updated: messages.scoring.tpUpdated,
    failed: messages.scoring.tpFailed,
  },
  fb: {
    input: FeedbackInput.shape.fb,
    invalid: messages.scoring.invalidFeedback,
    updated: messages.scoring.feedbackUpdated,
    failed: messages.scoring.feedbackFailed,
  },
} as const

const Context = createContext<ScoreEditing | undefined>(undefined)

export function useScoreEditing(): ScoreEditing {
  const editing = useContext(Context)
  if (!editing) throw new Error('useScoreEditing outside of ScoreEditingProvider')
  return editing
}

type Props = {
  termId: number | undefined
  isOpen: boolean
  /** The members of the term: a new score is compared with theirs. */
  staff: readonly StaffMember[] | undefined
  table: RefObject<DataTableHandle<StaffMember> | null>
  children: ReactNode
}

type Entries = ReadonlyMap<string, ScoreEntry>

/** The drafts are stored per query client, so per signed-in user: another panel loses nothing, and another user sees nothing. */
const scoreDrafts = new WeakMap<QueryClient, Entries>()

/** The entries that another panel left behind. An editor that was open when the panel unmounted is not restored. */
function entriesLeft(queryClient: QueryClient): Entries {
  const left = new Map([...(scoreDrafts.get(queryClient) ?? [])].filter(([, { state }]) => state !== 'editing'))
  scoreDrafts.set(queryClient, left)
  return left
}

/** Stores the edit state of the score cells of all terms: neither scrolling nor another term or panel loses it. */
export function ScoreEditingProvider({ termId = 0, isOpen, staff, table, children }: Props) {
  const queryClient = useQueryClient()
  const ownId = useSession()?.id
  const isEditable = (memberId: number) => isOpen && memberId !== ownId
  const [entries, setEntries] = useState(() => entriesLeft(queryClient))
  const most = useMostScores(termId)
  const saveScore = useSaveScore()
  const undoScore = useUndoScore()
  const steps = useScoreSteps()
  const [pasted, setPasted] = useState<Pasted>()
  const lastSent = useRef(0)
  const lastConfirmed = useRef({ tp: 0, fb: 0 })

  const keyOf = (memberId: number, column: ScoreColumn) => `${termId}/${memberId}/${column}`
  const change = (work: (draft: Map<string, ScoreEntry>) => void) => {
    const draft = new Map(scoreDrafts.get(queryClient))
    work(draft)
    scoreDrafts.set(queryClient, draft)
    setEntries(draft)
  }

  function edit(shown: StaffMember, column: ScoreColumn) {
    // The row of the table may still have the former score right after a save, because the table defers new rows.
    const member = staff?.find(({ id }) => id === shown.id) ?? shown
    table.current?.draw(member.id)
    change((draft) => {
      for (const [key, entry] of draft) if (entry.state === 'editing') draft.delete(key)
      const key = keyOf(member.id, column)
      const before = draft.get(key)
      if (before?.state === 'saving') return
      const seen = scoreOf(member, column)
      const text = before?.text ?? (seen === null ? '' : formatTenths(seen))
      draft.set(key, { state: 'editing', text, seen, message: before?.message, asked: before?.asked })
    })
  }

  function cancel(memberId: number, column: ScoreColumn) {
    change((draft) => draft.delete(keyOf(memberId, column)))
  }

  function refuse(memberId: number, column: ScoreColumn, typed: string | undefined) {
    const key = keyOf(memberId, column)
    change((draft) => {
      const entry = draft.get(key)
      if (entry?.state !== 'editing') return
      const refused = typed === undefined ? undefined : messages.scoring.noNumber({ text: typed.slice(0, 40) })
      draft.set(key, { ...entry, message: refused, refused, asked: undefined })
    })
  }

  function leave(memberId: number, column: ScoreColumn, text: string) {
    const key = keyOf(memberId, column)
    change((draft) => {
      const entry = draft.get(key)
      if (entry?.state !== 'editing') return
      // The value of the field is not the typed text.
      if (entry.refused) draft.set(key, { state: 'unsaved', text: '', seen: entry.seen, message: entry.refused })
      else if (text === '' || (Number(text) === entry.seen && !entry.message)) draft.delete(key)
      else {
        const message = entry.asked === undefined ? entry.message : undefined
        draft.set(key, { state: 'unsaved', text, seen: entry.seen, message: message ?? messages.scoring.notSavedYet })
      }
    })
  }

  const commit: ScoreEditing['commit'] = (member, column, { text, value, isEmpty }, nextCell) => {
    const key = keyOf(member.id, column)
    const entry = entries.get(key)
    if (entry?.state !== 'editing') return
    // Enter and Tab pass over a score that stays not set.
    const isSkipped = isEmpty && !entry.refused && entry.seen === null && nextCell !== 'none'
    const isChanged = !isSkipped && value !== entry.seen
    const refusal = entry.refused ? words[column].invalid : isSkipped ? undefined : refusalFor(column, value, isChanged)
    if (refusal) return change((draft) => draft.set(key, { ...entry, text, message: refusal, asked: undefined }))
    const question = isChanged && entry.asked !== value ? questionAbout(member, column, value) : undefined
    if (question) return change((draft) => draft.set(key, { ...entry, text, message: question, asked: value }))

    const next = cellAt(member, column, nextCell)
    change((draft) => {
      if (isChanged) draft.set(key, { state: 'saving', text })
      else draft.delete(key)
    })
    if (next) edit(next.member, next.column)
    if (isChanged) void save(key, member.name, { termId, memberId: member.id, column, value, previous: entry.seen }, text)
  }

  function refusalFor(column: ScoreColumn, value: number, isChanged: boolean): Message | undefined {
    if (!words[column].input.safeParse(value).success) return words[column].invalid
    if (isChanged && value > most[column]) return messages.scoring.aboveMost({ most: formatPoints(most[column]) })
  }

  function questionAbout(member: StaffMember, column: ScoreColumn, value: number): Message | undefined {
    const median = medianIfFarAbove(value, othersOf(member, column))
    if (median === undefined) return undefined
    return messages.scoring.farAbove({ score: formatPoints(value), median: formatPoints(median) })
  }

  function othersOf(member: StaffMember, column: ScoreColumn): number[] {
    return cachedStaff(queryClient, termId).flatMap((other) => (other.id === member.id ? [] : (scoreOf(other, column) ?? [])))
  }

  function cellAt(member: StaffMember, column: ScoreColumn, nextCell: NextCell) {
    if (nextCell === 'none') return undefined
    if (nextCell === 'beside') return { member, column: column === 'tp' ? 'fb' : 'tp' } as const
    const step = nextCell === 'below' ? 1 : -1
    let neighbour = table.current?.neighbour(member.id, step)
    if (neighbour && !isEditable(neighbour.id)) neighbour = table.current?.neighbour(neighbour.id, step)
    return neighbour && { member: neighbour, column }
  }

  function hasBeside(column: ScoreColumn, isTowardsEnd: boolean): boolean {
    const shown = (table.current?.columns() ?? []).filter((id) => scoreColumns.some((score) => score === id))
    return shown[shown.indexOf(column) + (isTowardsEnd ? 1 : -1)] !== undefined
  }

  function cellTowards(column: ScoreColumn, direction: Direction): NextCell {
    if (direction === 'up') return 'above'
    if (direction === 'down') return 'below'
    const isTowardsEnd = (direction === 'right') === (document.documentElement.dir !== 'rtl')
    return hasBeside(column, isTowardsEnd) ? 'beside' : 'none'
  }

  function goTo(member: StaffMember, column: ScoreColumn, direction: Direction): boolean {
    const next = cellAt(member, column, cellTowards(column, direction))
    if (!next) return false
    // The row may be outside the viewport, and not rendered yet.
    flushSync(() => table.current?.draw(next.member.id))
    const cell = document.querySelector<HTMLElement>(`[data-score="${scoreCellId(next.member.id, next.column)}"]`)
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    cell?.focus({ preventScroll: true })
    return true
  }

  async function save(key: string, name: string, score: NewScore, text: string) {
    const { updated, failed } = words[score.column]
    lastSent.current += 1
    const number = lastSent.current
    try {
      await saveScore(score)
      change((draft) => draft.delete(key))
      const { memberId, column, previous: from, value: to } = score
      const step: ScoreStep = { termId: score.termId, changes: [{ memberId, column, from, to }], about: name }
      steps.record(step)
      const undo = async () => {
        await undoScore(score)
        steps.move(step, 'undone')
        toast(messages.scoring.restored, { about: name })
      }
      // Saves are sent side by side: a reply that arrives late must not replace the toast of a score that was entered after it.
      if (number < lastConfirmed.current[score.column]) return
      lastConfirmed.current[score.column] = number
      offerUndo(updated, undo, { topic: `${score.column}-saved`, about: `${name}: ${formatTenths(score.value)}` })
    } catch (error) {
      const message = whyNotSaved(error, failed)
      // The score that was saved meanwhile is told with the refusal: saving again replaces it, as it does in the cell.
      change((draft) => draft.set(key, { state: 'unsaved', text, seen: savedMeanwhile(error) ?? score.previous, message }))
      if (!(error instanceof ApiError && error.status === 401)) toast(message, { kind: 'bad', topic: 'score-failed' })
    }
  }

  const unsaved = [...entries].flatMap(([key, { state }]) => {
    const [term, memberId, column] = key.split('/')
    if (state !== 'unsaved' || Number(term) !== termId || (column !== 'tp' && column !== 'fb')) return []
    return [{ memberId: Number(memberId), column: column as ScoreColumn }]
  })

  /** Saves the unsaved scores one after the other: there may be a whole column of them. */
  async function saveUnsaved() {
    for (const { memberId, column } of unsaved) {
      const key = keyOf(memberId, column)
      const entry = scoreDrafts.get(queryClient)?.get(key)
      const member = staff?.find(({ id }) => id === memberId)
      if (!member || entry?.state !== 'unsaved' || entry.text === '') continue
      const { text, seen } = entry
      const value = readNumber(text, 1)
      const refusal = refusalFor(column, value, true)
      const question = refusal || entry.asked === value ? undefined : questionAbout(member, column, value)
      const message = refusal ?? question
      if (message) change((draft) => draft.set(key, { ...entry, message, asked: question && value }))
      else {
        change((draft) => draft.set(key, { state: 'saving', text }))
        await save(key, member.name, { termId, memberId, column, value, previous: seen }, text)
      }
    }
  }

  function discardUnsaved() {
    const discarded = unsaved.flatMap(({ memberId, column }) => {
      const key = keyOf(memberId, column)
      const entry = entries.get(key)
      return entry ? [[key, entry] as const] : []
    })
    change((draft) => {
      for (const [key] of discarded) draft.delete(key)
    })
    const restore = async () =>
      change((draft) => {
        for (const [key, entry] of discarded) if (!draft.has(key)) draft.set(key, entry)
      })
    offerUndo(messages.scoring.discarded({ count: discarded.length }), restore, { topic: 'scores-discarded' })
  }

  function paste(member: StaffMember, column: ScoreColumn, text: string) {
    const shown = table.current?.exported().rows ?? []
    const first = shown.findIndex(({ id }) => id === member.id)
    cancel(member.id, column)
    const columns = scoresFrom(column, table.current?.columns() ?? scoreColumns)
    setPasted({ text, columns, members: shown.slice(Math.max(0, first)) })
  }

  function blockSaved(changes: readonly ScoreChange[]) {
    change((draft) => {
      for (const { memberId, column } of changes) draft.delete(keyOf(memberId, column))
    })
    steps.record({ termId, changes })
    toast(messages.scoreSheet.saved({ count: new Set(changes.map(({ memberId }) => memberId)).size }), { topic: 'block-saved' })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the functions above use. Without it, each letter of a search would render every cell.
  const editing: ScoreEditing = useMemo(
    () => ({
      isOpen,
      isEditable,
      entryOf: (memberId, column) => entries.get(keyOf(memberId, column)),
      edit,
      goTo,
      hasBeside,
      cancel,
      commit,
      refuse,
      leave,
      most,
      paste,
      pasted,
      closePasted: () => setPasted(undefined),
      blockSaved,
      saveUnsaved,
      discardUnsaved,
      unsaved,
    }),
    [queryClient, entries, pasted, termId, isOpen, ownId, staff, table, most.tp, most.fb],
  )
  return (
    <Context value={editing}>
      {children}
      <LeaveUnsavedScores
        count={[...entries.values()].filter(({ state }) => state === 'unsaved').length}
        isSaving={[...entries.values()].some(({ state }) => state === 'saving')}
      />
    </Context>
  )
}

/** The name of a cell in the page. */
export function scoreCellId(memberId: number, column: ScoreColumn): string {
  return `${memberId}-${column}`
}
