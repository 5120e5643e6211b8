import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'
import { clearSession } from '../session/session.ts'
import { type OutboxEntry, stateOf } from './outbox-entry.ts'
import { putEntry, readEntries } from './outbox-store.ts'
import { outboxName } from './send-entries.ts'
import { sendInBackground } from './send-in-background.ts'
import { sendOutbox } from './sender.ts'

// The sender of the service worker, in a page: it uses nothing that a worker does not have.

const portal = await startPortal()
const activity = await portal.make.activity({ name: 'Guest lecture' })
const [term] = await portal.sql<{ start: string }>`
  update terms set start_date = least(start_date, (date_trunc('month', current_date) - interval '1 month')::date)
  where is_current returning start_date::text as start`
let lastDay = 1
const nextDay = () => {
  lastDay += 1
  return `${term?.start.slice(0, 8)}${String(lastDay).padStart(2, '0')}`
}

type Member = Awaited<ReturnType<typeof portal.make.staff>>
const stored = (member: Member) => portal.sql<{ day: string }>`
  select starting_date::text as day from posted_activities where user_id = ${member.id} order by id`

let number = 0
/** Puts a posting into the outbox of a person, as a form does without a network. */
async function put(member: Member, day = nextDay(), more: Partial<OutboxEntry> = {}): Promise<OutboxEntry> {
  number += 1
  const entry: OutboxEntry = {
    key: `background-${'x'.repeat(16)}-${member.id}-${number}`,
    userId: member.id,
    route: 'POST /posted-activities',
    fields: [
      ['activity_name', 'Guest lecture'],
      ['starting_date', day],
      ['user_id', String(member.id)],
    ],
    fileCount: 0,
    form: {
      draft: 'posting',
      values: { starting_date: day },
      version: undefined,
      removed: [],
      activity: { name: 'Guest lecture', names: {} },
    },
    storedAt: Date.now(),
    ...more,
  }
  await putEntry(entry, [], () => true)
  return entry
}

/** What the worker tells open pages. */
function listen() {
  const told: unknown[] = []
  const channel = new BroadcastChannel(outboxName)
  channel.onmessage = ({ data }) => told.push(data)
  onTestFinished(() => channel.close())
  return told
}

/** The replies to what matches get lost, or the requests do not leave. */
function breakFetch(matches: string, how: 'unsent' | 'reply lost') {
  const real = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    if (!String(address).endsWith(matches)) return real(address, init)
    if (how === 'reply lost') await real(address, init)
    throw new TypeError('Failed to fetch')
  })
  const restore = () => spy.mockRestore()
  onTestFinished(restore)
  return restore
}

/** The session of a person, with no page of theirs that would send. */
async function closePortalOf(member: Member) {
  await portal.open('/between-tests', member)
  clearSession()
}

test('what waits is sent once under the session of its person, and open pages are told', async () => {
  const member = await portal.make.staff()
  await closePortalOf(member)
  const days = [nextDay(), nextDay()]
  for (const day of days) await put(member, day)
  const told = listen()
  expect(await Promise.all([sendInBackground(), sendInBackground()])).toEqual([false, false])
  expect((await stored(member)).map(({ day }) => day)).toEqual(days)
  expect(await readEntries(member.id)).toEqual([])
  await expect.poll(() => told).toEqual(['changed', 'sent', 'changed', 'sent'])
})

test('an entry that did not leave can still be changed, and is tried again', async () => {
  const member = await portal.make.staff()
  await closePortalOf(member)
  await put(member)
  const restore = breakFetch('/auth/me', 'unsent')
  expect(await sendInBackground()).toBe(true)
  restore()
  expect((await readEntries(member.id)).map((entry) => stateOf(entry, Date.now(), 14))).toEqual(['waiting'])
  expect(await sendInBackground()).toBe(false)
  expect(await stored(member)).toHaveLength(1)
})

test('an entry whose reply was lost has left, is sent again with the same key, and done once; a page goes on with it', async () => {
  const member = await portal.make.staff()
  await closePortalOf(member)
  await put(member)
  breakFetch('/posted-activities', 'reply lost')
  expect(await sendInBackground()).toBe(true)
  expect((await readEntries(member.id)).map((entry) => stateOf(entry, Date.now(), 14))).toEqual(['sending'])
  expect(await stored(member)).toHaveLength(1)
  await portal.open('/staff-dashboard?tab=your-activity', member)
  await sendOutbox()
  expect(await readEntries(member.id)).toEqual([])
  expect(await stored(member)).toHaveLength(1)
})

test('a refusal is kept with its reason, is not sent again, and told when the portal is opened', async () => {
  const member = await portal.make.staff()
  await closePortalOf(member)
  const day = nextDay()
  await portal.make.posting(member.id, activity, day)
  await put(member, day)
  expect(await sendInBackground()).toBe(false)
  const [refused] = await readEntries(member.id)
  expect(refused?.refusal?.reason).toMatchObject({ key: 'postedActivities.twice' })
  expect(await sendInBackground()).toBe(false)
  // Its words are those of the page, in whatever language that is.
  await portal.open('/staff-dashboard?tab=your-activity', member, { language: 'ckb' })
  await expect.element(page.getByText('شتێک لە سندووقی ناردنتاندا قبوڵ نەکرا.')).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'سندووقی ناردن' })).toHaveTextContent(/قبوڵ نەکرا/)
  expect(await stored(member)).toHaveLength(1)
})

test('nothing leaves while nobody, or another person, is signed in', async () => {
  const [member, other] = [await portal.make.staff(), await portal.make.staff()]
  await put(member)
  await closePortalOf(other)
  expect(await sendInBackground()).toBe(false)
  await portal.open('/between-tests', null)
  expect(await sendInBackground()).toBe(false)
  expect([...(await stored(member)), ...(await stored(other))]).toEqual([])
  expect((await readEntries(member.id)).map((entry) => stateOf(entry, Date.now(), 14))).toEqual(['waiting'])
})

test('an empty outbox asks the server nothing', async () => {
  await closePortalOf(await portal.make.staff())
  const asked = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => asked.mockRestore())
  expect(await sendInBackground()).toBe(false)
  expect(asked).not.toHaveBeenCalled()
})

test('a message whose reply was lost in the worker is written once, also if a page goes on with it', async () => {
  const member = await portal.make.staff()
  const posting = await portal.make.posting(member.id, activity, nextDay())
  await closePortalOf(member)
  await put(member, nextDay(), { route: 'POST /posted-activities/:id/messages', id: posting, fields: [['text', 'Is it seen?']] })
  const restore = breakFetch('/messages', 'reply lost')
  expect(await sendInBackground()).toBe(true)
  restore()
  await portal.open('/between-tests', member)
  await sendOutbox()
  expect(await readEntries(member.id)).toEqual([])
  expect(await portal.sql`select text from posting_messages where posted_activity_id = ${posting}`).toEqual([
    { text: 'Is it seen?' },
  ])
})
