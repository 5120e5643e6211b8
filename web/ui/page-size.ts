import { useSyncExternalStore } from 'react'

/**
 * The breakpoints of the style sheet (styles.css), for components that render differently: the width of the page in its own text size. A
 * media query is not enough, because it knows only the text size of the browser's settings.
 */

/** Read when it changes, not when a component renders: both values make the browser compute styles and layout at once. */
type Size = { rem: number; width: number }

let size: Size | undefined
const listeners = new Set<() => void>()

function readSize(): Size {
  const { documentElement } = document
  return { rem: Number.parseFloat(getComputedStyle(documentElement).fontSize), width: documentElement.clientWidth }
}

/** Observed from the first use on, together for all components. */
function currentSize(): Size {
  if (size) return size
  // One rem wide: its size changes with the text size.
  const probe = document.createElement('div')
  probe.className = 'invisible fixed start-0 top-0 h-px w-4'
  document.body.append(probe)
  const change = () => {
    const before = size
    size = readSize()
    if (size.rem !== before?.rem || size.width !== before.width) for (const listener of listeners) listener()
  }
  const observer = new ResizeObserver(change)
  observer.observe(probe)
  // The width of the document changes with that of the window, and with a scroll bar.
  observer.observe(document.documentElement)
  window.addEventListener('resize', change)
  size = readSize()
  return size
}

function subscribe(listener: () => void): () => void {
  currentSize()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The factor by which the text is larger than usual: 2 for 200 %. */
export function useTextScale(): number {
  return useSyncExternalStore(subscribe, () => currentSize().rem / 16)
}

const isPageAtLeast = (rem: number) => currentSize().width >= rem * currentSize().rem

/** Whether the page is at least `rem` wide. */
export function useIsPageAtLeast(rem: number): boolean {
  return useSyncExternalStore(subscribe, () => isPageAtLeast(rem))
}

/** Whether the page is narrower than `sm`: a phone, or a larger screen with larger text. */
export function useIsSmallScreen(): boolean {
  return !useIsPageAtLeast(40)
}
