import { expect, test } from './portal.ts'
import { addPerson, signIn, unique } from './steps.ts'

test('a question is typed, survives a reload, is accepted in another browser, and the member sees the answer by itself', async ({
  page,
  portal,
  browser,
}) => {
  const member = await addPerson(portal, 'staff', { name: unique('Sara Aziz') })
  const office = await addPerson(portal, 'admin')
  await signIn(page, member)
  await page.goto('/staff-dashboard?tab=your-activity')
  const ask = page.getByRole('button', { name: 'Ask about Teacher points' })
  const text = page.getByRole('dialog').getByLabel('What is wrong?')
  await ask.click()
  await text.fill('The second group is missing.')
  await page.reload()
  await ask.click()
  await expect(text).toHaveValue('The second group is missing.')
  await page.getByRole('dialog').getByRole('button', { name: 'Send question' }).click()
  const thread = page.getByRole('article', { name: 'Teacher points' })
  await expect(thread).toContainText('Now: not set')

  const answering = await (await browser.newContext({ baseURL: portal.url, reducedMotion: 'reduce' })).newPage()
  await signIn(answering, office)
  await answering.goto('/admin-dashboard?tab=review&questions=open')
  await answering.getByRole('button', { name: `Accept ${member.name}'s question about Teacher points` }).click()
  const dialog = answering.getByRole('dialog')
  await dialog.getByLabel('New score').fill('7.5')
  await dialog.getByLabel('Reason').fill('Both groups are in it now.')
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(dialog).toBeHidden()
  await answering.context().close()
  await expect(thread).toContainText('New score: 7.5')
  await expect(thread).toContainText('Both groups are in it now.')
})
