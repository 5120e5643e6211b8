import { useRef, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { mostReviewedAtOnce } from '../../contract/limits.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { PostingToReview } from '../../contract/review.ts'
import { type Decision, decided, type Reason, type Seen, useDecide } from '../entities/review/review.api.ts'
import { alertFailure, offerUndo } from '../http/alerts.ts'
import { toast } from '../ui/toast.tsx'
import { indexIn, type Place, placeWithout } from './queue-place.ts'
import { needsSecondLook } from './second-look.ts'

const topic = 'review'

/** The position in the queue, the selection, and the decisions. `postings` is the queue of the server. */
export function useReviewWork(postings: readonly PostingToReview[]) {
  const decide = useDecide()
  const [place, setPlace] = useState<Place>()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  // The postings that were decided here, and not yet confirmed by the server: the next one opens at once, and several decisions can be
  // pending.
  const [pending, setPending] = useState<ReadonlySet<number>>(new Set())
  const [returning, setReturning] = useState<readonly PostingToReview[]>()
  const [verifying, setVerifying] = useState<readonly PostingToReview[]>()
  const lastUndo = useRef<() => Promise<void>>(undefined)

  const queue = pending.size === 0 ? postings : postings.filter(({ id }) => !pending.has(id))
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

  /** Decides the postings, as many at once as the server accepts. Returns those that were saved; throws if none was. */
  async function decideAll(wanted: readonly Seen[], decision: Decision): Promise<PostedActivity[]> {
    const saved: PostedActivity[] = []
    try {
      for (let start = 0; start < wanted.length; start += mostReviewedAtOnce)
        saved.push(...(await decide(wanted.slice(start, start + mostReviewedAtOnce), decision)).postings)
    } catch (error) {
      if (saved.length === 0) throw error
    }
    return saved
  }

  /** Moves on from the postings: the next one opens. */
  function pass(ids: ReadonlySet<number>) {
    setPlace((now) => placeWithout(queue, ids, now))
    setChosen((before) => new Set([...before].filter((id) => !ids.has(id))))
  }

  function report(wanted: readonly Seen[], saved: readonly PostedActivity[], state: 'verified' | 'returned') {
    const undo = () => takeBack(saved)
    lastUndo.current = undo
    // Each toast replaces the previous one: verifying fifty in a row must not stack fifty messages.
    if (saved.length === wanted.length) offerUndo(decided[state]({ count: saved.length }), undo, { topic })
    else toast(messages.review.partlySaved({ saved: saved.length, wanted: wanted.length }), { kind: 'bad', topic })
  }

  async function verify(wanted: readonly PostingToReview[]) {
    const ids = new Set(wanted.map(({ id }) => id))
    const setAside = (add: boolean) =>
      setPending((before) => new Set(add ? [...before, ...ids] : [...before].filter((id) => !ids.has(id))))
    pass(ids)
    setAside(true)
    try {
      report(wanted, await decideAll(wanted, { state: 'verified' }), 'verified')
    } catch (error) {
      const [first] = wanted
      if (first) setPlace({ id: first.id, index })
      alertFailure(error, messages.review.saveFailed, topic)
    } finally {
      setAside(false)
    }
  }

  /** Returns the postings with a reason. Throws if the server refuses. */
  async function giveBack(wanted: readonly Seen[], reason: Reason) {
    const saved = await decideAll(wanted, { state: 'returned', ...reason })
    pass(new Set(saved.map(({ id }) => id)))
    report(wanted, saved, 'returned')
  }

  async function takeBack(reviewed: readonly Seen[]) {
    lastUndo.current = undefined
    const saved = await decideAll(reviewed, { state: 'posted' })
    const [first] = reviewed
    if (first) setPlace({ id: first.id, index: 0 })
    toast(decided.posted({ count: saved.length }), { topic })
  }

  return {
    queue,
    index,
    current,
    chosen,
    selected,
    returning,
    verifying,
    open,
    go,
    toggle,

    choose: (all: readonly PostingToReview[]) => setChosen(new Set(all.map(({ id }) => id))),
    chooseNone: () => setChosen(new Set()),

    /** Verifies the postings, but asks first where a warning or the number of postings requires a second look. */
    verify: () => {
      if (needsSecondLook(targets)) setVerifying(targets)
      else if (targets.length > 0) void verify(targets)
    },
    confirmVerify: () => {
      setVerifying(undefined)
      if (verifying) void verify(verifying)
    },
    cancelVerify: () => setVerifying(undefined),
    askReason: () => targets.length > 0 && setReturning(targets),
    closeReason: () => setReturning(undefined),
    giveBack,

    undo: () => {
      const undo = lastUndo.current
      undo?.().catch((error) => alertFailure(error, messages.general.undoFailed, topic))
    },
  }
}
