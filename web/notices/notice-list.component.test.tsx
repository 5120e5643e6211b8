import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { intercept, noNetwork, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const yourActivity = '/staff-dashboard?tab=your-activity'

const bell = () => page.getByRole('button', { name: /^Notices/ })
const panel = () => page.getByRole('dialog', { name: 'Notices' })
const notices = () => panel().getByRole('listitem')
const markAll = () => panel().getByRole('button', { name: 'Mark all as read' })

/** Adds notices, the oldest first. */
async function addNotices(person: { id: number }, count: number) {
  await portal.sql`insert into notices (user_id, kind, term_id, details, created_at)
    select ${person.id}::int, 'scored', t.id, jsonb_build_object('field', 'tp', 'from', n - 1, 'to', n),
      now() - make_interval(mins => ${count}::int - n)
    from generate_series(1, ${count}::int) n, terms t where t.is_current`
}

async function personWithNotices(count: number) {
  const person = await portal.make.staff()
  await addNotices(person, count)
  return person
}

test('the newest are shown first, further ones on request, and focus moves to them', async () => {
  await portal.open(yourActivity, await personWithNotices(40))
  await bell().click()
  await expect.element(notices()).toHaveLength(30)
  await expect.element(notices().first()).toHaveTextContent('39 → 40')
  const moment = notices().nth(5).element().querySelector('time')
  expect(moment?.textContent).toBe('5 minutes ago')
  expect(moment?.title).toMatch(/^\d+ \w{3} \d{4}, \d\d:\d\d$/)

  const repair = intercept('GET', '/notices', noNetwork)
  await panel().getByRole('button', { name: 'Show more' }).click()
  await expect.element(panel().getByRole('alert')).toHaveTextContent(/^Failed to load the notices\. Please try again later\.$/)
  await expect.element(panel().getByRole('button', { name: 'Try again' })).toHaveFocus()
  repair()
  await userEvent.keyboard('{Enter}')
  await expect.element(notices()).toHaveLength(40)
  await expect.element(notices().nth(30).getByRole('link')).toHaveFocus()
  await expect.element(panel().getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
})

test('one is marked as read when it is opened, then all; a failure brings them back', async () => {
  await portal.open(yourActivity, await personWithNotices(4))
  await expect.element(bell()).toHaveAccessibleName('Notices, 4 unread')
  await bell().click()
  await notices().first().getByRole('link').click()
  await expect.element(bell()).toHaveAccessibleName('Notices, 3 unread')
  await bell().click()
  await expect.element(notices().nth(1)).toHaveTextContent('Unread')
  await expect.element(notices().first()).not.toHaveTextContent('Unread')

  const repair = intercept('PUT', '/notices/read', replyWith(500))
  await markAll().click()
  await expect.element(page.getByText('Could not mark this as read. Please try again.')).toBeVisible()
  await expect.element(bell()).toHaveAccessibleName('Notices, 3 unread')
  repair()
  await markAll().click()
  await expect.element(bell()).toHaveAccessibleName('Notices')
  await expect.element(panel()).not.toHaveTextContent('Unread')
  await expect.element(panel()).toHaveFocus()
})

test('the person of a notice leads to their page, for those who have it', async () => {
  const admin = await portal.make.admin()
  const physics = await portal.make.department('Physics')
  const head = await portal.make.head(physics.id)
  const member = await portal.make.staff({ name: 'Sara Aziz', department_id: physics.id })
  await portal.make.question(member.id)
  const person = () => notices().getByRole('link', { name: 'Sara Aziz', exact: true })
  for (const [reader, dashboard] of [
    [head, '/staff-dashboard'],
    [admin, '/admin-dashboard'],
  ] as const) {
    await portal.open(dashboard, reader)
    await bell().click()
    await expect.element(person()).toHaveAttribute('href', `${dashboard}?tab=person&id=${member.id}`)
  }
  await person().click()
  await expect.element(panel()).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sara Aziz')
})

test('a notice that arrives while all are marked as read stays unread', async () => {
  const person = await personWithNotices(2)
  await portal.open(yourActivity, person)
  await bell().click()
  await expect.element(notices()).toHaveLength(2)
  intercept('PUT', '/notices/read', async (_, pass) => {
    await addNotices(person, 1)
    return pass()
  })
  await markAll().click()
  await expect.element(bell()).toHaveAccessibleName('Notices, 1 unread')
  await expect.element(notices()).toHaveLength(3)
})

test('by keyboard alone: opened, navigated, closed by Escape, by leaving, by choosing', async () => {
  await portal.open('/staff-dashboard', await personWithNotices(2))
  await expect.element(bell()).toHaveAccessibleName('Notices, 2 unread')
  ;(bell().element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel()).toHaveFocus()
  await expect.element(bell()).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(panel()).not.toBeInTheDocument()
  await expect.element(bell()).toHaveFocus()

  await userEvent.keyboard(' ')
  await expect.element(notices()).toHaveLength(2)
  await userEvent.tab()
  await expect.element(markAll()).toHaveFocus()
  for (const index of [0, 1]) {
    await userEvent.tab()
    await expect.element(notices().nth(index).getByRole('link')).toHaveFocus()
  }
  await userEvent.tab()
  await expect.element(panel()).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Activity', exact: true })).toHaveFocus()

  await userEvent.tab({ shift: true })
  await expect.element(bell()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(notices()).toHaveLength(2)
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Your Activity')
  await expect.element(panel()).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toHaveFocus()
  await expect.element(bell()).toHaveAccessibleName('Notices, 1 unread')
})

test('a click elsewhere closes the list', async () => {
  await portal.open('/staff-dashboard', await personWithNotices(1))
  await bell().click()
  await expect.element(notices()).toBeVisible()
  await page.getByRole('main').click({ position: { x: 600, y: 400 } })
  await expect.element(panel()).not.toBeInTheDocument()
})

test.each([
  ['in a popover', 1280],
  ['on a page of their own on a phone', 390],
])('long notices fit %s, and all of them can be scrolled to', async (_, width) => {
  const person = await personWithNotices(31)
  await portal.sql`insert into notices (user_id, kind, term_id, details)
    select ${person.id}::int, 'question declined', id, jsonb_build_object('line', 'tp', 'by', 'Rana Wahid', 'question_id', 1,
      'text', ${'A_very_long_word_'.repeat(20)}::text) from terms where is_current`
  await portal.open(yourActivity, person, { width, height: 844 })
  const opener = width === 390 ? page.getByRole('link', { name: /^Notices/ }) : bell()
  await opener.click()
  const place = width === 390 ? page.getByRole('region', { name: 'Notices' }) : panel()
  const all = place.getByRole('listitem')
  await expect.element(all.first()).toHaveTextContent('A_very_long_word_')
  await expect.element(all).toHaveLength(30)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await expect.element(place.getByRole('button', { name: 'Mark all as read' })).toBeInViewport({ ratio: 1 })
  all.last().element().scrollIntoView({ block: 'center' })
  await expect.element(all.last()).toBeInViewport({ ratio: 0.9 })
})

test('a notice that begins with a Latin name is written from right to left in Kurdish', async () => {
  const admin = await portal.make.admin()
  await portal.sql`insert into notices (user_id, kind, term_id, details)
    select ${admin.id}::int, 'question asked', id,
      jsonb_build_object('line', 'tp', 'to', 'office', 'question_id', 1, 'by', 'Sara Aziz', 'text', 'Why?') from terms where is_current`
  await portal.open('/admin-dashboard', admin, { language: 'ckb' })
  await page.getByRole('button', { name: /^ئاگادارییەکان/ }).click()
  await expect.element(page.getByText('تانەی لە خاڵی مامۆستا داوە')).toHaveStyle({ direction: 'rtl' })
})
