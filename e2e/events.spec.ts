import type { Page } from '@playwright/test'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { events as ar } from '../contract/languages/ar/events.ts'
import { events as en } from '../contract/languages/en/events.ts'
import { codeOf, stepAt } from '../server/events/door-code.ts'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, password, signIn, unique } from './steps.ts'

/** A CommonJS module, whose function is the default export of what is imported. */
const { default: readQrCode } = jsqr

/** In English, and in Arabic. */
const doorButton = new RegExp(`^(${en.events.door}|${ar.events.door})$`)

/** What the pixels of the page say, as a camera reads them. The code changes meanwhile: an empty reading is read again. */
async function scan(page: Page): Promise<string> {
  let text = ''
  await expect(async () => {
    const { data, info } = await sharp(await page.screenshot())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    text = readQrCode(new Uint8ClampedArray(data), info.width, info.height)?.data ?? ''
    expect(text).not.toBe('')
  }).toPass()
  return text
}

async function addEvent(page: Page, { sql }: Portal) {
  const name = unique('Seminar')
  const [activity] = await sql<[{ id: number }]>`
    insert into activities (name, description, type, score) values (${name}, 'What it is', 'Elective', 2) returning id`
  const sessions = [
    { begins_at: new Date(Date.now() - 600_000).toISOString(), ends_at: new Date(Date.now() + 7_200_000).toISOString() },
  ]
  const data = { activity_id: activity.id, name, place: 'Hall 2', audience: 'all', sessions }
  const reply = await page.request.post('/events', { data })
  expect(reply.status(), await reply.text()).toBe(201)
  const { event } = (await reply.json()) as { event: { id: number; sessions: { id: number }[] } }
  return { id: event.id, sessionId: event.sessions[0]?.id ?? 0, name }
}

const sizes = {
  'a small projector': { width: 1280, height: 800 },
  'a large projector': { width: 1920, height: 1080 },
  'a phone': { width: 390, height: 844 },
}

test('a phone scans the QR code on the projector, its owner signs in, and one tap checks in, once', async ({
  browser,
  page: projector,
  portal,
}) => {
  test.slow()
  const organiser = await addPerson(portal, 'admin')
  await signIn(projector, organiser)
  const event = await addEvent(projector, portal)
  const address = `/admin-dashboard?tab=events&event=${event.id}`
  const scanned = new RegExp(`^${portal.url}/staff-dashboard\\?tab=events&event=${event.id}#code=[2-9A-HJKMNP-Z]{8}$`)
  const checkIns = () => portal.sql`select user_id, how from event_check_ins where event_id = ${event.id} order by created_at`

  const door = projector.getByRole('dialog')
  async function expectReadable(look: string) {
    await projector.goto(address)
    await projector.getByRole('button', { name: doorButton }).click()
    await expect(door.getByRole('img')).toBeVisible()
    await expect(door).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expect(door).toHaveCSS('color', 'rgb(0, 0, 0)')
    for (const [where, size] of Object.entries(sizes)) {
      await projector.setViewportSize(size)
      expect(await scan(projector), `${look}, on ${where}`).toMatch(scanned)
      // Nothing has to be scrolled.
      expect(await door.evaluate((screen) => screen.scrollHeight - screen.clientHeight)).toBeLessThanOrEqual(0)
    }
  }
  await expectReadable('light')
  await projector.setViewportSize(sizes['a small projector'])
  await expect(door).toContainText('0 members are here')

  const context = await browser.newContext({ baseURL: portal.url, viewport: sizes['a phone'], hasTouch: true, isMobile: true })
  const phone = await context.newPage()
  const member = await addPerson(portal, 'staff')
  await phone.goto(await scan(projector))
  await phone.getByLabel('Username').fill(member.username)
  await phone.getByLabel('Password', { exact: true }).fill(password)
  await phone.getByRole('button', { name: 'Login' }).tap()
  const tap = () => phone.getByRole('button', { name: 'Check in', exact: true }).tap()
  const done = phone.getByRole('main').getByText('You are checked in')
  const refused = phone.getByText('This code is wrong or too old. Scan or type the one that is shown now.')
  await tap()
  await expect(done.or(refused)).toBeVisible()
  // On a machine that is busy for 20 seconds the code is scanned again, as people do.
  while (await refused.isVisible()) {
    await phone.goto(await scan(projector))
    await tap()
    await expect(done.or(refused)).toBeVisible()
  }
  await expect(door).toContainText('1 member is here')

  // Scanned and sent again it counts once.
  const again = await scan(projector)
  await phone.goto(again)
  await phone.reload()
  await expect(done).toBeVisible()
  const [, code = ''] = again.split('#code=')
  await phone.request.post(`/events/check-in/${event.id}`, { data: { code } })
  expect(await checkIns()).toEqual([{ user_id: member.id, how: 'code' }])
  await expect(door).toContainText('1 member is here')

  // A picture of 40 seconds ago, on the phone of a friend: it is made of the secret, so that nobody waits.
  await context.clearCookies()
  await signIn(phone, await addPerson(portal, 'staff'))
  // Another address after the # alone would not load the page for its new owner.
  await phone.goto('about:blank')
  const [{ secret, ms }] = await portal.sql<[{ secret: Buffer; ms: number }]>`
    select secret, extract(epoch from clock_timestamp())::float8 * 1000 as ms from event_secrets where event_id = ${event.id}`
  await phone.goto(again.replace(code, codeOf(secret, `session ${event.sessionId}`, stepAt(ms) - 2)))
  await tap()
  await expect(refused).toBeVisible()
  expect(await checkIns()).toHaveLength(1)
  await context.close()

  await portal.sql`insert into user_preferences (user_id, language) values (${organiser.id}, 'ar')`
  await projector.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectReadable('dark, from the right')
  await expect(projector.locator('html')).toHaveAttribute('dir', 'rtl')
})
