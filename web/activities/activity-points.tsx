import type { ReactNode } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { countPoints } from '../grading/count-points.ts'
import { useLanguage } from '../language.ts'
import { ExplainedNumber } from '../posted-activities/explained-number.tsx'

/** What an activity of the catalogue earns. It explains itself to a member when it is pressed. */
export function ActivityPoints({ activity, children }: { activity: Activity; children: ReactNode }) {
  const label = messages.explanations.entry.label({ name: localized(useLanguage(), activity, 'name') })
  return (
    <ExplainedNumber subject={activity} termId={undefined} label={label} value={countPoints(activity.score)}>
      {children}
    </ExplainedNumber>
  )
}
