import { useEffect, useLayoutEffect, useRef } from 'react'

/** The action of each key, in the order of the legend. */
export const reviewKeys = [
  { action: 'verify', keys: ['V'] },
  { action: 'return', keys: ['R'] },
  { action: 'next', keys: ['J', 'N'] },
  { action: 'previous', keys: ['K', 'P'] },
  { action: 'select', keys: ['X'] },
  { action: 'undo', keys: ['U'] },
  { action: 'help', keys: ['?'] },
] as const

export type KeyAction = (typeof reviewKeys)[number]['action']

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** The action of the pressed key on any layout: where the letters are not Latin, the position counts. */
export function actionOf({ key, code, ctrlKey, altKey, metaKey, shiftKey }: Pressed): KeyAction | undefined {
  if (ctrlKey || altKey || metaKey) return undefined
  if (key === '?' || key === '؟') return 'help'
  if (shiftKey) return undefined
  const letter = /^[ -~]$/.test(key) ? key.toUpperCase() : code.replace(/^Key/, '')
  return reviewKeys.find(({ keys }) => (keys as readonly string[]).includes(letter))?.action
}

const typedInto = 'input:not([type="checkbox"]), select, textarea, [contenteditable], [role="menu"]'

/**
 * Runs the actions by their keys. They are single letters, so never in a text field, a select or a dialog; and they can be switched off.
 */
export function useReviewKeys(actions: Record<KeyAction, () => void>, areOn: boolean) {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    if (!areOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      const action = actionOf(event)
      if (!action || event.repeat || event.defaultPrevented || event.isComposing) return
      if (event.target instanceof Element && event.target.closest(typedInto)) return
      if (document.querySelector('[data-holds-page]')) return
      event.preventDefault()
      latest.current[action]()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [areOn])
}
