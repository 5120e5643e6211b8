import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { photo } from '../../testing/components/evidence.ts'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { interceptUploads } from '../../testing/components/uploads.ts'
import { sendOutbox } from '../outbox/sender.ts'

const portal = await startPortal()
const admin = await portal.make.admin()
const activity = await portal.make.activity({ name: 'Guest lecture' })
/** The server decodes photos in a process of its own. */
const timeout = 60_000
const [term] = await portal.sql<{ id: number; start: string }>`
  update terms set start_date = least(start_date, (date_trunc('month', current_date) - interval '1 month')::date)
  where is_current returning id, start_date::text as start`
const day = (number: number) => `${term?.start.slice(0, 8)}${String(number).padStart(2, '0')}`
let lastDay = 1
const nextDay = () => {
  lastDay += 1
  return day(lastDay)
}

type Member = Awaited<ReturnType<typeof portal.make.staff>>
const open = (person: Member) => portal.open('/staff-dashboard?tab=your-activity', person)
const form = () => page.getByRole('form')
const link = () => form().getByLabelText('Link')
const date = () => page.getByLabelText('Starting date')
const outbox = () => page.getByRole('list', { name: 'Outbox' })
const entries = () => page.getByRole('list', { name: 'Your Posted Activities' }).getByRole('listitem')
const submit = () => form().getByRole('button', { name: /^(Post|Update) Activity$/ })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const stored = (member: Member) => portal.sql<{ link: string | null; day: string }>`
  select link, starting_date::text as day from posted_activities where user_id = ${member.id} order by id`

/** Takes the network away; the browser knows it. Returns how it comes back. */
function goOffline() {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const end = () => isOnline.mockRestore()
  window.dispatchEvent(new Event('offline'))
  onTestFinished(end)
  return async () => {
    end()
    window.dispatchEvent(new Event('online'))
    await sendOutbox()
  }
}

async function fill(on: string, text: string) {
  await page.getByLabelText('Activity', { exact: true }).fill('Guest lecture')
  await page.getByRole('option', { name: 'Guest lecture' }).click()
  await date().fill(on)
  await link().fill(text)
}

async function post(on: string, text: string) {
  await fill(on, text)
  await submit().click()
  await expect.element(page.getByText('Stored in the outbox on this phone. It is sent when the network is back.')).toBeVisible()
}

test('without a network a posting with its photo waits in the outbox, and is sent once when the network is back', {
  timeout,
}, async () => {
  const member = await portal.make.staff()
  await open(member)
  const goOnline = goOffline()
  await page.getByLabelText(/^Image/).upload(await photo('photo.jpg'))
  await expect.element(page.getByRole('img', { name: 'Preview' })).toBeVisible()
  await post(nextDay(), 'https://waits.test.example/')
  await expect.element(outbox()).toHaveTextContent(/^New posting: Guest lecture.*On this phone.*1 file/)
  await expect.element(link()).toHaveValue('')
  await expect.element(page.getByRole('img', { name: 'Preview' })).not.toBeInTheDocument()
  expect(await stored(member)).toEqual([])

  await goOnline()
  await expect.element(page.getByText('Activity posted successfully')).toBeVisible()
  await expect.element(outbox()).not.toBeInTheDocument()
  await expect.element(entries().getByRole('button', { name: /Enlarge/ })).toBeVisible()
  expect(await stored(member)).toMatchObject([{ link: 'https://waits.test.example/' }])
})

test('an entry whose reply was lost is sent again and done once; meanwhile it can be neither changed nor discarded', async () => {
  const member = await portal.make.staff()
  await open(member)
  const goOnline = goOffline()
  await post(nextDay(), 'https://lost.test.example/')
  const restore = interceptUploads(({ loseReply }) => loseReply())
  await goOnline()
  await expect.element(outbox()).toHaveTextContent(/Being sent.*It has left this phone/)
  await expect.element(outbox().getByRole('button')).not.toBeInTheDocument()
  expect(await stored(member)).toHaveLength(1)
  restore()
  await sendOutbox()
  await expect.element(outbox()).not.toBeInTheDocument()
  expect(await stored(member)).toHaveLength(1)
})

test('when the network is lost on the way, it waits in the outbox and is done once', async () => {
  const member = await portal.make.staff()
  await open(member)
  let goOnline: (() => Promise<void>) | undefined
  const restore = interceptUploads(({ loseReply }) => {
    goOnline ??= goOffline()
    loseReply()
  })
  await post(nextDay(), 'https://halfway.test.example/')
  restore()
  await expect.element(outbox()).toHaveTextContent(/^New posting: Guest lecture.*Being sent/)
  await expect.element(link()).toHaveValue('')
  await goOnline?.()
  await expect.element(outbox()).not.toBeInTheDocument()
  await expect.element(entries()).toHaveTextContent('Guest lecture')
  expect(await stored(member)).toMatchObject([{ link: 'https://halfway.test.example/' }])
})

