import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ar } from '../../../contract/languages/ar.ts'
import { messages, type Say, speaker } from '../../../contract/languages/catalogue.ts'
import { en } from '../../../contract/languages/en.ts'
import { intercept } from '../../../testing/components/network.ts'
import { startPortal } from '../../../testing/components/portal.ts'
import { testPassword } from '../../../testing/factories.ts'

const portal = await startPortal()
const inEnglish = speaker('en', en)
const words = messages.signInSecurity

const dialog = () => page.getByRole('dialog')
const password = (say: Say) => page.getByLabelText(say(messages.password.current), { exact: true })

async function openDialog({ name }: { name: string }, say: Say) {
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: say(words.title) }).click()
}

/** Starts the set-up by keyboard alone, as everything after it. */
async function startSetUp(say: Say) {
  const start = dialog().getByRole('button', { name: say(words.setUpApp) })
  await expect.element(start).toBeVisible()
  ;(start.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(password(say)).toHaveFocus()
}

test('an authenticator app is set up by keyboard alone, after the password was confirmed', async () => {
  const person = await portal.make.staff()
  await portal.open('/staff-dashboard', person)
  await openDialog(person, inEnglish)
  await startSetUp(inEnglish)
  await expect.element(page.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  await userEvent.keyboard('not it{Enter}')
  await expect.element(dialog().getByRole('alert')).toHaveTextContent(/^The current password is incorrect\.$/)
  await password(inEnglish).fill(testPassword)
  await userEvent.keyboard('{Enter}')

  const code = dialog().getByLabelText('Current code from the app')
  await expect.element(code).toHaveFocus()
  const secret = dialog().getByRole('definition').element().textContent
  expect(secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  await expect.element(dialog().getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expect
    .element(dialog().getByRole('link', { name: 'Open in the app' }))
    .toHaveAttribute('href', expect.stringMatching(/^otpauth:\/\/totp\//))
  await userEvent.keyboard('12{Enter}')
  await expect.element(code).toHaveAccessibleDescription('Enter the 6-digit code from your app.')
  await expect.element(code).toHaveFocus()
  await code.fill(new TOTP({ secret: secret.replaceAll(' ', '') }).generate())
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog().getByRole('heading', { name: 'Your recovery codes' })).toHaveFocus()
  expect(dialog().getByRole('listitem').elements()).toHaveLength(10)
  await dialog().getByRole('button', { name: 'I have saved them' }).click()
  await expect.element(dialog().getByText(/^Set up on/)).toBeVisible()
  await expect.element(dialog().getByText('10 codes left')).toBeVisible()
})

test('the first code is sent at once: nothing is loaded again between the secret and it', async () => {
  const person = await portal.make.staff()
  await portal.open('/staff-dashboard', person)
  await openDialog(person, inEnglish)
  await startSetUp(inEnglish)
  intercept('GET', '/auth/second-factor', () => new Promise(() => undefined))
  await userEvent.keyboard(`${testPassword}{Enter}`)
  const code = dialog().getByLabelText('Current code from the app')
  await expect.element(code).toHaveFocus()
  const secret = dialog().getByRole('definition').element().textContent
  await code.fill(new TOTP({ secret: secret.replaceAll(' ', '') }).generate())
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog().getByRole('heading', { name: 'Your recovery codes' })).toHaveFocus()
})

test('in Arabic the secret is read from left to right', async () => {
  const say = speaker('ar', ar)
  const person = await portal.make.staff()
  await portal.open('/staff-dashboard', person, { language: 'ar' })
  await openDialog(person, say)
  await startSetUp(say)
  await userEvent.keyboard(`${testPassword}{Enter}`)
  await expect.element(dialog().getByRole('definition')).toHaveStyle({ direction: 'ltr' })
  await expect.element(dialog()).toHaveStyle({ direction: 'rtl' })
})

test('while the password is an initial one, the dialog says why nothing can be changed', async () => {
  const person = await portal.make.staff()
  await portal.open('/staff-dashboard', person)
  await portal.sql`update users set password_is_initial = true where id = ${person.id}`
  await openDialog(person, inEnglish)
  await expect.element(dialog().getByText(/^Another person may know your initial password\./)).toBeVisible()
  await expect.element(dialog().getByRole('button', { name: 'Set up the app' })).not.toBeInTheDocument()
})

test('a device that stays signed in says until when, and is signed out alone', async () => {
  const person = await portal.make.staff()
  await portal.sql`insert into sessions (token_hash, user_id, device, stays) values
    (sha256('phone'), ${person.id}, 'Chrome · Android', true), (sha256('laptop'), ${person.id}, 'Firefox · Windows', false)`
  await portal.open('/staff-dashboard', person)
  await openDialog(person, inEnglish)
  const devices = dialog().getByRole('listitem')
  const phone = devices.filter({ hasText: 'Chrome · Android' })
  await expect.element(phone).toHaveTextContent('Stays signed in until')
  await expect.element(devices.filter({ hasText: 'Firefox · Windows' })).not.toHaveTextContent('Stays signed in until')
  // This device is signed out by logging out.
  expect(devices.first().getByRole('button').elements()).toEqual([])
  await phone.getByRole('button', { name: 'Sign out: Chrome · Android' }).click()
  await expect.element(phone).not.toBeInTheDocument()
  await expect.element(page.getByText('The device was signed out')).toBeVisible()
  expect(await portal.sql`select device from sessions where user_id = ${person.id} and device is not null`).toEqual([
    { device: 'Firefox · Windows' },
  ])
})

test('the devices on which one is signed in are listed, and the others are signed out', async () => {
  const person = await portal.make.staff()
  await portal.sql`insert into sessions (token_hash, user_id, device) values (sha256('other device'), ${person.id}, 'Firefox · Windows')`
  await portal.open('/staff-dashboard', person)
  await openDialog(person, inEnglish)
  const devices = dialog().getByRole('listitem')
  await expect.element(devices.first()).toHaveTextContent('This device')
  await expect.element(devices.nth(1)).toHaveTextContent('Firefox · Windows')
  await dialog().getByRole('button', { name: 'Sign out the other devices' }).click()
  await expect.element(dialog().getByText('You are not signed in on any other device.')).toBeVisible()
  await expect.element(page.getByText('1 other device signed out')).toBeVisible()
  expect(await portal.sql`select from sessions where user_id = ${person.id}`).toHaveLength(1)
})
