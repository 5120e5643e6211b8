import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../../testing/components/portal.ts'

const portal = await startPortal()
const [term] = (await portal.sql<{ id: number; day: string }>`
  update terms set start_date = least(start_date, (date_trunc('month', current_date) - interval '1 month')::date)
  where is_current returning id, start_date::text as day`) as [{ id: number; day: string }]
const physics = await portal.make.department('Physics')
const head = await portal.make.head(physics.id)
await portal.sql`update users set name = 'Hana Salih' where id = ${head.id}`

await portal.make.delegation(head, await portal.make.staff({ name: 'Dara Aziz' }))

/** The list with its only posting, whose thread is a list of its own. */
const own = () => page.getByRole('list', { name: 'Your Posted Activities' })
const steps = () => page.getByRole('list', { name: 'History' }).getByRole('listitem')
const form = () => page.getByRole('form')
const note = () => page.getByLabelText('Note to the reviewer')
const evidence = () => page.getByRole('region', { name: 'Evidence' })

async function giveBack(id: number) {
  const postings = await portal.sql`select id, version from posted_activities where id = ${id}`
  const reply = await portal.as(head)('PUT', '/review', { state: 'returned', reason: 'Which event?', postings })
  expect(reply.status).toBe(200)
}

test('a note is one line in the form until it is wanted, and the reviewer reads it beside the evidence', async () => {
  const member = await portal.make.staff({ name: 'Sara Aziz', department_id: physics.id })
  const activity = await portal.make.activity({ name: 'Seminar' })
  await portal.open('/staff-dashboard?tab=your-activity', member, { width: 390, height: 844 })
  await expect.element(note()).not.toBeInTheDocument()
  await page.getByLabelText('Activity', { exact: true }).fill(activity.name)
  await page.getByRole('option', { name: activity.name }).click()
  await page.getByLabelText('Starting date').fill(term.day)
  await form().getByRole('button', { name: 'Note to the reviewer' }).click()
  await expect.element(note()).toHaveFocus()
  await note().fill('The certificate follows in May.')
  await form().getByRole('button', { name: 'Post Activity' }).click()
  await expect.element(page.getByText('Activity posted successfully')).toBeVisible()
  await expect.element(note()).toHaveValue('')

  // The member reads who has it.
  await own().getByText('History').click()
  await expect.element(steps().nth(1)).toHaveTextContent(/^Message from Sara Aziz .*The certificate follows in May\.$/)
  await expect.element(own()).toHaveTextContent('Waiting for review by Hana Salih, or by Dara Aziz on their behalf.')

  await portal.open(`/staff-dashboard?tab=review`, head)
  await expect.element(evidence()).toHaveTextContent('The certificate follows in May.')
})

test('a reply to a return waits for the reviewer, and the answer stands in the same thread', async () => {
  const member = await portal.make.staff({ name: 'Omar Kadir', department_id: physics.id })
  const id = await portal.make.posting(member.id, await portal.make.activity({ name: 'Workshop' }), term.day)
  await giveBack(id)
  await portal.open('/staff-dashboard?tab=your-activity', member)
  await own()
    .getByRole('button', { name: /^Write a message/ })
    .click()
  const field = () => own().getByLabelText('Message')
  await expect.element(field()).toHaveFocus()
  await own().getByRole('button', { name: 'Send message' }).click()
  await expect.element(own()).toHaveTextContent('Write a message.')
  await field().fill('The photo shows the day.')
  await own().getByRole('button', { name: 'Send message' }).click()
  await expect.element(page.getByText('Message sent')).toBeVisible()
  await expect.element(steps().nth(2)).toHaveTextContent(/^Message from Omar Kadir .*The photo shows the day\.$/)
  await expect.element(field()).not.toBeInTheDocument()
  await expect.element(own().getByRole('button', { name: /^Write a message/ })).toHaveFocus()

  await portal.open('/staff-dashboard?tab=inbox', head)
  const line = page.getByRole('region', { name: '1 returned activity has a reply' })
  await expect.element(line).toHaveTextContent('Omar Kadir: Workshop')
  await line.getByRole('link', { name: /^Answer/ }).click()
  await expect.element(evidence()).toHaveTextContent('The photo shows the day.')
  await evidence()
    .getByRole('button', { name: /^Write a message/ })
    .click()
  await evidence().getByLabelText('Message').fill('Then it is right.')
  await evidence().getByRole('button', { name: 'Send message' }).click()
  await expect.element(steps().nth(3)).toHaveTextContent(/^Message from Hana Salih, as head of Physics .*Then it is right\.$/)

  await portal.open('/staff-dashboard?tab=notices', member, { width: 390, height: 844 })
  await page.getByRole('link', { name: /Hana Salih wrote about Workshop: Then it is right\./ }).click()
  await expect.element(page.getByRole('heading', { name: 'Edit Activity' })).toBeVisible()
})

test('an unsent message is there again after a reload; about a verified posting there is none to write', async () => {
  const member = await portal.make.staff({ department_id: physics.id })
  const id = await portal.make.posting(member.id, await portal.make.activity({ name: 'Colloquium' }), term.day)
  await portal.open('/staff-dashboard?tab=your-activity', member)
  await own()
    .getByRole('button', { name: /^Write a message/ })
    .click()
  await own().getByLabelText('Message').fill('Half a sentence')
  await portal.open('/grade', member)
  await portal.open('/staff-dashboard?tab=your-activity', member)
  await own()
    .getByRole('button', { name: /^Write a message/ })
    .click()
  await expect.element(own().getByLabelText('Message')).toHaveValue('Half a sentence')

  const postings = await portal.sql`select id, version from posted_activities where id = ${id}`
  expect((await portal.as(head)('PUT', '/review', { state: 'verified', postings })).status).toBe(200)
  await portal.open('/grade', member)
  await portal.open('/staff-dashboard?tab=your-activity', member)
  await expect.element(own()).toHaveTextContent('Verified')
  await expect.element(own().getByRole('button', { name: /^Write a message/ })).not.toBeInTheDocument()
})
