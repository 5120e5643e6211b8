import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { loaded } from '../../testing/components/loaded.ts'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { router } from '../router.tsx'
import { resultOf, transact } from '../storage/object-store.ts'

const portal = await startPortal()
const phone = { width: 390, height: 844 }
const member = await portal.make.staff({ name: 'Sara Aziz' })
const activity = await portal.make.activity({ name: 'Open day' })
const [{ today = '' } = {}] = await portal.sql<{ today: string }>`select current_date::text as today`
await portal.make.posting(member.id, activity, today)

const place = { database: 'last-seen', store: 'lists' }
const storedKeys = () => transact(place, 'readonly', async (store) => (await resultOf(store.getAllKeys())).map(String))
const whenStored = (name: string) =>
  expect.poll(async () => (await storedKeys()).filter((key) => key.includes(`"${name}"`)).length).toBeGreaterThan(0)
const line = () => page.getByText('You are offline.', { exact: true })

/** Takes the network away: the browser knows it, and no request leaves. */
function goOffline() {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const ends = ['GET', 'POST', 'PUT', 'DELETE'].map((method) => intercept(method, /./, noNetwork))
  window.dispatchEvent(new Event('offline'))
  const goOnline = () => {
    isOnline.mockReturnValue(true)
    for (const end of ends) end()
    window.dispatchEvent(new Event('online'))
  }
  onTestFinished(() => {
    goOnline()
    isOnline.mockRestore()
  })
  return goOnline
}

test('what was seen is readable offline on every page: the statement, the grade and the list', async () => {
  await portal.open('/statement', member, phone)
  await expect.element(page.getByRole('article')).toHaveTextContent('Open day')
  await whenStored('statement')
  await portal.open('/grade', member, phone)
  await expect.element(page.getByRole('heading', { name: 'Grade scale' })).toBeInTheDocument()
  await whenStored('rules')
  await portal.open('/staff-dashboard?tab=your-activity', member, phone)
  await expect.element(page.getByRole('list', { name: 'Your Posted Activities' })).toHaveTextContent('Open day')
  await whenStored('posted-activities')

  const goOnline = goOffline()
  await router.navigate({ href: '/statement' })
  await expect.element(page.getByRole('article')).toHaveTextContent('Open day')
  await expect.element(line()).toBeVisible()
  await router.navigate({ href: '/grade' })
  await expect.element(page.getByText(/assistant lecturer|lecturer|professor/i).first()).toBeVisible()
  await expect.element(line()).toBeVisible()
  await router.navigate({ href: '/staff-dashboard?tab=your-activity' })
  await expect.element(page.getByRole('list', { name: 'Your Posted Activities' })).toHaveTextContent('Open day')

  goOnline()
  await expect.element(line()).not.toBeInTheDocument()
})

test('a statement of a term that was not seen says that it cannot be loaded', async () => {
  const other = await portal.make.term('Year 1961', '1961-01-01', '1961-12-31')
  await portal.open('/staff-dashboard', member, phone)
  await loaded('Activity List')
  goOffline()
  await router.navigate({ href: `/statement?term=${other.id}` })
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('the record that was downloaded opens again offline, as it was then', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download) saved.push(this.download)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await portal.open('/staff-dashboard?tab=your-activity', member, phone)
  await loaded('Your Activity')
  const menu = () => page.getByRole('button', { name: 'My record' })
  await menu().click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await expect.poll(() => saved).toHaveLength(1)
  await whenStored('record')

  goOffline()
  await menu().click()
  await expect.element(page.getByRole('menu')).toHaveTextContent('A file that you downloaded on this device can be opened again')
  await expect.element(page.getByRole('menuitem', { name: 'PDF: English' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await expect.poll(() => saved).toHaveLength(2)
  expect(saved[1]).toBe(saved[0])
})

test('logging out offline wipes the copies at once, and ends the session as soon as there is a network', async () => {
  await portal.open('/staff-dashboard?tab=your-activity', member, phone)
  await expect.element(page.getByRole('list', { name: 'Your Posted Activities' })).toHaveTextContent('Open day')
  await whenStored('posted-activities')
  const sessions = () => portal.sql`select from sessions where user_id = ${member.id}`
  const before = (await sessions()).length

  const goOnline = goOffline()
  await page.getByRole('banner').getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
  await expect.poll(storedKeys).toEqual([])
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/user_id|Sara/)
  expect(await sessions()).toHaveLength(before)
  goOnline()
  await expect.poll(async () => (await sessions()).length).toBe(before - 1)
})
