import { useEffect, useEffectEvent, useState } from 'react'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import { entryId } from './posted-entry.tsx'

const markedForMs = 4000

/** Scrolls to the wanted entry once the list is loaded, focuses it, and returns its id for a moment to highlight it. */
export function usePointedAt(
  postings: readonly PostedActivity[] | undefined,
  wantedId: number | undefined,
  onShown: (posting: PostedActivity | undefined) => void,
): number | undefined {
  const [pointedAt, setPointedAt] = useState<number>()

  const show = useEffectEvent((among: readonly PostedActivity[]) => {
    const posting = among.find(({ id }) => id === wantedId)
    const entry = posting && document.getElementById(entryId(posting))
    entry?.scrollIntoView({ block: 'center' })
    entry?.focus({ preventScroll: true })
    setPointedAt(posting?.id)
    onShown(posting)
  })
  useEffect(() => {
    if (wantedId !== undefined && postings) show(postings)
  }, [wantedId, postings])

  useEffect(() => {
    if (pointedAt === undefined) return
    const timer = setTimeout(() => setPointedAt(undefined), markedForMs)
    return () => clearTimeout(timer)
  }, [pointedAt])
  return pointedAt
}
