import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type Bands, gradeFor, nextGrade, noGrade } from '../../contract/grading.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Term } from '../../contract/terms.ts'
import { countPoints } from '../entities/grades/count-points.ts'
import { useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'

const WhatNextDialog = lazyComponent(() => import('./what-next-dialog.tsx'), 'WhatNextDialog', 'all')

type Props = { bands: Bands; title: string | null; points: number; term: Term | undefined; className: string }

/** The button "5 points to D", which opens the activities that would lead there. In a closed term nothing would. */
export function WayOn({ bands, title, points, term, className }: Props) {
  const say = useSay()
  const [isOpen, setIsOpen] = useState(false)
  const next = nextGrade(bands, title, points)
  if (!next) {
    const isUntitled = gradeFor(bands, title, points) === noGrade
    return <bdi className="text-on-deep-quiet">{say(isUntitled ? messages.grading.unknownTitle : messages.grading.highest)}</bdi>
  }
  const sentence = say(messages.grading.pointsTo({ points: countPoints(next.missing), grade: next.grade }))
  if (term?.status !== 'open') return <bdi className="text-on-deep-quiet">{sentence}</bdi>
  return (
    <>
      <button
        type="button"
        aria-label={`${sentence}. ${say(messages.whatNext.open)}`}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        onPointerEnter={() => void WhatNextDialog.preload?.()}
        className={`inline-flex cursor-pointer items-center gap-1 rounded-sm text-start font-medium text-brass-pale underline decoration-brass-pale/50 underline-offset-2 hover:decoration-brass-pale focus-visible:outline-brass-bright ${className}`}
      >
        <bdi>{sentence}</bdi>
        <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 rtl:-scale-x-100" />
      </button>
      {isOpen && (
        <LazyBoundary onFailure={() => setIsOpen(false)}>
          <WhatNextDialog bands={bands} title={title} points={points} next={next} term={term} onClose={() => setIsOpen(false)} />
        </LazyBoundary>
      )}
    </>
  )
}
