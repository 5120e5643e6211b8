import type { CDPSession, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, type Person, password } from './steps.ts'

/** Browsers allow passkeys on localhost, not on an IP address. */
const localhost = ({ url }: { url: string }) => url.replace('127.0.0.1', 'localhost')

/** Adds Chromium's own authenticator, which unlocks itself. */
async function addAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return session
}

async function logIn(page: Page, { username }: Pick<Person, 'username'>) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function openSecurity(page: Page) {
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign-in security' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign-in security' })
  await expect(dialog.getByRole('heading', { name: 'Passkeys' })).toBeVisible()
  return dialog
}

/** Confirms with the password, where the server asks for it again. */
async function confirm(page: Page) {
  await expect(page.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function signedIn(page: Page, portal: Portal) {
  const person = await addPerson(portal, 'staff')
  await page.goto(localhost(portal))
  await logIn(page, person)
  await expect(page).toHaveURL(/dashboard/)
  return person
}

/** The current code of an app with this secret; `steps` gives a later code, which was not used before. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp: Date.now() + steps * 30_000 })

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

test('a passkey is added, renamed, and signs in without a password', async ({ page, portal }) => {
  await addAuthenticator(page)
  await signedIn(page, portal)
  const dialog = await openSecurity(page)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(dialog.getByLabel('Passkey name')).toBeFocused()
  await dialog.getByLabel('Passkey name').fill('Office PC')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await confirm(page)
  await expect(dialog.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download' }).click()])
  expect(download.suggestedFilename()).toBe('recovery-codes.txt')
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(dialog.getByText('Office PC')).toBeVisible()
  await expect(dialog.getByText('10 codes left')).toBeVisible()
  await dialog.getByRole('button', { name: 'Rename Office PC' }).click()
  await dialog.getByLabel('Passkey name').fill('Laptop')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog.getByText('Laptop')).toBeVisible()
  await page.keyboard.press('Escape')
  await logOut(page)

  // The address that was asked for is opened, with what stands behind its #, as the code of an event.
  const scanned = `${localhost(portal)}/staff-dashboard?tab=events&event=1#code=ABCDEFGH`
  await page.goto(scanned)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(scanned)
  await openSecurity(page)
  await expect(dialog.getByText(/^Added .* · Last used/)).toBeVisible()
})

test('a passkey is removed after it was used again, and signs in no more', async ({ page, portal }) => {
  await addAuthenticator(page)
  await signedIn(page, portal)
  const dialog = await openSecurity(page)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Passkey name').fill('Laptop')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await confirm(page)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  // The confirmation expires, as after five minutes.
  await portal.sql`update sessions set confirmed_at = null`
  await dialog.getByRole('button', { name: 'Remove Laptop' }).click()
  await expect(dialog.getByRole('heading', { name: 'Remove the passkey Laptop?' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  // The list is back; while the passkey is asked for, its name is not shown either.
  await expect(dialog.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
  await expect(dialog.getByText('Laptop')).toHaveCount(0)
  await expect(dialog.getByRole('heading', { name: 'Recovery codes' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await logOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText('This passkey was not accepted.')
})

test('an authenticator app is set up, and asked for after the password; a recovery code takes its place', async ({
  page,
  portal,
}) => {
  const person = await signedIn(page, portal)
  const dialog = await openSecurity(page)
  await dialog.getByRole('button', { name: 'Set up the app' }).click()
  await confirm(page)
  const secret = await dialog.getByRole('definition').innerText()
  await dialog.getByLabel('Current code from the app').fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const [recoveryCode = ''] = await dialog.getByRole('listitem').allInnerTexts()
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await page.keyboard.press('Escape')
  await logOut(page)

  await logIn(page, person)
  await expect(page.getByLabel('Code')).toBeFocused()
  // The password alone has opened nothing.
  await page.goto(`${localhost(portal)}/staff-dashboard`)
  await expect(page).toHaveURL(`${localhost(portal)}/`)
  await logIn(page, person)
  await page.getByLabel('Code').fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/staff-dashboard/)
  await logOut(page)

  await logIn(page, person)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/staff-dashboard/)
  await openSecurity(page)
  await expect(dialog.getByText('9 codes left')).toBeVisible()
})

test('an administrator sets up a required passkey before the first page', async ({ page, portal }) => {
  const strict = await portal.withSettings({ REQUIRE_SECOND_FACTOR: 'admins' })
  await addAuthenticator(page)
  await page.goto(localhost(strict))
  await logIn(page, await addPerson(portal, 'admin'))
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page).toHaveURL(/\/admin-dashboard/)
  await strict.stop()
})

test('where passkeys cannot work the pages say so, and the login page offers none', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff')
  await page.goto(portal.url)
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0)
  await logIn(page, person)
  const dialog = await openSecurity(page)
  await expect(dialog.getByText("Passkeys only work when the portal's address starts with https.")).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
})
