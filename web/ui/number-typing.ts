import { latinNumber } from '../../contract/numbers.ts'

/**
 * A number field drops what it does not know: `7٫5` becomes 75, `١٤` nothing at all, without a word. Here every text is translated before
 * it arrives (keys, paste, drop, phone keyboards, composed input), and a text that is no part of a number is refused whole: `refuse` gets
 * what was typed, and undefined once it is taken back. The field itself keeps the number from before.
 *
 * A number field has no caret that a script could read, so that inserting is left to the browser.
 */
export function watchTyping(field: HTMLInputElement, refuse: (typed: string | undefined) => void) {
  /** What was typed after the number in the field: spaces, which are harmless at its end, or a text that was refused. */
  let tail = ''
  let isReplaced = false
  let isInserting = false
  let composedOver = ''

  const isRefused = () => tail.trim() !== ''
  function takeBack() {
    tail = ''
    refuse(undefined)
  }
  function refuseWith(text: string) {
    tail += text
    refuse(`${field.value}${tail}`)
  }

  function insert(text: string) {
    if (isReplaced) takeBack()
    isReplaced = false
    const number = text.trim()
    if (isRefused()) return refuseWith(text)
    if (number === '') {
      if (field.value !== '') tail = ' '
      return
    }
    const latin = latinNumber(number)
    if (tail !== '' || latin === undefined || latin.split('.').length > 2) return refuseWith(text)
    const [before, wasUnfinished] = [field.value, field.validity.badInput]
    isInserting = true
    // The deprecated execCommand is the only way to insert at the caret of a number field; browsers keep it for that.
    document.execCommand('insertText', false, latin)
    // `7.` is unfinished and no number yet; a second decimal sign makes it none for good.
    const mayBeUnfinished = latin.includes('.') && !before.includes('.') && !wasUnfinished
    const isWrong = field.validity.badInput && !mayBeUnfinished
    if (isWrong) for (const _ of latin) document.execCommand('delete')
    isInserting = false
    if (isWrong) return refuseWith(text)
    if (text !== text.trimEnd()) tail = ' '
  }

  function onBeforeInput(event: InputEvent) {
    if (isInserting || event.inputType === 'insertCompositionText') return
    const text = event.data ?? event.dataTransfer?.getData('text/plain')
    if (text) {
      event.preventDefault()
      insert(text)
    } else if (tail !== '' && !event.inputType.startsWith('insert')) {
      // The first deletion takes back what was refused.
      if (isRefused()) event.preventDefault()
      takeBack()
    }
  }

  function onCompositionStart() {
    composedOver = field.value
  }
  function onCompositionEnd({ data }: CompositionEvent) {
    field.value = composedOver
    if (data) insert(data)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) isReplaced = true
  }

  field.addEventListener('beforeinput', onBeforeInput)
  field.addEventListener('compositionstart', onCompositionStart)
  field.addEventListener('compositionend', onCompositionEnd)
  field.addEventListener('keydown', onKeyDown)
  return {
    /** The whole text is selected: the next input replaces it, with what was refused. */
    select() {
      field.select()
      isReplaced = true
    },
    stop() {
      field.removeEventListener('beforeinput', onBeforeInput)
      field.removeEventListener('compositionstart', onCompositionStart)
      field.removeEventListener('compositionend', onCompositionEnd)
      field.removeEventListener('keydown', onKeyDown)
    },
  }
}
