import type { ReactNode } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { typeName } from '../../contract/codes.ts'
import { localized } from '../../contract/localized.ts'
import { countPoints } from '../entities/grades/count-points.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Badge } from '../ui/badge.tsx'

/** The height of a card in a table, at the usual text size. */
export const activityCardHeight = 156

type Props = {
  activity: Activity
  /** The points, in place of plain text. */
  points?: ReactNode
  description: ReactNode
  /** The buttons of the row. */
  children: ReactNode
}

/** A card for a phone: what an activity is, what it earns and what can be done with it, without horizontal scrolling. */
export function ActivityCard({ activity, points, description, children }: Props) {
  const say = useSay()
  const name = localized(useLanguage(), activity, 'name')
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 @max-2xs:flex-col @max-2xs:items-start">
        <div className="min-w-0 grow basis-40 @max-2xs:basis-auto">
          <p dir="auto" title={name} className="cell-text font-medium">
            {name}
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem]">
            {points ?? <bdi>{say(countPoints(activity.score))}</bdi>}
            <Badge>{say(typeName(activity.type))}</Badge>
          </p>
          <div className="mt-1.5 text-[0.8125rem] text-quiet @max-2xs:hidden">{description}</div>
        </div>
        {children}
      </div>
    </div>
  )
}
