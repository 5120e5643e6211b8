import { useSyncExternalStore } from 'react'

/**
 * The breakpoints of the style sheet (styles.css), for components that render differently: the width of the page in its own text size.
 * A media query would not do, because it knows only the text size of the browser's settings.
 */

/** One rem wide: its size changes with the text size. */
let probe: HTMLElement | undefined

function subscribe(listener: () => void): () => void {
  if (!probe) {
    probe = document.createElement('div')
    probe.className = 'invisible fixed start-0 top-0 h-px w-4'
    document.body.append(probe)
  }
  const observer = new ResizeObserver(listener)
  observer.observe(probe)
  window.addEventListener('resize', listener)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', listener)
  }
}

function remInPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

/** How much larger than usual the text is: 2 for 200 %. */
export function useTextScale(): number {
  return useSyncExternalStore(subscribe, () => remInPixels() / 16)
}

const isPageAtLeast = (rem: number) => document.documentElement.clientWidth >= rem * remInPixels()

/** Whether the page is at least so many rem wide. */
export function useIsPageAtLeast(rem: number): boolean {
  return useSyncExternalStore(subscribe, () => isPageAtLeast(rem))
}

/** Calls back when the page becomes that wide. Returns a function that stops it. */
export function onPageAtLeast(rem: number, callback: () => void): () => void {
  return subscribe(() => isPageAtLeast(rem) && callback())
}

/** Narrower than `sm`: a phone, or a larger screen with larger text. */
export function useIsSmallScreen(): boolean {
  return !useIsPageAtLeast(40)
}
