import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ar } from '../../contract/languages/ar.ts'
import { type Message, messages, speaker } from '../../contract/languages/catalogue.ts'
import { ckb } from '../../contract/languages/ckb.ts'
import { en } from '../../contract/languages/en.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { unreadable } from '../../testing/components/readable.ts'
import { emulateTouch, expectInReach } from '../../testing/components/touch.ts'

const portal = await startPortal()
emulateTouch()
const { explanations, general, postedActivities } = messages
const person = await portal.make.staff({ name: 'Sara Aziz', title: 'l' })
const [term] = (await portal.sql<{ id: number; day: string }>`
  select id, start_date::text as day from terms where is_current`) as [{ id: number; day: string }]
await portal.sql`insert into term_scores (user_id, term_id, tp) values (${person.id}, ${term.id}, 4.5)`
await portal.make.posting(person.id, await portal.make.activity({ name: 'Seminar', score: 3, type: 'Elective' }), term.day)

const say = { en: speaker('en', en), ckb: speaker('ckb', ckb), ar: speaker('ar', ar) }
const busy = () => document.querySelectorAll('[aria-busy=true]').length
/** The label of the specification, and the name that explains it. */
const nameOf = (label: Message) => (label.key === postedActivities.currentGrade.key ? messages.grading.current : label)
const labels = [postedActivities.currentGrade, postedActivities.totalScore, ...Object.values(postedActivities.cards)]

/** The card of a label, which may stand beside the full word: the term and its description, a number. */
function card(label: string) {
  const found = [...document.querySelectorAll('dl > div')].find((one) => {
    const name = one.querySelector('dt')
    return [name, ...(name?.children ?? [])].some((part) => part?.textContent === label)
  })
  if (!found) throw new Error(`there is no card ${label}`)
  return page.elementLocator(found)
}

const screens = (['en', 'ckb', 'ar'] as const).flatMap((language) => [
  [language, 360, 740] as const,
  [language, 390, 844] as const,
])

test.for(screens)('in %s, %i px: posting is in reach on every panel', async ([language, width, height]) => {
  const bar = page.getByRole('navigation', { name: say[language](general.shortcuts) })
  for (const tab of ['activity', 'your-activity', 'notices']) {
    await portal.open(`/staff-dashboard?tab=${tab}`, person, { language, width, height })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument()
    await expect.poll(busy).toBe(0)
    expect(bar.element().querySelectorAll('[aria-current=page]')).toHaveLength(1)
    await expect.element(bar.getByRole('link', { name: say[language](postedActivities.postNew) })).toBeVisible()
    const links = bar.getByRole('link')
    for (let index = 0; index < links.elements().length; index += 1) await expectInReach(links.nth(index))
    expect(unreadable(), tab).toEqual([])
  }
})

test.for(screens)(
  'in %s, %i px: grade, total and the five sums come first, and explain themselves',
  async ([language, width, height]) => {
    const speak = say[language]
    await portal.open('/staff-dashboard?tab=your-activity', person, { language, width, height })
    await expect.element(page.getByText(speak(postedActivities.totalScore), { exact: true })).toBeVisible()
    await expect.poll(busy).toBe(0)
    for (const label of labels) await expect.element(card(speak(label))).toBeVisible()
    for (const label of labels.slice(0, 2)) await expect.element(card(speak(label))).toBeInViewport({ ratio: 1 })
    await expect.element(card(speak(postedActivities.cards.escore))).toHaveTextContent('3')
    await expect.element(card(speak(postedActivities.cards.fb))).toHaveTextContent(speak(messages.scoring.notSet))

    for (const label of labels) {
      await card(speak(label)).getByRole('button').first().click()
      const sheet = page.getByRole('dialog', { name: speak(nameOf(label)), exact: true })
      for (const heading of [explanations.what, explanations.who, explanations.when])
        await expect.element(sheet.getByRole('heading', { name: speak(heading), exact: true })).toBeVisible()
      await expect.element(sheet.getByRole('status')).not.toBeInTheDocument()
      window.history.back()
      await expect.element(sheet).not.toBeInTheDocument()
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    // The name of a sum is where a line begins, beside its colour, and the number where it ends.
    for (const label of Object.values(postedActivities.cards)) {
      const [name, number] = ['dt', 'dd'].map((tag) => card(speak(label)).element().querySelector(tag)?.getBoundingClientRect())
      const isBefore = language === 'en' ? (name?.right ?? 0) <= (number?.left ?? 0) : (name?.left ?? 0) >= (number?.right ?? 0)
      expect(isBefore, speak(label)).toBe(true)
    }
  },
)
