import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PortalEvent } from '../../contract/events.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { unreadable } from '../../testing/components/readable.ts'

const portal = await startPortal()
const { make, sql } = portal
const physics = await make.department('Physics')
const chemistry = await make.department('Chemistry')
const activity = await make.activity({ name: 'Seminar', score: 3 })
const admin = await make.admin({ name: 'Rana Wahid' })
const head = await make.head(physics.id)
const ann = await make.staff({ name: 'Ann Aziz', department_id: physics.id })
const kawa = await make.staff({ name: 'Kawa Karim', department_id: physics.id })
const dara = await make.staff({ name: 'Dara Omar', department_id: chemistry.id })

const minute = 60_000
const session = (ago: number) => ({
  begins_at: new Date(Date.now() - ago * minute).toISOString(),
  ends_at: new Date(Date.now() + (30 - ago) * minute).toISOString(),
})
async function made(name: string, more: object = {}): Promise<PortalEvent> {
  const input = { activity_id: activity.id, name, place: 'Hall 2', audience: 'department', department_id: physics.id }
  const { status, body } = await portal.as(head)('POST', '/events', { ...input, sessions: [session(10)], ...more })
  expect(status).toBe(201)
  return body['event'] as PortalEvent
}
const tick = (event: PortalEvent, at: number, ...people: { id: number }[]) =>
  portal.as(head)('PUT', `/events/tick/${event.id}`, {
    session_id: event.sessions[at]?.id ?? 0,
    user_ids: people.map(({ id }) => id),
  })
const open = (event: PortalEvent, size?: { width: number; height: number }) =>
  portal.open(`/staff-dashboard?tab=events&event=${event.id}`, head, size)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const notifications = () => page.getByRole('region', { name: 'Notifications' })
const dialog = () => page.getByRole('dialog')
const choose = (text: string) =>
  dialog()
    .getByLabelText('File to import')
    .upload(new File([text], 'hall.csv', { type: 'text/csv' }))

test('a list is looked at row by row before anybody is checked in, and the others become guests if asked to', async () => {
  const event = await made('A lecture')
  await open(event)
  await button('Import list').click()
  await choose(`Name\nAnn Aziz\nDara Omar\n${head.name}\nVisitor From Afar`)
  const row = (name: string) => dialog().getByRole('row').filter({ hasText: name })
  await expect.element(row('Ann Aziz')).toHaveTextContent('Ann Aziz · PhysicsWill be checked in')
  await expect.element(row('Dara Omar')).toHaveTextContent('Not invited')
  await expect.element(row(head.name)).toHaveTextContent('You cannot check in yourself by name')
  await expect.element(row('Visitor From Afar')).toHaveTextContent('Not known')
  expect(await sql`select from event_check_ins where event_id = ${event.id}`).toEqual([])
  await dialog().getByRole('checkbox', { name: 'Add the other one as a guest' }).click()
  await dialog().getByRole('button', { name: 'Check in 1 member' }).click()
  await expect.element(notifications()).toHaveTextContent('1 member is checked in')
  await expect.element(notifications()).toHaveTextContent('1 guest added')
  await expect.element(page.getByRole('region', { name: 'Guests without an account' })).toHaveTextContent('Visitor From Afar')
  expect(await sql`select user_id, how from event_check_ins where event_id = ${event.id}`).toEqual([
    { user_id: ann.id, how: 'ticked' },
  ])
})

test('names that were pasted are checked, too, and what changed meanwhile is shown again', async () => {
  const event = await made('A workshop')
  await open(event, { width: 390, height: 844 })
  await button('Import list').click()
  await dialog()
    .getByLabelText(/^Or paste names/)
    .fill('Ann Aziz\nKawa Karim')
  await dialog().getByRole('button', { name: 'Check the list' }).click()
  await expect.element(dialog().getByRole('button', { name: 'Check in 2 members' })).toBeVisible()
  expect(unreadable()).toEqual([])
  await sql`update users set department_id = ${chemistry.id} where id = ${kawa.id}`
  await dialog().getByRole('button', { name: 'Check in 2 members' }).click()
  await expect.element(dialog()).toHaveTextContent('Something has changed since you checked this file')
  await expect.element(dialog().getByRole('button', { name: 'Check in 1 member' })).toBeVisible()
  expect(await sql`select from event_check_ins where event_id = ${event.id}`).toEqual([])
  await sql`update users set department_id = ${physics.id} where id = ${kawa.id}`
})

