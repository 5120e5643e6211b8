import { expect, test, vi } from 'vitest'
import { ar } from '../../contract/languages/ar.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { ckb } from '../../contract/languages/ckb.ts'
import { first } from '../../contract/languages/en/first.ts'
import { en } from '../../contract/languages/en.ts'
import { addWords, loadLaterWords, onLanguageChange, say, setLanguage } from './language.ts'

test('words that are loaded after the first panel are said from then on, and render nothing on the page again', async () => {
  setLanguage('en', first, 'first')
  const render = vi.fn()
  onLanguageChange(render)
  await loadLaterWords()
  expect(say(messages.audit.person)).toBe('Person')
  expect(say(messages.panels.activity)).toBe('Activity')
  expect(render).not.toHaveBeenCalled()
  expect(first).not.toHaveProperty('audit')
})

test('the words of a part stay through a change of the language', async () => {
  addWords({ en: { outbox: en.outbox }, ckb: { outbox: ckb.outbox }, ar: { outbox: ar.outbox } })
  setLanguage('en', first, 'first')
  expect(say(messages.outbox.title)).toBe('Outbox')
  setLanguage('ar', {}, 'first')
  expect(say(messages.outbox.title)).toBe('صندوق الصادر')
  expect(first).not.toHaveProperty('outbox')
})
