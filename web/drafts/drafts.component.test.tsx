import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { photo } from '../../testing/components/evidence.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()

const button = (name: string) => page.getByRole('button', { name, exact: true })
const link = () => page.getByLabelText('Link')
const begun = 'https://events.test.example/begun'

/** Leaves the dashboard with all its loaded data, and comes back. */
async function reopen(address: string, person: { username: string }) {
  await portal.open('/grade', person)
  await expect.element(page.getByRole('navigation', { name: 'Dashboard' })).not.toBeInTheDocument()
  await portal.open(address, person)
}

const yourActivity = '/staff-dashboard?tab=your-activity'
const heading = () => page.getByRole('form').getByRole('heading')
const editSeminar = () => page.getByRole('button', { name: /^Edit Seminar/ })

/** A member and their posting, of which an edit has begun. */
async function beginEdit(activity: string) {
  const person = await portal.make.staff()
  const seminar = await portal.make.activity({ name: activity })
  const [{ day } = { day: '' }] = await portal.sql<{ day: string }>`select start_date::text as day from terms where is_current`
  const id = await portal.make.posting(person.id, seminar, day)
  await portal.open(yourActivity, person)
  await editSeminar().click()
  await expect.element(heading()).toHaveTextContent('Edit Activity')
  await link().fill(begun)
  return { person, id }
}

test('the edit of a posting is restored with its photo, also after Escape', async () => {
  const { person } = await beginEdit('Seminar with a photo')
  await page.getByLabelText(/^Image/).upload(await photo('photo.jpg', 40, 30))
  const preview = page.getByRole('img', { name: 'Preview' })
  await expect.element(preview).toBeVisible()
  await reopen(yourActivity, person)
  await expect.element(heading()).toHaveTextContent('Edit Activity')
  await expect.element(link()).toHaveValue(begun)
  await expect.element(preview).toBeVisible()
  await link().click()
  await userEvent.keyboard('{Escape}')
  await expect.element(heading()).toHaveTextContent('Post New Activity')
  await expect.element(link()).toHaveValue('')
  await editSeminar().click()
  await expect.element(link()).toHaveValue(begun)
})

test('a restored edit of a posting is still an edit of the old version, and ends when the posting is gone', async () => {
  const { person, id } = await beginEdit('Seminar that changes')
  await portal.sql`update posted_activities set link = 'https://events.test.example/theirs' where id = ${id}`
  await reopen(yourActivity, person)
  await expect.element(link()).toHaveValue(begun)
  await button('Update Activity').click()
  await expect
    .element(page.getByRole('form').getByRole('alert'))
    .toHaveTextContent('This posting has changed since you opened it')

  await portal.sql`delete from posted_activities where id = ${id}`
  await reopen(yourActivity, person)
  await expect.element(page.getByText('This posted activity no longer exists.')).toBeVisible()
  await expect.element(heading()).toHaveTextContent('Post New Activity')
})

const unsent = (name: RegExp) => page.getByRole('link', { name }).or(page.getByRole('button', { name }))

/** A member who has begun to post, with a photo. */
async function beginPosting() {
  const person = await portal.make.staff()
  await portal.open(yourActivity, person)
  await link().fill(begun)
  await page.getByLabelText(/^Image/).upload(await photo('photo.jpg', 40, 30))
  await expect.element(page.getByRole('img', { name: 'Preview' })).toBeVisible()
  return person
}

test('an unsent posting is offered with its time and its photos, and is discarded after a question', async () => {
  const person = await beginPosting()
  const offered = /^Continue the posting that you began, \d\d:\d\d, 1 photo$/
  await expect.element(unsent(offered)).not.toBeInTheDocument()
  await reopen(yourActivity, person)
  await expect.element(unsent(offered)).toBeVisible()
  await button('Discard the posting that you began').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(link()).toHaveValue(begun)
  await button('Discard').click()
  await page.getByRole('alertdialog', { name: 'Discard this unsent posting?' }).getByRole('button', { name: 'Discard' }).click()
  await expect.element(link()).toHaveValue('')
  await expect.element(page.getByRole('img', { name: 'Preview' })).not.toBeInTheDocument()
  await expect.element(unsent(offered)).not.toBeInTheDocument()
  await expect.element(button('Discard')).not.toBeInTheDocument()
  await reopen(yourActivity, person)
  await expect.element(link()).toHaveValue('')
})

test('the edit of a posting that was left is offered too, until its posting is gone', async () => {
  const { person, id } = await beginEdit('Seminar that is continued')
  await userEvent.keyboard('{Escape}')
  const offered = /^Continue the edit of Seminar that is continued that you began, \d\d:\d\d$/
  await unsent(offered).click()
  await expect.element(heading()).toHaveTextContent('Edit Activity')
  await expect.element(link()).toHaveValue(begun)
  await expect.element(unsent(offered)).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(unsent(offered)).toBeVisible()
  await portal.sql`delete from posted_activities where id = ${id}`
  await reopen(yourActivity, person)
  await expect.element(page.getByText('This posted activity no longer exists.')).toBeVisible()
  await expect.element(unsent(offered)).not.toBeInTheDocument()
})