test('a refusal comes back into the form with the reason', async () => {
  const member = await portal.make.staff()
  const on = nextDay()
  await open(member)
  const goOnline = goOffline()
  await post(on, 'https://second.test.example/')
  await portal.make.posting(member.id, activity, on)
  await goOnline()
  await expect.element(outbox()).toHaveTextContent(/Not accepted.*You already posted this activity for that date\./)
  await button(/^Open New posting/).click()
  await expect.element(link()).toHaveValue('https://second.test.example/')
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Failed to save activity' }))
    .toHaveTextContent('You already posted')
  await expect.element(outbox()).not.toBeInTheDocument()
  const other = nextDay()
  await date().fill(other)
  await submit().click()
  await expect.element(page.getByText('Activity posted successfully')).toBeVisible()
  expect((await stored(member)).map((posting) => posting.day).toSorted()).toEqual([on, other])
})

test('an entry is opened with its photo, changed, and discarded', { timeout }, async () => {
  const member = await portal.make.staff()
  await open(member)
  goOffline()
  await page.getByLabelText(/^Image/).upload(await photo('photo.jpg'))
  await expect.element(page.getByRole('img', { name: 'Preview' })).toBeVisible()
  await post(nextDay(), 'https://first.test.example/')
  await button(/^Open New posting/).click()
  await expect.element(link()).toHaveValue('https://first.test.example/')
  await expect.element(page.getByRole('img', { name: 'Preview' })).toBeVisible()
  await expect.element(outbox()).not.toBeInTheDocument()
  await link().fill('https://changed.test.example/')
  await submit().click()
  await expect.element(outbox()).toBeVisible()

  // What the form holds is replaced only after a question.
  await link().fill('https://begun.test.example/')
  await button(/^Open New posting/).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog).toHaveTextContent('The form holds something else that you began. Replace it?')
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect.element(link()).toHaveValue('https://changed.test.example/')
  await submit().click()
  await button(/^Discard New posting/).click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect.element(outbox()).not.toBeInTheDocument()
  await sendOutbox()
  expect(await stored(member)).toEqual([])
})

test('an edit and a mended posting wait, too; a second look at the posting continues the edit', async () => {
  const member = await portal.make.staff()
  const posting = await portal.make.posting(member.id, activity, nextDay())
  const decision = { state: 'returned', reason: 'No link', postings: [{ id: posting, version: 1 }] }
  expect(await portal.as(admin)('PUT', '/review', decision)).toMatchObject({ status: 200 })
  await open(member)
  await entries().getByRole('button', { name: /^Edit/ }).click()
  const goOnline = goOffline()
  await link().fill('https://mended.test.example/')
  await submit().click()
  await expect.element(outbox()).toHaveTextContent(/^Edit of Guest lecture/)
  await expect.element(form().getByRole('heading')).toHaveTextContent('Post New Activity')
  await entries().getByRole('button', { name: /^Edit/ }).click()
  await expect.element(link()).toHaveValue('https://mended.test.example/')
  await expect.element(outbox()).not.toBeInTheDocument()
  await submit().click()
  await expect.element(outbox()).toBeVisible()
  await goOnline()
  await expect.element(page.getByText('Activity updated successfully')).toBeVisible()
  expect(await portal.sql`select link, state from posted_activities where id = ${posting}`).toEqual([
    { link: 'https://mended.test.example/', state: 'posted' },
  ])
})

test('a question waits; refused, it is in its dialog again with the reason', async () => {
  const member = await portal.make.staff()
  await open(member)
  const goOnline = goOffline()
  await button('Is something missing?').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('The spring seminar')
  await expect.element(dialog).toHaveTextContent('This goes into the outbox on this phone')
  await dialog.getByRole('button', { name: 'Send question' }).click()
  await expect.element(outbox()).toHaveTextContent(/^Question about something that is missing/)
  // The same was asked elsewhere meanwhile.
  const asked = await portal.make.question(member.id)
  await goOnline()
  await expect.element(outbox()).toHaveTextContent(/Not accepted/)
  await button(/^Open Question/).click()
  await expect.element(dialog.getByRole('textbox').first()).toHaveValue('The spring seminar')
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await portal.sql`update score_questions set state = 'withdrawn' where id = ${asked}`
  await dialog.getByRole('button', { name: 'Send question' }).click()
  await expect.element(page.getByText('Question sent')).toBeVisible()
  expect(await portal.sql`select text from score_questions where user_id = ${member.id} and state = 'open'`).toEqual([
    { text: 'The spring seminar' },
  ])
})

