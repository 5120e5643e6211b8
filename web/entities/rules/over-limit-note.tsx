import { TriangleAlert } from 'lucide-react'
import { overLimitSentence } from '../../../contract/limit-sentences.ts'
import type { PostedActivity } from '../../../contract/posted-activities.ts'
import { useSay } from '../../language/language.ts'

/** The reason why a posting counts 0 although it was not returned. Empty for any other posting. */
export function OverLimitNote({ posting }: { posting: Pick<PostedActivity, 'over_limit' | 'type'> }) {
  const say = useSay()
  if (!posting.over_limit) return null
  return (
    <p className="flex items-start gap-1.5 text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.75 size-3.5 shrink-0 text-brass" />
      <bdi>{say(overLimitSentence(posting.over_limit, posting.type))}</bdi>
    </p>
  )
}
