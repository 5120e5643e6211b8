import { messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { SidebarCount } from '../../ui/sidebar-count.tsx'
import { useRights } from '../accounts/rights.ts'
import { useQuestionsToAnswer } from './questions.api.ts'

/** The number beside Review in the sidebar: the open questions that the user may answer. It is left out if there are none. */
export function QuestionsCount() {
  const say = useSay()
  const { review } = useRights()
  const { data: count = 0 } = useQuestionsToAnswer(review)
  return count === 0 ? null : <SidebarCount count={count} words={say(messages.questions.toAnswer({ count }))} />
}
