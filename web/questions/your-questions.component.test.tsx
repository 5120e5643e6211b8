import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'
import { dismissToasts } from '../ui/toast.tsx'

const portal = await startPortal()
const decider = await portal.make.admin({ name: 'Rana Wahid' })
const office = await portal.make.admin({ name: 'Dara Nuri' })
const [term] = (await portal.sql<{ id: number; day: string }>`
  select id, start_date::text as day from terms where is_current`) as [{ id: number; day: string }]
const yourActivity = '/staff-dashboard?tab=your-activity'

async function addReturned(member: { id: number }, name: string) {
  const id = await portal.make.posting(member.id, await portal.make.activity({ name, score: 3 }), term.day)
  const decision = { state: 'returned', reason: 'No list of names', postings: [{ id, version: 1 }] }
  expect((await portal.as(decider)('PUT', '/review', decision)).status).toBe(200)
  return id
}

const dialog = () => page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const text = () => dialog().getByLabelText('What is not right?')
const send = () => dialog().getByRole('button', { name: 'Send question' })
const thread = (line: string) => page.getByRole('article', { name: line })

test('a returned posting is questioned in words, with a link; what was typed stays until it is sent', async () => {
  const member = await portal.make.staff({ name: 'Sara Aziz' })
  await addReturned(member, 'Seminar')
  await portal.open(yourActivity, member)
  await expect.element(page.getByText('You have not questioned anything.')).toBeVisible()
  await button('Question Seminar').click()
  await expect.element(dialog()).toHaveTextContent('Somebody who did not decide it answers')
  await send().click()
  await expect.element(text()).toHaveAccessibleDescription('Say what you question.')
  await text().fill('The list of names is online.')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Activity List')
  await page.getByRole('link', { name: 'Your Activity', exact: true }).click()
  await button('Question Seminar').click()
  await expect.element(text()).toHaveValue('The list of names is online.')
  await dialog()
    .getByLabelText(/^Image/)
    .upload(new File(['%PDF-1.7'], 'list.pdf', { type: 'application/pdf' }))
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent('Only a photo can be added here. A PDF belongs to the posting.')
  await dialog().getByRole('button', { name: 'Remove image' }).click()
  await dialog().getByLabelText('Link').fill('www.uni.test.example/list')
  await send().click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(thread('Seminar')).toHaveTextContent('Open')
  const link = thread('Seminar').getByRole('link', { name: 'Open the link' })
  await expect.element(link).toHaveAttribute('href', 'https://www.uni.test.example/list')
  await expect.element(button('Seminar is questioned: see your questions')).toBeVisible()
})

test('messages and the answer appear by themselves, and the notice of the answer leads to the thread', async () => {
  const member = await portal.make.staff({ name: 'Omar Kadir' })
  const question = await portal.make.question(member.id, 'tp')
  await portal.open(yourActivity, member)
  await expect.element(thread('Teacher points')).toHaveTextContent('Now: not set')
  const asOffice = portal.as(office)
  expect((await asOffice('POST', `/questions/messages/${question}`, { text: 'Which group?' })).status).toBe(201)
  await expect.element(thread('Teacher points')).toHaveTextContent('Which group?')
  const [{ version }] = (await portal.sql<{ version: number }>`select version from score_questions where id = ${question}`) as [
    { version: number },
  ]
  const answer = { version, answer: 'Both groups are in it now.', value: 7.5 }
  expect((await asOffice('PUT', `/questions/accept/${question}`, answer)).status).toBe(200)
  await expect.element(thread('Teacher points')).toHaveTextContent('Accepted')
  await expect.element(thread('Teacher points')).toHaveTextContent('Both groups are in it now.')
  await expect.element(thread('Teacher points')).toHaveTextContent('New score: 7.5')
  const total = () => page.getByText('Total Score', { exact: true }).element().closest('dl > div')?.textContent
  await expect.poll(total).toContain('Total Score7.5')

  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await page.getByRole('button', { name: /^Notices/ }).click()
  await page.getByRole('link', { name: 'Your question about Teacher points was accepted' }).click()
  await expect.element(thread('Teacher points')).toHaveFocus()
  await portal.open('/statement', member)
  await expect.element(page.getByRole('region', { name: 'Questions' })).toHaveTextContent('Both groups are in it now.')
})

