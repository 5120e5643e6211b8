import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ar } from '../../../contract/languages/ar.ts'
import { messages, type Say, speaker } from '../../../contract/languages/catalogue.ts'
import { en } from '../../../contract/languages/en.ts'
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

/** By keyboard alone, as everything after it. */
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
  await expect.element(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
  await userEvent.keyboard('not it{Enter}')
  await expect.element(dialog().getByRole('alert')).toHaveTextContent(/^The current password is not right\.$/)
  await password(inEnglish).fill(testPassword)
  await userEvent.keyboard('{Enter}')

  const code = dialog().getByLabelText('Code that the app shows now')
  await expect.element(code).toHaveFocus()
  const secret = dialog().getByRole('definition').element().textContent
  expect(secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  await expect.element(dialog().getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expect
    .element(dialog().getByRole('link', { name: 'Open in the app' }))
    .toHaveAttribute('href', expect.stringMatching(/^otpauth:\/\/totp\//))
  await userEvent.keyboard('12{Enter}')
  await expect.element(code).toHaveAccessibleDescription('Enter the 6 digits that the app shows.')
  await expect.element(code).toHaveFocus()
  await code.fill(new TOTP({ secret: secret.replaceAll(' ', '') }).generate())
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog().getByRole('heading', { name: 'Your recovery codes' })).toHaveFocus()
  expect(dialog().getByRole('listitem').elements()).toHaveLength(10)
  await dialog().getByRole('button', { name: 'I have saved them' }).click()
  await expect.element(dialog().getByText(/^Set up on/)).toBeVisible()
  await expect.element(dialog().getByText('10 codes left')).toBeVisible()
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