test('logging out with an unsent posting asks first', async () => {
  await beginPosting()
  await button('Logout').click()
  const question = page.getByRole('alertdialog', { name: 'You have an unsent posting.' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(link()).toHaveValue(begun)
  await button('Logout').click()
  await question.getByRole('button', { name: 'Log out and discard' }).click()
  await expect.element(page.getByText('Logged out!')).toBeVisible()
  await expect.element(page.getByLabelText('Username')).toBeVisible()
})

test('a browser that stores nothing says so, and the posting is still sent with its photo', { timeout: 60_000 }, async () => {
  const activity = await portal.make.activity({ name: 'Talk without storage' })
  const person = await portal.make.staff()
  const denied = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  onTestFinished(() => denied.mockRestore())
  await portal.open(yourActivity, person)
  const sentence = page.getByText(
    'This device cannot store your posting. It will be lost if you close this page before it is sent.',
  )
  await expect.element(sentence).not.toBeInTheDocument()
  await page.getByLabelText('Activity', { exact: true }).fill(activity.name)
  await page.getByRole('option', { name: activity.name }).click()
  await expect.element(sentence).toBeVisible()
  await button('Today').click()
  await page.getByLabelText(/^Image/).upload(await photo('photo.jpg', 40, 30))
  await button('Post Activity').click()
  await expect.element(page.getByText('Activity posted successfully')).toBeVisible()
  expect(
    await portal.sql`select from posted_images i join posted_activities p on p.id = i.posted_activity_id
    where p.user_id = ${person.id}`,
  ).toHaveLength(1)
})

test('the draft of a user is restored after visiting another panel, without the password, until Cancel', async () => {
  await portal.open('/admin-dashboard', admin)
  await button('Add User').click()
  const form = page.getByRole('form', { name: 'New user' })
  const field = (label: string) => form.getByLabelText(label, { exact: true })
  await field('Name').fill('Nora Test')
  await field('Password').fill('a secret of hers')
  await page.getByRole('link', { name: 'Terms' }).click()
  await expect.element(button('Add Term')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Users' }).click()
  await expect.element(field('Name')).toHaveValue('Nora Test')
  await expect.element(field('Password')).toHaveValue('')
  expect(JSON.stringify({ ...sessionStorage })).toContain('Nora Test')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret')

  await button('Cancel').click()
  await expect.element(form).not.toBeInTheDocument()
  await button('Add User').click()
  await expect.element(field('Name')).toHaveValue('')
})

const rows = [
  { tab: 'users', row: 'Nora of the drafts', field: 'Name', add: () => portal.make.staff({ name: 'Nora of the drafts' }) },
  { tab: 'departments', row: 'Physics', field: 'New name', add: () => portal.make.department('Physics') },
  { tab: 'terms', row: 'Year 1951', field: 'Name', add: () => portal.make.term('Year 1951', '1951-01-01', '1951-12-31') },
  { tab: 'activity', row: 'Lecture', field: 'Name', add: () => portal.make.activity({ name: 'Lecture' }) },
]

test.for(rows)(
  'the edit of a row survives leaving the page, Escape and Back, until Cancel: $tab',
  async ({ tab, row, field, add }) => {
    await add()
    const address = `/admin-dashboard?tab=${tab}`
    await portal.open(address, admin)
    await button(`Edit ${row}`).click()
    const form = page.getByRole('form', { name: `Edit ${row}` })
    const input = form.getByLabelText(field, { exact: true })
    const closed = () => expect.element(form).not.toBeInTheDocument()
    await input.fill('A better name')
    await reopen(address, admin)
    await expect.element(input).toHaveValue('A better name')
    await expect.element(form).toHaveTextContent('Your unsaved changes have been restored. Cancel discards them.')
    await input.click()
    await userEvent.keyboard('{Escape}')
    await closed()
    await button(`Edit ${row}`).click()
    await expect.element(input).toHaveValue('A better name')
    history.back()
    await closed()
    await button(`Edit ${row}`).click()
    await expect.element(input).toHaveValue('A better name')
    await button('Cancel').click()
    await closed()
    await button(`Edit ${row}`).click()
    await expect.element(input).toHaveValue(row)
  },
)

test('a restored edit of a row conflicts with what another user saved meanwhile; for a removed row a message says so', async () => {
  await portal.make.activity({ name: 'Excursion' })
  const address = '/admin-dashboard?tab=activity'
  await portal.open(address, admin)
  await button('Edit Excursion').click()
  const form = page.getByRole('form', { name: 'Edit Excursion' })
  const description = form.getByLabelText('Description', { exact: true })
  await description.fill('Mine')
  await portal.sql`update activities set description = 'Theirs' where name = 'Excursion'`
  await reopen(address, admin)
  await expect.element(description).toHaveValue('Mine')
  await form.getByRole('button', { name: 'Update Activity' }).click()
  await expect.element(form.getByRole('region')).toHaveTextContent('Theirs')
  await portal.sql`update activities set removed_at = now() where name = 'Excursion'`
  await reopen(address, admin)
  await expect.element(page.getByText('This activity no longer exists.')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
})
