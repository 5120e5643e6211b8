import { useEffect, useEffectEvent } from 'react'
import { readOpenForm } from '../drafts/drafts.ts'
import { readSession } from '../session/session.ts'
import { takeShared } from '../sharing/shared-files.ts'
import { postingForm } from './posting-form-state.ts'

/** Adds the files that were shared into the portal to the form of a new posting, as soon as it can take them. */
export function useSharedFiles(add: (files: readonly File[]) => void, isReady: boolean) {
  const take = useEffectEvent(async () => {
    const userId = readSession()?.id
    // The form of a posting that was being edited before a reload is about to take the place of this one.
    if (userId === undefined || typeof readOpenForm(postingForm) === 'number') return
    add(await takeShared(userId))
  })
  useEffect(() => {
    if (isReady) void take()
  }, [isReady])
}