test('with several sessions the organiser ticks for each, and undoes a mistake in one', async () => {
  const event = await made('Two sessions', { sessions: [session(60), session(20)] })
  await tick(event, 0, ann)
  await open(event)
  const person = () =>
    page.getByRole('region', { name: 'Who comes and who was there' }).getByRole('listitem').filter({ hasText: 'Ann Aziz' })
  // The one session of a member is not undone by itself.
  await expect.element(person().first()).toHaveTextContent(/Session 1,/)
  await expect.element(person().first().getByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
  await page.getByLabelText('Session', { exact: true }).selectOptions(String(event.sessions[1]?.id))
  await button('Check in Ann Aziz').click()
  await expect.element(person().first()).toHaveTextContent(/Session 2,/)
  await button('Undo that Ann Aziz was at session 1').click()
  await expect.element(notifications()).toHaveTextContent('Ann Aziz is no longer checked in to this session')
  await expect.element(person().first()).not.toHaveTextContent(/Session 1,/)
  expect(await sql`select session_id from event_check_ins where event_id = ${event.id}`).toEqual([
    { session_id: event.sessions[1]?.id },
  ])
})

test('the list of a full hall is narrowed to who is there, who is still to come, and whom to ask about', async () => {
  const event = await made('A full hall')
  const late = await make.staff({ name: 'Lana Late', department_id: physics.id })
  for (const member of [ann, late]) await portal.as(member)('PUT', `/events/coming/${event.id}`, { is_coming: true })
  // Kawa came without having said so.
  for (const { id } of [ann, kawa])
    await sql`insert into event_check_ins (session_id, event_id, user_id, how, device)
      values (${event.sessions[0]?.id ?? 0}, ${event.id}, ${id}, 'code', sha256('one phone'))`
  await open(event)
  const people = page.getByRole('region', { name: 'Who comes and who was there' })
  const names = () =>
    people
      .getByRole('listitem')
      .elements()
      .map((one) => one.querySelector('p')?.textContent ?? '')
      .filter(Boolean)
  const choose = (name: string) => people.getByRole('group', { name: 'Who is shown' }).getByRole('button', { name }).click()
  await choose('There: 2')
  await expect.poll(names).toEqual(['Ann Aziz', 'Kawa Karim'])
  await choose('Said yes, not there: 1')
  await expect.poll(names).toEqual(['Lana Late'])
  await choose('To ask about: 2')
  await expect.poll(names).toEqual(['Ann Aziz', 'Kawa Karim'])
  await button('Take Kawa Karim off the list').click()
  await dialog().getByLabelText('Reason').fill('Was not there')
  await dialog().getByRole('button', { name: 'Take off' }).click()
  await expect.element(people.getByRole('button', { name: 'There: 1', exact: true })).toBeVisible()
})

test('attendance is counted by event, department and member, sorted, and of one department', async () => {
  const event = await made('Counted', { seats: 4 })
  await tick(event, 0, ann, kawa)
  const { body } = await portal.as(admin)('POST', '/events', {
    ...{ activity_id: activity.id, name: 'For all', place: 'Hall 1', audience: 'all', sessions: [session(10)] },
  })
  await tickAs(body['event'] as PortalEvent, dara)
  await portal.open('/admin-dashboard?tab=events', admin)
  await page.getByRole('link', { name: 'Attendance' }).click()
  const parts = page.getByRole('navigation', { name: 'Parts of Events' }).getByRole('link')
  await expect.poll(() => parts.elements().map((link) => link.getAttribute('aria-current'))).toEqual([null, 'page'])
  const table = (name: string) => page.getByRole('table', { name })
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect.element(table('By event')).toBeVisible()
  await expect.element(row('Counted')).toHaveTextContent('50%')
  await button('By department').click()
  await expect.element(table('By department')).toBeVisible()
  await expect.element(row('Chemistry')).toHaveTextContent('Chemistry111')
  await button('By member').click()
  await expect.element(row('Dara Omar')).toHaveTextContent('Chemistry10')
  await page.getByRole('combobox', { name: 'Department' }).selectOptions('Chemistry')
  await expect.element(row('Ann Aziz')).not.toBeInTheDocument()
  await expect.element(row('Dara Omar')).toBeVisible()
  expect(unreadable()).toEqual([])
})

test('a head sees the numbers of the own members, and a member without an event none', async () => {
  await portal.open('/staff-dashboard?tab=events&section=attendance&by=member', head, { width: 390, height: 844 })
  await expect.element(page.getByRole('row').filter({ hasText: 'Ann Aziz' })).toBeVisible()
  await expect.element(page.getByRole('row').filter({ hasText: 'Dara Omar' })).not.toBeInTheDocument()
  expect(unreadable()).toEqual([])
  await portal.open('/staff-dashboard?tab=events', dara)
  await expect.element(page.getByRole('link', { name: 'For all' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Attendance' })).not.toBeInTheDocument()
})

async function tickAs(event: PortalEvent, person: { id: number }) {
  const sent = { session_id: event.sessions[0]?.id ?? 0, user_ids: [person.id] }
  const { status } = await portal.as(admin)('PUT', `/events/tick/${event.id}`, sent)
  expect(status).toBe(200)
}
