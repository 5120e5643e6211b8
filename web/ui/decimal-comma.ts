import type { ClipboardEvent, KeyboardEvent } from 'react'
import { lazy } from '../../contract/lazy.ts'

/** Whether this browser accepts a comma as the decimal separator; then there is nothing to fix. */
const readsCommas = lazy(() => new Intl.NumberFormat(undefined).format(1.5).includes(','))

// The deprecated execCommand is the only way to insert at the caret of a number field; browsers keep it for that.
const insert = (text: string) => document.execCommand('insertText', false, text)

/** Many users type 3,5. A number field drops the comma and makes it 35: ten times the score. */
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
