import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { intercept, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { interceptUploads } from '../../testing/components/uploads.ts'

const portal = await startPortal({ CONTACT: 'Quality office, room 112' })
// The days are past days of the current term: it begins a month ago at the latest, because the form asks about a day in the future.
const [term] = await portal.sql<{ id: number; name: string; start: string }>`
  update terms set start_date = least(start_date, (date_trunc('month', current_date) - interval '1 month')::date)
  where is_current returning id, name, start_date::text as start`
const day = (number: number) => `${term?.start.slice(0, 8)}${String(number).padStart(2, '0')}`

const open = (person: { username: string }) => portal.open('/staff-dashboard?tab=your-activity', person)
const form = () => page.getByRole('form')
const field = (label: string) => page.getByLabelText(label, { exact: true })
const date = () => page.getByLabelText('Starting date')
const entries = () => page.getByRole('list', { name: 'Your Posted Activities' }).getByRole('listitem')
const submit = () => form().getByRole('button', { name: /^(Post|Update) Activity$/ })
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** The text of a score card. The full word may stand above its label. */
function card(label: string): string {
  const found = [...document.querySelectorAll('dl > div')].find((one) => {
    const name = one.querySelector('dt')
    return [name, ...(name?.children ?? [])].some((part) => part?.textContent === label)
  })
  return found?.textContent ?? ''
}

const expectCard = (label: string) => expect.poll(() => card(label), { timeout: 10_000 })

async function choose({ name }: { name: string }) {
  await field('Activity').fill(name)
  await page.getByRole('option', { name }).click()
}

test('a posting is shown at once: what it did, list, cards and grade', async () => {
  const person = await portal.make.staff({ title: 'l' })
  const activity = await portal.make.activity({ name: 'Curriculum workshop', score: 7.25 })
  await portal.sql`insert into term_scores (user_id, term_id, tp, fb) values (${person.id}, ${term?.id}, 8, 4.4)`
  await open(person)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Your Activity')
  await expect.element(page.getByText('You have not posted anything yet')).toBeVisible()
  for (const label of ['FB Score', 'E. Activity', 'Att. Activity', 'TP', 'Act. Activity']) expect(card(label)).not.toBe('')
  await expectCard('Total Score').toContain('12.4')
  await expectCard('Current Grade').toContain('D8Current grade (without feedback)')
  expect(card('Current Grade')).toContain('7 points to C')

  await choose(activity)
  await expect.element(page.getByText('Earns 7.25 points under Act. Activity.')).toBeVisible()
  await date().fill(day(5))
  await expect.element(page.getByText(`Counts towards ${term?.name}.`)).toBeVisible()
  await page.getByLabelText('Link').fill('https://events.test.example/7')
  let sent: string[] = []
  interceptUploads(({ fields, pass }) => {
    sent = [...fields.keys()]
    pass()
  })
  await submit().click()
  const posted = form().getByRole('status').filter({ hasText: 'Activity posted successfully' })
  await expect
    .element(posted)
    .toHaveTextContent(/^Activity posted successfully\+7\.25 points\. Your current grade \(without feedback\) is now C\.$/)
  expect(sent).toEqual(['activity_name', 'starting_date', 'link', 'user_id', 'id', 'role_id'])

  await expect.element(entries()).toHaveTextContent(activity.name)
  expect(entries().elements()).toHaveLength(1)
  await expect.element(entries()).toHaveTextContent('+7.25')
  await expect.element(entries()).toHaveTextContent('Waiting for review')
  await expect.element(entries().getByRole('link')).toHaveAttribute('href', 'https://events.test.example/7')
  await expectCard('Act. Activity').toContain('7.25')
  expect(card('Total Score')).toContain('19.65')
  expect(card('Current Grade')).toContain('C15.25Current grade (without feedback)')
  expect(card('Current Grade')).toContain('8.75 points to B')
  await expect.element(field('Activity')).toHaveValue('')
  await expect.element(date()).toHaveValue('')
  await expect.element(page.getByLabelText('Link')).toHaveValue('')
})

test('deleting needs a confirmation; then the posting and its points are gone', async () => {
  const person = await portal.make.staff()
  const activity = await portal.make.activity({ score: 3, type: 'Elective' })
  await portal.make.posting(person.id, activity, day(3))
  await open(person)
  await expectCard('E. Activity').toContain('3')
  const remove = entries().getByRole('button', { name: 'Delete' })
  await remove.click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this activity?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(remove).toHaveFocus()

  const reconnect = intercept('DELETE', /^\/posted-activities\//, replyWith(500))
  await remove.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to delete activity')
  reconnect()
  await remove.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('status').filter({ hasText: 'Activity deleted successfully' })).toBeVisible()
  await expect.element(page.getByText('You have not posted anything yet')).toBeVisible()
  await expectCard('E. Activity').toContain('0')
})

test('the result of an upload is shown in another panel too, and the form is empty again', async () => {
  const activity = await portal.make.activity()
  await open(await portal.make.staff())
  await choose(activity)
  await date().fill(day(9))
  let respond: (() => void) | undefined
  interceptUploads(({ pass }) => {
    respond = pass
  })
  await submit().click()
  await expect.poll(() => respond).toBeDefined()
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Activity List')
  respond?.()
  await expect.element(page.getByRole('region', { name: /^Notifications/ })).toHaveTextContent('Activity posted successfully')
  await page.getByRole('link', { name: 'Your Activity' }).click()
  await expect.element(entries()).toHaveTextContent(activity.name)
  await expect.element(field('Activity')).toHaveValue('')
})

test('a closed term: its entries show why they are locked, its scores are shown, and new postings are refused', async () => {
  const person = await portal.make.staff({ title: 'al' })
  const past = await portal.make.term('Year 1931', '1931-01-01', '1931-12-31')
  const [activity, other] = [await portal.make.activity({ score: 26 }), await portal.make.activity({ score: 2 })]
  await portal.make.posting(person.id, activity, '1931-05-05')
  await portal.make.posting(person.id, other, day(2))
  const admin = await portal.make.admin()
  expect((await portal.as(admin)('PUT', `/terms/close/${past.id}`, {})).status).toBe(200)
  await open(person)
  await expect.element(page.getByLabelText('Term')).toHaveValue(String(term?.id))
  const [newest, oldest] = [entries().nth(0), entries().nth(1)]
  await expect.element(newest).toHaveTextContent(other.name)
  await expect.element(newest.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect.element(oldest).toHaveTextContent('5 May 1931')
  await expect.element(oldest).toHaveTextContent('This term is closed.')
  await expect.element(oldest).toHaveTextContent(past.name)
  await expect.element(oldest.getByRole('button', { name: /^(Edit|Delete)/ })).not.toBeInTheDocument()

  await page.getByLabelText('Term').selectOptions(`${past.name} (closed)`)
  await expect.poll(() => location.search).toContain(`term=${past.id}`)
  await expect.element(page.getByText(`${past.name} is closed`)).toBeVisible()
  await expectCard('Total Score').toContain('26')
  expect(card('Current Grade')).toContain('A26Current grade (without feedback)')

  await choose(other)
  await date().fill('1931-05-05')
  const tell = 'Something missing? Tell: Quality office, room 112'
  const closed = new RegExp(`${past.name} has been closed since \\d+ \\w+ \\d{4}\\. ${tell.replace('?', '\\?')}`)
  await expect.element(date()).toHaveAccessibleDescription(expect.stringMatching(closed))
  await submit().click()
  await expect.element(date()).toHaveFocus()
  await expect.element(date()).toHaveAccessibleDescription(expect.stringMatching(new RegExp(`^${closed.source}`)))
  expect(page.getByText(closed).elements()).toHaveLength(1)
  await expect.element(field('Activity')).not.toHaveAccessibleDescription()
  await expect.element(field('Activity')).toHaveValue(other.name)
})

test('who was not among the staff at the close of a term reads that, as on the statement, instead of a total and a grade', async () => {
  // Without a name of its own it has a number in it.
  const person = await portal.make.staff({ name: 'Sara Aziz', title: 'p' })
  const closed = await portal.make.term('Year 1971', '1971-01-01', '1971-12-31')
  await portal.make.posting(person.id, await portal.make.activity({ score: 3 }), '1971-02-03')
  await portal.sql`update term_scores set tp = 55 where user_id = ${person.id} and term_id = ${closed.id}`
  await portal.sql`update users set role_id = 1 where id = ${person.id}`
  const admin = await portal.make.admin()
  expect(await portal.as(admin)('PUT', `/terms/close/${closed.id}`, {})).toMatchObject({ status: 200 })
  await portal.sql`update users set role_id = 2 where id = ${person.id}`
  const sentence = 'No score or grade in this term: not on the staff when it closed.'

  for (const address of [`/staff-dashboard?tab=your-activity&term=${closed.id}`, `/grade?term=${closed.id}`]) {
    await portal.open(address, person)
    await expect.element(page.getByText(sentence)).toBeVisible()
    for (const number of ['58', 'Total Score', 'Current Grade'])
      await expect.element(page.getByText(number)).not.toBeInTheDocument()
  }
  await portal.open(`/statement?term=${closed.id}`, person)
  await expect.element(page.getByRole('alert')).toHaveTextContent(sentence)
})

test('a term in the address is shown from the start', async () => {
  const person = await portal.make.staff()
  const past = await portal.make.term('Year 1932', '1932-01-01', '1932-12-31')
  await portal.make.posting(person.id, await portal.make.activity({ score: 11 }), '1932-05-05')
  await portal.open(`/staff-dashboard?tab=your-activity&term=${past.id}`, person)
  await expect.element(page.getByLabelText('Term')).toHaveValue(String(past.id))
  await expectCard('Total Score').toContain('11')
})

test('the chosen term governs the scores, the list and the questions, and the page says what it does not govern', async () => {
  const person = await portal.make.staff()
  const past = await portal.make.term('Year 1933', '1933-01-01', '1933-12-31')
  const [then, now] = [await portal.make.activity({ score: 11 }), await portal.make.activity({ score: 2 })]
  await portal.make.posting(person.id, then, '1933-05-05')
  await portal.make.posting(person.id, now, day(2))
  await open(person)
  await expect.poll(() => entries().elements().length).toBe(2)
  const sentence = page.getByText('The scores and questions are of this term', { exact: false })
  await expect.element(sentence).not.toBeInTheDocument()

  await page.getByLabelText('Term', { exact: true }).selectOptions(past.name)
  await expectCard('Total Score').toContain('11')
  await expect.poll(() => entries().elements().length).toBe(1)
  await expect.element(entries()).toHaveTextContent(then.name)
  await expect.element(page.getByLabelText('Show activities from')).toHaveValue(String(past.id))
  await expect.element(sentence).toHaveTextContent('Your progress shows all terms.')

  await page.getByLabelText('Term', { exact: true }).selectOptions(String(term?.id))
  await expect.poll(() => entries().elements().length).toBe(2)
  await expect.element(sentence).not.toBeInTheDocument()
})

test('scores that cannot be loaded are reported with the reason that the server gives', async () => {
  const reason = { message: 'This user no longer exists.', code: 'users.notFound' }
  const restore = intercept('GET', /^\/users\/id\//, replyWith(404, reason))
  await open(await portal.make.staff())
  const failure = page.getByRole('alert').filter({ hasText: 'Error fetching user data: This user no longer exists.' })
  await expect.element(failure).toBeVisible()
  restore()
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expectCard('Total Score').toContain('0')
})

test('without a known title there is no grade; the highest grade has its own text', async () => {
  const [professor, untitled] = [await portal.make.staff(), await portal.make.staff({ title: null })]
  for (const { id } of [professor, untitled])
    await portal.sql`insert into term_scores (user_id, term_id, tp) values (${id}, ${term?.id}, 80)`
  await open(professor)
  await expectCard('Current Grade').toContain('A+80Current grade (without feedback)')
  expect(card('Current Grade')).toContain('The highest grade')
  await open(untitled)
  await expectCard('Current Grade').toContain('-80Current grade (without feedback)')
})

test('the number that decides the grade is the largest, and the grade with feedback stands below where it differs', async () => {
  const [both, same] = [await portal.make.staff({ title: 'l' }), await portal.make.staff({ title: 'l' })]
  await portal.sql`insert into term_scores (user_id, term_id, tp, fb)
    values (${both.id}, ${term?.id}, 10.5, 7), (${same.id}, ${term?.id}, 10.5, 4)`
  await open(both)
  await expectCard('Current Grade').toContain('D10.5Current grade (without feedback)Grade with feedbackC17.5')
  const sizeOf = (text: string) =>
    Number.parseFloat(getComputedStyle(page.getByText(text, { exact: true }).first().element()).fontSize)
  expect(sizeOf('10.5')).toBeGreaterThan(sizeOf('17.5'))
  await button('C: what is Grade with feedback?').click()
  await expect
    .element(page.getByRole('dialog', { name: 'Grade with feedback' }))
    .toHaveTextContent('Current grade (without feedback): D, from 10.5 points')

  await open(same)
  await expectCard('Current Grade').toContain('D10.5')
  expect(card('Total Score')).toContain('14.5')
  expect(card('Current Grade')).not.toContain('Grade with feedback')
})

test('with nothing scored and nothing posted the grade is grey, and the card and its explanation say so', async () => {
  await open(await portal.make.staff({ title: 'l' }))
  await expectCard('Current Grade').toContain('E0Current grade (without feedback)Nothing scored yet')
  expect(getComputedStyle(page.getByTitle('Nothing scored yet').element()).backgroundImage).toBe('none')
  await button('E: what is Current grade (without feedback)?').click()
  await expect.element(page.getByRole('dialog')).toHaveTextContent('Nothing scored yet: this is where everyone begins.')
})

test('an entry that another window saved meanwhile is not overwritten silently', async () => {
  const person = await portal.make.staff()
  await portal.make.posting(person.id, await portal.make.activity(), day(4))
  await open(person)
  await entries().getByRole('button', { name: 'Edit' }).click()
  await expect.element(button('Cancel Edit')).toBeVisible()
  await page.getByLabelText('Link').fill('https://events.test.example/mine')
  await portal.sql`update posted_activities set link = 'https://events.test.example/theirs' where user_id = ${person.id}`

  await submit().click()
  await expect
    .element(form().getByRole('alert'))
    .toHaveTextContent('This posting has changed since you opened it, in another window or through a review.')
  const link = entries().getByRole('link')
  await expect.element(link).toHaveAttribute('href', 'https://events.test.example/theirs')
  await expect.element(page.getByLabelText('Link')).toHaveValue('https://events.test.example/mine')
  await submit().click()
  await expect.element(page.getByText('Activity updated successfully')).toBeVisible()
  await expect.element(link).toHaveAttribute('href', 'https://events.test.example/mine')
})
