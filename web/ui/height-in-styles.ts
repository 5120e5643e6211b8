import { type RefObject, useEffect } from 'react'

/**
 * Sets the height of an element, while it sticks to the upper edge, as a property of the whole page: what sticks below it needs it, and
 * styles.css keeps scrolled elements clear of it. Its text may need several lines.
 */
export function useHeightInStyles(of: RefObject<HTMLElement | null>, property: `--${string}`) {
  useEffect(() => {
    const element = of.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const isSticky = getComputedStyle(element).position === 'sticky'
      style.setProperty(property, `${isSticky ? element.offsetHeight : 0}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }, [of, property])
}
