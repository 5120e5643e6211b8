import type { ReactNode } from 'react'
import type { Activity } from '../../../contract/activities.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import { useLanguage } from '../../language/language.ts'
import { countPoints } from '../grades/count-points.ts'
import { ExplainedNumber } from '../scores/explained-number.tsx'

/** The points that an activity of the catalogue earns. A press explains them to a member. */
export function ActivityPoints({ activity, children }: { activity: Activity; children: ReactNode }) {
  const label = messages.explanations.entry.label({ name: localized(useLanguage(), activity, 'name') })
  return (
    <ExplainedNumber subject={activity} termId={undefined} label={label} value={countPoints(activity.score)}>
      {children}
    </ExplainedNumber>
  )
}
