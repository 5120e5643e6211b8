import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { intercept, noNetwork } from '../../../testing/components/network.ts'
import { startPortal } from '../../../testing/components/portal.ts'

const portal = await startPortal()
const { make } = portal
const person = await make.staff({ name: 'Sara Aziz' })
const activity = await make.activity({ name: 'Open day' })
await make.posting(person.id, activity, new Date().toISOString().slice(0, 10))

const openOwn = (options?: Parameters<typeof portal.open>[2]) =>
  portal.open('/staff-dashboard?tab=your-activity', person, options)
const button = () => page.getByRole('button', { name: 'My record' })
const item = (format: string) => page.getByRole('menuitem', { name: format })

test('on a phone the menu of the own record stands in one row with the picker, and on the screen', async () => {
  await openOwn({ width: 360, height: 740 })
  const picker = page.getByLabelText('Term', { exact: true })
  await expect.element(picker).toBeVisible()
  const [box, beside] = [button().element().getBoundingClientRect(), picker.element().getBoundingClientRect()]
  expect(box.right).toBeLessThanOrEqual(360)
  expect(Math.abs(box.top - beside.top)).toBeLessThan(6)
})

test('offline the menu says why there is no record now', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get')
  onTestFinished(() => isOnline.mockRestore())
  const go = (state: 'online' | 'offline') => {
    isOnline.mockReturnValue(state === 'online')
    window.dispatchEvent(new Event(state))
  }
  await openOwn()
  await expect.element(page.getByRole('list', { name: 'Your Posted Activities' })).toHaveTextContent(activity.name)
  go('offline')
  await button().click()
  const menu = page.getByRole('menu')
  await expect.element(menu).toHaveTextContent('You are offline, so the record cannot be created now.')
  await expect.element(menu).toHaveAccessibleDescription('You are offline, so the record cannot be created now.')
  await expect.element(item('PDF: English')).toHaveAttribute('aria-disabled', 'true')
  go('online')
  await expect.element(item('PDF: English')).not.toHaveAttribute('aria-disabled')
})

test('a record that could not be made is said in a message', async () => {
  await openOwn()
  intercept('GET', '/record/pdf', noNetwork)
  await button().click()
  await item('PDF: English').click()
  await expect.element(page.getByRole('region', { name: /^Notifications/ })).toHaveTextContent('Failed to create the record.')
})

test('the PDF is made in the language that is chosen, that of the page first', async () => {
  let asked = ''
  intercept('GET', '/record/pdf', async (request) => {
    asked = new URL(request.url).search
    return new Response(null, { status: 500 })
  })
  await portal.open('/staff-dashboard?tab=your-activity', person, { language: 'ckb' })
  await page.getByRole('button', { name: 'تۆمارەکەم' }).click()
  const names = () =>
    page
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent?.replace(/[\u200e\u200f\u2066-\u2069]/g, ''))
  await expect.poll(names).toEqual(['PDF: کوردی', 'PDF: English', 'PDF: العربية', 'CSV'])
  await item('العربية').click()
  await expect.poll(() => asked).toBe(`?user_id=${person.id}&language=ar`)
})

test('an administrator downloads the record of a member from their activities', async () => {
  let saved = ''
  intercept('GET', '/record/csv', async (_, pass) => {
    const reply = await pass()
    saved = await reply.clone().text()
    return reply
  })
  await portal.open('/admin-dashboard?tab=staff', await make.admin())
  await page.getByRole('row').filter({ hasText: person.name }).getByRole('button', { name: 'View Activities' }).click()
  await expect.element(page.getByRole('dialog')).toHaveTextContent(activity.name)
  await page.getByRole('button', { name: 'Record for all terms' }).click()
  await item('CSV').click()
  await expect.poll(() => saved).toContain(activity.name)
})
