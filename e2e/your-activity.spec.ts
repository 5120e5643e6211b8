import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, signIn, unique } from './steps.ts'

const yourActivity = '/staff-dashboard?tab=your-activity'

async function addActivity({ sql }: Portal, score: number, type = 'Compulsory'): Promise<string> {
  const name = unique('Curriculum workshop')
  await sql`insert into activities (name, description, type, score) values (${name}, 'What it is', ${type}, ${score})`
  return name
}

const card = (page: Page, label: string) => page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
const entries = (page: Page) => page.getByRole('list', { name: 'Your Posted Activities' }).getByRole('listitem')
const options = (page: Page) => page.getByRole('listbox').getByRole('option')
const submit = (page: Page) => page.getByRole('form').getByRole('button', { name: /^(Post|Update) Activity$/ })

/** A photo as from a phone: stored rotated, with an EXIF orientation. */
function photo(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#2a6' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}
const file = (buffer: Buffer, name = 'photo.jpg', mimeType = 'image/jpeg') => ({ name, mimeType, buffer })

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test('on a phone: a rotated photo of 12 megapixels is shown upright', async ({ page, portal }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const person = await addPerson(portal, 'staff')
  const activity = await addActivity(portal, 3, 'Attending')
  await signIn(page, person)
  await page.goto(yourActivity)
  await page.getByLabel('Activity', { exact: true }).click()
  await page.getByLabel('Activity', { exact: true }).fill(activity.toUpperCase())
  await options(page).click()
  await page.getByRole('button', { name: 'Today' }).click()
  const input = page.getByLabel(/^Image/)
  await input.setInputFiles(file(await photo(4000, 3000), `IMG_${'20261112_'.repeat(12)}.jpg`))
  const preview = page.getByRole('img', { name: 'Preview' })
  const size = (element: Element) => ({
    width: (element as unknown as { naturalWidth: number }).naturalWidth,
    height: (element as unknown as { naturalHeight: number }).naturalHeight,
  })
  await expect.poll(() => preview.evaluate(size)).toEqual({ width: 1500, height: 2000 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await submit(page).click()
  await expect(page.getByText('Activity posted successfully')).toBeInViewport()
  await expect(preview).toBeHidden()
  await expect(card(page, 'Att. Activity')).toContainText('3')

  await entries(page)
    .getByRole('button', { name: /Enlarge/ })
    .click()
  const large = page.getByRole('dialog').getByRole('img')
  await expect.poll(() => large.evaluate(size)).toEqual({ width: 1200, height: 1600 })
  await page.keyboard.press('Escape')
  await expect(entries(page).getByRole('button', { name: /Enlarge/ })).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('the panel does not violate the Content-Security-Policy: a posting with a photo, its edit, the question and the viewer', async ({
  page,
  portal,
}) => {
  const broken: string[] = []
  page.on('console', (message) => /Content Security Policy/i.test(message.text()) && broken.push(message.text()))
  const activity = await addActivity(portal, 3)
  await signIn(page, await addPerson(portal, 'staff'))
  await page.goto(yourActivity)
  await page.getByLabel('Activity', { exact: true }).fill(activity)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Today' }).click()
  await page.getByLabel(/^Image/).setInputFiles(file(await photo(400, 300)))
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()
  await submit(page).click()
  await expect(page.getByText('Activity posted successfully')).toBeVisible()
  await page.getByRole('button', { name: /Enlarge/ }).click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await page.keyboard.press('+')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await entries(page).getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('form').getByRole('heading')).toHaveText('Edit Activity')
  await entries(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(broken).toEqual([])
})
