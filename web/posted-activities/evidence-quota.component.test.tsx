import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { typedDay } from '../../contract/read-day.ts'
import { pdf } from '../../testing/components/evidence.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal({ EVIDENCE_QUOTA_MB: '1' })
const [term] = (await portal.sql<{ id: number; day: string }>`
  select id, start_date::text as day from terms where is_current`) as [{ id: number; day: string }]

test('a file that does not fit into what is left is refused at its field before anything is sent', async () => {
  const member = await portal.make.staff()
  const { name } = await portal.make.activity({ name: 'Seminar' })
  const posting = await portal.make.posting(member.id, await portal.make.activity({ name: 'Lecture' }), term.day)
  await portal.sql`insert into evidence_files (posted_activity_id, position, kind, name, bytes, width, height)
    values (${posting}, 1, 'photo', 'large.jpg', convert_to(repeat('x', ${1024 * 1024 - 100}), 'UTF8'), 1, 1)`
  await portal.open('/staff-dashboard?tab=your-activity', member)
  const form = page.getByRole('form', { name: 'Post New Activity' })
  await form.getByRole('combobox').fill(name)
  await form.getByLabelText('Starting Date').fill(term.day)
  await form.getByLabelText(/^Image/).upload(pdf('certificate.pdf'))
  const sentence = 'Only 0.0 MB of the 1 MB for your files in this term is left.'
  await expect.element(form.getByRole('alert')).toHaveTextContent(sentence)
  await expect.element(form.getByLabelText(/^Image/)).toHaveAccessibleDescription(sentence)
  await form.getByRole('button', { name: 'Post Activity' }).click()
  await expect.element(form.getByRole('button', { name: 'Remove: certificate.pdf' })).toHaveFocus()
  await expect.element(form.getByLabelText('Starting Date')).toHaveValue(typedDay(term.day))

  // The rest of the form is not lost, and without the file it is posted.
  await form.getByRole('button', { name: 'Remove: certificate.pdf' }).click()
  await expect.element(form.getByRole('alert')).not.toBeInTheDocument()
  await form.getByRole('button', { name: 'Post Activity' }).click()
  await expect.element(page.getByText('Activity posted successfully')).toBeVisible()
})
