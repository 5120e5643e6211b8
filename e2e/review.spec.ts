import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, type Person, signIn, unique } from './steps.ts'

// The queue has the postings of all members.
test.use({ ownPortal: true })

/** Adds a posting in the current term, with a link, and with a photo if one is given. */
async function addPosting({ sql }: Portal, member: Person, photo?: Buffer) {
  const name = unique('Seminar')
  const [posting] = await sql<[{ id: number }]>`
    with activity as (
      insert into activities (name, description, type, score) values (${name}, 'What it is', 'Attending', 2.25) returning *)
    insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, link, term_id)
    select ${member.id}, a.id, a.name, a.type, a.score, t.start_date, 'https://events.test.example/' || a.id, t.id
    from activity a, terms t where t.is_current returning id`
  if (photo) await sql`insert into posted_images (posted_activity_id, bytes) values (${posting.id}, ${photo})`
  return { ...posting, name }
}

const evidence = (page: Page) => page.getByRole('region', { name: 'Evidence' })
const opened = (page: Page) => evidence(page).getByRole('heading', { level: 2 })

test('a posting is verified by key and the next one returned, without a violation of the Content-Security-Policy', async ({
  page,
  portal,
}) => {
  const violations: string[] = []
  page.on('console', (message) => /Content Security Policy/i.test(message.text()) && violations.push(message.text()))
  const member = await addPerson(portal, 'staff', { name: unique('Dr. Sara Aziz') })
  const background = `#${crypto.randomUUID().slice(0, 6)}`
  const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const [first, second] = [await addPosting(portal, member, photo), await addPosting(portal, member)]
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto('/admin-dashboard?tab=review')
  await expect(opened(page)).toHaveText(first.name)
  const image = evidence(page).locator('img').first()
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(90)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.keyboard.press('v')
  await expect(opened(page)).toHaveText(second.name)
  await page.reload()
  await expect(opened(page)).toHaveText(second.name)
  await page.keyboard.press('r')
  await page.getByRole('dialog').getByLabel('Reason').fill('The link is wrong.')
  await page.getByRole('dialog').getByRole('button', { name: 'Return' }).click()
  await expect(page.getByText('Everything has been reviewed')).toBeVisible()
  const rows = await portal.sql`select state from posted_activities where user_id = ${member.id} order by id`
  expect(rows).toEqual([{ state: 'verified' }, { state: 'returned' }])

  await signIn(page, member)
  await page.goto('/staff-dashboard?tab=your-activity')
  await expect(page.getByRole('region', { name: /returned to you/ })).toContainText('The link is wrong.')
  expect(violations).toEqual([])
})
