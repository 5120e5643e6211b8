import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const decider = await portal.make.admin({ name: 'Rana Wahid' })
const office = await portal.make.admin({ name: 'Dara Nuri' })
const member = await portal.make.staff({ name: 'Sara Aziz' })
const [{ day }] = (await portal.sql<{ day: string }>`select start_date::text as day from terms where is_current`) as [
  { day: string },
]

/** Adds a returned posting that its member questions. Its image is not a picture. */
async function addQuestioned(name: string, { image = false } = {}) {
  const id = await portal.make.posting(member.id, await portal.make.activity({ name, score: 3 }), day)
  const decision = { state: 'returned', reason: 'No list of names', postings: [{ id, version: 1 }] }
  expect((await portal.as(decider)('PUT', '/review', decision)).status).toBe(200)
  if (image) await portal.sql`insert into posted_images (posted_activity_id, bytes) values (${id}, convert_to(${name}, 'UTF8'))`
  await portal.sql`
    insert into score_questions (user_id, term_id, subject, posted_activity_id, activity_name, text, decided_by)
    select p.user_id, p.term_id, 'posting', p.id, p.activity_name, 'The list of names is online.', ${decider.id}
    from posted_activities p where p.id = ${id}`
  return id
}

const dialog = () => page.getByRole('dialog')
const thread = (line: string) => page.getByRole('article', { name: line })
const accept = (line: string) => page.getByRole('button', { name: `Accept Sara Aziz's question about ${line}` })
const confirm = () => dialog().getByRole('button', { name: 'Accept', exact: true })

test('who decided a line reads why another person has to answer', async () => {
  await addQuestioned('Lecture', { image: true })
  await portal.open('/admin-dashboard?tab=review', decider)
  // The number of the link says that they are not theirs.
  await page.getByRole('link', { name: 'Questions: 1 open, for another person to answer' }).click()
  await expect.element(page.getByText('1 open, for another person to answer', { exact: true })).toBeVisible()
  await expect.element(thread('Lecture')).toHaveTextContent('You made this decision, so someone else must answer.')
  await expect.element(thread('Lecture').getByText('Evidence for the posting')).toBeVisible()
  await expect.element(accept('Lecture')).toBeDisabled()
  await portal.sql`update score_questions set state = 'withdrawn' where state = 'open'`
})

test('the notice leads to the question, which is discussed and accepted: the posting counts', async () => {
  const posting = await addQuestioned('Seminar')
  await portal.open('/admin-dashboard', office)
  await page.getByRole('button', { name: /^Notices, \d unread/ }).click()
  await page.getByRole('link', { name: /Sara Aziz asked about Seminar in .+: The list of names is online\./ }).click()
  await expect.element(thread('Seminar')).toHaveFocus()
  await expect.element(thread('Seminar')).toHaveTextContent('No list of names')
  await expect.element(thread('Seminar').getByText('Evidence for the posting')).not.toBeVisible()

  await thread('Seminar').getByRole('button', { name: 'Write a message' }).click()
  await thread('Seminar').getByLabelText('Message').fill('On which page?')
  await thread('Seminar').getByRole('button', { name: 'Send message' }).click()
  await expect.element(thread('Seminar')).toHaveTextContent('Dara Nuri (office)')
  // The name of the member, above the thread and in it.
  await expect.element(thread('Seminar').getByRole('link', { name: 'Sara Aziz', exact: true })).toHaveLength(2)
  await expect.element(thread('Seminar')).toHaveTextContent('On which page?')
  await accept('Seminar').click()
  await expect.element(dialog()).toHaveTextContent('The posting is verified: it counts and is locked.')
  await dialog().getByLabelText('Reason').fill('Your name is on page 2.')
  await confirm().click()
  await expect.element(page.getByText('No open questions')).toBeVisible()
  await page.getByLabelText('Filter questions').selectOptions('Done')
  await expect.element(thread('Seminar')).toHaveTextContent('Your name is on page 2.')
  expect(await portal.sql`select state from posted_activities where id = ${posting}`).toEqual([{ state: 'verified' }])
})

