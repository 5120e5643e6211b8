import { useEffect, useRef, useState } from 'react'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import { alertFailure } from '../alerts.ts'
import { useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { type Decision, useDecide } from './review.api.ts'

/** The actions for one posting. Not for the administrator's own, and not in a closed term. */
export function ReviewButtons({ posting }: { posting: PostedActivity }) {
  const decide = useDecide()
  const isOwn = useSession()?.id === posting.user_id
  const [isSaving, setIsSaving] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const buttons = useRef<HTMLDivElement>(null)
  const { state } = posting

  // The pressed button is gone with the old state, so focus moves to the actions of the new one.
  const before = useRef(state)
  useEffect(() => {
    if (isAsking) return
    if (before.current !== state && document.activeElement === document.body) buttons.current?.querySelector('button')?.focus()
    before.current = state
  }, [state, isAsking])

  /** Throws if the server refuses. */
  async function send(decision: Decision) {
    const { message } = await decide([posting], decision)
    toast(message, { topic: 'review' })
  }

  async function press(decision: Decision) {
    setIsSaving(true)
    try {
      await send(decision)
    } catch (error) {
      alertFailure(error, messages.review.saveFailed, 'review')
    } finally {
      setIsSaving(false)
    }
  }

  if (isOwn || posting.term_status === 'closed') return null
  const named = `${posting.activity_name}, ${formatDay(posting.starting_date)}`
  return (
    <div ref={buttons} className="flex flex-wrap gap-2">
      {state === 'posted' ? (
        <>
          <Button
            size="small"
            aria-label={`Verify ${named}`}
            aria-disabled={isSaving || undefined}
            onClick={() => isSaving || void press({ state: 'verified' })}
          >
            Verify
          </Button>
          <Button size="small" aria-label={`Return ${named}`} onClick={() => setIsAsking(true)}>
            Return
          </Button>
        </>
      ) : (
        <Button
          size="small"
          aria-label={`Take back: ${named}`}
          aria-disabled={isSaving || undefined}
          onClick={() => isSaving || void press({ state: 'posted' })}
        >
          Take back
        </Button>
      )}
      {isAsking && (
        <ReturnDialog
          postings={[posting]}
          onReturn={(_, reason) => send({ state: 'returned', reason })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
