import { useEffect, useEffectEvent } from 'react'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import { entryId } from './posted-entry.tsx'

/** Scrolls to the entry of a link once the list is loaded, and focuses it. */
export function usePointedAt(
  postings: readonly PostedActivity[] | undefined,
  wantedId: number | undefined,
  onShown: (posting: PostedActivity | undefined) => void,
) {
  const show = useEffectEvent((among: readonly PostedActivity[]) => {
    const posting = among.find(({ id }) => id === wantedId)
    const entry = posting && document.getElementById(entryId(posting))
    entry?.scrollIntoView({ block: 'center' })
    entry?.focus({ preventScroll: true })
    onShown(posting)
  })
  useEffect(() => {
    if (wantedId !== undefined && postings) show(postings)
  }, [wantedId, postings])
}
