import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useState } from 'react'
import { messages } from '../../contract/messages.ts'
import { FeedbackInput, type StaffMember, TpInput } from '../../contract/scoring.ts'
import { alertFailure } from '../alerts.ts'
import { refusalOf } from '../api.ts'
import type { DataTableHandle } from '../ui/data-table.tsx'
import { formatTenths } from '../ui/numbers.ts'
import { toast } from '../ui/toast.tsx'
import { type ScoreColumn, useSaveScore } from './scoring.api.ts'

/** The edit state of a score cell. A cell without an entry just shows its number. */
export type ScoreEntry =
  /** `seen` is the value when the editor opened: the server refuses to overwrite any other. */
  | { state: 'editing'; text: string; seen: number; message?: string | undefined }
  | { state: 'saving'; text: string }
  /** Typed, but not saved: the save failed, or the editor was left. The text is preserved. */
  | { state: 'kept'; text: string; message: string }

type ScoreEditing = {
  /** False in a closed term: nothing can be edited. */
  isOpen: boolean
  entryOf: (memberId: number, column: ScoreColumn) => ScoreEntry | undefined
  edit: (member: StaffMember, column: ScoreColumn) => void
  cancel: (memberId: number, column: ScoreColumn) => void
  /** Saves, and opens the editor that many rows further down; with 0 the editor just closes. */
  commit: (member: StaffMember, column: ScoreColumn, typed: { text: string; value: number }, steps: number) => void
  /** Focus left the open editor. */
  leave: (memberId: number, column: ScoreColumn, text: string) => void
  /** Cells with unsaved text, in the order in which they were left. */
  kept: { memberId: number; column: ScoreColumn }[]
}

/** The full names of the two columns: on their headers, and after "Edit" on every number. */
export const scoreNames = { tp: 'Teacher Points', fb: 'Feedback' } as const

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
export function ScoreEditingProvider({ termId = 0, isOpen, table, children }: Props) {
  const queryClient = useQueryClient()
  const [entries, setEntries] = useState(() => entriesLeft(queryClient))
  const saveScore = useSaveScore()
  useQuestionBeforeLeaving([...entries.values()].some(({ state }) => state !== 'editing'))

  const keyOf = (memberId: number, column: ScoreColumn) => `${termId}/${memberId}/${column}`
  const change = (work: (draft: Map<string, ScoreEntry>) => void) => {
    const draft = new Map(scoreDrafts.get(queryClient))
    work(draft)
    scoreDrafts.set(queryClient, draft)
    setEntries(draft)
  }

  function edit(member: StaffMember, column: ScoreColumn) {
    table.current?.draw(member.id)
    change((draft) => {
      for (const [key, entry] of draft) if (entry.state === 'editing') draft.delete(key)
      const key = keyOf(member.id, column)
      const before = draft.get(key)
      if (before?.state === 'saving') return
      const seen = member[column]
      draft.set(key, { state: 'editing', text: before?.text ?? formatTenths(seen), seen, message: before?.message })
    })
  }

  function cancel(memberId: number, column: ScoreColumn) {
    change((draft) => draft.delete(keyOf(memberId, column)))
  }

  function leave(memberId: number, column: ScoreColumn, text: string) {
    const key = keyOf(memberId, column)
    change((draft) => {
      const entry = draft.get(key)
      if (entry?.state !== 'editing') return
      if (text === '' || (Number(text) === entry.seen && !entry.message)) draft.delete(key)
      else draft.set(key, { state: 'kept', text, message: entry.message ?? messages.scoring.notSavedYet })
    })
  }

  const commit: ScoreEditing['commit'] = (member, column, { text, value }, steps) => {
    const key = keyOf(member.id, column)
    const entry = entries.get(key)
    if (entry?.state !== 'editing') return
    if (!words[column].input.safeParse(value).success) {
      change((draft) => draft.set(key, { ...entry, text, message: words[column].invalid }))
      return
    }

    const next = steps === 0 ? undefined : table.current?.neighbour(member.id, steps)
    const isChanged = value !== entry.seen
    change((draft) => {
      if (isChanged) draft.set(key, { state: 'saving', text })
      else draft.delete(key)
    })
    if (next) edit(next, column)
    if (isChanged) void save(key, { memberId: member.id, column, value, previous: entry.seen }, text)
  }

  async function save(key: string, score: Omit<Parameters<typeof saveScore>[0], 'termId'>, text: string) {
    const { updated, failed } = words[score.column]
    try {
      await saveScore({ termId, ...score })
      change((draft) => draft.delete(key))
      toast(updated, { topic: 'score-saved' })
    } catch (error) {
      change((draft) => draft.set(key, { state: 'kept', text, message: refusalOf(error) ?? failed }))
      alertFailure(error, failed, 'score-failed')
    }
  }

  const kept = [...entries].flatMap(([key, { state }]) => {
    const [term, memberId, column] = key.split('/')
    if (state !== 'kept' || Number(term) !== termId || (column !== 'tp' && column !== 'fb')) return []
    return [{ memberId: Number(memberId), column: column as ScoreColumn }]
  })

  const editing: ScoreEditing = {
    isOpen,
    entryOf: (memberId, column) => entries.get(keyOf(memberId, column)),
    edit,
    cancel,
    commit,
    leave,
    kept,
  }
  return <Context value={editing}>{children}</Context>
}

/** The browser asks for confirmation before it closes or reloads the page with unsaved scores. */
function useQuestionBeforeLeaving(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isNeeded])
}
