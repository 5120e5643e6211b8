import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { intercept } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const phone = { width: 390, height: 844 }
const tablet = { width: 820, height: 1180 }
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const member = await portal.make.staff({ name: 'Sara Aziz' })
const seminar = await portal.make.activity({ name: 'Seminar', score: 2 })
const [term] = (await portal.sql<{ day: string }>`
  update terms set start_date = least(start_date, (date_trunc('month', current_date) - interval '2 months')::date)
  where is_current returning start_date::text as day`) as [{ day: string }]
const dayAfter = (days: number) => new Date(Date.parse(term.day) + days * 86_400_000).toISOString().slice(0, 10)
for (let days = 0; days < 12; days += 1) await portal.make.posting(member.id, seminar, dayAfter(days))
for (let number = 10; number < 40; number += 1) await portal.make.activity({ name: `Workshop ${number}` })

const region = (name: string) => page.getByRole('region', { name, exact: true })
const root = () => document.documentElement
const search = () => page.getByRole('searchbox')
const postings = () => page.getByRole('list', { name: 'Your Posted Activities' })
const lastName = () => document.querySelector('tbody tr:last-of-type')?.textContent ?? ''
const isBox = (element: Element) => element.scrollHeight > element.clientHeight + 1
const headerBottom = () => document.querySelector('[data-top-bar]')?.getBoundingClientRect().bottom ?? Number.NaN
const scrollPage = (top: number) => window.scrollTo({ top, behavior: 'instant' })

test('on a phone a list is a part of the page, which is all that scrolls', async () => {
  await portal.open('/staff-dashboard?tab=activity', member, phone)
  await expect.element(page.getByText('Workshop 10', { exact: true })).toBeInTheDocument()
  expect(isBox(region('Activity List').element())).toBe(false)
  expect(root().scrollHeight).toBeGreaterThan(30 * 156)
  scrollPage(root().scrollHeight)
  await expect.element(page.getByText('Workshop 39', { exact: true })).toBeInViewport()
  expect(root().scrollWidth).toBeLessThanOrEqual(390)

  await portal.open('/staff-dashboard?tab=your-activity', member, phone)
  await expect.element(postings()).toBeVisible()
  expect(isBox(postings().element())).toBe(false)
  expect(getComputedStyle(postings().element()).overflowY).toBe('visible')
  await expect.element(postings()).not.toHaveAttribute('tabindex')
  expect(postings().element().clientHeight).toBeGreaterThan(12 * 100)
})

test('from the width of a tablet on, a list scrolls in its box, of 96 units at most', async () => {
  await portal.open('/staff-dashboard?tab=activity', member, tablet)
  await expect.element(page.getByText('Workshop 10', { exact: true })).toBeInTheDocument()
  expect(isBox(region('Activity List').element())).toBe(true)
  await portal.open('/staff-dashboard?tab=your-activity', member, tablet)
  await expect.element(postings()).toBeVisible()
  expect(isBox(postings().element())).toBe(true)
  expect(postings().element().clientHeight).toBeLessThanOrEqual(24 * 16)
  await expect.element(postings()).toHaveAttribute('tabindex', '0')
})

test.each(['activity', 'your-activity'])('the search stays below the header while the list of %s scrolls', async (tab) => {
  await portal.open(`/staff-dashboard?tab=${tab}`, member, phone)
  await expect.element(search()).toBeVisible()
  await expect.element(tab === 'activity' ? page.getByText('Workshop 10', { exact: true }) : postings()).toBeInTheDocument()
  scrollPage(root().scrollHeight / 2)
  await expect.element(search()).toBeInViewport({ ratio: 1 })
  const { top, left, width } = search().element().getBoundingClientRect()
  await expect.poll(() => search().element().getBoundingClientRect().top - headerBottom()).toBeLessThan(16)
  expect(search().element().getBoundingClientRect().top).toBeGreaterThanOrEqual(headerBottom())
  expect(document.elementFromPoint(left + width / 2, top + 20)).toBe(search().element())

  // What is typed deep in the list shows the first rows that match.
  await search().fill('e')
  await expect.element(search()).toBeInViewport({ ratio: 1 })
  const first = tab === 'activity' ? 'tbody tr' : '#main li[id^=posting]'
  const firstTop = () => document.querySelector(first)?.getBoundingClientRect().top ?? -1
  await expect.poll(firstTop).toBeGreaterThan(headerBottom())
  expect(firstTop()).toBeLessThan(phone.height)
})

