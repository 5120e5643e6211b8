import sharp from 'sharp'
import { expect, test } from './portal.ts'
import { addPerson, signIn, unique } from './steps.ts'

test('on a phone, Back closes what is on top of the page before it leaves the page', async ({ page, portal }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const name = unique('Seminar')
  await portal.sql`insert into activities (name, description, type, score) values (${name}, 'What it is', 'Elective', 2)`
  await signIn(page, await addPerson(portal, 'staff'))
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2a6' } })
    .jpeg()
    .toBuffer()
  const image = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
  const posted = await page.request.post('/posted-activities', {
    multipart: { activity_name: name, starting_date: new Date().toISOString().slice(0, 10), image },
  })
  expect(posted.status()).toBe(201)

  const title = page.getByRole('heading', { level: 1 })
  const heading = page.getByRole('form').getByRole('heading')
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  const photo = page.getByRole('dialog', { name })
  const question = page.getByRole('alertdialog')
  const expectHere = async () => {
    await expect(page).toHaveURL(/tab=your-activity/)
    await expect(title).toHaveText('Your Activity')
  }

  await page.goto('/staff-dashboard')
  await page.getByRole('button', { name: 'Open' }).click()
  await drawer.getByRole('link', { name: 'Your Activity' }).click()
  await expectHere()
  await expect(drawer).toBeHidden()

  await page.getByRole('button', { name: 'Open' }).click()
  await expect(drawer).toBeVisible()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expectHere()
  await expect(page.getByRole('button', { name: 'Open' })).toBeFocused()
  // Forward reopens nothing.
  await page.goForward()
  await expectHere()
  await expect(drawer).toBeHidden()

  await page.getByRole('button', { name: /^Enlarge/ }).click()
  await expect(photo).toBeVisible()
  const scrolled = await page.evaluate(() => window.scrollY)
  expect(scrolled).toBeGreaterThan(0)
  await page.goBack()
  await expect(photo).toBeHidden()
  await expectHere()
  await expect(page.getByRole('button', { name: /^Enlarge/ })).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)

  // Back closes one thing after the other: the question, then the form below it.
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(heading).toHaveText('Edit Activity')
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(heading).toHaveText('Edit Activity')
  await page.goBack()
  await expect(heading).toHaveText('Post New Activity')
  await expectHere()

  await page.getByRole('link', { name: 'Notices' }).click()
  await expect(title).toHaveText('Notices')
  await page.goBack()
  await expectHere()

  // Dialogs that were closed by other means need no Back of their own, not even after a reload.
  await page.getByRole('button', { name: /^Enlarge/ }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel Edit' }).click()
  await expect(heading).toHaveText('Post New Activity')
  await page.reload()
  await expectHere()
  await page.goBack()
  await expect(title).toHaveText('Activity List')
  await page.goForward()
  await expectHere()
  await expect(heading).toHaveText('Post New Activity')
})
