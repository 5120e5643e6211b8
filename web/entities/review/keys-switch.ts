import { useState } from 'react'

const stored = 'review-keys'

/** The switch of the keys of Review, for users of speech input, or who press keys by accident. Stored in this browser. */
export function useKeysSwitch() {
  const [areOn, setAreOn] = useState(() => localStorage.getItem(stored) !== 'off')
  const turn = (on: boolean) => {
    if (on) localStorage.removeItem(stored)
    else localStorage.setItem(stored, 'off')
    setAreOn(on)
  }
  return [areOn, turn] as const
}
