import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectMarkedIn } from '../../testing/components/marked-rows.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const { make, sql } = portal

/** After each step focus is at a sensible place, never on the body, and the saved posting is visible and marked. */

const form = () => page.getByRole('form')
const list = () => page.getByRole('list', { name: 'Your Posted Activities' })
const entry = () => list().getByRole('listitem').filter({ hasText: 'Workshop' })
const submit = () => form().getByRole('button', { name: /^(Post|Update) Activity$/ })
const saved = () => form().getByRole('status').filter({ hasText: 'Activity posted successfully' })
const activityField = () => page.getByLabelText('Activity', { exact: true })

/** A member with twelve postings, so that another one of an earlier day is below the visible part of the list. */
async function personWithPostings() {
  const person = await make.staff()
  const seminar = await make.activity({ name: `Seminar of ${person.name}` })
  await sql`insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
    select ${person.id}, ${seminar.id}, ${seminar.name}, 'Compulsory', 2.5, current_date - n, t.id
    from terms t, generate_series(1, 12) n where t.is_current`
  return person
}
async function open(person: { username: string }, count: number) {
  await portal.open('/staff-dashboard?tab=your-activity', person)
  await expect.element(list().getByRole('listitem')).toHaveLength(count)
}
const workshop = await make.activity({ name: 'Workshop', type: 'Elective' })

test('a day that is probably a typing mistake is asked about once, also after a failure; then the form says that it is posted', async () => {
  await open(await personWithPostings(), 12)
  await activityField().fill('Workshop')
  await userEvent.keyboard('{Enter}')
  const date = page.getByLabelText('Starting date')
  await date.fill('1900-01-01')
  await expect.element(date).toHaveAccessibleDescription(expect.stringMatching(/^Monday, 1 January 1900/))
  await submit().click()
  const question = page.getByRole('alertdialog', { name: '1 January 1900: is that correct?' })
  await expect.element(question).toHaveTextContent('This date is more than a year before')
  await expect
    .element(question)
    .toHaveTextContent('It is outside every term, so the activity would count towards the current term')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(submit()).toHaveFocus()

  // The request fails as without a network. Postings are XMLHttpRequests, because of their progress.
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementationOnce(function (this: XMLHttpRequest) {
    this.dispatchEvent(new ProgressEvent('loadend'))
  })
  await submit().click()
  await question.getByRole('button', { name: 'Yes, it is correct' }).click()
  await expect.element(form().getByRole('alert')).toHaveTextContent('Failed to save activity')
  expect(document.activeElement).not.toBe(document.body)
  vi.restoreAllMocks()
  await submit().click()
  await expect.element(saved()).toBeVisible()
  await expect.element(form().getByRole('heading')).toHaveFocus()
  await expectMarkedIn(list(), entry())
  await submit().click()
  await expect.element(saved()).not.toBeInTheDocument()
  await expect.element(activityField()).toHaveFocus()
})

test('an update gives focus back to Edit and marks the posting; a deletion leaves it in the list', async () => {
  const person = await personWithPostings()
  await sql`insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
    select ${person.id}, ${workshop.id}, 'Workshop', 'Elective', 2.5, current_date - 30, id from terms where is_current`
  await open(person, 13)
  const edit = entry().getByRole('button', { name: 'Edit' })
  await edit.click()
  await page.getByLabelText('Link').fill('https://events.test.example/5')
  await submit().click()
  await expect.element(page.getByText('Activity updated successfully')).toBeVisible()
  await expect.element(edit).toHaveFocus()
  await expectMarkedIn(list(), entry())

  await entry().getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Activity deleted successfully')).toBeVisible()
  await expect.element(list()).toHaveFocus()
})
