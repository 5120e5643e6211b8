import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PortalEvent } from '../../contract/events.ts'
import { ar } from '../../contract/languages/ar.ts'
import { messages, speaker } from '../../contract/languages/catalogue.ts'
import { ckb } from '../../contract/languages/ckb.ts'
import { en } from '../../contract/languages/en.ts'
import { intercept, noNetwork, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { unreadable } from '../../testing/components/readable.ts'

const portal = await startPortal()
const { make, sql } = portal
const physics = await make.department('Physics')
const activity = await make.activity({ name: 'Seminar' })
const head = await make.head(physics.id)
const helper = await make.staff({ name: 'Hana Helper', department_id: physics.id })

const say = { en: speaker('en', en), ckb: speaker('ckb', ckb), ar: speaker('ar', ar) }
const minute = 60_000
const sentence = 'On the metres of classical Kurdish poetry, their history and what they owe to others, '
const longest = sentence.repeat(3).slice(0, 199).trim()
const names = {
  ckb: 'لەسەر کێشەکانی شیعری کلاسیکی کوردی و مێژووەکەیان و ئەوەی قەرزداری ئەوانی ترن، '.repeat(3).slice(0, 199).trim(),
  ar: 'عن أوزان الشعر الكردي الكلاسيكي وتاريخها وما تدين به لغيرها من أوزان الشعوب الأخرى، '.repeat(3).slice(0, 199).trim(),
}
async function made(name: string): Promise<PortalEvent> {
  const sessions = [
    { begins_at: new Date(Date.now() - 10 * minute).toISOString(), ends_at: new Date(Date.now() + 90 * minute).toISOString() },
  ]
  const input = { activity_id: activity.id, name, names, place: 'Hall 2', audience: 'department', department_id: physics.id }
  const { status, body } = await portal.as(head)('POST', '/events', { ...input, sessions, organisers: [helper.id] })
  expect(status).toBe(201)
  return body['event'] as PortalEvent
}
type Options = Parameters<typeof portal.open>[2]
const button = (name: string) => page.getByRole('button', { name, exact: true })
const door = () => page.getByRole('dialog')
const opener = (language: keyof typeof say = 'en') => button(say[language](messages.events.door))
async function open({ id }: PortalEvent, person = head, options?: Options) {
  await portal.open(`/staff-dashboard?tab=events&event=${id}`, person, options)
  await opener(options?.language).click()
  await expect.element(door()).toBeVisible()
}
const shown = (event: PortalEvent) => door().getByRole('img', { name: `Code at the door: ${event.name}` })

test.each([
  ['en', 1280, 800],
  ['ckb', 1280, 800],
  ['ar', 1920, 1080],
  ['en', 1920, 1080],
  ['en', 390, 844],
  ['ckb', 390, 844],
] as const)('with the longest title everything is on one screen, in %s at %i × %i', async (language, width, height) => {
  const event = await made(longest)
  await open(event, head, { language, width, height })
  await expect.element(door().getByRole('img')).toBeVisible()
  const screen = door().element()
  const { backgroundColor, color } = getComputedStyle(screen)
  expect([backgroundColor, color]).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  for (const part of screen.querySelectorAll('h2, p, svg[role=img], button')) {
    const { top, bottom, left, right } = part.getBoundingClientRect()
    const where = `${part.tagName} ${part.textContent?.slice(0, 30)}`
    expect(top >= 0 && left >= 0 && bottom <= height && right <= width, where).toBe(true)
  }
  expect(screen.scrollHeight).toBeLessThanOrEqual(height)
  // A camera reads it from the last row: a tenth of the distance, as a rule.
  const { width: side } = (screen.querySelector('svg[role=img]') as SVGElement).getBoundingClientRect()
  expect(side).toBeGreaterThanOrEqual(Math.min(width * 0.85, height * 0.4))
  expect(unreadable()).toEqual([])
})

test('is opened and closed by keyboard, and focus returns to its button', async () => {
  const event = await made('By keyboard')
  await portal.open(`/staff-dashboard?tab=events&event=${event.id}`, head)
  await expect.element(button('Code at the door')).toBeVisible()
  for (const close of ['Escape', 'Enter']) {
    ;(button('Code at the door').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(shown(event)).toBeVisible()
    expect(door().element().contains(document.activeElement)).toBe(true)
    if (close === 'Enter')
      for (let presses = 0; presses < 4 && document.activeElement !== button('Close').element(); presses += 1)
        await userEvent.keyboard('{Tab}')
    await userEvent.keyboard(`{${close}}`)
    await expect.element(door()).not.toBeInTheDocument()
    await expect.element(button('Code at the door')).toHaveFocus()
  }
})

test('says at once that the right to show the code has ended, and takes code and arrivals away', async () => {
  const event = await made('An ended right')
  await open(event, helper)
  await expect.element(shown(event)).toBeVisible()
  await sql`delete from event_organisers where event_id = ${event.id}`
  await expect.poll(() => document.querySelector('[role=dialog] svg[role=img]'), { timeout: 10_000 }).toBeNull()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'This event is not there any more, or it is not for you.' }))
    .toBeVisible()
  expect(door().element().textContent).not.toMatch(/members? (is|are) here/)
})

test.each([
  ['without a network', noNetwork],
  ['while a whole hall checks in', replyWith(429)],
  ['while the server starts', replyWith(503)],
])('%s the code stays for as long as it is right, and no longer', async (_, respond) => {
  const event = await made('A busy hall')
  for (const [changes_in, isRight] of [
    [600_000, true],
    [1, false],
  ] as const) {
    let calls = 0
    const ends = intercept('GET', /\/door$/, (request, pass) => {
      calls += 1
      const first = replyWith(200, { code: 'ABCD2345', changes_in, arrivals: 3, state: 'open' })
      return (calls === 1 ? first : respond)(request, pass)
    })
    await open(event)
    await expect.poll(() => calls, { timeout: 15_000 }).toBeGreaterThan(2)
    const said = expect.element(door())
    if (isRight) await said.toHaveTextContent('ABCD 2345')
    else await said.toHaveTextContent('No connection. The code is shown again as soon as the server answers.')
    ends()
    await expect.element(door()).not.toHaveTextContent('ABCD 2345')
    await userEvent.keyboard('{Escape}')
    await expect.element(door()).not.toBeInTheDocument()
  }
})
