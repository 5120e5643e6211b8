import { expect, test, vi } from 'vitest'
import { messages } from '../../contract/languages/catalogue.ts'
import { first } from '../../contract/languages/en/first.ts'
import { loadLaterWords, onLanguageChange, say, setLanguage } from './language.ts'

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
