import { expect, onTestFinished, test } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { readNumber } from '../../contract/numbers.ts'
import { TpInput } from '../../contract/scoring.ts'
import { numberTexts } from '../../testing/number-texts.ts'
import { watchTyping } from './number-typing.ts'

const devTools = () => cdp() as unknown as { send(method: string, values: object): Promise<unknown> }

/** A number field with 3 in it, which is selected. */
function openField() {
  const field = document.createElement('input')
  field.type = 'number'
  field.step = '0.1'
  field.value = '3'
  document.body.append(field)
  let refused: string | undefined
  const typing = watchTyping(field, (typed) => {
    refused = typed
  })
  field.focus()
  typing.select()
  const close = () => {
    typing.stop()
    field.remove()
  }
  onTestFinished(close)
  const isNumber = () => refused === undefined && !typing.isUnfinished()
  const score = () => (isNumber() ? TpInput.shape.tp.safeParse(readNumber(field.value, 1)).data : undefined)
  return { field, score, refused: () => refused, close }
}

function pasteInto(field: HTMLInputElement, text: string, inputType: 'insertFromPaste' | 'insertFromDrop') {
  const dataTransfer = new DataTransfer()
  dataTransfer.setData('text/plain', text)
  const event = new InputEvent('beforeinput', { inputType, dataTransfer, bubbles: true, cancelable: true })
  // A browser inserts text that is not prevented.
  if (field.dispatchEvent(event)) document.execCommand('insertText', false, text)
}

const ways: Record<string, (text: string, field: HTMLInputElement) => unknown> = {
  'typed key by key': (text) => userEvent.keyboard(text),
  'inserted at once by a phone keyboard or dictation': (text) => devTools().send('Input.insertText', { text }),
  'composed by an input method': async (text) => {
    await devTools().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await devTools().send('Input.insertText', { text })
  },
  pasted: (text, field) => pasteInto(field, text, 'insertFromPaste'),
  dropped: (text, field) => pasteInto(field, text, 'insertFromDrop'),
}

test.each(Object.entries(ways))('%s, every text is the number that it says, or is refused', async (_, enter) => {
  const read: unknown[] = []
  for (const [text] of numberTexts) {
    const { field, score, close } = openField()
    await enter(text, field)
    read.push([text, score()])
    close()
  }
  expect(read).toEqual(numberTexts)
})

test('the first Backspace takes back what was refused; the number before it stays', async () => {
  const { field, refused } = openField()
  await userEvent.keyboard('7 5')
  expect(refused()).toBe('7 5')
  await userEvent.keyboard('{Backspace}')
  expect([refused(), field.value]).toEqual([undefined, '7'])
  await userEvent.keyboard('٫٥')
  expect(field.valueAsNumber).toBe(7.5)
})

test('the arrow keys step the number, also one that was just typed', async () => {
  const { field, refused } = openField()
  await userEvent.keyboard('1{ArrowUp}')
  expect([field.value, refused()]).toEqual(['1.1', undefined])
  await userEvent.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}')
  expect([field.value, refused()]).toEqual(['1', undefined])
})
