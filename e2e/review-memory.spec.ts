import type { Page } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn, unique } from './steps.ts'

const day = '2026-11-12'
const dayShown = '12 Nov 2026'

async function addDepartment({ sql }: Portal) {
  const [made] = await sql<[{ id: number; name: string }]>`
    insert into departments (name) values (${unique('Physics')}) returning id, name`
  return made
}

async function addMember(portal: Portal, department: { id: number }, name = unique('Dr. Sara Aziz')): Promise<Person> {
  const member = await addPerson(portal, 'staff', { name })
  await portal.sql`update users set department_id = ${department.id} where id = ${member.id}`
  return member
}

type Given = { name?: string; link?: string; image?: Buffer; activityId?: number; date?: string }

async function addPosting(
  { sql }: Portal,
  member: Person,
  { name = unique('Seminar'), link, image, activityId, date = day }: Given = {},
) {
  const [activity] = await sql<[{ id: number }]>`
    insert into activities (name, description, type, score) values (${unique(name)}, 'What it is', 'Attending', 2.25) returning id`
  const [posting] = await sql<[{ id: number; activity_id: number; term_id: number }]>`
    insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, link, term_id)
    values (${member.id}, ${activityId ?? activity.id}, ${name}, 'Attending', 2.25, ${date}::date, ${link ?? null}, term_of(${date}))
    returning id, activity_id, term_id`
  if (image) await sql`insert into posted_images (posted_activity_id, bytes) values (${posting.id}, ${image})`
  return { ...posting, name }
}

const review = (page: Page, department: { id: number }, more = '') =>
  page.goto(`/admin-dashboard?tab=review&department_id=${department.id}${more}`)
const evidence = (page: Page) => page.getByRole('region', { name: 'Evidence' })
const opened = (page: Page) => evidence(page).getByRole('heading', { level: 2 })
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Lists of Review' }).getByRole('link', { name })
const list = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem')
const steps = (page: Page) => page.getByRole('list', { name: 'History' }).locator('> li')
const notifications = (page: Page) => page.getByRole('region', { name: /^Notifications/ })
const dialog = (page: Page) => page.getByRole('dialog')

let admin: Person
test.beforeEach(async ({ page, portal }) => {
  admin = await addPerson(portal, 'admin', { name: unique('Rana Wahid') })
  await signIn(page, admin)
})

