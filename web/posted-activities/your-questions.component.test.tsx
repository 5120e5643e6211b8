import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { photo } from '../../testing/components/evidence.ts'
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
const text = () => dialog().getByLabelText('What is wrong?')
const send = () => dialog().getByRole('button', { name: 'Send question' })
const thread = (line: string) => page.getByRole('article', { name: line })

test('a returned posting is questioned in words, with a link; what was typed stays until it is sent', async () => {
  const member = await portal.make.staff({ name: 'Sara Aziz' })
  await addReturned(member, 'Seminar')
  await portal.open(yourActivity, member)
  await expect.element(page.getByText('You have not asked any questions.')).toBeVisible()
  await button('Ask about Seminar').click()
  await expect.element(dialog()).toHaveTextContent('Someone who was not involved in the decision')
  await send().click()
  await expect.element(text()).toHaveAccessibleDescription('Write your question.')
  await text().fill('The list of names is online.')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Activity List')
  await page.getByRole('link', { name: 'Your Activity', exact: true }).click()
  await button('Ask about Seminar').click()
  await expect.element(text()).toHaveValue('The list of names is online.')
  await dialog()
    .getByLabelText(/^Image/)
    .upload(new File(['%PDF-1.7'], 'list.pdf', { type: 'application/pdf' }))
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent('You can only add a photo here. Add PDFs to the posting itself.')
  await dialog().getByRole('button', { name: 'Remove image' }).click()
  await dialog().getByLabelText('Link').fill('www.uni.test.example/list')
  await send().click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(thread('Seminar')).toHaveTextContent('Open')
  const link = thread('Seminar').getByRole('link', { name: 'Open the link' })
  await expect.element(link).toHaveAttribute('href', 'https://www.uni.test.example/list')
  await expect.element(button('You asked about Seminar: see your questions')).toBeVisible()
})

test('the photo of a question stays until it is sent, and the next one replaces it', async () => {
  const member = await portal.make.staff()
  await addReturned(member, 'Workshop')
  await portal.open(yourActivity, member)
  await button('Ask about Workshop').click()
  await text().fill('See the photo.')
  const image = () => dialog().getByLabelText(/^Image/)
  const previews = () => dialog().getByRole('img', { name: /^Preview/ })
  await image().upload(await photo('first.jpg'))
  await expect.element(previews()).toHaveAccessibleName(expect.stringContaining('first.jpg'))
  await image().upload(await photo('second.jpg'))
  await expect.element(previews()).toHaveAccessibleName(expect.stringContaining('second.jpg'))
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await button('Ask about Workshop').click()
  await expect.element(previews()).toHaveAccessibleName(expect.stringContaining('second.jpg'))
  await send().click()
  await expect.element(thread('Workshop')).toBeVisible()
  expect(await portal.sql`select from question_images`).toHaveLength(1)
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

test('the eleventh message in a row is refused at its field, which keeps the text; earlier messages are shown on request', async () => {
  const member = await portal.make.staff({ name: 'Nali Omer' })
  const question = await portal.make.question(member.id, 'tp')
  for (let n = 1; n <= 35; n += 1)
    await portal.sql`insert into question_messages (question_id, author_id, text)
      values (${question}, ${n % 2 || n > 26 ? member.id : office.id}, ${`Message ${n}.`})`
  await portal.open(yourActivity, member)
  await expect.element(thread('Teacher points')).toHaveTextContent('Message 16.')
  await expect.element(thread('Teacher points')).not.toHaveTextContent('Message 15.')
  await button('Show earlier messages').click()
  await expect.element(thread('Teacher points')).toHaveTextContent('Message 1.')
  await expect.element(thread('Teacher points').getByRole('listitem').filter({ hasText: 'Message 15.' })).toHaveFocus()
  await expect.element(button('Show earlier messages')).not.toBeInTheDocument()

  const write = async (text: string) => {
    await button('Write a message').click()
    await thread('Teacher points').getByLabelText('Message').fill(text)
    await button('Send message').click()
  }
  await write('Message 36.')
  await expect.element(button('Write a message')).toBeVisible()
  // The new message pushed an older one out of the newest: all are still shown.
  for (const n of [36, 1, 15, 16]) await expect.element(thread('Teacher points')).toHaveTextContent(`Message ${n}.`)
  await button('Write a message').click()
  const field = thread('Teacher points').getByLabelText('Message')
  await expect.element(field).toHaveAccessibleDescription('10 messages wait for an answer. You can write again after it.')
  await field.fill('The eleventh in a row')
  await button('Send message').click()
  await expect.element(field).toBeInvalid()
  await expect.element(field).toHaveAccessibleDescription('10 messages wait for an answer. You can write again after it.')
  await expect.element(field).toHaveValue('The eleventh in a row')
  await expect.element(field).toHaveFocus()
})

test('an administrator sets the last day for questions of a term, after which there is nothing to press', async () => {
  const member = await portal.make.staff({ name: 'Lana Rashid' })
  await portal.make.question(member.id, 'tp')
  await portal.open('/admin-dashboard?tab=terms', office)
  await page.getByRole('button', { name: /^Edit / }).click()
  await page.getByLabelText('Start', { exact: true }).fill('2020-01-01')
  await page.getByLabelText('Deadline for questions').fill('2020-01-31')
  await page.getByRole('button', { name: 'Update Term' }).click()
  await expect.element(page.getByText('Term updated successfully')).toBeVisible()
  await portal.open(yourActivity, member)
  await expect.element(thread('Teacher points')).toBeVisible()
  await expect.element(button('Is something missing?')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^Ask about / })).not.toBeInTheDocument()
  // What is open can be withdrawn.
  await expect.element(thread('Teacher points').getByRole('button', { name: 'Write' })).not.toBeInTheDocument()
  await expect.element(thread('Teacher points').getByRole('button', { name: /^Withdraw/ })).toBeVisible()
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
    .toHaveTextContent(/\d questions? (is|are) still open\. (It|They) will end unanswered when the term is closed/)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close term' }).click()
  await expect.element(page.getByText('Term closed successfully')).toBeVisible()

  await portal.open(yourActivity, member)
  await expect.element(thread('Something missing')).toHaveTextContent('Not answered before the closing')
  await expect.element(thread('Something missing').getByRole('button')).not.toBeInTheDocument()
  await expect.element(button('Is something missing?')).not.toBeInTheDocument()
  const reopened = await portal.as(office)('PUT', `/terms/reopen/${term.id}`, { reason: 'Questions were left' })
  expect(reopened.status).toBe(200)
  await portal.sql`update terms set questions_until = '2020-01-31' where id = ${term.id}`
  await portal.open(yourActivity, member)
  await button('Is something missing?').click()
  await dialog().getByLabelText('What is missing?').fill('The seminar in May')
  await dialog().getByRole('button', { name: 'Send question' }).click()
  await expect.element(page.getByText('The seminar in May')).toBeVisible()
  // The other lines were not questioned in time.
  await expect.element(page.getByRole('button', { name: /^Ask about / })).not.toBeInTheDocument()
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
  // A toast would cover the button for some seconds.
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