test('a row that is reached with the keyboard is not below the header, the search or the bar', async () => {
  await portal.open('/staff-dashboard?tab=activity', member, phone)
  await expect.element(page.getByText('Workshop 10', { exact: true })).toBeInTheDocument()
  scrollPage(root().scrollHeight / 2)
  const searchBottom = () => search().element().getBoundingClientRect().bottom
  const below = () =>
    [...document.querySelectorAll<HTMLElement>('tbody button, tbody a')].filter(
      (button) => button.getBoundingClientRect().top > searchBottom(),
    )
  await expect.poll(() => below().length).toBeGreaterThan(4)
  below()[0]?.focus()
  for (let step = 0; step < 4; step += 1) {
    await userEvent.tab({ shift: true })
    const focused = document.activeElement as HTMLElement
    expect(focused.closest('tbody')).not.toBeNull()
    expect(focused.getBoundingClientRect().top).toBeGreaterThanOrEqual(searchBottom() - 1)
  }
})

test('of ten thousand rows a phone renders only those in the window, at any place of the page', { timeout: 60_000 }, async () => {
  intercept('GET', '/users', async (_, pass) => {
    const { users } = (await (await pass()).json()) as { users: { id: number }[] }
    const example = users.find(({ id }) => id === member.id)
    const crowd = Array.from({ length: 10_000 }, (_, index) => {
      const number = String(index + 1).padStart(5, '0')
      return { ...example, id: 1_000_000 + index, name: `Crowd ${number}`, username: `crowd-${number}` }
    })
    return Response.json({ users: [...users, ...crowd] })
  })
  await portal.open('/admin-dashboard?tab=users&q=crowd', admin, phone)
  await expect.element(page.getByText('Crowd 00001', { exact: true })).toBeInTheDocument()
  const table = page.getByRole('table')
  await expect.element(table).toHaveAttribute('aria-rowcount', '10001')
  const rendered = () => document.querySelectorAll('tbody tr').length
  expect(rendered()).toBeLessThan(60)
  const height = root().scrollHeight
  expect(height).toBeGreaterThan(10_000 * 56)
  for (const part of [0.25, 0.5, 0.75]) {
    scrollPage(height * part)
    const inTheMiddle = () => document.elementFromPoint(60, phone.height / 2)?.closest('tr')?.textContent ?? ''
    await expect.poll(inTheMiddle).toContain('Crowd 0')
    expect(rendered()).toBeLessThan(60)
    expect(root().scrollHeight).toBe(height)
  }
  scrollPage(height)
  await expect.poll(lastName).toContain('Crowd 10000')
  expect(root().scrollWidth).toBeLessThanOrEqual(390)
  expect(root().scrollHeight).toBe(height)
})

test('a link to a row scrolls the page of a phone to it, clear of what sticks', async () => {
  const [{ id }] = (await portal.sql<{ id: number }>`select id from activities where name like 'Workshop 35%'`) as [
    { id: number },
  ]
  await portal.open(`/staff-dashboard?tab=activity&found=${id}`, member, phone)
  await expect.element(page.getByText(/^Workshop 35/)).toBeInViewport({ ratio: 1 })
  const { top } = document.querySelector('[data-marked]')?.getBoundingClientRect() ?? { top: -1 }
  expect(top).toBeGreaterThan(search().element().getBoundingClientRect().bottom)
})

test('in a page from right to left, the search spans the page and the list does not widen it', async () => {
  await portal.open('/staff-dashboard?tab=activity', member, { ...phone, width: 320, height: 700, language: 'ckb' })
  await expect.element(search()).toBeVisible()
  scrollPage(1200)
  await expect.element(search()).toBeInViewport({ ratio: 1 })
  const bar = document.querySelector('[data-search-bar]')?.getBoundingClientRect()
  expect([bar?.left, bar?.right]).toEqual([0, 320])
  expect(root().scrollWidth).toBeLessThanOrEqual(320)
})
