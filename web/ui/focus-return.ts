import { type RefObject, useLayoutEffect, useState } from 'react'

/** The element and its focusable ancestors: the row of a pressed button may be removed, its list stays. */
function focusPath(element: Element | null): HTMLElement[] {
  const path: HTMLElement[] = []
  for (let next = element; next; next = next.parentElement?.closest('[tabindex]') ?? null)
    if (next instanceof HTMLElement && next !== document.body) path.push(next)
  return path
}

/** Focuses the first element of the path that still exists, or `main`. */
function focusFirst(path: readonly HTMLElement[]) {
  const target = path.find(({ isConnected }) => isConnected) ?? document.getElementById('main')
  target?.focus({ preventScroll: target !== path[0] })
}

/** Whether no element has focus. A dialog or a form may already have moved it on purpose. */
function isFocusLost() {
  return document.activeElement === null || document.activeElement === document.body
}

/** Returns focus after a Radix dialog to where it was when the dialog opened, or as near as possible. */
export function useFocusReturn(open: boolean) {
  const [origin, setOrigin] = useState<{ wasOpen: boolean; path: HTMLElement[] }>({ wasOpen: false, path: [] })
  if (open !== origin.wasOpen) setOrigin({ wasOpen: open, path: open ? focusPath(document.activeElement) : origin.path })
  return (event: Event) => {
    event.preventDefault()
    if (isFocusLost()) focusFirst(origin.path)
  }
}

/**
 * Keeps the focus of a button that loses it by being disabled or removed. It gets it back when it is enabled again, or its list does if it
 * is gone.
 */
export function useFocusKept(button: RefObject<HTMLElement | null>, isBusy: boolean) {
  useLayoutEffect(() => {
    if (!isBusy || document.activeElement !== button.current) return
    const path = focusPath(button.current)
    return () => returnTo(path)
  }, [button, isBusy])
  useLayoutEffect(() => {
    const element = button.current
    return () => {
      if (element && document.activeElement === element) returnTo(focusPath(element))
    }
  }, [button])
}

/** Returns focus after the commit. In a dialog that has closed meanwhile, the whole path is gone: the dialog returns focus itself. */
function returnTo(path: readonly HTMLElement[]) {
  queueMicrotask(() => {
    if (isFocusLost() && path.some(({ isConnected }) => isConnected)) focusFirst(path)
  })
}

/** Returns focus to where it came from after an element disappears that may have it, such as a toast. */
export function useFocusAfterRemoval(frame: RefObject<HTMLElement | null>) {
  const [origin] = useState<{ path: HTMLElement[] }>({ path: [] })
  useLayoutEffect(() => {
    const element = frame.current
    return () => {
      if (element?.contains(document.activeElement)) queueMicrotask(() => isFocusLost() && focusFirst(origin.path))
    }
  }, [frame, origin])
  return (event: { relatedTarget: EventTarget | null }) => {
    const before = event.relatedTarget
    if (before instanceof Element && !frame.current?.contains(before)) origin.path = focusPath(before)
  }
}
