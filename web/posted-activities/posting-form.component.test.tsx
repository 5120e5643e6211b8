import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { typedDay } from '../../contract/read-day.ts'
import { photo } from '../../testing/components/evidence.ts'
import { intercept, noNetwork, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { interceptUploads } from '../../testing/components/uploads.ts'

const portal = await startPortal()
/** The server decodes photos in a process of its own. */
const timeout = 60_000
// The days are past days of the current term: it begins a month ago at the latest, because the form asks about a day in the future.
const [term] = await portal.sql<{ start: string }>`
  update terms set start_date = least(start_date, (date_trunc('month', current_date) - interval '1 month')::date)
  where is_current returning start_date::text as start`
const day = (number: number) => `${term?.start.slice(0, 8)}${String(number).padStart(2, '0')}`

const open = (person: { username: string }) => portal.open('/staff-dashboard?tab=your-activity', person)
const form = () => page.getByRole('form')
const heading = () => form().getByRole('heading')
const field = (label: string) => page.getByLabelText(label, { exact: true })
const date = () => page.getByLabelText('Starting date')
const link = () => page.getByLabelText('Link')
const image = () => page.getByLabelText(/^Image/)
const preview = () => page.getByRole('img', { name: 'Preview' })
const entries = () => page.getByRole('list', { name: 'Your Posted Activities' }).getByRole('listitem')
const thumbnails = () => entries().getByRole('button', { name: /Enlarge/ })
const options = () => page.getByRole('listbox').getByRole('option')
const submit = () => form().getByRole('button', { name: /^(Post|Update) Activity$/ })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const alert = () => page.getByRole('alert')
const notArrived = /^Failed to save activityIt did not arrive\. Your input is still here: send it again\.$/
const notKnown = /^It is not known whether this arrived\./

async function choose({ name }: { name: string }) {
  await field('Activity').fill(name)
  await page.getByRole('option', { name }).click()
}

test('a posting is edited: Cancel Edit resets, another day and no image are saved', { timeout }, async () => {
  const person = await portal.make.staff()
  const activity = await portal.make.activity({ score: 3 })
  await open(person)
  await choose(activity)
  await date().fill(day(7))
  await image().upload(await photo('photo.jpg'))
  await submit().click()
  await expect.element(thumbnails()).toBeVisible()

  await link().fill('https://begun.test.example')
  const edit = entries().getByRole('button', { name: 'Edit' })
  await edit.click()
  await expect.element(heading()).toHaveTextContent('Edit Activity')
  await expect.element(heading()).toHaveFocus()
  await expect.element(field('Activity')).toHaveValue(activity.name)
  await expect.element(date()).toHaveValue(typedDay(day(7)))
  await expect.element(link()).toHaveValue('')
  await button('Cancel Edit').click()
  await expect.element(heading()).toHaveTextContent('Post New Activity')
  await expect.element(date()).toHaveValue('')
  // The draft from before the edit is still there.
  await expect.element(link()).toHaveValue('https://begun.test.example')
  await expect.element(edit).toHaveFocus()

  await edit.click()
  await expect.element(page.getByText('Keeps the 3 points it earned.')).toBeVisible()
  await date().fill(day(8))
  await button('Remove image').click()
  await submit().click()
  await expect.element(page.getByText('Activity updated successfully')).toBeVisible()
  await expect.element(heading()).toHaveTextContent('Post New Activity')
  await expect.element(thumbnails()).not.toBeInTheDocument()
  expect(entries().elements()).toHaveLength(1)
  const stored = await portal.sql`
    select p.starting_date::text as day, i.id as image from posted_activities p
    left join posted_images i on i.posted_activity_id = p.id where p.user_id = ${person.id}`
  expect(stored).toEqual([{ day: day(8), image: null }])
})

test('a failed or cancelled save keeps all input, the photo too, and a retry works', { timeout }, async () => {
  const activity = await portal.make.activity()
  await open(await portal.make.staff())
  await choose(activity)
  await date().fill(day(9))
  await link().fill('https://events.test.example/9')
  await image().upload(await photo('photo.jpg'))

  let restore = interceptUploads(() => {})
  await submit().click()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await form().getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect.element(alert()).toHaveTextContent(/^Upload cancelled\. Your changes are kept\.$/)
  await expect.element(submit()).toBeEnabled()
  restore()

  let respond: (() => void) | undefined
  restore = interceptUploads(({ reply }) => {
    respond = () => reply(502, '<h1>Bad gateway</h1>')
  })
  await submit().click()
  await expect.element(form().getByRole('button', { name: 'Loading...' })).toBeDisabled()
  await expect.poll(() => respond).toBeDefined()
  respond?.()
  await expect.element(alert()).toHaveTextContent(notArrived)
  restore()
  restore = interceptUploads(({ reply }) => reply(500))
  await submit().click()
  await expect.element(alert()).toHaveTextContent(/^Failed to save activity$/)
  restore()
  restore = interceptUploads(({ reply }) => reply(0))
  await submit().click()
  await expect.element(alert()).toHaveTextContent(notArrived)
  restore()

  await expect.element(field('Activity')).toHaveValue(activity.name)
  await expect.element(date()).toHaveValue(typedDay(day(9)))
  await expect.element(preview()).toBeVisible()
  await submit().click()
  await expect.element(page.getByText('Activity posted successfully')).toBeVisible()
  await expect.element(thumbnails()).toBeVisible()
})

test('a posting whose reply was lost is found by the page itself; a real duplicate is refused at the date', async () => {
  const activity = await portal.make.activity()
  await open(await portal.make.staff())
  await choose(activity)
  await date().fill(day(10))
  const restore = interceptUploads(({ loseReply }) => loseReply())
  await submit().click()
  await expect.element(page.getByText('Activity posted successfully')).toBeVisible()
  await expect.element(alert()).not.toBeInTheDocument()
  await expect.element(field('Activity')).toHaveValue('')
  await expect.element(entries()).toHaveLength(1)
  restore()

  await choose(activity)
  await date().fill(day(10))
  await submit().click()
  const duplicate = 'You already posted this activity for that date.'
  await expect.element(date()).toHaveAccessibleDescription(expect.stringContaining(duplicate))
  await expect.element(date()).toHaveFocus()
  await expect.element(alert()).toHaveTextContent(/^Failed to save activity$/)
  await expect.element(field('Activity')).toHaveValue(activity.name)
})

const unreachable = () => intercept('GET', /^\/sent-changes\//, noNetwork)

test('a posting whose reply was lost and that was deleted elsewhere meanwhile is not called posted', async () => {
  const activity = await portal.make.activity()
  const member = await portal.make.staff()
  await open(member)
  await choose(activity)
  await date().fill(day(12))
  interceptUploads(({ loseReply }) => loseReply())
  const reconnect = unreachable()
  await submit().click()
  await expect.element(alert()).toHaveTextContent('It is not known whether this arrived.')
  await portal.sql`delete from posted_activities where user_id = ${member.id}`
  reconnect()
  window.dispatchEvent(new Event('online'))
  await expect.element(alert()).toHaveTextContent('It was saved, and has changed since. You now see the latest version.')
  await expect.element(page.getByText('Activity posted successfully')).not.toBeInTheDocument()
  await expect.element(entries()).toHaveLength(0)
})

test('without a reply and without the server nothing is said to have failed, and the page finds out when it is back', async () => {
  const activity = await portal.make.activity()
  await open(await portal.make.staff())
  await choose(activity)
  await date().fill(day(11))
  const restore = interceptUploads(({ loseReply }) => loseReply())
  const reconnect = unreachable()
  await submit().click()
  await expect.element(alert()).toHaveTextContent(notKnown)
  await expect.element(date()).toBeDisabled()
  await expect.element(date()).toHaveValue(typedDay(day(11)))
  await expect.element(button('Send again')).toBeEnabled()
  restore()
  reconnect()
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Activity posted successfully')).toBeVisible()
  await expect.element(alert()).not.toBeInTheDocument()
  await expect.element(date()).toHaveValue('')
  await expect.element(entries()).toHaveLength(1)
})

test('sent again before it is known, it is posted once', async () => {
  const activity = await portal.make.activity()
  await open(await portal.make.staff())
  await choose(activity)
  await date().fill(day(12))
  const restore = interceptUploads(({ loseReply }) => loseReply())
  unreachable()
  await submit().click()
  await expect.element(alert()).toHaveTextContent(notKnown)
  restore()
  await button('Send again').click()
  await expect.element(page.getByText('Activity posted successfully')).toBeVisible()
  await expect.element(entries()).toHaveLength(1)
})

test('an edit whose reply was lost is found too', async () => {
  const person = await portal.make.staff()
  const id = await portal.make.posting(person.id, await portal.make.activity(), day(13))
  await open(person)
  await entries().getByRole('button', { name: 'Edit' }).click()
  await link().fill('https://events.test.example/lost')
  interceptUploads(({ loseReply }) => loseReply())
  await submit().click()
  await expect.element(page.getByText('Activity updated successfully')).toBeVisible()
  await expect.element(heading()).toHaveTextContent('Post New Activity')
  expect(await portal.sql`select link from posted_activities where id = ${id}`).toEqual([
    { link: 'https://events.test.example/lost' },
  ])
})

test('what was changed after a lost reply is never called a duplicate of the own posting', async () => {
  const activity = await portal.make.activity()
  await open(await portal.make.staff())
  await choose(activity)
  await date().fill(day(14))
  const restore = interceptUploads(({ loseReply }) => loseReply())
  // The server is still processing the posting.
  const finish = intercept('GET', /^\/sent-changes\//, replyWith(200, { done: false }))
  await submit().click()
  await expect.element(alert()).toHaveTextContent(notArrived)
  restore()
  finish()
  await link().fill('https://events.test.example/changed')
  await submit().click()
  await expect.element(alert()).toHaveTextContent(/^What you sent first has arrived and is in the list\./)
  await expect.element(date()).not.toHaveAccessibleDescription(expect.stringContaining('already posted'))
  await expect.element(link()).toHaveValue('https://events.test.example/changed')
})

test('missing or invalid values are reported at their fields, without a request', async () => {
  await portal.make.activity()
  await open(await portal.make.staff())
  let sent = 0
  interceptUploads(() => {
    sent += 1
  })
  await field('Activity').fill('Nothing like this')
  await expect.element(page.getByText('No matching activities.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await link().fill('javascript:alert(1)')
  await date().fill('0026-04-03')
  await submit().click()
  await expect.element(date()).toHaveAccessibleDescription(/^This is not a date\. Write it as /)
  await date().fill('')
  await submit().click()
  await expect.element(field('Activity')).toHaveFocus()
  await expect.element(field('Activity')).toHaveAccessibleDescription('Choose one of the activities.')
  await expect.element(date()).toHaveAccessibleDescription('Enter the starting date.')
  await expect.element(link()).toHaveAccessibleDescription('The link must start with http:// or https://.')
  expect(sent).toBe(0)
})

test('a file that is no photo or PDF, empty or damaged is refused at its field; the next choice takes its place', async () => {
  await open(await portal.make.staff())
  const moving = (name: string, type: string) => new File(['GIF89a, a moving picture'], name, { type })
  await image().upload(moving('photo.gif', 'image/gif'))
  await expect.element(image()).toHaveAccessibleDescription('photo.gif cannot be read as a photo or a PDF.')
  await image().upload(moving('photo.jpg', 'image/jpeg'))
  await expect.element(image()).toHaveAccessibleDescription('photo.jpg cannot be read as a photo or a PDF.')
  await image().upload(new File([], 'photo.jpg', { type: 'image/jpeg' }))
  await expect.element(image()).toHaveAccessibleDescription('This file is empty.')
  await image().upload(await photo('photo.jpg'))
  await expect.element(preview()).toBeVisible()
  await expect.element(image()).not.toHaveAccessibleDescription()
})

test('a good photo is not sent without a refused one, which blocks the form until it is removed at the submit button', {
  timeout,
}, async () => {
  const activity = await portal.make.activity()
  await open(await portal.make.staff())
  let sent = 0
  interceptUploads(({ pass }) => {
    sent += 1
    pass()
  })
  await choose(activity)
  await date().fill(day(9))
  const whole = await photo('photo.jpg')
  await image().upload(whole)
  await expect.element(preview()).toBeVisible()
  await image().upload(new File([whole.slice(0, whole.size / 2)], 'half.jpg', { type: 'image/jpeg' }))
  await expect.element(image()).toHaveAccessibleDescription('This .jpg file is damaged and cannot be read.')
  await expect.element(form()).toHaveTextContent('half.jpg')
  await expect.element(preview()).toHaveAccessibleName('Preview of photo.jpg')
  await submit().click()
  await expect.element(button('Remove: half.jpg')).toHaveFocus()
  await expect.element(button('Remove: half.jpg')).toHaveAccessibleDescription('Remove half.jpg to post')
  expect(sent).toBe(0)
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Remove: half.jpg')).not.toBeInTheDocument()
  await expect.element(image()).not.toHaveAccessibleDescription()
  await expect.element(preview()).toHaveAccessibleName('Preview of photo.jpg')
  await expect.element(submit()).toHaveFocus()
  await submit().click()
  await expect.element(page.getByText('Activity posted successfully')).toBeVisible()
  expect(thumbnails().elements()).toHaveLength(1)
})

test('the activity is found by keyboard among two hundred', async () => {
  await portal.sql`insert into activities (name, description, type, score)
    select 'Séminaire ' || lpad(n::text, 3, '0'), 'What it is', 'Elective', 1.5 from generate_series(1, 200) n`
  await open(await portal.make.staff())
  const activity = field('Activity')
  await expect.element(activity).toHaveAttribute('aria-expanded', 'false')
  await activity.element().focus()
  await expect.element(activity).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('semi 19')
  await expect.element(activity).toHaveAttribute('aria-expanded', 'true')
  await expect.element(options().nth(11)).toBeInTheDocument()
  expect(options().elements()).toHaveLength(12)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  const third = options().nth(2)
  await expect.element(activity).toHaveAttribute('aria-activedescendant', third.element().id)
  await expect.element(third).toHaveTextContent('1.5 points · Elective')
  await userEvent.keyboard('{Enter}')
  await expect.element(activity).toHaveValue('Séminaire 190')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('listbox')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
})

test('on a phone, three of the offered activities stay above the keyboard', async () => {
  await portal.sql`insert into activities (name, description, type, score)
    select 'Phone talk ' || n, 'What it is', 'Elective', 1.5 from generate_series(1, 20) n`
  await portal.open('/staff-dashboard?tab=your-activity', await portal.make.staff(), { width: 360, height: 640 })
  await field('Activity').click()
  await field('Activity').fill('Phone talk')
  // The keyboard covers the lower half after the field was tapped.
  const aboveKeyboard = 340
  const { visualViewport } = window
  if (!visualViewport) throw new Error('this browser has no visual viewport')
  Object.defineProperty(visualViewport, 'height', { get: () => aboveKeyboard, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(visualViewport, 'height'))
  await expect.element(options().nth(2)).toBeVisible()
  visualViewport.dispatchEvent(new Event('resize'))
  await expect.poll(() => options().nth(2).element().getBoundingClientRect().y).toBeLessThan(aboveKeyboard - 44)
  await expect.element(options().nth(2)).toBeInViewport({ ratio: 1 })
  expect(field('Activity').element().getBoundingClientRect().y).toBeGreaterThan(0)
})
