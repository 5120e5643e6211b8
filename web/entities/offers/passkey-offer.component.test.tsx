import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../../testing/components/portal.ts'
import { testPassword } from '../../../testing/factories.ts'
import { clearSession } from '../../session/session.ts'

const portal = await startPortal({ PUBLIC_URL: location.origin })

type Person = { id: number; username: string }
const sentence = 'You can sign in here with your fingerprint, face or PIN instead of a password.'
const offer = () => page.getByText(sentence)
const region = () => page.getByRole('region', { name: 'Notifications' })

async function signIn({ username }: Person) {
  clearSession()
  await portal.open('/', null)
  await page.getByLabelText('Username').fill(username)
  await page.getByLabelText('Password', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.element(page.getByRole('heading', { name: 'Activity List' })).toBeVisible()
}

/** Whether the account was offered a passkey, which is noted once it was taken or dismissed. */
const isNoted = async ({ id }: Person) =>
  (await portal.sql`select from user_preferences where user_id = ${id} and passkey_offered_at is not null`).length > 0

test('a passkey is offered after the second sign-in on the device, until it is dismissed', async () => {
  const person = await portal.make.staff()
  await signIn(person)
  expect(offer().elements()).toEqual([])

  await signIn(person)
  await expect.element(offer()).toBeVisible()
  // It lies over the page, and moves nothing.
  expect(getComputedStyle(region().element()).position).toBe('fixed')
  expect(await isNoted(person)).toBe(false)
  await region().getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(offer()).not.toBeInTheDocument()
  await expect.poll(() => isNoted(person)).toBe(true)
})

test('taken, it opens Sign-in security, and is not made again', async () => {
  const person = await portal.make.staff()
  await signIn(person)
  await signIn(person)
  await region().getByRole('button', { name: 'Add a passkey' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Sign-in security' })).toBeVisible()
  await expect.element(offer()).not.toBeInTheDocument()
  await expect.poll(() => isNoted(person)).toBe(true)
})
