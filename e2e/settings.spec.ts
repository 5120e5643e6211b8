import sharp from 'sharp'
import { expect, test } from './portal.ts'
import { addPerson, signIn } from './steps.ts'

// The test renames the portal.
test.use({ ownPortal: true })

test('the name, the logo and the languages that an administrator chooses are those of the sign-in page', async ({
  page,
  portal,
}) => {
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto('/admin-dashboard?tab=settings')
  const form = page.getByRole('region', { name: 'Portal', exact: true })
  await form.getByLabel('University name', { exact: true }).fill('University of Arden')
  await form.getByLabel('کوردی').uncheck()
  await form.getByRole('button', { name: 'Save' }).click()
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect(toasts).toContainText('Settings saved successfully')
  const logo = page.getByRole('region', { name: 'Logo', exact: true })
  const image = sharp({ create: { width: 80, height: 80, channels: 4, background: { r: 160, g: 20, b: 20, alpha: 0.9 } } })
  await logo
    .locator('input[type=file]')
    .setInputFiles({ name: 'arms.png', mimeType: 'image/png', buffer: await image.png().toBuffer() })
  await logo.getByRole('button', { name: 'Save' }).click()
  await expect(toasts).toContainText('Logo saved successfully')

  await page.context().clearCookies()
  await page.context().addCookies([{ name: 'language', value: 'ckb', url: portal.url }])
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('button', { name: 'العربية' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'کوردی' })).toHaveCount(0)
  await expect(page.getByText('University of Arden')).toBeVisible()
  const shown = page.locator('img[src^="/branding/logo?v="]').first()
  await expect(shown).toBeVisible()
  await expect(shown).toHaveJSProperty('naturalWidth', 80)
})
