import { expect, test } from './portal.ts'
import { addPerson, countStored, signIn } from './steps.ts'

test.use({
  viewport: { width: 390, height: 844 },
  contextOptions: { reducedMotion: 'reduce', hasTouch: true, isMobile: true },
})

test('with a finger: Post opens the form, a reload leads back to what was begun, and Back closes an explanation', async ({
  page,
  portal,
}) => {
  await signIn(page, await addPerson(portal, 'staff'))
  await page.goto('/staff-dashboard')
  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Post New Activity' }).tap()
  const activity = page.getByRole('form').getByLabel('Activity', { exact: true })
  await expect(activity).toBeFocused()
  await expect(activity).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Link').fill('https://begun.test.example')
  await expect.poll(() => countStored(page)).toBeGreaterThan(0)

  await page.reload()
  await page.getByRole('link', { name: 'Continue the posting that you began' }).tap()
  await expect(activity).toBeFocused()
  await expect(page.getByLabel('Link')).toHaveValue('https://begun.test.example')

  await page
    .locator('dl > div')
    .filter({ has: page.getByText('Total Score', { exact: true }) })
    .getByRole('button')
    .first()
    .tap()
  const sheet = page.getByRole('dialog', { name: 'Total Score', exact: true })
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/tab=your-activity$/)
})
