import { useEffect, useRef, useState } from 'react'
import { formatDay } from '../../../contract/dates.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import type { PostedActivity } from '../../../contract/posted-activities.ts'
import { alertFailure } from '../../http/alerts.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useRights } from '../accounts/rights.ts'
import { ReturnDialog } from './return-dialog.tsx'
import { type Decision, decided, useDecide } from './review.api.ts'

/** The actions for one posting, for who reviews: for one's own a sentence says why there are none, and there are none in a closed term. */
export function ReviewButtons({ posting }: { posting: PostedActivity }) {
  const say = useSay()
  const language = useLanguage()
  const decide = useDecide()
  const { review: mayReview } = useRights()
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

  /** Sends a decision. Throws if the server refuses. */
  async function send(decision: Decision) {
    await decide([posting], decision)
    toast(decided[decision.state]({ count: 1 }), { topic: 'review' })
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

  if (!mayReview || posting.term_status === 'closed') return null
  if (isOwn)
    return (
      <p className="text-sm text-quiet">
        <bdi>{say(messages.review.notOwn)}</bdi>
      </p>
    )
  const name = messages.general.nameAndDay({
    name: localized(language, posting, 'activity_name'),
    day: formatDay(say, posting.starting_date),
  })
  return (
    <div ref={buttons} className="flex flex-wrap gap-2">
      {state === 'posted' ? (
        <>
          <Button
            size="small"
            aria-label={say(messages.review.verifyNamed({ name }))}
            aria-disabled={isSaving || undefined}
            onClick={() => isSaving || void press({ state: 'verified' })}
          >
            {say(messages.review.verify)}
          </Button>
          <Button size="small" aria-label={say(messages.review.returnNamed({ name }))} onClick={() => setIsAsking(true)}>
            {say(messages.review.return)}
          </Button>
        </>
      ) : (
        <Button
          size="small"
          aria-label={say(messages.review.takeBackNamed({ name }))}
          aria-disabled={isSaving || undefined}
          onClick={() => isSaving || void press({ state: 'posted' })}
        >
          {say(messages.review.takeBack)}
        </Button>
      )}
      {isAsking && (
        <ReturnDialog
          postings={[posting]}
          onReturn={(_, reason) => send({ state: 'returned', ...reason })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
