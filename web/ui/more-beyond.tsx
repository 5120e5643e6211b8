import { type RefObject, useCallback, useEffect, useState } from 'react'

/**
 * A shadow at a cut edge, because a truncated number may look complete. It is before the sticky columns, under which the others continue.
 */
export function MoreBeyond({ endWidth = 0 }: { endWidth?: number }) {
  return (
    <div
      aria-hidden="true"
      data-more-beyond=""
      className={`pointer-events-none absolute inset-y-px w-5 bg-linear-to-l from-shade to-transparent rtl:bg-linear-to-r print:hidden ${endWidth > 0 ? '' : 'rounded-e-lg'}`}
      style={{ insetInlineEnd: endWidth + 1 }}
    />
  )
}

/** Whether the end of a frame that scrolls sideways is out of view; `measure` is called when it is scrolled. */
export function useIsCut(frame: RefObject<HTMLElement | null>) {
  const [isCut, setIsCut] = useState(false)
  const measure = useCallback(() => {
    if (!frame.current) return
    const { scrollLeft, scrollWidth, clientWidth } = frame.current
    // The value of scrollLeft counts from the other side in right-to-left pages, and is negative.
    setIsCut(Math.abs(scrollLeft) + clientWidth < scrollWidth - 1)
  }, [frame])
  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(measure)
    observer.observe(frame.current)
    // The content grows by itself when a line is opened.
    for (const content of frame.current.children) observer.observe(content)
    return () => observer.disconnect()
  }, [frame, measure])
  return { isCut, measure }
}
