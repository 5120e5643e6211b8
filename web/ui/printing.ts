import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const printMedia = window.matchMedia('print')

/** Whether the media query matched at its last event. A read of `matches` before that event would suppress it in Chromium. */
let isPrintMedia = printMedia.matches
printMedia.addEventListener('change', ({ matches }) => {
  isPrintMedia = matches
})

/**
 * Whether the page is between the browser's two events. The media query alone is too late: it matches when the pages are laid out already.
 */
let isBetweenEvents = false
window.addEventListener('beforeprint', () => {
  isBetweenEvents = true
})
window.addEventListener('afterprint', () => {
  isBetweenEvents = false
})

function subscribe(listener: () => void) {
  // The update is synchronous, because the browser lays the pages out right after the event.
  const update = () => flushSync(listener)
  window.addEventListener('beforeprint', update)
  window.addEventListener('afterprint', update)
  printMedia.addEventListener('change', update)
  return () => {
    window.removeEventListener('beforeprint', update)
    window.removeEventListener('afterprint', update)
    printMedia.removeEventListener('change', update)
  }
}

/** Whether the page is being printed: content that is rendered in parts on the screen is rendered as a whole. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isBetweenEvents || isPrintMedia)
}
