import type { Page } from '@playwright/test'
import { freePort } from '../scripts/free-port.mjs'
import { digestMail } from '../server/digest/digest-mail.ts'
import { createLogger } from '../server/process/logging.ts'
import { readSettings } from '../server/settings.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { test as base, expect, type Portal, startPortal } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn, unique } from './steps.ts'

type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** A portal that sends e-mails to a mail server on loopback. */
const test = base.extend<object, { mailServer: MailServer }>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this pattern.
    async ({}, use) => {
      const server = await startMailServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  portalOf: [
    async ({ mailServer }, use) => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const portal = await startPortal({ PORT: String(port), PUBLIC_URL: url, SMTP_URL: mailServer.url })
      await use(async () => portal)
      await portal.stop()
    },
    { scope: 'worker' },
  ],
})

async function addPosting({ sql }: Portal, { id }: Person) {
  const [posting] = await sql<[{ id: number }]>`
    with activity as (
      insert into activities (name, description, type, score) values (${unique('Seminar')}, 'What it is', 'Compulsory', 3) returning *)
    insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id, link)
    select ${id}, a.id, a.name, a.type, a.score, t.start_date, t.id, 'https://events.test.example/' || a.id from activity a, terms t
    where t.is_current returning id`
  return posting
}

const toDo = (page: Page) => page.getByRole('region', { name: 'To do' })
const rows = (page: Page) => page.getByRole('rowheader')

