import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/**
 * Back closes what is on top of the page (drawer, dialog, photo, form) before it leaves the page.
 *
 * Whatever opens adds a history entry of the same URL. The entry has the router's key of the page below it, and the router is not
 * notified: nothing is loaded and the page does not scroll. `layer` counts such entries above the page's own. The entry of a layer that
 * was closed by other means stays until it is passed: Back and Forward then take one more step, so that the user never notices it.
 */
type Entry = { page: string | undefined; position: number }
type Layer = Entry & { close: () => void }

const layers: Layer[] = []
let current: Entry | undefined

function entryOf(state: { __TSR_key?: string | undefined; layer?: number } | null): Entry {
  return { page: state?.__TSR_key, position: state?.layer ?? 0 }
}

/**
 * Follows the history, but not before the first page is rendered: the router loads a redirect by itself only while there is no subscriber.
 */
function followHistory(routerHistory: RouterHistory) {
  if (current) return
  current = entryOf(history.state)
  routerHistory.subscribe(({ location }) => {
    current = entryOf(location.state)
  })
}

function openLayer(close: () => void): () => void {
  const { page, position } = current ?? entryOf(history.state)
  // An entry that a closed layer left behind is used again.
  const isFree = position > 0 && !layers.some((layer) => layer.page === page && layer.position === position)
  const layer = { page, position: isFree ? position : position + 1, close }
  layers.push(layer)
  current = layer
  // The prototype's pushState is called: the router has replaced history.pushState, to be notified.
  if (!isFree) History.prototype.pushState.call(history, { ...history.state, layer: layer.position }, '')
  return () => {
    const index = layers.indexOf(layer)
    if (index !== -1) layers.splice(index, 1)
  }
}

function handlePop(event: PopStateEvent) {
  if (!current) return
  const [from, to] = [current, entryOf(event.state)]
  current = to
  const left = layers.filter(({ page, position }) => page === from.page && (page !== to.page || position > to.position))
  for (const { close } of left.reverse()) close()
  if (to.page !== from.page) return
  event.stopImmediatePropagation()
  if (left.length > 0) return
  if (to.position < from.position) history.back()
  if (to.position > from.position) history.forward()
}

// The listener is added when this module is loaded (router.tsx imports it): before the router adds its own, which must not see these
// entries.
globalThis.addEventListener?.('popstate', handlePop)

/** Calls `close` on Back while `isOpen`, instead of leaving the page. */
export function useCloseOnBack(isOpen: boolean, close: () => void) {
  const router = useRouter()
  const onBack = useEffectEvent(close)
  useEffect(() => followHistory(router.history), [router])
  useEffect(() => (isOpen ? openLayer(() => onBack()) : undefined), [isOpen])
}
