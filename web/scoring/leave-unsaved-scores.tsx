import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { setUnsavedScores } from '../entities/scores/unsaved-scores-count.ts'
import { useSay } from '../language/language.ts'
import { useCloseOnBack } from '../ui/close-on-back.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

function panelOf({ pathname, search }: { pathname: string; search: object }): string {
  return `${pathname} ${'tab' in search && search.tab}`
}

/**
 * Asks before the panel is left with unsaved scores: by a link, by Back, or with the page itself. It does not ask when a session has ended.
 */
export function LeaveUnsavedScores({ count, isSaving }: { count: number; isSaving: boolean }) {
  const say = useSay()
  const isUnsaved = count > 0
  const router = useRouter()
  const [panel] = useState(() => panelOf(router.latestLocation))
  const [isGoingBack, setIsGoingBack] = useState(false)
  const link = useBlocker({
    disabled: !isUnsaved,
    enableBeforeUnload: false,
    withResolver: true,
    shouldBlockFn: ({ action, current, next }) => {
      const isLink = action === 'PUSH' || action === 'REPLACE'
      // The panel may still be mounted right after it was left.
      const isLeaving = panelOf(current) === panel && panelOf(next) !== panel
      return isLink && isLeaving && next.pathname !== pages.login
    },
  })
  const isAsking = isGoingBack || link.status === 'blocked'
  useCloseOnBack(isUnsaved && !isAsking, () => setIsGoingBack(true))

  useEffect(() => setUnsavedScores(count), [count])

  useEffect(() => {
    if (!isUnsaved && !isSaving) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved, isSaving])

  function stay() {
    setIsGoingBack(false)
    link.reset?.()
  }
  function leave() {
    // Back goes over the entries that dialogs have added to this page.
    if (isGoingBack) history.go(-1 - (history.state?.layer ?? 0))
    else link.proceed?.()
  }
  return (
    <ConfirmDialog
      open={isAsking}
      question={say(messages.scoring.leaveUnsaved({ count }))}
      consequence={say(messages.scoring.leaveUnsavedConsequence)}
      confirmLabel={say(messages.scoring.leaveAnyway)}
      cancelLabel={say(messages.unsent.stay)}
      onConfirm={leave}
      onCancel={stay}
    />
  )
}
