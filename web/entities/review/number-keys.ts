import { useEffect, useLayoutEffect, useRef } from 'react'

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey'>

/** The number of the pressed key on any layout, 1 to 9: where the digits are other ones or need Shift, the position counts. */
export function numberOf({ key, code, ctrlKey, altKey, metaKey }: Pressed): number | undefined {
  if (ctrlKey || altKey || metaKey || key.length !== 1) return undefined
  const [digit] = /^[1-9]$/.exec(key) ?? /(?<=^(Digit|Numpad))[1-9]$/.exec(code) ?? []
  return digit === undefined ? undefined : Number(digit)
}

const typedInto = 'input:not([type="checkbox"]), select, textarea, [contenteditable]'

/** Runs the action of a number key, except in a field, where it types its digit. */
export function useNumberKeys(onNumber: (number: number) => void, areOn: boolean) {
  const latest = useRef(onNumber)
  useLayoutEffect(() => {
    latest.current = onNumber
  })
  useEffect(() => {
    if (!areOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      const number = numberOf(event)
      if (number === undefined || event.repeat || event.defaultPrevented || event.isComposing) return
      if (event.target instanceof Element && event.target.closest(typedInto)) return
      event.preventDefault()
      latest.current(number)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [areOn])
}
