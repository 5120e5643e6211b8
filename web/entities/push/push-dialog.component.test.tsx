import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { intercept, replyWith } from '../../../testing/components/network.ts'
import { startPortal } from '../../../testing/components/portal.ts'
import { standInBrowser } from '../../../testing/components/push-browser.ts'
import { NoPushService, rememberOwner, subscribeHere } from './this-device.ts'

const portal = await startPortal({ PUSH_SERVICES: 'push.test.example' })
const without = await startPortal({ PUSH_SERVICES: 'none' })
afterEach(async () => {
  vi.restoreAllMocks()
  await rememberOwner(undefined)
})

const dialog = () => page.getByRole('dialog', { name: 'Notices on this device' })
const button = (name: string) => dialog().getByRole('button', { name, exact: true })
const toasts = page.getByRole('region', { name: 'Notifications' })
const endpointsOf = async ({ id }: { id: number }) =>
  (await portal.sql<{ endpoint: string }>`select endpoint from push_subscriptions where user_id = ${id}`).map(
    ({ endpoint }) => endpoint,
  )

async function openFromMenu(name: string) {
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: 'Notices on this device' }).click()
  await expect.element(dialog()).toBeVisible()
}

test('they are offered among the notices, turned on there, and turned off in the menu of the account', async () => {
  const browser = standInBrowser()
  const person = await portal.make.staff({ name: 'Sara Aziz' })
  await portal.open('/staff-dashboard?tab=your-activity', person)
  await page.getByRole('button', { name: /^Notices/ }).click()
  await page.getByRole('button', { name: 'Notices on this device' }).click()
  await expect.element(dialog()).toHaveTextContent('Notices are off for this device.')
  expect(Notification.requestPermission).not.toHaveBeenCalled()
  await button('Turn on').click()
  await expect.element(dialog()).toHaveTextContent('Notices are on for this device.')
  await expect.element(toasts).toHaveTextContent('Notices on this device are turned on')
  expect(await endpointsOf(person)).toEqual(browser.endpoints)

  await dialog().getByRole('button', { name: 'Close' }).click()
  await openFromMenu('Sara Aziz')
  await button('Turn off').click()
  await expect.element(dialog()).toHaveTextContent('Notices are off for this device.')
  expect([await endpointsOf(person), browser.current]).toEqual([[], undefined])
})

test('which ones, and what a locked screen shows, is saved with each choice; one that is not saved is taken back', async () => {
  standInBrowser()
  const person = await portal.make.staff({ name: 'Omar Karim' })
  await portal.open('/staff-dashboard', person)
  await openFromMenu('Omar Karim')
  const choice = (name: string) => dialog().getByRole('checkbox', { name })
  await expect.element(choice('Returned activities')).toBeChecked()
  await choice('Verified activities').click()
  await expect.element(toasts).toHaveTextContent('Your choice was saved')
  await choice('Show what they say, also on a locked screen').click()
  await expect
    .poll(() => portal.sql`select push_off, push_details from user_preferences where user_id = ${person.id}`)
    .toEqual([{ push_off: ['verified'], push_details: true }])
  await expect.element(dialog()).toHaveTextContent('At night, from 22:00 to 7:00, no device makes a sound.')

  const repair = intercept('PUT', '/auth/push', replyWith(500))
  await choice('Days that end').click()
  await expect.element(toasts).toHaveTextContent('Your choice could not be saved. Please try again.')
  await expect.element(choice('Days that end')).toBeChecked()
  repair()
})

test('a user who says no to the browser reads how to allow them later', async () => {
  standInBrowser({ answer: 'denied' })
  const person = await portal.make.staff({ name: 'Lana Hama' })
  await portal.open('/staff-dashboard', person)
  await openFromMenu('Lana Hama')
  await button('Turn on').click()
  await expect
    .element(dialog())
    .toHaveTextContent('This browser blocks notices from the portal. Allow notifications for this address')
  await expect.element(button('Turn on')).not.toBeInTheDocument()
  expect(await endpointsOf(person)).toEqual([])
})

test('a browser without an answer of its push service is given up after a while, and says so', async () => {
  const browser = standInBrowser()
  browser.isSilent = true
  await expect(subscribeHere('BA', 1)).rejects.toThrow(NoPushService)

  browser.isSilent = false
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockImplementation(() =>
    Promise.reject(new DOMException('Registration failed', 'AbortError')),
  )
  await portal.open('/staff-dashboard', await portal.make.staff({ name: 'Aram Salih' }))
  await openFromMenu('Aram Salih')
  await button('Turn on').click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('The browser did not get an answer from its push service.')
})

test('a portal that reaches no push service says since when', async () => {
  standInBrowser()
  await portal.sql`insert into push_outage default values`
  await portal.open('/staff-dashboard', await portal.make.staff({ name: 'Dana Aziz' }))
  await openFromMenu('Dana Aziz')
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('The portal has reached no push service since')
  await portal.sql`delete from push_outage`
})

test('a portal that sends nothing to devices says so, and offers nothing', async () => {
  standInBrowser()
  await without.open('/staff-dashboard', await without.make.staff({ name: 'Shilan Ali' }))
  await openFromMenu('Shilan Ali')
  await expect.element(dialog()).toHaveTextContent('This portal sends no notices to devices.')
  await expect.element(button('Turn on')).not.toBeInTheDocument()
  await expect.element(dialog().getByRole('checkbox')).not.toBeInTheDocument()
})

test.each([
  ['iPhone; CPU iPhone OS 18_0 like Mac OS X', 'On an iPhone or iPad, notices need the portal on the home screen'],
  ['X11; Linux x86_64', 'This browser cannot get notices from the portal.'],
])('a browser without push (%s) reads what to do', async (system, sentence) => {
  standInBrowser()
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`Mozilla/5.0 (${system})`)
  const manager = globalThis.PushManager
  Reflect.deleteProperty(globalThis, 'PushManager')
  try {
    await portal.open('/staff-dashboard', await portal.make.staff({ name: 'Hero Nuri' }))
    await openFromMenu('Hero Nuri')
    await expect.element(dialog()).toHaveTextContent(sentence)
    await expect.element(button('Turn on')).not.toBeInTheDocument()
  } finally {
    globalThis.PushManager = manager
  }
})
