import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PortalEvent } from '../../contract/events.ts'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const physics = await portal.make.department('Physics')
const activity = await portal.make.activity({ name: 'Seminar' })
const head = await portal.make.head(physics.id)
const member = await portal.make.staff({ department_id: physics.id })

/** An event whose code was just scanned, opened by the member. */
async function openScanned(name: string): Promise<PortalEvent> {
  const sessions = [
    { begins_at: new Date(Date.now() - 600_000).toISOString(), ends_at: new Date(Date.now() + 3_600_000).toISOString() },
  ]
  const input = { activity_id: activity.id, name, place: 'Hall 2', audience: 'department', department_id: physics.id, sessions }
  const event = (await portal.as(head)('POST', '/events', input)).body['event'] as PortalEvent
  const door = await portal.as(head)('GET', `/events/${event.id}/door?session_id=${event.sessions[0]?.id}`)
  await portal.open(`/staff-dashboard?tab=events&event=${event.id}#code=${door.body['code']}`, member)
  return event
}
const form = () => page.getByRole('form')
const refuse = (retryAfter: number) =>
  new Response(JSON.stringify({ message: 'Too many' }), { status: 429, headers: { 'Retry-After': String(retryAfter) } })

test.each([
  ['while a whole hall checks in', () => refuse(5), 'Many check in at this moment. This is sent again by itself.'],
  ['without a network', noNetwork, 'No connection. This is sent again by itself.'],
])('%s it is sent again by itself, and counts once', async (name, respond, sentence) => {
  const event = await openScanned(name)
  let isRefused = true
  const ends = intercept('POST', /^\/events\/check-in\//, (_, pass) => (isRefused ? respond() : pass()))
  await form().getByRole('button', { name: 'Check in' }).click()
  await expect.element(form()).toHaveTextContent(sentence)
  isRefused = false
  await expect.element(page.getByRole('main'), { timeout: 15_000 }).toHaveTextContent('You are checked in')
  ends()
  expect(await portal.sql`select user_id from event_check_ins where event_id = ${event.id}`).toEqual([{ user_id: member.id }])
})

test('after too many wrong codes nothing is sent again by itself', async () => {
  await openScanned('Too many guesses')
  let calls = 0
  const ends = intercept('POST', /^\/events\/check-in\//, () => {
    calls += 1
    return refuse(600)
  })
  await form().getByRole('button', { name: 'Check in' }).click()
  // The code that was scanned is no longer offered: one is typed now.
  await expect.element(form().getByLabelText('Code')).toBeVisible()
  expect(calls).toBe(1)
  ends()
})
