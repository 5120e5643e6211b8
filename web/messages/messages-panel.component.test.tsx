import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal({ SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: location.origin })
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const dialog = () => page.getByRole('dialog')
const recipients = () => dialog().getByRole('region', { name: 'Recipients' })
const field = (name: string) => dialog().getByRole('textbox', { name, exact: true })
const select = (name: string) => dialog().getByRole('combobox', { name })

test('an announcement is written, seen as its readers see it in each language, sent, and found in the log with its recipients', async () => {
  const physics = await portal.make.department('Physics')
  const ann = await portal.make.staff({ name: 'Ann Alpha', department_id: physics.id })
  await portal.make.staff({ name: 'Ben Alpha', department_id: physics.id })
  await portal.open('/admin-dashboard?tab=messages', admin)
  await page.getByRole('button', { name: 'Write a message' }).first().click()
  await select('To').selectOptions('Physics')
  await expect.element(recipients()).toHaveTextContent('2 people get it now · 2 of them also by email')
  await expect.element(recipients().getByRole('listitem').first()).toHaveTextContent('Ann Alpha')

  await dialog().getByRole('button', { name: 'Preview' }).click()
  await expect.element(field('Subject')).toHaveAccessibleDescription('Enter a subject.')
  await field('Subject').fill('The library is closed')
  await field('Text').fill('On Monday.')
  await dialog().getByText('Other languages').click()
  await field('Subject (Arabic)').fill('المكتبة مغلقة')
  await dialog().getByRole('button', { name: 'Preview' }).click()
  await expect.element(field('Text (Arabic)')).toHaveAccessibleDescription('Enter a text.')
  await field('Text (Arabic)').fill('يوم الاثنين.')
  await dialog().getByRole('button', { name: 'Preview' }).click()

  const inPortal = () => dialog().getByRole('region', { name: 'In the portal (bell)' })
  const byEmail = () => dialog().getByRole('region', { name: 'By email' })
  await expect.element(inPortal()).toHaveTextContent('The library is closed On Monday.')
  await expect.element(byEmail()).toHaveTextContent('Dear Ann Alpha,On Monday.Open the portalSent by Rana Wahid.')
  await select('Language of the preview').selectOptions('العربية')
  await expect.element(inPortal()).toHaveTextContent('المكتبة مغلقة')
  await expect.element(byEmail()).toHaveTextContent('حضرة')

  await dialog().getByRole('button', { name: 'Send to 2 people' }).click()
  await expect.element(page.getByText('Sent to 2 people')).toBeVisible()
  const row = page.getByRole('row', { name: /The library is closed/ })
  await expect.element(row).toHaveTextContent('Department Physics')
  await expect.element(row).toHaveTextContent('0 of 2')
  const notices = await portal.sql`select from notices where kind = 'message' and user_id = ${ann.id}`
  expect(notices).toHaveLength(1)

  await portal.sql`update message_recipients set email_state = 'failed', email_reason = '550 No such mailbox' where user_id = ${ann.id}`
  await expect
    .element(row.getByRole('link', { name: 'Rana Wahid' }))
    .toHaveAttribute('href', `/admin-dashboard?tab=person&id=${admin.id}`)
  await row.getByRole('link', { name: 'The library is closed' }).click()
  await expect.element(page.getByRole('heading', { name: 'The library is closed' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Ann Alpha/ })).toHaveTextContent('email not delivered: 550 No such mailbox')
  await expect.element(page.getByRole('row', { name: /Ben Alpha/ })).toHaveTextContent('email waiting')
  await page.getByRole('rowheader').getByRole('link', { name: 'Ann Alpha' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Ann Alpha')
})

test('a reminder has its group and a text that may be changed, and a lost reply is tried again once', async () => {
  const late = await portal.make.staff({ name: 'Zara Beta' })
  await portal.sql`insert into first_sign_ins (user_id) select id from users where id <> ${late.id} on conflict do nothing`
  await portal.open('/admin-dashboard?tab=messages', admin)
  await page.getByRole('button', { name: 'Write a message' }).first().click()
  await select('Kind').selectOptions('Reminder: never signed in')
  await expect.element(recipients()).toHaveTextContent('1 person gets it now')
  await expect.element(field('Subject')).toHaveValue('Please sign in to Staff Activity and Performance Portal')
  await expect.element(field('Subject (Kurdish)')).toHaveValue('تکایە بچنە ژوورەوەی Staff Activity and Performance Portal')
  await field('Subject').fill('Your account is waiting')
  await dialog().getByRole('button', { name: 'Preview' }).click()
  await expect.element(dialog().getByRole('region', { name: 'By email' })).toHaveTextContent('Your account is waiting')

  const stop = intercept('POST', '/messages', async (_, pass) => {
    await pass()
    throw new TypeError('the reply was lost')
  })
  await dialog().getByRole('button', { name: 'Send to 1 person' }).click()
  await expect.element(dialog().getByRole('alert')).toBeVisible()
  stop()
  await dialog().getByRole('button', { name: 'Send to 1 person' }).click()
  await expect.element(page.getByText('Sent to 1 person')).toBeVisible()
  expect(await portal.sql`select from message_recipients where user_id = ${late.id}`).toHaveLength(1)
})

test('the typed text survives a failure and closing the dialog', async () => {
  await portal.open('/admin-dashboard?tab=messages', admin)
  await page.getByRole('button', { name: 'Write a message' }).first().click()
  await field('Subject').fill('Exam week')
  await field('Text').fill('Begins on Sunday.')
  const stop = intercept('POST', '/messages/preview', noNetwork)
  await dialog().getByRole('button', { name: 'Preview' }).click()
  await expect.element(dialog().getByRole('alert')).toBeVisible()
  stop()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Write a message' }).first().click()
  await expect.element(field('Subject')).toHaveValue('Exam week')
})

test('from Users the selected members, from Staff the members whom the list shows get the message', async () => {
  await portal.make.staff({ name: 'Lana Gamma' })
  await portal.make.staff({ name: 'Omar Gamma' })
  await portal.open('/admin-dashboard?tab=users&q=Gamma', admin)
  await page.getByRole('checkbox', { name: 'Select all 2 members in this list' }).click()
  await page.getByRole('button', { name: 'Message…' }).click()
  await expect.element(select('To')).toHaveDisplayValue('2 chosen people')
  await expect.element(recipients()).toHaveTextContent('2 people get it now')

  await portal.open('/admin-dashboard?tab=staff&q=Gamma&posted=nothing', admin)
  await page.getByRole('button', { name: 'Message…' }).click()
  await expect.element(select('Kind')).toHaveDisplayValue('Reminder: posted nothing')
  await expect.element(recipients()).toHaveTextContent('2 people get it now')
})

test('a head of department writes no messages', async () => {
  const law = await portal.make.department('Law')
  const head = await portal.make.head(law.id)
  await portal.make.staff({ name: 'Sara Delta', department_id: law.id })
  await portal.open('/staff-dashboard?tab=staff', head)
  await expect.element(page.getByRole('rowheader', { name: /Sara Delta/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Message…' })).not.toBeInTheDocument()
})

test('the member reads the whole message among the notices', async () => {
  const member = await portal.make.staff({ name: 'Dana Epsilon' })
  const text = `First line.\n\n${'Many words. '.repeat(60)}The end.`
  const body = { kind: 'announcement', whom: { who: 'people', user_ids: [member.id] }, subject: 'A long one', text }
  expect((await portal.as(admin)('POST', '/messages', body)).status).toBe(201)
  await portal.open('/staff-dashboard?tab=notices', member, { width: 390, height: 844 })
  const entry = page.getByRole('button', { name: /A long one/ })
  await expect.element(entry).toHaveTextContent('The end.')
  await entry.click()
  await expect
    .poll(() => portal.sql`select from message_recipients where user_id = ${member.id} and read_at is not null`)
    .toHaveLength(1)
})

test('fits on a phone, in a language from right to left', async () => {
  await portal.open('/admin-dashboard?tab=messages', admin, { width: 390, height: 844, language: 'ckb' })
  await page.getByRole('button', { name: 'نووسینی پەیام' }).first().click()
  await expect.element(dialog().getByRole('combobox').first()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('without a mail server the dialog and the log say why nobody gets an email, and lead to where it is set', async () => {
  const member = await portal.make.staff({ name: 'Nian Zeta' })
  await portal.make.staff({ name: 'Omar Zeta' })
  const [sent] = await portal.sql<{ id: number }>`
    insert into messages (kind, who, subject, text, sent_by) values ('announcement', 'people', 'A quiet one', 'Text', ${admin.id}) returning id`
  await portal.sql`insert into message_recipients (message_id, user_id, email_state) values (${sent?.id ?? 0}, ${member.id}, 'unavailable')`
  await portal.open('/admin-dashboard?tab=messages', admin)
  await expect.element(page.getByRole('row', { name: /A quiet one/ })).toHaveTextContent('not sent: no mail server is set')
  await page.getByRole('link', { name: 'A quiet one' }).click()
  await expect.element(page.getByRole('row', { name: /Nian Zeta/ })).toHaveTextContent('not sent: no mail server is set')
  await expect.element(page.getByRole('link', { name: 'Set a mail server' })).toBeVisible()

  const stop = intercept('POST', '/messages/preview', async (_, pass) => {
    const reply = await pass()
    return Response.json({ ...(await reply.json()), emails: 0, sends_mail: false })
  })
  await portal.open('/admin-dashboard?tab=messages', admin)
  await page.getByRole('button', { name: 'Write a message' }).first().click()
  await expect.element(recipients()).toHaveTextContent('No mail server is set, so nobody gets it by email.')
  await recipients().getByRole('link', { name: 'Set a mail server' }).click()
  await expect.element(page.getByRole('region', { name: 'Email', exact: true })).toBeVisible()
  stop()
})
