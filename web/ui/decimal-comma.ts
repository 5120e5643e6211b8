import type { ClipboardEvent, KeyboardEvent } from 'react'
import { lazy } from '../../contract/lazy.ts'

/** Whether this browser itself reads a comma as the decimal point; then there is nothing to mend. */
const readsCommas = lazy(() => new Intl.NumberFormat(undefined).format(1.5).includes(','))

// The old command is the one way to type into a number field where its caret stands; the browser keeps it for that.
const insert = (text: string) => document.execCommand('insertText', false, text)

/** Half the world types 3,5. A number field swallows the comma and makes it 35: ten times the score. */
export const decimalComma = {
  onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== ',' || event.ctrlKey || event.metaKey || readsCommas()) return
    event.preventDefault()
    insert('.')
  },
  onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text')
    if (!text.includes(',') || readsCommas()) return
    event.preventDefault()
    insert(text.trim().replace(',', '.'))
  },
}
