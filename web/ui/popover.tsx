import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'

type Props = {
  /** What holds both this and the button that opens it: pressing that button is not pressing elsewhere. */
  frame: RefObject<HTMLElement | null>
  id: string
  labelledBy: string
  /** `isEscape`: focus belongs back on the button that opened it. Otherwise it is already where the person went. */
  onClose: (isEscape: boolean) => void
  className: string
  children: ReactNode
}

/**
 * Lies over the page without locking it: focus moves in, Tab leads on through the page, and Escape, a press elsewhere or focus
 * elsewhere close it.
 */
export function Popover({ frame, id, labelledBy, onClose, className, children }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)

  useEffect(() => panel.current?.focus({ preventScroll: true }), [])

  useEffect(() => {
    function leave({ target }: Event) {
      if (!(target instanceof Element) || !target.isConnected) return
      // A toast is answered without leaving what one is at.
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
