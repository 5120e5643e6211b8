import { useEffect, useEffectEvent, useState } from 'react'

/** The shortcut of the search, as the keyboard of the user names it. */
export function findKeys(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl+K'
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/**
 * The shortcut of an event: Ctrl+K or ⌘K on any layout; where the letters are not Latin, the position counts. The slash is where the layout
 * has it.
 */
export function findKeyOf({ key, code, ctrlKey, altKey, metaKey, shiftKey }: Pressed): 'letter' | 'slash' | undefined {
  if (altKey) return undefined
  const isLetter = /^[ -~]$/.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK'
  if (ctrlKey !== metaKey && !shiftKey && isLetter) return 'letter'
  // The slash may need Shift: some layouts have it above another character.
  return key === '/' && !ctrlKey && !metaKey ? 'slash' : undefined
}

const typedInto = 'input:not([type="checkbox"]), select, textarea, [contenteditable], [role="menu"]'

/**
 * Opens the search by its keys. Not over a dialog, which holds the page. The slash is a character, so it does nothing in a text field, and
 * can be switched off.
 */
export function useFindKeys(isOn: boolean, open: () => void) {
  const onFind = useEffectEvent(open)
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      const pressed = findKeyOf(event)
      if (!pressed || event.repeat || event.defaultPrevented || event.isComposing) return
      const isTyping = event.target instanceof Element && event.target.closest(typedInto)
      if (pressed === 'slash' && (isTyping || isSlashOff())) return
      // The browser would otherwise open its own search.
      event.preventDefault()
      if (!document.querySelector('[data-holds-page]')) onFind()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}

const stored = 'find-slash'
const isSlashOff = () => localStorage.getItem(stored) === 'off'

/** The switch of the slash, for users of speech input, or who press keys by accident. Stored in this browser. */
export function useSlashSwitch() {
  const [isOn, setIsOn] = useState(() => !isSlashOff())
  const turn = (on: boolean) => {
    if (on) localStorage.removeItem(stored)
    else localStorage.setItem(stored, 'off')
    setIsOn(on)
  }
  return [isOn, turn] as const
}