test('a message about a posting waits, and stands in its thread once; opened, it can be changed', async () => {
  const member = await portal.make.staff()
  const posting = await portal.make.posting(member.id, activity, nextDay())
  await open(member)
  await expect.element(entries()).toBeVisible()
  const goOnline = goOffline()
  await entries()
    .getByRole('button', { name: /^Write a message/ })
    .click()
  await page.getByLabelText('Message', { exact: true }).fill('The certificate is comming.')
  await expect.element(entries()).toHaveTextContent('This goes into the outbox on this phone')
  await button('Send message').click()
  await expect.element(outbox()).toHaveTextContent(/^Message about Guest lecture, .*On this phone/)
  await button(/^Open Message about/).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByLabelText('Message')).toHaveValue('The certificate is comming.')
  await dialog.getByLabelText('Message').fill('The certificate is coming.')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await expect.element(outbox()).toBeVisible()
  await goOnline()
  await expect.element(outbox()).not.toBeInTheDocument()
  expect(await portal.sql`select text from posting_messages where posted_activity_id = ${posting}`).toEqual([
    { text: 'The certificate is coming.' },
  ])
})

test('a message that is not accepted comes back into its form with the reason', async () => {
  const member = await portal.make.staff()
  const posting = await portal.make.posting(member.id, activity, nextDay())
  await open(member)
  await expect.element(entries()).toBeVisible()
  const goOnline = goOffline()
  await entries()
    .getByRole('button', { name: /^Write a message/ })
    .click()
  await page.getByLabelText('Message', { exact: true }).fill('Is it seen?')
  await button('Send message').click()
  await expect.element(outbox()).toBeVisible()
  const verified = { state: 'verified', postings: [{ id: posting, version: 1 }] }
  expect(await portal.as(admin)('PUT', '/review', verified)).toMatchObject({ status: 200 })
  await goOnline()
  await expect.element(outbox()).toHaveTextContent(/Not accepted/)
  await button(/^Open Message about/).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByLabelText('Message')).toHaveValue('Is it seen?')
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await expect.element(outbox()).not.toBeInTheDocument()
})

test('a further message to a question waits, too', async () => {
  const member = await portal.make.staff()
  const asked = await portal.make.question(member.id)
  await open(member)
  const write = button(/^Write a message/)
  await expect.element(write).toBeVisible()
  const goOnline = goOffline()
  await write.click()
  await page.getByLabelText('Message', { exact: true }).fill('It was in spring.')
  await button('Send message').click()
  await expect.element(outbox()).toHaveTextContent(/^Message to your question about/)
  await goOnline()
  await expect.element(outbox()).not.toBeInTheDocument()
  expect(await portal.sql`select text from question_messages where question_id = ${asked}`).toMatchObject([
    { text: 'It was in spring.' },
  ])
})

test('another account neither sees nor sends it; it goes out when its own person is back', async () => {
  const [first, second] = [await portal.make.staff(), await portal.make.staff()]
  await open(first)
  const goOnline = goOffline()
  await post(nextDay(), 'https://own.test.example/')
  // The network comes back when the first page is gone, which would send it.
  await open(second)
  await expect.element(form()).toBeVisible()
  await goOnline()
  await expect.element(outbox()).not.toBeInTheDocument()
  expect([...(await stored(first)), ...(await stored(second))]).toEqual([])

  // It is sent from whatever panel is open.
  await portal.open('/staff-dashboard?tab=activity', first)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await sendOutbox()
  await expect.poll(() => stored(first)).toMatchObject([{ link: 'https://own.test.example/' }])
})

test('a full phone gets a sentence, and the input stays in the form', async () => {
  const member = await portal.make.staff()
  await open(member)
  goOffline()
  await fill(nextDay(), 'https://full.test.example/')
  const put = IDBObjectStore.prototype.put
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.transaction.db.name === 'outbox') throw new DOMException('no room', 'QuotaExceededError')
    return put.apply(this, given)
  })
  onTestFinished(() => full.mockRestore())
  await submit().click()
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to save activity' })
  await expect.element(failure).toHaveTextContent('This phone has no room for it.')
  await expect.element(link()).toHaveValue('https://full.test.example/')
  await expect.element(outbox()).not.toBeInTheDocument()
})

test('while the server cannot be reached nothing leaves the outbox', async () => {
  const member = await portal.make.staff()
  await open(member)
  const goOnline = goOffline()
  await post(nextDay(), 'https://patient.test.example/')
  const restore = intercept('GET', '/auth/me', noNetwork)
  await goOnline()
  await expect.element(outbox()).toHaveTextContent(/On this phone/)
  restore()
  await sendOutbox()
  await expect.element(outbox()).not.toBeInTheDocument()
  expect(await stored(member)).toHaveLength(1)
})
