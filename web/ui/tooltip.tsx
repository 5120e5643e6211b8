import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

type Props = {
  text: string
  /** The control; a screen reader reads the text after its name. */
  children: (describedBy: string) => ReactNode
}

/** Passing over a row of headings shows nothing. */
const hoverMs = 300
const distanceToEdge = 8

/**
 * A short text about a control, on hover, on focus by keyboard, and on a tap, which does what the control does as well. Escape and a press
 * elsewhere close it (`popover`). In the top layer, because a table clips what stands in it.
 */
export function Tooltip({ text, children }: Props) {
  const id = useId()
  const control = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isTouch = useRef(false)
  const [isOpen, setIsOpen] = useState(false)

  function show() {
    clearTimeout(timer.current)
    if (tip.current?.isConnected && !tip.current.matches(':popover-open')) tip.current.showPopover()
  }

  function hide() {
    clearTimeout(timer.current)
    if (tip.current?.matches(':popover-open')) tip.current.hidePopover()
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    if (!isOpen) return
    const place = () => {
      if (!control.current || !tip.current) return
      const { left, bottom, width } = control.current.getBoundingClientRect()
      const own = tip.current.offsetWidth
      const furthest = document.documentElement.clientWidth - own - distanceToEdge
      tip.current.style.left = `${Math.max(distanceToEdge, Math.min(left + (width - own) / 2, furthest))}px`
      tip.current.style.top = `${bottom}px`
    }
    place()
    // Focus may scroll the table.
    document.addEventListener('scroll', place, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', place, { capture: true })
  }, [isOpen])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control inside is what is used; this only notices it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: focus by keyboard has shown the text already.
    <span
      ref={control}
      className="inline-block max-w-full"
      onPointerEnter={({ pointerType }: PointerEvent) => {
        if (pointerType !== 'touch') timer.current = setTimeout(show, hoverMs)
      }}
      onPointerLeave={({ pointerType }: PointerEvent) => {
        if (pointerType !== 'touch') hide()
      }}
      onPointerDown={({ pointerType }: PointerEvent) => {
        clearTimeout(timer.current)
        isTouch.current = pointerType === 'touch'
      }}
      onClick={() => {
        if (isTouch.current) show()
      }}
      onFocus={({ target }: FocusEvent) => {
        if (target.matches(':focus-visible')) show()
      }}
      onBlur={hide}
    >
      {children(id)}
      {createPortal(
        // Outside of the heading, whose text a screen reader reads before every cell.
        <div
          ref={tip}
          id={id}
          role="tooltip"
          popover="auto"
          onToggle={({ newState }) => setIsOpen(newState === 'open')}
          className="fixed inset-auto m-0 max-w-72 rounded-md border-0 bg-ink px-2.5 py-1.5 text-[0.8125rem] text-card shadow-lifted print:hidden"
        >
          <bdi>{text}</bdi>
        </div>,
        document.body,
      )}
    </span>
  )
}
