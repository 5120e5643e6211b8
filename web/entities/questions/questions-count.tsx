import { messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { useRights } from '../accounts/rights.ts'
import { useQuestionsToAnswer } from './questions.api.ts'

/** The number beside Review in the sidebar: the open questions that the user may answer. It is left out if there are none. */
export function QuestionsCount() {
  const say = useSay()
  const { review } = useRights()
  const { data: count = 0 } = useQuestionsToAnswer(review)
  if (count === 0) return null
  const words = say(messages.questions.toAnswer({ count }))
  return (
    <>
      <span className="sr-only">{` ${words}`}</span>
      <span
        aria-hidden="true"
        title={words}
        className="ms-auto inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-brass-bright px-1.5 text-xs font-semibold text-on-brass"
      >
        {count > 99 ? '99+' : count}
      </span>
    </>
  )
}
