import { ListChecks, Redo2, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { useUndoRedo } from './score-steps.ts'

type Props = {
  termId: number | undefined
  isSelecting: boolean
  onSelecting: (isSelecting: boolean) => void
}

/** The buttons above the list: undo, redo, and the boxes that select members. */
export function SheetTools({ termId, isSelecting, onSelecting }: Props) {
  const { undo, redo } = useUndoRedo(termId)
  useUndoKeys(undo, redo)
  const { scoreSheet } = messages
  return (
    // A phone has no room for them beside the other buttons.
    <div className="flex gap-1.5 max-sm:order-last max-sm:basis-full print:hidden">
      <IconButton label={scoreSheet.undo} run={undo} Icon={Undo2} />
      <IconButton label={scoreSheet.redo} run={redo} Icon={Redo2} />
      <IconButton label={scoreSheet.select} run={() => onSelecting(!isSelecting)} isPressed={isSelecting} Icon={ListChecks} />
    </div>
  )
}

type ButtonProps = { label: Message; run: (() => void) | undefined; isPressed?: boolean; Icon: typeof Undo2 }

function IconButton({ label, run, isPressed, Icon }: ButtonProps) {
  const say = useSay()
  return (
    <button
      type="button"
      aria-label={say(label)}
      title={say(label)}
      aria-pressed={isPressed}
      // The button stays focusable: it may have been pressed by keyboard for the last step.
      aria-disabled={run ? undefined : true}
      onClick={run}
      className="grid size-10 max-sm:size-11 shrink-0 cursor-pointer place-items-center rounded-md border border-edge/60 bg-card text-quiet hover:border-edge hover:bg-sunk hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-50 aria-pressed:bg-brand-soft aria-pressed:text-brand"
    >
      <Icon aria-hidden="true" className={`size-4 ${isPressed === undefined ? 'rtl:-scale-x-100' : ''}`} />
    </button>
  )
}

const typedInto = 'input:not([type="checkbox"]), select, textarea, [contenteditable]'

/** Whether the keys say undo or redo, on any layout; where the letters are not Latin, the position counts. */
function stepOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (ctrlKey === metaKey || altKey) return undefined
  const letter = /^[ -~]$/.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' && !shiftKey ? 'redo' : undefined
}

/** A text field undoes its own text, and a dialog holds the page. */
function useUndoKeys(undo: (() => void) | undefined, redo: (() => void) | undefined) {
  const onStep = useEffectEvent((step: 'undo' | 'redo') => (step === 'undo' ? undo : redo)?.())
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = stepOf(event)
      if (!step || event.defaultPrevented || event.isComposing) return
      if (event.target instanceof Element && event.target.closest(typedInto)) return
      if (document.querySelector('[data-holds-page]')) return
      event.preventDefault()
      onStep(step)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
