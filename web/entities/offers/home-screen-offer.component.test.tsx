import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../../testing/components/portal.ts'
import { holdInstallPrompt, takeInstallPrompt } from './install-prompt.ts'

const portal = await startPortal()
/** The pages ask for the lists once, so the activities are there before. */
const [first, second] = [await portal.make.activity({ score: 2 }), await portal.make.activity({ score: 3 })]
/** The server may be slow to take postings on a busy machine. */
const timeout = 120_000
const phone = { width: 390, height: 844 }
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0'

const real = window.matchMedia.bind(window)
/** A screen that is touched, on which some of the queries have another answer. */
const sayScreen = (answers: Record<string, string> = {}) =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => real({ '(pointer: coarse)': 'all', ...answers }[query] ?? query))
beforeEach(() => void sayScreen())
afterEach(() => {
  vi.restoreAllMocks()
  takeInstallPrompt()
})

const sayBrowser = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
const offer = () => page.getByText('You can put the portal on your home screen, like an app.')
const toasts = () => page.getByRole('region', { name: 'Notifications' })

/** Posts an activity on a phone. */
async function post(person: { username: string }, { name }: { name: string }) {
  await portal.open('/staff-dashboard?tab=your-activity', person, phone)
  await page.getByLabelText('Activity', { exact: true }).fill(name)
  await page.getByRole('option', { name }).click()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await page.getByRole('form').getByRole('button', { name: 'Post Activity' }).click()
  await expect.element(page.getByText('Activity posted successfully')).toBeVisible()
}

const offersTo = async ({ id }: { id: number }) =>
  (await portal.sql`select from user_preferences where user_id = ${id} and home_screen_offered_at is not null`).length

test('after the first posting, an iPhone is told how to put the portal on the home screen, once', { timeout }, async () => {
  const person = await portal.make.staff()
  sayBrowser(iPhone)
  await post(person, first)
  await expect.element(offer()).toBeVisible()
  await toasts().getByRole('button', { name: 'Show how' }).click()
  const dialog = page.getByRole('dialog', { name: 'Put the portal on your home screen' })
  await expect.element(dialog.getByRole('listitem').nth(1)).toHaveTextContent('Add to Home Screen')
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(await offersTo(person)).toBe(1)

  const again = vi.spyOn(window, 'fetch')
  await post(person, second)
  await vi.waitFor(() => expect(again.mock.calls.some(([address]) => String(address).endsWith('/auth/offers'))).toBe(true))
  await again.mock.results.at(-1)?.value
  expect(offer().elements()).toEqual([])
})

test('Firefox has steps of its own', { timeout }, async () => {
  sayBrowser(firefox)
  await post(await portal.make.staff(), first)
  await toasts().getByRole('button', { name: 'Show how' }).click()
  await expect.element(page.getByRole('dialog').getByRole('listitem').first()).toHaveTextContent('three dots beside the address')
})

test('a browser that asks by itself is asked to, at that moment and not before', { timeout }, async () => {
  const prompt = vi.fn(async () => undefined)
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  holdInstallPrompt(event)
  expect(event.defaultPrevented).toBe(true)
  await post(await portal.make.staff(), first)
  expect(prompt).not.toHaveBeenCalled()
  await toasts().getByRole('button', { name: 'Add it' }).click()
  expect(prompt).toHaveBeenCalledOnce()
})

test('nothing is offered in the portal on the home screen, and it is not noted there', async () => {
  const person = await portal.make.staff()
  sayBrowser(iPhone)
  sayScreen({ '(display-mode: browser)': 'not all' })
  const { offerHomeScreen } = await import('./home-screen-offer.ts')
  await portal.open('/staff-dashboard?tab=your-activity', person, phone)
  await offerHomeScreen(() => undefined)
  expect(await offersTo(person)).toBe(0)
})
