import { latinNumber } from '../../contract/numbers.ts'

const caretKeys = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'])

/**
 * Watches the typing in a number field, which drops what it does not know: `7٫5` becomes 75, `١٤` nothing at all, without a word. Here
 * every text is translated before it arrives (keys, paste, drop, phone keyboards, composed input), and a text that is no part of a number
 * is refused whole: `refuse` gets the typed text, and undefined once it is deleted. The field itself keeps the number from before.
 *
 * A script can neither read the caret of a number field nor a text that is no number yet, so that inserting is left to the browser.
 */
export function watchTyping(field: HTMLInputElement, refuse: (typed: string | undefined) => void) {
  /** The text that was typed after the number in the field: spaces, which are harmless at its end, or a text that was refused. */
  let tail = ''
  /** Whether the decimal sign was typed last, which the value of the field does not show. */
  let isUnfinished = false
  /** Whether the whole text is selected, and the next input replaces it. */
  let isSelected = false
  let isInserting = false
  /** Whether an arrow key steps the number: the browser inserts all of the new one. */
  let isStepping = false
  let composedOver = ''

  const isRefused = () => tail.trim() !== ''
  function takeBack() {
    tail = ''
    refuse(undefined)
  }
  function refuseWith(text: string) {
    tail += text
    refuse(`${field.value}${isUnfinished ? '.' : ''}${tail}`)
  }
  // The deprecated execCommand is the only way to edit at the caret of a number field; browsers keep it for that.
  function edit(command: 'insertText' | 'delete', text?: string) {
    isInserting = true
    document.execCommand(command, false, text)
    isInserting = false
  }

  function insert(text: string) {
    if (isSelected) {
      edit('delete')
      isUnfinished = false
      takeBack()
    }
    isSelected = false
    const number = text.trim()
    if (isRefused()) return refuseWith(text)
    if (number === '') {
      if (field.value !== '') tail = ' '
      return
    }
    const latin = latinNumber(number)
    const points = (latin?.split('.').length ?? 0) - 1 + (isUnfinished || field.value.includes('.') ? 1 : 0)
    if (tail !== '' || latin === undefined || points > 1) return refuseWith(text)
    edit('insertText', latin)
    isUnfinished = latin.endsWith('.')
    if (text !== text.trimEnd()) tail = ' '
  }

  function onBeforeInput(event: InputEvent) {
    if (isInserting || event.inputType === 'insertCompositionText') return
    if (isStepping) {
      isStepping = false
      isUnfinished = false
      if (tail !== '') takeBack()
      return
    }
    const text = event.data ?? event.dataTransfer?.getData('text/plain')
    if (text) {
      event.preventDefault()
      insert(text)
    } else if (!event.inputType.startsWith('insert')) {
      // The first deletion removes the refused text.
      if (isRefused()) event.preventDefault()
      else isUnfinished = false
      if (tail !== '') takeBack()
      isSelected = false
    }
  }

  function onCompositionStart() {
    composedOver = isSelected ? '' : field.value
  }
  function onCompositionEnd({ data }: CompositionEvent) {
    field.value = composedOver
    isSelected &&= composedOver !== ''
    if (composedOver === '') takeBack()
    if (data) insert(data)
  }

  function onKeyDown({ key, ctrlKey, metaKey }: KeyboardEvent) {
    if (key.toLowerCase() === 'a' && (ctrlKey || metaKey)) isSelected = true
    else if (caretKeys.has(key)) isSelected = false
    isStepping = key === 'ArrowUp' || key === 'ArrowDown'
  }
  function onKeyUp() {
    isStepping = false
  }
  function onPointerDown() {
    isSelected = false
  }

  const listeners = new AbortController()
  const { signal } = listeners
  field.addEventListener('beforeinput', onBeforeInput, { signal })
  field.addEventListener('compositionstart', onCompositionStart, { signal })
  field.addEventListener('compositionend', onCompositionEnd, { signal })
  field.addEventListener('keydown', onKeyDown, { signal })
  field.addEventListener('keyup', onKeyUp, { signal })
  field.addEventListener('pointerdown', onPointerDown, { signal })
  return {
    /** Selects the text: the next input replaces all of it, and the refused text. */
    select() {
      field.select()
      isSelected = true
    },
    /** Whether the number is unfinished: `7.` is no number yet. */
    isUnfinished: () => isUnfinished,
    stop: () => listeners.abort(),
  }
}