test('a posting is returned, edited and verified: its history is told in Review, in View Activities and to its owner', async ({
  page,
  portal,
}) => {
  const department = await addDepartment(portal)
  const member = await addMember(portal, department)
  const posting = await addPosting(portal, member, { link: 'https://events.test.example/wrong' })
  await review(page, department)
  await evidence(page).getByRole('button', { name: 'Return', exact: true }).click()
  await dialog(page).getByLabel('Reason').fill('The link is wrong.')
  await dialog(page).getByRole('button', { name: 'Return' }).click()
  await expect(page.getByText('Everything has been looked at')).toBeVisible()

  await signIn(page, member)
  await page.goto(`/staff-dashboard?tab=your-activity&term=${posting.term_id}&posting=${posting.id}`)
  await expect(page.getByRole('heading', { name: 'Edit Activity' })).toBeVisible()
  await page.getByLabel('Link').fill('https://events.test.example/right')
  await page.getByRole('button', { name: 'Update Activity' }).click()
  await expect(page.getByText('Activity updated successfully')).toBeVisible()

  await signIn(page, admin)
  await review(page, department)
  await evidence(page).locator('summary').click()
  const edited = 'Link: https://events.test.example/wrong → https://events.test.example/right'
  await expect(steps(page)).toHaveText([
    new RegExp(`^Posted by ${member.name}`),
    new RegExp(`^Returned by ${admin.name}.*The link is wrong\\.$`),
    new RegExp(`^Edited by ${member.name}.*${edited.replaceAll('.', '\\.')}$`),
  ])
  await evidence(page).getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(notifications(page)).toContainText('Activity verified')

  // In the list of what was verified it is open at once, and its review can be taken back.
  await tab(page, 'Verified').click()
  await expect(page).toHaveURL(/state=verified/)
  await expect(tab(page, 'Verified')).toHaveAttribute('aria-current', 'page')
  await expect(tab(page, 'To review')).not.toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('1 verified, newest decision first')).toBeVisible()
  await expect(list(page, 'Verified')).toContainText(`by ${admin.name}`)
  await expect(steps(page)).toHaveCount(4)
  await expect(steps(page).last()).toContainText(`Verified by ${admin.name}`)
  await expectNoAxeViolations(page)
  await evidence(page)
    .getByRole('button', { name: /^Take back/ })
    .click()
  await expect(page.getByText('Nothing verified here')).toBeVisible()
  await tab(page, 'To review').click()
  await expect(opened(page)).toHaveText(posting.name)

  await page.goto(`/admin-dashboard?tab=staff&term=${posting.term_id}&member=${member.id}&posting=${posting.id}`)
  const item = dialog(page).getByRole('listitem').filter({ hasText: posting.name })
  await expect(item).toHaveAttribute('aria-current', 'true')
  await item.locator('summary').click()
  await expect(steps(page)).toHaveCount(5)
  await expect(steps(page).last()).toContainText(`Review taken back by ${admin.name}`)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page).not.toHaveURL(/member=/)

  await signIn(page, member)
  await page.goto(`/staff-dashboard?tab=your-activity&term=${posting.term_id}`)
  const own = page.getByRole('list', { name: 'Your Posted Activities' })
  await own.locator('summary').click()
  await expect(steps(page)).toHaveCount(5)
  await expect(steps(page).nth(1)).toContainText(`Returned by ${admin.name}`)
  await expectNoAxeViolations(page)
})

