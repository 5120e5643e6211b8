import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { photoTaken } from '../../testing/components/evidence.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { emulateTouch } from '../../testing/components/touch.ts'

const portal = await startPortal()
emulateTouch()
const phone = { width: 390, height: 844 }
const yourActivity = '/staff-dashboard?tab=your-activity'
const [{ day }] = (await portal.sql<{ day: string }>`select start_date::text as day from terms where is_current`) as [
  { day: string },
]

async function addPersonWhoPosted(name: string, count: number) {
  const person = await portal.make.staff({ name })
  for (let number = 1; number <= count; number += 1)
    await portal.make.posting(person.id, await portal.make.activity({ name: `${name}, activity ${number}` }), day)
  return person
}

const bar = () => page.getByRole('navigation', { name: 'Shortcuts' })
const barTop = () => bar().element().getBoundingClientRect().top
const post = () => bar().getByRole('link', { name: 'Post New Activity' })
const entries = () => page.getByRole('list', { name: 'Your Posted Activities' }).getByRole('listitem')
const activityField = () => page.getByRole('form').getByLabelText('Activity', { exact: true })
const link = () => page.getByRole('form').getByLabelText('Link')
const address = () => window.location.pathname + window.location.search

test('Post opens the form at its first field from any panel, keeps the draft, and leaves an edit with its own', async () => {
  const person = await addPersonWhoPosted('Sara Aziz', 1)
  await portal.open('/staff-dashboard', person, phone)
  await post().click()
  await expect.element(activityField()).toHaveFocus()
  await expect.poll(address).toBe(yourActivity)
  await expect.element(activityField()).toBeInViewport({ ratio: 1 })
  await link().fill('https://begun.test.example')

  await bar().getByRole('link', { name: 'Notices' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Notices')
  await expect.poll(address).toContain('tab=notices')
  await post().click()
  await expect.element(link()).toHaveValue('https://begun.test.example')
  await expect.element(activityField()).toHaveFocus()

  // The form is longer than the page, and begins below the bar at the top.
  await page.viewport(390, 620)
  await entries().getByRole('button', { name: /^Edit/ }).click()
  const cancel = page.getByRole('button', { name: 'Cancel Edit' })
  await expect.element(cancel).toBeInViewport({ ratio: 1 })
  const headerEnd = () => document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  await expect.poll(() => cancel.element().getBoundingClientRect().top - headerEnd()).toBeGreaterThan(0)
  await page.viewport(phone.width, phone.height)
  await link().fill('https://edited.test.example')
  await post().click()
  await expect.element(page.getByRole('form').getByRole('heading')).toHaveTextContent('Post New Activity')
  await expect.element(activityField()).toHaveFocus()
  await expect.element(link()).toHaveValue('https://begun.test.example')
  await entries().getByRole('button', { name: /^Edit/ }).click()
  await expect.element(link()).toHaveValue('https://edited.test.example')
})

test('the top of the panel leads to a posting that was begun', async () => {
  const person = await addPersonWhoPosted('Omar Kadir', 0)
  await portal.open(yourActivity, person, phone)
  await link().fill('https://begun.test.example')
  await portal.open('/staff-dashboard?tab=activity', person, phone)
  await portal.open(yourActivity, person, phone)
  const proceed = page.getByRole('link', { name: 'Continue the posting that you began' })
  await proceed.click()
  await expect.element(activityField()).toHaveFocus()
  await expect.element(proceed).not.toBeInTheDocument()
})

test('nothing is behind the bar: the end of the page, what has focus, a toast', async () => {
  const person = await addPersonWhoPosted('Lana Rashid', 4)
  // The posting that was being edited is gone.
  sessionStorage.setItem(`draft:${person.id}:posting:open`, '999999')
  await portal.open(yourActivity, person, phone)
  const toast = () => document.querySelector('[data-toasts] > div')?.getBoundingClientRect()
  await expect.poll(() => toast()?.height).toBeGreaterThan(0)
  expect(toast()?.bottom).toBeLessThanOrEqual(barTop())

  await expect.poll(() => entries().elements().length).toBe(4)
  await expect.poll(() => document.querySelectorAll('[aria-busy=true]').length).toBe(0)
  const focusable = [...document.querySelectorAll('main :is(a, button, input:not([type=file]), select)')]
  expect(focusable.filter((one) => one.checkVisibility()).length).toBeGreaterThan(15)
  document.getElementById('main')?.focus()
  let reached = 0
  for (let step = 0; step < 30; step += 1) {
    await userEvent.tab()
    const active = document.activeElement
    if (!active?.closest('main') || active.matches('[type=file]')) continue
    reached += 1
    const { top, bottom } = active.getBoundingClientRect()
    expect(top, active.outerHTML.slice(0, 120)).toBeLessThan(barTop())
    expect(bottom - barTop(), active.outerHTML.slice(0, 120)).toBeLessThan(1)
  }
  expect(reached).toBeGreaterThan(15)
  window.scrollTo(0, document.documentElement.scrollHeight)
  const last = document.querySelector('main > :last-child')
  await expect.poll(() => last?.getBoundingClientRect().bottom).toBeLessThanOrEqual(barTop())
})

test.each([22, 60])(
  'the first invalid field is below the bar at the top, with its label, if %s pixels of it were behind',
  async (hidden) => {
    await portal.open(yourActivity, await addPersonWhoPosted(`Dara Salih ${hidden}`, 0), { width: 390, height: 620 })
    const submit = page.getByRole('form').getByRole('button', { name: 'Post Activity' })
    await expect.element(submit).toBeVisible()
    await expect.poll(() => document.querySelectorAll('[aria-busy=true]').length).toBe(0)
    const headerEnd = () => document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const field = activityField().element() as HTMLInputElement
    const belowHeader = (element: Element | undefined) => (element?.getBoundingClientRect().top ?? 0) - headerEnd()
    window.scrollBy({ top: belowHeader(field) + hidden, behavior: 'instant' })
    expect(belowHeader(field)).toBeLessThan(0)
    await submit.click()
    await expect.element(activityField()).toHaveFocus()
    await expect.poll(() => belowHeader(field.labels?.[0])).toBeGreaterThanOrEqual(0)
  },
)

test('the bar gives way to a field in a page that the keyboard has made short', async () => {
  await portal.open(yourActivity, await addPersonWhoPosted('Hana Karim', 0), phone)
  await activityField().click()
  await expect.element(activityField()).toHaveFocus()
  await expect.element(bar()).toBeVisible()
  await page.viewport(390, 420)
  await expect.element(bar()).not.toBeInTheDocument()
  ;(page.getByRole('form').getByRole('button', { name: 'Post Activity' }).element() as HTMLElement).focus()
  await expect.element(bar()).toBeVisible()
})

test('an administrator keeps the bell in the bar at the top', async () => {
  await portal.open('/admin-dashboard?tab=departments', await portal.make.admin({ name: 'Rana Wahid' }), phone)
  await expect.element(page.getByRole('button', { name: 'Notices' })).toBeVisible()
  await expect.element(bar()).not.toBeInTheDocument()
})

test('a phone offers its camera, and a file dialog with its gallery', async () => {
  const person = await addPersonWhoPosted('Rebin Salih', 0)
  await portal.open(yourActivity, person, phone)
  const photo = page.getByRole('form').getByLabelText('Image')
  await expect.element(photo).toHaveAttribute('accept', expect.stringContaining('image/jpeg,image/png,image/webp'))
  await expect.element(page.getByText('Take a photo')).toBeVisible()
  await expect.element(page.getByText('Choose files', { exact: true })).toBeVisible()
})

test('the day on which a photo was taken is proposed as the starting date, also after a reload, and nothing else is changed', async () => {
  const person = await addPersonWhoPosted('Shilan Omar', 0)
  await portal.open(yourActivity, person, phone)
  const date = () => page.getByRole('form').getByLabelText('Starting date')
  const image = page.getByRole('form').getByLabelText('Image')
  const proposal = (text: string) => page.getByRole('button', { name: `Proposal: ${text}, when the photo was taken` })
  // A camera whose clock is ahead proposes nothing.
  await image.upload([await photoTaken('ahead.jpg', '2099:01:01 08:00:00'), await photoTaken('hall.jpg', '2026:05:12 23:30:00')])
  await expect.element(proposal('12 May 2026')).toBeVisible()
  await portal.open(yourActivity, person, phone)
  await expect.element(date()).toHaveValue('')
  await proposal('12 May 2026').click()
  await expect.element(date()).toHaveValue('12/05/2026')
  await expect.element(date()).toHaveFocus()
  await expect.element(page.getByRole('button', { name: /^Proposal/ })).not.toBeInTheDocument()
})
