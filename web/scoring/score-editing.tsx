import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Tooltip } from 'radix-ui'
import { createContext, type ReactNode, type RefObject, useContext, useRef, useState } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { readNumber } from '../../contract/numbers.ts'
import { formatPoints } from '../../contract/points.ts'
import { FeedbackInput, type StaffMember, TpInput } from '../../contract/scoring.ts'
import { alertFailure, offerUndo } from '../alerts.ts'
import { refusalOf } from '../api.ts'
import { useMostScores } from '../rules/rules.api.ts'
import { useSession } from '../session.ts'
import type { DataTableHandle } from '../ui/data-table.tsx'
import { formatTenths } from '../ui/numbers.ts'
import { toast } from '../ui/toast.tsx'
import { medianIfFarAbove } from './far-above.ts'
import { LeaveUnsavedScores } from './leave-unsaved-scores.tsx'
import { cachedStaff, type NewScore, type ScoreColumn, useSaveScore, useUndoScore } from './scoring.api.ts'

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
  /** Typed, but not saved: the save failed, or the editor was left. The text is preserved. */
  | { state: 'kept'; text: string; seen: number | null; message: Message }

type Typed = { text: string; value: number; isEmpty: boolean }
export type NextCell = 'none' | 'above' | 'below' | 'beside'

type ScoreEditing = {
  /** False in a closed term, and for who may not score: nothing can be edited. */
  isOpen: boolean
  /** Nobody sets their own scores. */
  isEditable: (memberId: number) => boolean
  entryOf: (memberId: number, column: ScoreColumn) => ScoreEntry | undefined
  edit: (member: StaffMember, column: ScoreColumn) => void
  cancel: (memberId: number, column: ScoreColumn) => void
  /** Saves, and opens the editor of the row above or below, or of the same member's other score. */
  commit: (member: StaffMember, column: ScoreColumn, typed: Typed, next: NextCell) => void
  /** A text that is no number, and that the field therefore does not have; undefined when it was taken back. */
  refuse: (memberId: number, column: ScoreColumn, typed: string | undefined) => void
  /** Focus left the open editor. */
  leave: (memberId: number, column: ScoreColumn, text: string) => void
  /** The most that each score can be, by the rules of the term. */
  most: Readonly<Record<ScoreColumn, number>>
  /** Saves all unsaved scores; one that is refused or has to be confirmed stays, with its message. */
  saveKept: () => Promise<void>
  discardKept: () => void
  /** Cells with unsaved text, in the order in which they were left. */
  kept: { memberId: number; column: ScoreColumn }[]
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

/** Stored per query client, so per signed-in user: another panel loses nothing, and another user sees nothing. */
const scoreDrafts = new WeakMap<QueryClient, Entries>()

/** An editor that was open when the panel unmounted is not restored. */
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
    // The table defers new rows: right after a save, its row may still have the score of before.
    const member = staff?.find(({ id }) => id === shown.id) ?? shown
    table.current?.draw(member.id)
    change((draft) => {
      for (const [key, entry] of draft) if (entry.state === 'editing') draft.delete(key)
      const key = keyOf(member.id, column)
      const before = draft.get(key)
      if (before?.state === 'saving') return
      const seen = scoreOf(member, column)
      const text = before?.text ?? (seen === null ? '' : formatTenths(seen))
      draft.set(key, { state: 'editing', text, seen, message: before?.message })
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
      // What the field has is not what was typed.
      if (entry.refused) draft.set(key, { state: 'kept', text: '', seen: entry.seen, message: entry.refused })
      else if (text === '' || (Number(text) === entry.seen && !entry.message)) draft.delete(key)
      else {
        const message = entry.asked === undefined ? entry.message : undefined
        draft.set(key, { state: 'kept', text, seen: entry.seen, message: message ?? messages.scoring.notSavedYet })
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

  async function save(key: string, name: string, score: NewScore, text: string) {
    const { updated, failed } = words[score.column]
    lastSent.current += 1
    const number = lastSent.current
    try {
      await saveScore(score)
      change((draft) => draft.delete(key))
      const undo = async () => {
        await undoScore(score)
        toast(messages.scoring.restored, { about: name })
      }
      // Saves are sent side by side: a reply that arrives late must not replace the toast of a score that was entered after it.
      if (number < lastConfirmed.current[score.column]) return
      lastConfirmed.current[score.column] = number
      offerUndo(updated, undo, { topic: `${score.column}-saved`, about: `${name}: ${formatTenths(score.value)}` })
    } catch (error) {
      change((draft) => draft.set(key, { state: 'kept', text, seen: score.previous, message: refusalOf(error) ?? failed }))
      alertFailure(error, failed, 'score-failed')
    }
  }

  const kept = [...entries].flatMap(([key, { state }]) => {
    const [term, memberId, column] = key.split('/')
    if (state !== 'kept' || Number(term) !== termId || (column !== 'tp' && column !== 'fb')) return []
    return [{ memberId: Number(memberId), column: column as ScoreColumn }]
  })

  /** One after the other: there may be a whole column of them. */
  async function saveKept() {
    for (const { memberId, column } of kept) {
      const key = keyOf(memberId, column)
      const entry = scoreDrafts.get(queryClient)?.get(key)
      const member = staff?.find(({ id }) => id === memberId)
      if (!member || entry?.state !== 'kept' || entry.text === '') continue
      const { text, seen } = entry
      const value = readNumber(text, 1)
      const message = refusalFor(column, value, true) ?? questionAbout(member, column, value)
      if (message) change((draft) => draft.set(key, { ...entry, message }))
      else {
        change((draft) => draft.set(key, { state: 'saving', text }))
        await save(key, member.name, { termId, memberId, column, value, previous: seen }, text)
      }
    }
  }

  function discardKept() {
    const discarded = kept.flatMap(({ memberId, column }) => {
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

  const editing: ScoreEditing = {
    isOpen,
    isEditable,
    entryOf: (memberId, column) => entries.get(keyOf(memberId, column)),
    edit,
    cancel,
    commit,
    refuse,
    leave,
    most,
    saveKept,
    discardKept,
    kept,
  }
  return (
    <Context value={editing}>
      {/* Here once, not in each of the cells. */}
      <Tooltip.Provider delayDuration={300}>{children}</Tooltip.Provider>
      <LeaveUnsavedScores
        count={[...entries.values()].filter(({ state }) => state === 'kept').length}
        isSaving={[...entries.values()].some(({ state }) => state === 'saving')}
      />
    </Context>
  )
}

/** Null if it is not set. */
function scoreOf(member: StaffMember, column: ScoreColumn): number | null {
  return member[`${column}_set`] ? member[column] : null
}
