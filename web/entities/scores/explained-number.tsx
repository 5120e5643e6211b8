import { type ReactNode, useState } from 'react'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { LazyBoundary, lazyComponent } from '../../routing/lazy-component.tsx'
import type { Explained } from './explanation-dialog.tsx'

const ExplanationDialog = lazyComponent(() => import('./explanation-dialog.tsx'), 'ExplanationDialog')

type Props = {
  subject: Explained
  /** The term of the numbers; the current one if undefined. */
  termId: number | undefined
  label: Message
  /** The number as screen readers read it. */
  value: string | Message
  /** The area that answers to a finger, where the number alone is too small: a row or the space around it. */
  area?: 'row' | 'around'
  children: ReactNode
}

const areas = {
  row: 'after:absolute after:inset-0',
  around: 'relative touch-area sm:after:absolute sm:after:-inset-x-2 sm:after:-inset-y-2',
} as const

/** The look of the number, so that it is seen to be more than a number. On paper it is a plain one. */
export const explainedLook =
  'underline decoration-current/35 decoration-dotted decoration-1 underline-offset-4 group-hover/number:decoration-current print:no-underline'

/** A number, and a button that explains what the number is, who sets it and when. */
export function ExplainedNumber({ subject, termId, label, value, area = 'around', children }: Props) {
  const say = useSay()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={say(messages.explanations.explain({ value, label }))}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        onPointerEnter={() => void ExplanationDialog.preload?.()}
        className={`group/number z-1 cursor-pointer rounded-sm text-start font-[inherit] ${areas[area]}`}
      >
        {children}
      </button>
      {isOpen && (
        <LazyBoundary onFailure={() => setIsOpen(false)}>
          <ExplanationDialog subject={subject} termId={termId} label={label} value={value} onClose={() => setIsOpen(false)} />
        </LazyBoundary>
      )}
    </>
  )
}