test('an accepted question about a score needs the new score', async () => {
  await portal.make.question(member.id, 'tp')
  await portal.open('/admin-dashboard?tab=review&questions=open', office)
  await accept('Teacher points').click()
  await dialog().getByLabelText('Reason').fill('Both groups are in it now.')
  await confirm().click()
  await expect.element(dialog()).toHaveTextContent('Enter the new score')
  await dialog().getByLabelText('New score').fill('7.5')
  await confirm().click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(await portal.sql`select tp::float from term_scores where user_id = ${member.id}`).toEqual([{ tp: 7.5 }])
})

test('a score that would stay as it is is asked about before the question is accepted', async () => {
  expect((await portal.as(decider)('PUT', `/users/edit-feedback/${member.id}`, { fb: 3.2 })).status).toBe(200)
  const id = await portal.make.question(member.id, 'fb')
  const state = () => portal.sql`select state, accepted_value::float from score_questions where id = ${id}`
  await portal.open('/admin-dashboard?tab=review&questions=open', office)
  await accept('Feedback').click()
  await dialog().getByLabelText('Reason').fill('It is right.')
  await confirm().click()
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent('The score stays 3.2. Press Accept again to accept the question without changing it.')
  expect(await state()).toEqual([{ state: 'open', accepted_value: null }])
  await confirm().click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(await state()).toEqual([{ state: 'accepted', accepted_value: 3.2 }])
})

test('Review and Questions say who has taken what is open there', async () => {
  const question = await portal.make.question(member.id, 'missing')
  const posting = await portal.make.posting(member.id, await portal.make.activity({ name: 'Excursion' }), day)
  for (const [kind, id] of [
    ['question', question],
    ['posting', posting],
  ] as const)
    await portal.sql`insert into inbox_takes (kind, subject_id, taken_by) values (${kind}, ${id}, ${decider.id})`
  await portal.open('/admin-dashboard?tab=review&questions=open', office)
  await expect.element(thread('Something missing')).toHaveTextContent(/Rana Wahid has this since/)
  await page.getByRole('link', { name: 'Back to review' }).click()
  await expect.element(page.getByRole('region', { name: 'Evidence' })).toHaveTextContent(/Rana Wahid has this since/)
  await portal.sql`update score_questions set state = 'withdrawn' where state = 'open'`
})

test('who decided is led to a question that only they can answer, and both sides read that it is so', async () => {
  // The other administrators are away.
  await portal.sql`update users set removed_at = now() where role_id = 1 and id <> ${decider.id}`
  const posting = await addQuestioned('Workshop')
  const review = () => page.getByRole('link', { name: 'Review 1 question to answer' })
  await portal.open('/admin-dashboard?tab=overview', decider)
  await expect.element(review()).toBeVisible()
  await page.getByRole('link', { name: /^What waits/ }).click()
  await page.getByRole('link', { name: /^Answer: Sara Aziz: Workshop/ }).click()
  await expect.element(page.getByText('1 to answer, oldest first')).toBeVisible()
  await expect.element(thread('Workshop')).toHaveTextContent('No one else may answer this question')
  await accept('Workshop').click()
  await dialog().getByLabelText('Reason').fill('I had overlooked page 2.')
  await confirm().click()
  await expect.element(page.getByText('No questions for you to answer')).toBeVisible()
  await expect.element(review()).not.toBeInTheDocument()
  await portal.open('/staff-dashboard?tab=your-activity', member)
  await expect.element(thread('Workshop')).toHaveTextContent('because no one else could.')
  expect(await portal.sql`select last_resort from score_questions where posted_activity_id = ${posting}`).toEqual([
    { last_resort: true },
  ])
  await portal.sql`update users set removed_at = null where role_id = 1`
})
