import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useCloseOnBack } from './close-on-back.ts'

type Props = {
  /** The parent of the popover and its button: pressing that button is not an outside click. */
  frame: RefObject<HTMLElement | null>
  id: string
  labelledBy: string
  /**
   * Closes the popover. After Escape or Back (`isEscape`), focus returns to the button that opened it. Otherwise the user has already moved
   * it.
   */
  onClose: (isEscape: boolean) => void
  className: string
  children: ReactNode
}

/**
 * A non-modal popover: focus moves in, Tab continues through the page, and Escape, Back, an outside click or focus
 * outside close it.
 */
export function Popover({ frame, id, labelledBy, onClose, className, children }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  useCloseOnBack(true, () => onClose(true))

  useEffect(() => panel.current?.focus({ preventScroll: true }), [])

  useEffect(() => {
    function leave({ target }: Event) {
      if (!(target instanceof Element) || !target.isConnected) return
      // The popover stays open when a toast is used.
      if (!frame.current?.contains(target) && !target.closest('[data-toasts]')) close(false)
    }
    function press(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.defaultPrevented) close(true)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', press)
    }
  }, [frame])

  return (
    <div
      ref={panel}
      id={id}
      role="dialog"
      aria-labelledby={labelledBy}
      tabIndex={-1}
      className={`flex animate-appear flex-col overflow-hidden rounded-lg border border-line bg-card text-ink shadow-lifted outline-none ${className}`}
    >
      {children}
    </div>
  )
}
