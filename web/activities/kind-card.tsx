import { useState } from 'react'
import { typeName } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { formatPoints } from '../../contract/points.ts'
import { countPoints } from '../entities/grades/count-points.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import type { Kind } from './kinds.ts'
import { type UsedUp, UsedUpNote } from './used-up-note.tsx'

const PlacesDialog = lazyComponent(() => import('./places-dialog.tsx'), 'PlacesDialog')

/** A kind of activity on a phone: its places and points, and a button that opens the places as choices. */
export function KindCard({ kind, usedUp }: { kind: Kind; usedUp: UsedUp }) {
  const say = useSay()
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const name = localized(language, kind, 'name')
  const scores = kind.members.map(({ score }) => score)
  const [least, most] = [Math.min(...scores), Math.max(...scores)]
  const places = kind.members.map((member) => localized(language, member, 'place') ?? localized(language, member, 'name'))
  const isUsedUp = kind.members.every(({ id }) => usedUp.some(({ activity_id }) => activity_id === id))
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 @max-2xs:flex-col @max-2xs:items-start">
        <div className="min-w-0 grow basis-40 @max-2xs:basis-auto">
          <p dir="auto" title={name} className="cell-text font-medium">
            {name}
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem]">
            <bdi>
              {least === most
                ? say(countPoints(most))
                : say(messages.activities.pointsFromTo({ least: formatPoints(least), most: countPoints(most) }))}
            </bdi>
            <Badge>{say(typeName(kind.type))}</Badge>
          </p>
          <div className="mt-1.5 text-[0.8125rem] text-quiet @max-2xs:hidden">
            {isUsedUp ? (
              <UsedUpNote activity={kind.members[0] ?? kind} usedUp={usedUp} />
            ) : (
              <p dir="auto" className="line-clamp-2 text-as-around">
                {places.join(say(messages.general.factSeparator))}
              </p>
            )}
          </div>
        </div>
        <Button
          size="small"
          aria-haspopup="dialog"
          aria-label={say(messages.activities.placesOf({ name }))}
          className="max-sm:min-h-11"
          onClick={() => setIsOpen(true)}
          onPointerEnter={() => void PlacesDialog.preload?.()}
        >
          {say(messages.activities.choosePlace)}
        </Button>
      </div>
      {isOpen && (
        <LazyBoundary onFailure={() => setIsOpen(false)}>
          <PlacesDialog kind={kind} usedUp={usedUp} onClose={() => setIsOpen(false)} />
        </LazyBoundary>
      )}
    </div>
  )
}
