import { useRef, useState } from 'react'
import { messages } from '../../contract/messages.ts'
import { mostReviewedAtOnce, type PostingToReview } from '../../contract/review.ts'
import { alertFailure, offerUndo } from '../alerts.ts'
import { toast } from '../ui/toast.tsx'
import { indexIn, type Place, placeWithout } from './queue-place.ts'
import { type Decision, type Seen, useDecide } from './review.api.ts'

const topic = 'review'

/** The position in the queue, the selection, and the decision in progress. */
export function useReviewWork(queue: readonly PostingToReview[]) {
  const decide = useDecide()
  const [place, setPlace] = useState<Place>()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [isSaving, setIsSaving] = useState(false)
  const [returning, setReturning] = useState<readonly PostingToReview[]>()
  const lastUndo = useRef<() => Promise<void>>(undefined)

  const index = indexIn(queue, place)
  const current = queue[index]
  const selected = queue.filter(({ id }) => chosen.has(id))
  const targets = selected.length > 0 ? selected : current ? [current] : []

  function open({ id }: PostingToReview) {
    setPlace({ id, index: queue.findIndex((other) => other.id === id) })
  }

  function go(steps: 1 | -1) {
    const next = queue[index + steps]
    if (next) setPlace({ id: next.id, index: index + steps })
  }

  function toggle({ id }: PostingToReview) {
    setChosen((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }

  /** Throws if the server refuses. */
  async function send(postings: readonly Seen[], decision: Decision) {
    setIsSaving(true)
    try {
      const reply = await decide(postings, decision)
      const gone = new Set(postings.map(({ id }) => id))
      setPlace((now) => placeWithout(queue, gone, now))
      setChosen((before) => new Set([...before].filter((id) => !gone.has(id))))
      const undo = () => takeBack(reply.postings)
      lastUndo.current = undo
      // Each toast replaces the previous one: verifying fifty in a row must not stack fifty messages.
      offerUndo(reply.message, undo, { topic })
    } finally {
      setIsSaving(false)
    }
  }

  async function takeBack(postings: readonly Seen[]) {
    lastUndo.current = undefined
    const { message } = await decide(postings, { state: 'posted' })
    const [first] = postings
    if (first) setPlace({ id: first.id, index: 0 })
    toast(message, { topic })
  }

  /** A decision needs at least one posting, at most the limit, and no other decision in progress. */
  function isPossible() {
    if (targets.length > mostReviewedAtOnce) toast(messages.review.tooMany(mostReviewedAtOnce), { kind: 'bad', topic })
    return !isSaving && targets.length > 0 && targets.length <= mostReviewedAtOnce
  }

  return {
    index,
    current,
    chosen,
    selected,
    isSaving,
    returning,
    open,
    go,
    toggle,

    chooseAll: () => setChosen(new Set(queue.slice(0, mostReviewedAtOnce).map(({ id }) => id))),
    chooseNone: () => setChosen(new Set()),

    verify: () => {
      if (isPossible())
        send(targets, { state: 'verified' }).catch((error) => alertFailure(error, messages.review.saveFailed, topic))
    },
    askReason: () => isPossible() && setReturning(targets),
    closeReason: () => setReturning(undefined),
    giveBack: (postings: readonly Seen[], reason: string) => send(postings, { state: 'returned', reason }),

    undo: () => {
      const undo = lastUndo.current
      undo?.().catch((error) => alertFailure(error, messages.general.undoFailed, topic))
    },
  }
}