test('the lists are searched by person and activity, walked by keyboard, and page after page', async ({ page, portal }) => {
  const department = await addDepartment(portal)
  const [first, second] = [
    await addMember(portal, department, unique('Şükran Öztürk')),
    await addMember(portal, department, unique('Ali Hama')),
  ]
  const posting = await addPosting(portal, first)
  const { activity_id } = await addPosting(portal, second, { name: unique('Colloquium') })
  await portal.sql`insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
    select ${second.id}, ${activity_id}, 'Colloquium ' || n, 'Attending', 1, ${day}::date - n, term_of(${day}::date - n) from generate_series(1, 60) n`
  await portal.sql`update posted_activities set state = 'returned', returned_reason = 'No photo', reviewed_by = ${admin.id},
    reviewed_at = now() - make_interval(mins => id) where user_id in (${first.id}, ${second.id})`
  await review(page, department, '&state=returned')
  await expect(page.getByText('62 returned, newest decision first')).toBeVisible()
  await expect(opened(page)).toHaveText(posting.name)
  await expect(list(page, 'Returned')).toHaveCount(51)
  await page.keyboard.press('j')
  await expect(opened(page)).toHaveText(/^Colloquium/)
  await page.keyboard.press('k')
  await expect(opened(page)).toHaveText(posting.name)
  // A key that decides in the queue decides nothing here.
  await page.keyboard.press('v')
  for (let number = 1; number <= 45; number += 1) await page.keyboard.press('j')
  await expect(list(page, 'Returned')).toHaveCount(62)

  await page.getByLabel('Person or activity').fill('ozturk')
  await expect(page.getByText('1 returned, newest decision first')).toBeVisible()
  await expect(page).toHaveURL(/q=ozturk/)
  await expect(opened(page)).toHaveText(posting.name)
  await expect(page.getByLabel('Person or activity')).toBeFocused()
  await page.reload()
  await expect(page.getByLabel('Person or activity')).toHaveValue('ozturk')
  await expect(opened(page)).toHaveText(posting.name)
  await page.getByLabel('Person or activity').fill('nobody is called that')
  await expect(page.getByText('Nothing here matches the search.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByLabel('Person or activity')).toHaveValue('')
  await expect(page).toHaveURL('/admin-dashboard?tab=review&state=returned')

  // Taken back by keyboard: the next one opens, and focus stays there.
  await review(page, department, '&state=returned')
  await expect(opened(page)).toHaveText(posting.name)
  await evidence(page)
    .getByRole('button', { name: /^Take back/ })
    .press('Enter')
  await expect(opened(page)).toHaveText(/^Colloquium/)
  await expect(evidence(page)).toBeFocused()
  await expect(page.getByText('61 returned, newest decision first')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: '1 of 61' }).click()
  await expect(list(page, 'Returned').first()).toBeVisible()
  await expectNoAxeViolations(page)
})

test('a warning leads to the other posting; the page of an event is only a note', async ({ page, portal }) => {
  const department = await addDepartment(portal)
  const [first, second] = [await addMember(portal, department), await addMember(portal, department)]
  const image = Buffer.from(crypto.randomUUID())
  const link = `https://events.test.example/${crypto.randomUUID()}`
  const earlier = await addPosting(portal, first, { image, link })
  const later = await addPosting(portal, second, {
    image,
    link: `${link}/?utm_source=mail`,
    activityId: earlier.activity_id,
    name: earlier.name,
  })
  await portal.sql`update posted_activities set state = 'verified', reviewed_by = ${admin.id}, reviewed_at = now() where id = ${earlier.id}`
  await review(page, department)
  await expect(evidence(page)).toContainText('Also posted with the same image or file:')
  await expect(evidence(page)).not.toContainText('Also posted with this link:')
  await expect(evidence(page).getByText('Colleagues posted this activity with the same link, too')).toBeVisible()
  await evidence(page)
    .getByRole('link', { name: `${first.name}, ${earlier.name}, ${dayShown}` })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`posting=${earlier.id}`))
  await expect(tab(page, 'Verified')).toHaveAttribute('aria-current', 'page')
  await expect(evidence(page)).toContainText(first.name)
  await expect(list(page, 'Verified')).toHaveCount(1)
  await page.goBack()
  await expect(evidence(page)).toContainText(second.name)

  await page.goto(`/admin-dashboard?tab=staff&term=${later.term_id}&member=${first.id}`)
  await expect(dialog(page)).toContainText('Also posted with the same image or file:')
  await dialog(page)
    .getByRole('link', { name: `${second.name}, ${later.name}, ${dayShown}` })
    .first()
    .click()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`tab=review.*posting=${later.id}`))
  await expect(evidence(page)).toContainText(second.name)
})

test('a head is told of the same image in another department, without a name or a link', async ({ page, portal }) => {
  const [department, other] = [await addDepartment(portal), await addDepartment(portal)]
  const head = await addMember(portal, department)
  await portal.sql`insert into department_heads (user_id, department_id) values (${head.id}, ${department.id})`
  const [member, stranger] = [await addMember(portal, department), await addMember(portal, other, unique('Ali Hama'))]
  const image = Buffer.from(crypto.randomUUID())
  await addPosting(portal, stranger, { image })
  const posting = await addPosting(portal, member, { image })
  await signIn(page, head)
  await page.goto('/staff-dashboard?tab=review')
  const sentence = 'The same image or file was also posted by somebody in another department.'
  await expect(evidence(page)).toContainText(sentence)
  await expect(evidence(page)).not.toContainText(stranger.name)
  await expect(evidence(page).getByRole('link')).toHaveCount(0)
  await page.goto(`/staff-dashboard?tab=staff&term=${posting.term_id}&member=${member.id}`)
  await expect(dialog(page)).toContainText(sentence)
  await expect(dialog(page)).not.toContainText(stranger.name)
})
