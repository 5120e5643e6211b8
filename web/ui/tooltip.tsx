import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'

type Props = {
  text: string
  /** Where it does not cover what is read next. */
  side?: 'above' | 'below'
  /** The control does nothing else: a press of the mouse shows it as well. */
  isOnPress?: boolean
  /** The control; a screen reader reads the text after its name, while it is shown. */
  children: (describedBy: string | undefined) => ReactNode
}

/** The time before a tooltip is shown on hover: passing over a row of headings shows nothing. */
const hoverMs = 300
const distanceToEdge = 8

/**
 * A short text about a control, on hover, on focus by keyboard, and on a tap, which does what the control does as well. Escape and a press
 * elsewhere close it (`popover`). It is rendered only while it is shown, because a table has one in every row.
 */
export function Tooltip({ text, side = 'below', isOnPress = false, children }: Props) {
  const id = useId()
  const control = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isTouch = useRef(false)
  const [isOpen, setIsOpen] = useState(false)

  function change(next: boolean) {
    clearTimeout(timer.current)
    setIsOpen(next)
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control inside is what is used; this only notices it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: focus by keyboard has shown the text already.
    <span
      ref={control}
      className="inline-block max-w-full"
      onPointerEnter={({ pointerType }: PointerEvent) => {
        if (pointerType !== 'touch') timer.current = setTimeout(() => setIsOpen(true), hoverMs)
      }}
      onPointerLeave={({ pointerType }: PointerEvent) => {
        // A tooltip that was opened by a tap stays, also where a mouse pointer rests beside it.
        if (pointerType !== 'touch' && !isTouch.current) change(false)
      }}
      onPointerDown={({ pointerType }: PointerEvent) => {
        clearTimeout(timer.current)
        isTouch.current = pointerType === 'touch'
      }}
      onClick={() => {
        if (!isTouch.current && !isOnPress) return
        change(true)
        // For the browser, a press of the control is one outside of the shown text, and closes it.
        showTip(tip.current)
      }}
      onFocus={({ target }: FocusEvent) => {
        if (target.matches(':focus-visible')) change(true)
      }}
      onBlur={({ target }: FocusEvent) => {
        // The control stays the active element if only the window loses the focus.
        if (document.activeElement !== target) change(false)
      }}
    >
      {children(isOpen ? id : undefined)}
      {isOpen && <Tip tip={tip} id={id} text={text} side={side} control={control} onClose={() => setIsOpen(false)} />}
    </span>
  )
}

function showTip(tip: HTMLElement | null) {
  if (tip && !tip.matches(':popover-open')) tip.showPopover()
}

type TipProps = {
  tip: RefObject<HTMLDivElement | null>
  id: string
  text: string
  side: 'above' | 'below'
  control: RefObject<HTMLElement | null>
  onClose: () => void
}

/** In the top layer, because a table clips what stands in it, and outside of a heading, whose text a screen reader reads before every cell. */
function Tip({ tip, id, text, side, control, onClose }: TipProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another size.
  useLayoutEffect(() => {
    const element = tip.current
    if (!element) return
    showTip(element)
    const place = () => {
      if (!control.current) return
      const { left, top, bottom, width } = control.current.getBoundingClientRect()
      const own = element.getBoundingClientRect()
      const furthest = document.documentElement.clientWidth - own.width - distanceToEdge
      element.style.left = `${Math.max(distanceToEdge, Math.min(left + (width - own.width) / 2, furthest))}px`
      element.style.top = `${side === 'above' && top > own.height ? top - own.height : bottom}px`
    }
    place()
    // The tooltip follows the scrolling, because focus may scroll the table.
    document.addEventListener('scroll', place, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', place, { capture: true })
  }, [tip, control, side, text])

  return createPortal(
    <div
      ref={tip}
      id={id}
      role="tooltip"
      popover="auto"
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      className="fixed inset-auto m-0 max-w-72 rounded-md border-0 bg-ink px-2.5 py-1.5 text-[0.8125rem] text-card shadow-lifted print:hidden"
    >
      <bdi>{text}</bdi>
    </div>,
    document.body,
  )
}
