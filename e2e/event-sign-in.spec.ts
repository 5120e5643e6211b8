import type { APIRequestContext, Page } from '@playwright/test'
import { administrator, expect, type Portal, test } from './portal.ts'
import { addPerson, type Person, password, unique } from './steps.ts'

/** Adds an event that runs, and returns its scanned address at this moment: what the QR code at the door says. */
async function addEvent({ sql }: Portal, request: APIRequestContext) {
  await request.post('/auth/login', { data: administrator })
  const name = unique('Lecture')
  const [activity] = await sql<[{ id: number }]>`
    insert into activities (name, description, score, type) values (${name}, 'A lecture', 3, 'Attending') returning id`
  const moment = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const sessions = [{ begins_at: moment(-10), ends_at: moment(60) }]
  const reply = await request.post('/events', {
    data: { activity_id: activity.id, name, place: 'Hall 2', audience: 'all', sessions },
  })
  expect(reply.status()).toBe(201)
  const { event } = (await reply.json()) as { event: { id: number; sessions: { id: number }[] } }
  const scanned = async () => {
    const door = await request.get(`/events/${event.id}/door?session_id=${event.sessions[0]?.id}`)
    const { code } = (await door.json()) as { code: string }
    return `/staff-dashboard?tab=events&event=${event.id}#code=${code}`
  }
  return { id: event.id, name, scanned }
}

async function logIn(page: Page, { username }: Person) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** One tap is left, without typing anything. */
async function checkIn(page: Page, { name }: { name: string }) {
  const form = page.getByRole('form', { name: `Check in to ${name}` })
  await expect(form.getByLabel('Code')).toHaveCount(0)
  await form.getByRole('button', { name: 'Check in' }).click()
  await expect(page.getByRole('main')).toContainText('You are checked in')
}

const whoCame = ({ sql }: Portal, { id }: { id: number }) =>
  sql<{ user_id: number }[]>`select user_id from event_check_ins where event_id = ${id}`

test('who scans the code signed out signs in, is at the event, and has one tap left', async ({ page, portal, request }) => {
  const member = await addPerson(portal, 'staff')
  const event = await addEvent(portal, request)
  const address = await event.scanned()
  await page.goto(address)
  await expect(page).toHaveURL('/')
  await logIn(page, member)
  await expect(page).toHaveURL(address)
  await checkIn(page, event)
  expect(await whoCame(portal, event)).toEqual([{ user_id: member.id }])
  // The code has left the address, and the event is still there.
  await expect(page).toHaveURL(address.replace(/#.*/, ''))
})

test('a wrong password first, and a reload of the login page, do not lose the code', async ({ page, portal, request }) => {
  const member = await addPerson(portal, 'staff')
  const event = await addEvent(portal, request)
  await page.goto(await event.scanned())
  await page.getByLabel('Username').fill(member.username)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid username or password')
  await page.reload()
  await logIn(page, member)
  await checkIn(page, event)
})

test('an administrator who is scored scans the code, and is on the dashboard of staff, at the event', async ({
  page,
  portal,
  request,
}) => {
  const both = await addPerson(portal, 'staff')
  await portal.sql`insert into user_rights (user_id, "right") values (${both.id}, 'administrator')`
  await portal.sql`insert into user_preferences (user_id, dashboard) values (${both.id}, 'admin')
    on conflict (user_id) do update set dashboard = 'admin'`
  const event = await addEvent(portal, request)
  // The dashboard that they opened last is the other one.
  await page.goto('/')
  await logIn(page, both)
  await expect(page).toHaveURL(/\/admin-dashboard/)
  await page.goto(await event.scanned())
  await expect(page).toHaveURL(/\/staff-dashboard\?tab=events/)
  await checkIn(page, event)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  const second = await addEvent(portal, request)
  await page.goto(await second.scanned())
  await logIn(page, both)
  await expect(page).toHaveURL(/\/staff-dashboard\?tab=events/)
  await checkIn(page, second)
})
