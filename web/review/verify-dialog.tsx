import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import type { PostingToReview } from '../../contract/review.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { isWarned } from './second-look.ts'

type Props = { postings: readonly PostingToReview[]; onConfirm: () => void; onCancel: () => void }

/** The question before postings with a warning, or many at once, are verified. Enter confirms, Escape returns to the selection. */
export function VerifyDialog({ postings, onConfirm, onCancel }: Props) {
  const say = useSay()
  const language = useLanguage()
  const words = messages.review
  const count = postings.length
  const only = count === 1 ? postings[0] : undefined
  const warned = postings.filter(isWarned).length
  return (
    <ConfirmDialog
      open
      question={say(
        only ? words.verifyQuestion({ name: localized(language, only, 'activity_name') }) : words.verifyManyQuestion({ count }),
      )}
      consequence={say(only ? words.oneWarned : warned > 0 ? words.warned({ count: warned }) : words.noneWarned)}
      confirmLabel={say(only ? words.verify : words.verifyCount({ number: count }))}
      look="primary"
      confirmsOnEnter
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}
