import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { type ScoreChange, useSetScores } from '../entities/scores/scoring.api.ts'
import { alertFailure } from '../http/alerts.ts'
import { ApiError } from '../http/api.ts'
import { toast } from '../ui/toast.tsx'

/** The scores that were saved at once, in one term. */
export type ScoreStep = { termId: number; changes: readonly ScoreChange[]; about?: string | undefined }

/** The steps that the user took in this visit, and those that were undone, the last one at the end. */
class ScoreSteps {
  #done: readonly ScoreStep[] = []
  #undone: readonly ScoreStep[] = []
  #state = { done: this.#done, undone: this.#undone }
  readonly #listeners = new Set<() => void>()
  isRunning = false

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  /** The same object until it changes. */
  readonly state = () => this.#state

  /** A new step ends what could be redone in its term. */
  record(step: ScoreStep) {
    this.#undone = this.#undone.filter(({ termId }) => termId !== step.termId)
    this.move(step, 'done')
  }

  move(step: ScoreStep, to: 'done' | 'undone' | undefined) {
    const without = (steps: readonly ScoreStep[]) => steps.filter((other) => other !== step)
    this.#done = to === 'done' ? [...without(this.#done), step] : without(this.#done)
    this.#undone = to === 'undone' ? [...without(this.#undone), step] : without(this.#undone)
    this.#state = { done: this.#done, undone: this.#undone }
    for (const listener of this.#listeners) listener()
  }
}

/** The steps are stored per query client, so per signed-in user: another panel loses nothing. */
const stepsOf = new WeakMap<QueryClient, ScoreSteps>()

export function useScoreSteps(): ScoreSteps {
  const queryClient = useQueryClient()
  const known = stepsOf.get(queryClient) ?? new ScoreSteps()
  stepsOf.set(queryClient, known)
  return known
}

/** Undoes and redoes the steps of a term, one at a time. A refused step is removed, with a message: another person has changed the score since. */
export function useUndoRedo(termId: number | undefined) {
  const steps = useScoreSteps()
  const setScores = useSetScores()
  const { done, undone } = useSyncExternalStore(steps.subscribe, steps.state)
  const lastOf = (list: readonly ScoreStep[]) => list.findLast((step) => step.termId === termId)
  const [toUndo, toRedo] = [lastOf(done), lastOf(undone)]

  async function run(step: ScoreStep | undefined, isUndo: boolean) {
    if (!step || steps.isRunning) return
    const { undone: said, redone, redoFailed } = messages.scoreSheet
    steps.isRunning = true
    try {
      const changes = isUndo ? step.changes.map(({ from, to, ...cell }) => ({ ...cell, from: to, to: from })) : step.changes
      await setScores(step.termId, changes, true)
      steps.move(step, isUndo ? 'undone' : 'done')
      toast((isUndo ? said : redone)({ count: changes.length }), { topic: 'score-steps', about: step.about })
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) steps.move(step, undefined)
      alertFailure(error, isUndo ? messages.general.undoFailed : redoFailed, 'score-steps')
    } finally {
      steps.isRunning = false
    }
  }

  return {
    undo: toUndo && (() => void run(toUndo, true)),
    redo: toRedo && (() => void run(toRedo, false)),
  }
}
