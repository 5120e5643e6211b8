import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PortalEvent } from '../../contract/events.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { unreadable } from '../../testing/components/readable.ts'

const portal = await startPortal()
const { make, sql } = portal
const year = new Date().getUTCFullYear()
const physics = await make.department('Physics')
const activity = await make.activity({ name: 'Seminar', score: 3 })
const admin = await make.admin({ name: 'Rana Wahid' })
const head = await make.head(physics.id)
const member = await make.staff({ name: 'Ann Aziz', department_id: physics.id })

const minute = 60_000
async function made(name: string, beginsIn = -10 * minute, more: object = {}): Promise<PortalEvent> {
  const session = {
    begins_at: new Date(Date.now() + beginsIn).toISOString(),
    ends_at: new Date(Date.now() + beginsIn + 90 * minute).toISOString(),
  }
  const input = { activity_id: activity.id, name, place: 'Hall 2', audience: 'department', department_id: physics.id }
  const { status, body } = await portal.as(head)('POST', '/events', { ...input, sessions: [session], ...more })
  expect(status).toBe(201)
  return body['event'] as PortalEvent
}
const open = (person: { username: string }, event?: PortalEvent, size?: { width: number; height: number }) => {
  const home = person === admin ? '/admin-dashboard' : '/staff-dashboard'
  return portal.open(`${home}?tab=events${event ? `&event=${event.id}` : ''}`, person, size)
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const notifications = () => page.getByRole('region', { name: 'Notifications' })
const codeOf = async ({ id, sessions }: PortalEvent): Promise<string> => {
  const { body } = await portal.as(head)('GET', `/events/${id}/door?session_id=${sessions[0]?.id}`)
  return String(body['code'])
}
const people = () => page.getByRole('region', { name: 'Who comes and who was there' })
const person = (name: string) => people().getByRole('listitem').filter({ hasText: name })

test('a head adds an event for the department', async () => {
  await open(head)
  await button('Add event').click()
  const dialog = page.getByRole('dialog', { name: 'New event' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).toHaveTextContent('Choose the activity that the event counts as.')
  await expect.element(dialog).toHaveTextContent('Enter when the session begins.')
  await dialog.getByLabelText('Activity', { exact: true }).selectOptions('Seminar')
  await dialog.getByLabelText('Name', { exact: true }).fill('On prosody')
  await dialog.getByLabelText('Place').fill('Hall 2')
  await dialog.getByLabelText('Begins').fill('9.30')
  await dialog.getByLabelText('Ends').fill('11')
  await expect.element(dialog.getByLabelText('Department')).toHaveDisplayValue('Physics')
  await dialog.getByLabelText('Seats').fill('20')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(notifications()).toHaveTextContent('Event added successfully')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('On prosody')
  const [stored] = await sql`select name, place, seats, department_id from events where name = 'On prosody'`
  expect(stored).toEqual({ name: 'On prosody', place: 'Hall 2', seats: 20, department_id: physics.id })
})

test('the form of a new event is empty again after it was saved or cancelled, and closing it keeps what was typed', async () => {
  await open(head)
  const dialog = page.getByRole('dialog', { name: 'New event' })
  const name = dialog.getByLabelText('Name', { exact: true })
  await button('Add event').click()
  await name.fill('Typed and closed')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await button('Add event').click()
  await expect.element(name).toHaveValue('Typed and closed')
  await expect.element(dialog).toHaveTextContent('Cancel discards them.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await button('Add event').click()
  await expect.element(name).toHaveValue('')
  await dialog.getByLabelText('Activity', { exact: true }).selectOptions('Seminar')
  await name.fill('Saved once')
  await dialog.getByLabelText('Place').fill('Hall 2')
  await dialog.getByLabelText('Begins').fill('9')
  await dialog.getByLabelText('Ends').fill('11')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'All events' }).click()
  await button('Add event').click()
  await expect.element(name).toHaveValue('')
})

test('the later of two organisers sees what the other saved, keeps the own sessions, and saves', async () => {
  const day = new Date(Date.now() + 2 * 24 * 60 * minute).toISOString().slice(0, 10)
  const event = await made('Two at once', 0, { sessions: [{ begins_at: `${day}T09:00:00Z`, ends_at: `${day}T10:00:00Z` }] })
  await open(admin, event)
  await button('Edit').click()
  const dialog = page.getByRole('dialog', { name: 'Edit Two at once' })
  await dialog.getByLabelText('Ends').fill('10:45')
  await dialog.getByLabelText('Place').fill('Hall 4')
  const { status } = await portal.as(head)('PUT', `/events/${event.id}`, {
    ...{ activity_id: activity.id, name: event.name, place: 'Hall 3', audience: 'department', department_id: physics.id },
    ...{ sessions: event.sessions.map(({ id, begins_at, ends_at }) => ({ id, begins_at, ends_at })), seats: 30 },
  })
  expect(status).toBe(200)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const conflict = dialog.getByRole('region', { name: new RegExp(`^${head.name} saved this on `) })
  await expect.element(conflict).toHaveTextContent('PlaceHall 3')
  await expect.element(dialog.getByLabelText('Ends')).toHaveValue('10:45')
  await expect.element(dialog.getByLabelText('Seats')).toHaveValue('30')
  await conflict.getByRole('button', { name: 'Save anyway' }).click()
  await expect.element(notifications()).toHaveTextContent('Event updated successfully')
  await expect.element(page.getByRole('main')).toHaveTextContent('to 10:45')
  const [stored] = await sql`select place, seats from events where id = ${event.id}`
  expect(stored).toEqual({ place: 'Hall 4', seats: 30 })
})

test('an event of a later day that was cancelled stays among the coming ones, and nobody comes to it', async () => {
  const event = await made('Given up', 2 * 24 * 60 * minute, { organisers: [member.id] })
  await portal.as(head)('PUT', `/events/cancel/${event.id}`)
  await open(head)
  const coming = page.getByRole('region', { name: 'Coming' })
  await coming.getByRole('link', { name: 'Given up' }).click()
  await expect.element(page.getByRole('main')).toHaveTextContent('Said yes0')
  await expect.element(page.getByRole('main')).toHaveTextContent('OrganisersAnn Aziz')
})

test('a member says that they come, and takes it back', async () => {
  const event = await made('A workshop', 120 * minute)
  await open(member)
  await page.getByRole('link', { name: 'A workshop' }).click()
  await expect.element(page.getByRole('main')).toHaveTextContent('Brings 3 points')
  await button('I come').click()
  await expect.element(page.getByText('You come', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('main')).toHaveTextContent('1 member comes')
  await button('I do not come').click()
  await expect.element(button('I come')).toBeVisible()
  expect(await sql`select from event_answers where event_id = ${event.id}`).toEqual([])
})

test('a member checks in by typing the code; a wrong one keeps what was typed', async () => {
  const event = await made('A lecture')
  await open(member, event)
  const form = page.getByRole('form', { name: 'Check in to A lecture' })
  await form.getByLabelText('Code').fill('AAAAAAAA')
  await form.getByRole('button', { name: 'Check in' }).click()
  await expect.element(form).toHaveTextContent('This code is wrong or too old. Scan or type the one that is shown now.')
  await expect.element(form.getByLabelText('Code')).toHaveValue('AAAAAAAA')
  await form.getByLabelText('Code').fill((await codeOf(event)).toLowerCase())
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('main')).toHaveTextContent('You are checked in')
  expect(await sql`select user_id, how from event_check_ins where event_id = ${event.id}`).toEqual([
    { user_id: member.id, how: 'code' },
  ])
})

test('with the code of the scanned address one tap is left, and the code leaves the address', async () => {
  const event = await made('A scanned lecture')
  const code = await codeOf(event)
  await portal.open(`/staff-dashboard?tab=events&event=${event.id}#code=${code}`, member)
  const form = page.getByRole('form', { name: 'Check in to A scanned lecture' })
  await form.getByRole('button', { name: 'Check in' }).click()
  await expect.element(page.getByRole('main')).toHaveTextContent('You are checked in')
  expect(location.hash).toBe('')
  expect(await sql`select user_id from event_check_ins where event_id = ${event.id}`).toEqual([{ user_id: member.id }])
})

test('the organiser shows the code, sees who arrives, ticks a name, takes one off and ends the event', async () => {
  const event = await made('A seminar')
  const colleague = await make.staff({ name: 'Kawa Karim', department_id: physics.id })
  const late = await make.staff({ name: 'Lana Late', department_id: physics.id })
  await open(head, event)
  await button('Code at the door').click()
  const door = page.getByRole('dialog', { name: 'A seminar' })
  await expect.element(door.getByRole('img', { name: 'Code at the door: A seminar' })).toBeVisible()
  await expect.element(door).toHaveTextContent(/[2-9A-Z]{4} [2-9A-Z]{4}/)
  await portal.as(colleague)('POST', `/events/check-in/${event.id}`, { code: await codeOf(event) })
  await expect.element(door).toHaveTextContent('1 member is here')
  await door.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('combobox', { name: 'Check in by name' }).fill('lana')
  await expect.poll(() => page.getByRole('option').elements().length).toBe(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(notifications()).toHaveTextContent('Lana Late is checked in')
  await expect.element(person('Lana Late')).toHaveTextContent(`by name, ${head.name}`)
  await button('Take Kawa Karim off the list').click()
  const reason = page.getByRole('dialog', { name: 'Take Kawa Karim off the list' })
  await reason.getByRole('button', { name: 'Take off' }).click()
  await expect.element(reason).toHaveTextContent('Say why they are taken off the list.')
  await reason.getByLabelText('Reason').fill('Left after five minutes')
  await reason.getByRole('button', { name: 'Take off' }).click()
  await expect.element(person('Kawa Karim')).toHaveTextContent('taken off the list: Left after five minutes')

  await button('End event').click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toHaveTextContent('1 member who was there gets the points now.')
  await question.getByRole('button', { name: 'End event' }).click()
  await expect.element(notifications()).toHaveTextContent('The event is over. 1 member has the points.')
  await expect.element(page.getByText('Ended', { exact: true })).toBeVisible()
  const verified = await sql`select user_id, state from posted_activities where event_id = ${event.id}`
  expect(verified).toEqual([{ user_id: late.id, state: 'verified' }])
})

test('in an empty term it says so, and a list that cannot be loaded is asked for again', async () => {
  const empty = await make.term('Later', `${year + 5}-01-01`, `${year + 5}-12-31`)
  await portal.open(`/staff-dashboard?tab=events&term=${empty.id}`, member)
  await expect.element(page.getByText('No events in this term')).toBeVisible()
  await open(member, { id: 1_000_000 } as PortalEvent)
  await expect.element(page.getByRole('main')).toHaveTextContent('This event is not there any more, or it is not for you.')
  await expect.element(page.getByRole('link', { name: 'All events' })).toBeVisible()
})

test('on a phone everything is legible, in the list, on an event and at the door', async () => {
  const event = await made('A seminar with a title that is rather long, about many things and some more of them')
  for (const person of [member, head]) {
    await open(person, undefined, { width: 390, height: 844 })
    await expect.element(page.getByRole('link', { name: /rather long/ })).toBeVisible()
    expect(unreadable()).toEqual([])
    await open(person, event, { width: 390, height: 844 })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('rather long')
    expect(unreadable()).toEqual([])
  }
  await button('Code at the door').click()
  await expect.element(page.getByRole('img', { name: /Code at the door/ })).toBeVisible()
  expect(unreadable()).toEqual([])
})