test('each card of the Overview leads to the list of those it counts', async ({ page, portal }) => {
  const [ann, ben] = [await addPerson(portal, 'staff', { name: 'Ann' }), await addPerson(portal, 'staff', { name: 'Ben' })]
  await addPosting(portal, ann)
  await portal.sql`insert into term_scores (user_id, term_id, tp, fb) select ${ben.id}, id, 3, 4 from terms where is_current`
  // The first administrator, whom the start made, has not signed in either.
  await portal.sql`insert into first_sign_ins (user_id) select id from users where id = ${ben.id} or username = 'admin'`
  const admin = await addPerson(portal, 'admin')
  await signIn(page, admin)
  await page.goto('/admin-dashboard?tab=overview')
  await expect(toDo(page).getByRole('listitem')).toHaveText([
    /^To review\s*1/,
    /^Not scored\s*1/,
    /^No password\s*1/,
    /^Posted nothing\s*1/,
  ])
  await expectNoAxeViolations(page)

  await toDo(page).getByRole('link', { name: '1 activity to review' }).click()
  await expect(page.getByText('1 to review, oldest first')).toBeVisible()
  await expect(page.getByLabel('Term', { exact: true })).not.toHaveValue('')
  await page.goBack()
  await toDo(page).getByRole('link', { name: '1 member not scored' }).click()
  await expect(page).toHaveURL(/tab=staff.*unset=any/)
  await expect(rows(page)).toHaveText([/Ann/])
  await expect(page.getByLabel('Scores').locator('option:checked')).toHaveText('Not scored')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.goBack()
  // By keyboard.
  await toDo(page).getByRole('link', { name: '1 user without a password' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/tab=users.*signed_in=no-password/)
  await expect(rows(page)).toHaveText([/Ann/])
  await expect(page.getByLabel('Sign-in').locator('option:checked')).toHaveText('No password')
  await expect(page.getByRole('button', { name: 'New initial password (1)' })).toBeVisible()
  await page.goBack()
  await toDo(page).getByRole('link', { name: '1 member posted nothing' }).click()
  await expect(page).toHaveURL(/tab=staff.*posted=nothing/)
  await expect(rows(page)).toHaveText([/Ben/])

  // What is done is said calmly, and leads nowhere. The last filter keeps its name.
  await portal.sql`insert into first_sign_ins (user_id) values (${ann.id})`
  await portal.sql`insert into term_scores (user_id, term_id, tp, fb) select ${ann.id}, id, 3, 4 from terms where is_current
    on conflict (user_id, term_id) do update set tp = 3, fb = 4`
  await addPosting(portal, ben)
  await portal.sql`update posted_activities set state = 'verified', reviewed_at = now(), reviewed_by = ${admin.id}`
  await page.goto('/admin-dashboard?tab=overview')
  await expect(toDo(page).getByRole('listitem')).toHaveText([
    'To reviewNothing to review',
    'Not scoredEverybody is scored',
    'No passwordEverybody has a password',
    'Posted nothingEverybody posted something',
  ])
  await expect(toDo(page).getByRole('link')).toHaveCount(0)
  await page.goto('/admin-dashboard?tab=staff&unset=any')
  await expect(page.getByText('Nothing here matches the search.')).toBeVisible()
  await expect(page.getByLabel('Scores').locator('option:checked')).toHaveText('Not scored')
})

test('a head has the cards of the own department, on a phone too', async ({ page, portal }) => {
  const [department] = await portal.sql<
    [{ id: number }]
  >`insert into departments (name) values (${unique('Physics')}) returning id`
  const [head, member] = [await addPerson(portal, 'staff', { name: 'Hana' }), await addPerson(portal, 'staff', { name: 'Dana' })]
  await portal.sql`update users set department_id = ${department.id} where id in (${head.id}, ${member.id})`
  await portal.sql`insert into department_heads (user_id, department_id) values (${head.id}, ${department.id})`
  await addPosting(portal, member)
  await signIn(page, head)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/staff-dashboard?tab=overview')
  await expect(toDo(page).getByRole('listitem')).toHaveText([/^To review\s*1/, /^Posted nothing\s*1/])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  await toDo(page).getByRole('link', { name: '1 member posted nothing' }).click()
  await expect(page).toHaveURL(/staff-dashboard\?tab=staff.*posted=nothing/)
  await expect(rows(page)).toHaveText([/Hana/])
})

/** What the portal sends on the Monday after next, which it does not send by itself meanwhile. */
async function sendDigests(portal: Portal, mailServer: MailServer) {
  const settings = readSettings({ SMTP_URL: mailServer.url, PUBLIC_URL: portal.url })
  const [{ monday }] = await portal.sql<[{ monday: Date }]>`
    select (date_trunc('week', now() at time zone 'UTC') + interval '14 days 7 hours') at time zone 'UTC' as monday`
  const mail = digestMail(portal.sql, settings, createLogger('silent'), () => monday)
  await mail?.sendDue()
  await mail?.stop()
}

test('the link of the e-mail switches it off with one button, and the menu switches it on again', async ({
  page,
  portal,
  mailServer,
}) => {
  await addPerson(portal, 'staff')
  const admin = await addPerson(portal, 'admin', { name: 'Rana Wahid' })
  const isOn = async () => {
    const [found] = await portal.sql`select weekly_digest from user_preferences where user_id = ${admin.id}`
    return found?.['weekly_digest']
  }
  await sendDigests(portal, mailServer)
  const mail = mailServer.received.find(({ to }) => to.includes(`${admin.username}@test.example`))
  await page.goto(/^http\S+\/digest\/off\S+$/m.exec(mail?.text ?? '')?.[0] ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Switch off the weekly e-mail?')
  await expectNoAxeViolations(page)
  expect(await isOn()).toBeUndefined()
  await page.getByRole('button', { name: 'Switch it off' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The weekly e-mail is switched off')
  expect(await isOn()).toBe(false)
  await expectNoAxeViolations(page)

  await signIn(page, admin)
  await page.goto('/admin-dashboard?tab=overview')
  await page.getByRole('button', { name: 'Rana Wahid' }).click()
  const item = page.getByRole('menuitemcheckbox', { name: 'Weekly e-mail' })
  await expect(item).not.toBeChecked()
  await item.press('Enter')
  await expect(page.getByText('Weekly e-mail switched on')).toBeVisible()
  await expect(item).toBeChecked()
  expect(await isOn()).toBe(true)
  await page.keyboard.press('Escape')
  await page.goto('/admin-dashboard?tab=audit&subject=user')
  await expect(page.getByText('Weekly e-mail of Rana Wahid switched on')).toBeVisible()
  await expect(page.getByText('Weekly e-mail of Rana Wahid switched off with the link in it')).toBeVisible()
})

test('a link that was changed says so', async ({ page }) => {
  await page.goto('/digest/off?token=made-up')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is not valid any more')
  await page.getByRole('link', { name: 'To the portal' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
})