test('an administrator sets the last day for questions of a term, after which there is nothing to press', async () => {
  const member = await portal.make.staff({ name: 'Lana Rashid' })
  await portal.make.question(member.id, 'tp')
  await portal.open('/admin-dashboard?tab=terms', office)
  await page.getByRole('button', { name: /^Edit / }).click()
  await page.getByLabelText('Questions until').fill('2020-01-31')
  await page.getByRole('button', { name: 'Update Term' }).click()
  await expect.element(page.getByText('Term updated successfully')).toBeVisible()
  await portal.open(yourActivity, member)
  await expect.element(thread('Teacher points')).toBeVisible()
  await expect.element(button('Something is missing?')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^Question / })).not.toBeInTheDocument()
  await portal.sql`update terms set questions_until = null where id = ${term.id}`
})

test('a closing ends an open question; in a reopened term it is asked again, also after the last day', async () => {
  const member = await portal.make.staff({ name: 'Hana Karim' })
  await portal.make.question(member.id, 'missing')
  await portal.open('/admin-dashboard?tab=terms', office)
  await page.getByRole('button', { name: /^More actions for / }).click()
  await page.getByRole('menuitem', { name: 'Close' }).click()
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveTextContent(/\d questions? (is|are) still open\. (It|They) will end as not answered before the closing/)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close term' }).click()
  await expect.element(page.getByText('Term closed successfully')).toBeVisible()

  await portal.open(yourActivity, member)
  await expect.element(thread('Something missing')).toHaveTextContent('Not answered before the closing')
  await expect.element(thread('Something missing').getByRole('button')).not.toBeInTheDocument()
  await expect.element(button('Something is missing?')).not.toBeInTheDocument()
  const reopened = await portal.as(office)('PUT', `/terms/reopen/${term.id}`, { reason: 'Questions were left' })
  expect(reopened.status).toBe(200)
  await portal.sql`update terms set questions_until = '2020-01-31' where id = ${term.id}`
  await portal.open(yourActivity, member)
  await button('Something is missing?').click()
  await dialog().getByLabelText('What is missing?').fill('The seminar in May')
  await dialog().getByRole('button', { name: 'Send question' }).click()
  await expect.element(page.getByText('The seminar in May')).toBeVisible()
  // Of other lines nothing was asked in time.
  await expect.element(page.getByRole('button', { name: /^Question / })).not.toBeInTheDocument()
  await portal.sql`update terms set questions_until = null where id = ${term.id}`
})

test('in Arabic, on a phone, something missing is asked and withdrawn', async () => {
  const member = await portal.make.staff({ name: 'سارة عزيز' })
  await portal.open(yourActivity, member, { language: 'ar', width: 390, height: 844 })
  await page.getByRole('button', { name: 'هل ينقص شيء؟' }).click()
  await dialog().getByLabelText('ما الذي ينقص؟').fill('الندوة في شهر أيار')
  await dialog().getByRole('button', { name: 'إرسال الاعتراض' }).click()
  const missing = thread('شيء ناقص')
  await expect.element(missing).toHaveTextContent('مفتوح')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)

  // The whole form of a message is above the bar at the lower edge.
  const write = missing.getByRole('button', { name: 'كتابة', exact: true })
  // A toast would lie over it for some seconds.
  dismissToasts()
  write.element().scrollIntoView({ block: 'end' })
  await write.click()
  const sending = page.getByRole('button', { name: 'إرسال الرسالة' })
  await expect.element(sending).toBeVisible()
  const bar = document.querySelector('[data-links-bar]')?.getBoundingClientRect().top ?? 0
  expect(bar).toBeGreaterThan(0)
  await expect.poll(() => sending.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(bar)
  await missing.getByRole('button', { name: 'إلغاء' }).click()
  await page.getByRole('button', { name: 'سحب الاعتراض على شيء ناقص' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'سحب' }).click()
  await expect.element(missing).toHaveTextContent('مسحوب')
})
