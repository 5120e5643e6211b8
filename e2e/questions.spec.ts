import type { Browser, Page } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn, unique } from './steps.ts'

/** A posting that was returned by an administrator, through the API, so that the audit trail knows who decided. */
async function addReturned({ sql }: Portal, { id }: Person, page: Page) {
  const name = unique('Seminar')
  const [posting] = await sql<[{ id: number }]>`
    with activity as (insert into activities (name, description, type, score) values (${name}, 'What it is', 'Compulsory', 3) returning *),
    term as (select id, start_date from terms where is_current)
    insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
    select ${id}, a.id, a.name, a.type, a.score, t.start_date + 5, t.id from activity a, term t returning id`
  const data = { state: 'returned', reason: 'No list of names', postings: [{ id: posting.id, version: 1 }] }
  expect((await page.request.put('/review', { data })).status()).toBe(200)
  return { ...posting, name }
}

/** Another person in a browser of their own. */
async function otherPage(browser: Browser, portal: Portal, person: Person): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: portal.url, reducedMotion: 'reduce' })).newPage()
  await signIn(page, person)
  return page
}

const dialog = (page: Page) => page.getByRole('dialog')
const thread = (page: Page, line: string) => page.getByRole('article', { name: line })

test('a returned posting is questioned, discussed and accepted: it counts, and both sides read the same', async ({
  page,
  portal,
  browser,
}) => {
  const member = await addPerson(portal, 'staff', { name: unique('Sara Aziz') })
  const decider = await addPerson(portal, 'admin', { name: unique('Rana Wahid') })
  const office = await addPerson(portal, 'admin', { name: unique('Dara Nuri') })
  const deciding = await otherPage(browser, portal, decider)
  const posting = await addReturned(portal, member, deciding)

  await signIn(page, member)
  await page.goto('/staff-dashboard?tab=your-activity')
  await expect(page.getByText('You have not questioned anything.')).toBeVisible()
  await page.getByRole('button', { name: `Question ${posting.name}` }).click()
  await expect(dialog(page)).toContainText('Somebody who did not decide it answers')
  await dialog(page).getByRole('button', { name: 'Send question' }).click()
  await expect(dialog(page)).toContainText('Say what you question.')
  await dialog(page).getByLabel('What is not right?').fill('The list of names is online.')
  // What was typed is still there after a reload.
  await page.reload()
  await page.getByRole('button', { name: `Question ${posting.name}` }).click()
  await expect(dialog(page).getByLabel('What is not right?')).toHaveValue('The list of names is online.')
  await dialog(page)
    .getByLabel(/^Image/)
    .setInputFiles({ name: 'list.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await expect(dialog(page).getByRole('alert')).toHaveText('Only a photo can be added here. A PDF belongs to the posting.')
  await dialog(page).getByRole('button', { name: 'Remove image' }).click()
  await dialog(page).getByLabel('Link').fill('www.uni.test.example/list')
  await dialog(page).getByRole('button', { name: 'Send question' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(thread(page, posting.name)).toContainText('Open')
  await expect(thread(page, posting.name).getByRole('link', { name: 'Open the link' })).toHaveAttribute(
    'href',
    'https://www.uni.test.example/list',
  )
  await expect(page.getByRole('button', { name: `${posting.name} is questioned: see your questions` })).toBeVisible()
  await expectNoAxeViolations(page)

  // Whoever returned it reads why they may not answer.
  await deciding.goto('/admin-dashboard?tab=review')
  await deciding.getByRole('link', { name: 'Questions' }).click()
  await expect(thread(deciding, posting.name)).toContainText('You decided this line, so somebody else has to answer.')
  await expect(
    deciding.getByRole('button', { name: `Accept the question of ${member.name} about ${posting.name}` }),
  ).toBeDisabled()
  await deciding.context().close()

  // The bell of another administrator leads to the question.
  const answering = await otherPage(browser, portal, office)
  await answering.goto('/admin-dashboard')
  await answering.getByRole('button', { name: 'Notices, 1 unread' }).click()
  await answering
    .getByRole('link', { name: new RegExp(`${member.name} questions ${posting.name} in .+: The list of names is online\\.`) })
    .click()
  const asked = thread(answering, posting.name)
  await expect(asked).toBeFocused()
  await expect(asked).toContainText('No list of names')
  const evidence = asked.getByText('Evidence of the posting')
  await expect(evidence).toBeHidden()
  await portal.sql`insert into posted_images (posted_activity_id, bytes) values (${posting.id}, ${Buffer.from('a photo')})`
  await answering.reload()
  await expect(evidence).toBeVisible()
  await asked.getByRole('button', { name: 'Write' }).click()
  await asked.getByLabel('Message').fill('On which page?')
  await asked.getByRole('button', { name: 'Send message' }).click()
  await expect(asked).toContainText(`${office.name} (office)`)
  // The member sees it without reloading.
  await expect(thread(page, posting.name)).toContainText('On which page?')
  await asked.getByRole('button', { name: `Accept the question of ${member.name} about ${posting.name}` }).click()
  await expect(dialog(answering)).toContainText('The posting is verified: it counts and is locked.')
  await dialog(answering).getByLabel('Reason').fill('Your name is on page 2.')
  await expectNoAxeViolations(answering)
  await dialog(answering).getByRole('button', { name: 'Accept' }).click()
  await expect(answering.getByText('No open questions')).toBeVisible()
  await answering.getByLabel('Which questions').selectOption('Answered')
  await expect(thread(answering, posting.name)).toContainText('Your name is on page 2.')
  await answering.context().close()

  await expect(thread(page, posting.name)).toContainText('Accepted')
  await expect(thread(page, posting.name)).toContainText('Your name is on page 2.')
  await expect(page.getByRole('term').filter({ hasText: 'Total Score' }).locator('xpath=following-sibling::dd[1]')).toHaveText(
    '3',
  )
  // The notice leads to the thread.
  await page.goto('/staff-dashboard?tab=activity')
  await page.getByRole('button', { name: /^Notices/ }).click()
  await page.getByRole('link', { name: `Your question about ${posting.name} was accepted` }).click()
  await expect(thread(page, posting.name)).toBeFocused()
  // It stands in the statement.
  await page.goto('/statement')
  await expect(page.getByRole('region', { name: 'Questions' })).toContainText('Your name is on page 2.')
})

test('a score is questioned from its card and gets a new value; the term says until when', async ({ page, portal, browser }) => {
  const member = await addPerson(portal, 'staff', { name: unique('Omar Kadir') })
  const office = await addPerson(portal, 'admin')
  await signIn(page, member)
  await page.goto('/staff-dashboard?tab=your-activity')
  await page.getByRole('button', { name: 'Question Teacher points' }).click()
  await dialog(page).getByLabel('What is not right?').fill('The second group is missing.')
  await dialog(page).getByRole('button', { name: 'Send question' }).click()
  await expect(thread(page, 'Teacher points')).toContainText('Now: not set')

  const answering = await otherPage(browser, portal, office)
  await answering.goto('/admin-dashboard?tab=review&questions=open')
  await answering.getByRole('button', { name: `Accept the question of ${member.name} about Teacher points` }).click()
  await dialog(answering).getByLabel('Reason').fill('Both groups are in it now.')
  await dialog(answering).getByRole('button', { name: 'Accept' }).click()
  await expect(dialog(answering)).toContainText('Enter the new score')
  await dialog(answering).getByLabel('New score').fill('7.5')
  await dialog(answering).getByRole('button', { name: 'Accept' }).click()
  await expect(dialog(answering)).toBeHidden()
  await expect(thread(page, 'Teacher points')).toContainText('New score: 7.5')

  // After the last day there is nothing to press.
  await answering.goto('/admin-dashboard?tab=terms')
  await answering
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await answering.getByLabel('Questions until').fill('2020-01-31')
  await answering.getByRole('button', { name: 'Update Term' }).click()
  await expect(answering.getByText('Term updated successfully')).toBeVisible()
  await answering.context().close()
  await page.reload()
  await expect(thread(page, 'Teacher points')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Something is missing?' })).toBeHidden()
  await portal.sql`update terms set questions_until = null`
})

test('in Arabic, on a phone, something missing is asked and withdrawn', async ({ page, portal }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const member = await addPerson(portal, 'staff', { name: unique('سارة عزيز') })
  await signIn(page, member)
  await page.request.put('/auth/language', { data: { language: 'ar' } })
  await page.goto('/staff-dashboard?tab=your-activity')
  await page.getByRole('button', { name: 'هل ينقص شيء؟' }).click()
  await dialog(page).getByLabel('ما الذي ينقص؟').fill('الندوة في شهر أيار')
  await dialog(page).getByRole('button', { name: 'إرسال الاعتراض' }).click()
  await expect(thread(page, 'شيء ناقص')).toContainText('مفتوح')
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  // The whole form of a message is above the bar at the lower edge.
  const write = thread(page, 'شيء ناقص').getByRole('button', { name: 'كتابة', exact: true })
  await write.evaluate((button) => button.scrollIntoView({ block: 'end' }))
  await write.click()
  const sending = await page.getByRole('button', { name: 'إرسال الرسالة' }).boundingBox()
  const bar = await page.locator('[data-links-bar]').boundingBox()
  expect((sending?.y ?? 0) + (sending?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  await thread(page, 'شيء ناقص').getByRole('button', { name: 'إلغاء' }).click()
  await page.getByRole('button', { name: 'سحب الاعتراض على شيء ناقص' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'سحب' }).click()
  await expect(thread(page, 'شيء ناقص')).toContainText('مسحوب')
})
