import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PortalEvent } from '../../contract/events.ts'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const { make, sql } = portal
const physics = await make.department('Physics')
const activity = await make.activity({ name: 'Seminar', type: 'Attending', score: 3 })
const head = await make.head(physics.id)
const minute = 60_000

afterEach(() => vi.restoreAllMocks())

async function made(name: string): Promise<PortalEvent> {
  const session = {
    begins_at: new Date(Date.now() - 10 * minute).toISOString(),
    ends_at: new Date(Date.now() + 80 * minute).toISOString(),
  }
  const input = { activity_id: activity.id, name, place: 'Hall 2', audience: 'department', department_id: physics.id }
  const { status, body } = await portal.as(head)('POST', '/events', { ...input, sessions: [session] })
  expect(status).toBe(201)
  return body['event'] as PortalEvent
}
const codeOf = async ({ id, sessions }: PortalEvent): Promise<string> => {
  const { body } = await portal.as(head)('GET', `/events/${id}/door?session_id=${sessions[0]?.id}`)
  return String(body['code'])
}
const address = ({ id }: PortalEvent, code: string) => `/staff-dashboard?tab=events&event=${id}#code=${code}`
const arrivals = ({ id }: PortalEvent) => sql<{ user_id: number }>`select user_id from event_check_ins where event_id = ${id}`
const form = (name: string) => page.getByRole('form', { name: `Check in to ${name}` })
const main = () => page.getByRole('main')

test('a check-in whose reply is lost says so, is sent again by itself, and counts once', async () => {
  const member = await make.staff({ department_id: physics.id })
  const event = await made('A lost reply')
  let sent = 0
  intercept('POST', `/events/check-in/${event.id}`, async (_request, pass) => {
    sent += 1
    const reply = await pass()
    if (sent > 2) return reply
    // The server has counted it, and the page does not know.
    return noNetwork()
  })
  await portal.open(address(event, await codeOf(event)), member)
  await form('A lost reply').getByRole('button', { name: 'Check in' }).click()
  await expect.element(form('A lost reply')).toHaveTextContent('No connection. This is sent again by itself.')
  expect(await arrivals(event)).toEqual([{ user_id: member.id }])
  await expect.element(main()).toHaveTextContent('You are checked in')
  expect(sent).toBe(3)
  expect(await arrivals(event)).toEqual([{ user_id: member.id }])
})

const refuse = (retryAfter: number) =>
  new Response(JSON.stringify({ message: 'Too many' }), { status: 429, headers: { 'Retry-After': String(retryAfter) } })

test('while a whole hall checks in at the same moment it is sent again by itself', async () => {
  const member = await make.staff({ department_id: physics.id })
  const event = await made('A whole hall')
  let isRefused = true
  intercept('POST', `/events/check-in/${event.id}`, (_, pass) => (isRefused ? refuse(5) : pass()))
  await portal.open(address(event, await codeOf(event)), member)
  await form('A whole hall').getByRole('button', { name: 'Check in' }).click()
  await expect.element(form('A whole hall')).toHaveTextContent('Many check in at this moment. This is sent again by itself.')
  isRefused = false
  await expect.element(main()).toHaveTextContent('You are checked in')
  expect(await arrivals(event)).toEqual([{ user_id: member.id }])
})

test('after too many wrong codes nothing is sent again by itself', async () => {
  const member = await make.staff({ department_id: physics.id })
  const event = await made('Too many guesses')
  let sent = 0
  intercept('POST', `/events/check-in/${event.id}`, () => {
    sent += 1
    return refuse(600)
  })
  await portal.open(address(event, await codeOf(event)), member)
  await form('Too many guesses').getByRole('button', { name: 'Check in' }).click()
  // The code that was scanned is no longer offered: one is typed now.
  await expect.element(form('Too many guesses').getByLabelText('Code')).toBeVisible()
  expect(sent).toBe(1)
})

test('without a network it ends when the code would be too old, and says so; the next code is typed', async () => {
  const member = await make.staff({ department_id: physics.id })
  const event = await made('A long outage')
  const code = await codeOf(event)
  let sent = 0
  const end = intercept('POST', `/events/check-in/${event.id}`, () => {
    sent += 1
    return noNetwork()
  })
  await portal.open(address(event, code), member)
  await form('A long outage').getByRole('button', { name: 'Check in' }).click()
  await expect.element(form('A long outage')).toHaveTextContent('This is sent again by itself.')
  const realNow = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 41_000)
  await expect
    .element(form('A long outage'))
    .toHaveTextContent('There was no connection for 40 seconds, so the code is too old. Scan or type the one that is shown now.')
  const before = sent
  vi.restoreAllMocks()
  end()
  await form('A long outage')
    .getByLabelText('Code')
    .fill(await codeOf(event))
  await userEvent.keyboard('{Enter}')
  await expect.element(main()).toHaveTextContent('You are checked in')
  expect(sent).toBe(before)
  expect(await arrivals(event)).toEqual([{ user_id: member.id }])
})

test('a session that ended meanwhile asks to sign in, and the scanned code is not lost', async () => {
  const member = await make.staff({ department_id: physics.id })
  const event = await made('An ended session')
  const code = await codeOf(event)
  await portal.open(address(event, code), member)
  await expect.element(form('An ended session')).toBeVisible()
  await sql`delete from sessions where user_id = ${member.id}`
  await form('An ended session').getByRole('button', { name: 'Check in' }).click()
  await expect.element(page.getByLabelText('Username')).toBeVisible()
  expect((history.state as { redirectTo?: string }).redirectTo).toBe(address(event, code))
})

test('the list and the page say what an event brings this member, and why', async () => {
  const [member, busy] = [await make.staff({ department_id: physics.id }), await make.staff({ department_id: physics.id })]
  const event = await made('Already posted')
  const card = page.getByRole('listitem').filter({ hasText: 'Already posted' })
  await portal.open('/staff-dashboard?tab=events', member)
  await expect.element(card).toHaveTextContent('Brings 3 points')
  await make.posting(busy.id, activity, event.starting_date)
  const sentence = 'Brings no more points: you posted this activity for that day.'
  await portal.open('/staff-dashboard?tab=events', busy)
  await expect.element(card).toHaveTextContent(sentence)
  await card.getByRole('link').click()
  await expect.element(main()).toHaveTextContent(`Seminar · ${sentence}`)
})
