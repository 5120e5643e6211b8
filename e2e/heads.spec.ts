import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { unreadable } from './readable.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn, unique } from './steps.ts'

type Department = { id: number; name: string }

async function addDepartment({ sql }: Portal, name = unique('Physics')): Promise<Department> {
  const [made] = await sql<[Department]>`
    insert into departments (name, name_ckb, name_ar) values (${name}, ${unique('بەشی فیزیا')}, ${unique('قسم الفيزياء')}) returning id, name`
  return made
}

async function addMember(portal: Portal, { id }: Department, name: string): Promise<Person> {
  const member = await addPerson(portal, 'staff', { name: unique(name) })
  await portal.sql`update users set department_id = ${id} where id = ${member.id}`
  return member
}

async function addHead(portal: Portal, department: Department, name = 'Hana Karim'): Promise<Person> {
  const head = await addMember(portal, department, name)
  await portal.sql`insert into department_heads (user_id, department_id) values (${head.id}, ${department.id})`
  return head
}

async function addPosting({ sql }: Portal, { id }: Person, activity = 'Seminar') {
  const name = unique(activity)
  const [made] = await sql<[{ id: number }]>`
    with activity as (insert into activities (name, description, type, score) values (${name}, 'What it is', 'Compulsory', 3) returning *),
    term as (select id, start_date from terms where is_current)
    insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id, link)
    select ${id}, a.id, a.name, a.type, a.score, t.start_date + 5, t.id, 'https://events.test.example/' || a.id from activity a, term t
    returning id`
  return { ...made, name }
}

const stateOf = async ({ sql }: Portal, { id }: { id: number }) => {
  const [row] = await sql<[{ state: string }]>`select state from posted_activities where id = ${id}`
  return row.state
}

/** Another person in a browser of their own. */
async function otherPage(browser: Browser, portal: Portal, person: Person): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: portal.url, reducedMotion: 'reduce' })).newPage()
  await signIn(page, person)
  return page
}

const items = (page: Page) => page.getByRole('navigation', { name: 'Panels' }).getByRole('link')
const item = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Panels' }).getByRole('link', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const names = (page: Page) => page.getByRole('table', { name: 'Members' }).getByRole('rowheader')
const opened = (page: Page) => page.getByRole('region', { name: 'Evidence' }).getByRole('heading', { level: 2 })
const toasts = (page: Page) => page.locator('[data-toasts]')

test('an administrator chooses heads by keyboard; the list and its search have their names', async ({ page, portal }) => {
  const department = await addDepartment(portal)
  const elsewhere = await addDepartment(portal)
  const [sara, omar] = [await addMember(portal, department, 'Sara Aziz'), await addMember(portal, department, 'Omar Kadir')]
  const stranger = await addMember(portal, elsewhere, 'Sara Nuri')
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto('/admin-dashboard?tab=departments')
  await page.getByRole('searchbox').fill(department.name)
  const cell = page.getByRole('button', { name: `Change the heads of ${department.name}: none` })
  await cell.focus()
  await page.keyboard.press('Enter')
  const field = dialog(page).getByRole('combobox', { name: 'Add a head' })
  await expect(field).toBeFocused()
  await expectNoAxeViolations(page)

  await page.keyboard.type('sara')
  await expect(dialog(page).getByRole('option')).toHaveText([new RegExp(sara.name)])
  await expect(dialog(page).getByText(stranger.name)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('list', { name: 'Heads' }).getByRole('listitem')).toHaveText([sara.name])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await expect(dialog(page), 'Escape closes the list alone').toBeVisible()
  await page.keyboard.type('kadir')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Heads saved successfully')
  await expect(dialog(page)).toBeHidden()
  const changed = page.getByRole('button', { name: `Change the heads of ${department.name}: ${omar.name}, ${sara.name}` })
  await expect(changed).toBeFocused()

  await page.getByRole('searchbox').fill(omar.name)
  await expect(page.getByRole('row')).toHaveCount(2)
  await changed.click()
  await dialog(page)
    .getByRole('button', { name: `Remove ${sara.name}` })
    .click()
  await expect(field).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: `Change the heads of ${department.name}: ${omar.name}` })).toBeFocused()
  expect(await portal.sql`select user_id from department_heads where department_id = ${department.id}`).toEqual([
    { user_id: omar.id },
  ])
})

test('heads that another administrator changed meanwhile are shown first; the own choice is kept', async ({ page, portal }) => {
  const department = await addDepartment(portal)
  const [sara, omar] = [await addMember(portal, department, 'Sara Aziz'), await addMember(portal, department, 'Omar Kadir')]
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto(`/admin-dashboard?tab=departments&q=${encodeURIComponent(department.name)}`)
  await page.getByRole('button', { name: `Change the heads of ${department.name}: none` }).click()
  await dialog(page).getByRole('combobox').fill('sara')
  await page.keyboard.press('Enter')
  await portal.sql`insert into department_heads (user_id, department_id) values (${omar.id}, ${department.id})`
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  const conflict = dialog(page).getByRole('region', {
    name: 'The heads were changed after you opened this. Your choice is kept.',
  })
  await expect(conflict).toContainText(`Heads${omar.name}`)
  await expectNoAxeViolations(page)
  await conflict.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByRole('button', { name: `Change the heads of ${department.name}: ${sara.name}` })).toBeVisible()
})

test('a head sees exactly the members of the own department, their activities and statements', async ({ page, portal }) => {
  const [department, elsewhere] = [await addDepartment(portal), await addDepartment(portal)]
  const head = await addHead(portal, department)
  const member = await addMember(portal, department, 'Sara Aziz')
  const stranger = await addMember(portal, elsewhere, 'Omar Kadir')
  const posting = await addPosting(portal, member)
  await signIn(page, head)
  await page.goto('/staff-dashboard')
  await expect(items(page)).toHaveText(['Activity', 'Your Activity', 'Members', 'Overview', 'Review'])
  await expect(page.getByRole('list', { name: `My department ${department.name}` }).getByRole('link')).toHaveCount(3)

  await item(page, 'Members').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Members')
  await expect(names(page)).toHaveText([new RegExp(head.name), new RegExp(member.name)])
  await expect(page.getByText(`${department.name} · 2 members`)).toBeVisible()
  await expect(page.getByText(stranger.name)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Import' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Edit Teacher Points/ }), 'heads do not score by default').toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Department' })).toHaveCount(0)

  await page.getByRole('button', { name: `View Activities of ${member.name}` }).click()
  await expect(dialog(page).getByRole('link', { name: 'View Activity Link' })).toBeVisible()
  await expect(dialog(page).getByText('Score history'), 'the audit trail is for administrators').toHaveCount(0)
  await dialog(page).getByText('From term to term').click()
  await expect(dialog(page).getByText('There is only one term of this member yet.')).toBeVisible()
  await dialog(page)
    .getByRole('button', { name: new RegExp(`^Verify ${posting.name}`) })
    .click()
  await expect(toasts(page)).toContainText('Activity verified successfully')
  expect(await stateOf(portal, posting)).toBe('verified')
  await page.keyboard.press('Escape')

  await item(page, 'Overview').click()
  await expect(page.getByRole('heading', { name: 'Grades of the department' })).toBeVisible()
  await expect(page.locator('dl > div').filter({ hasText: 'Members' })).toContainText('2')
  await page.getByRole('link', { name: '1 member posted nothing' }).click()
  await expect(names(page)).toHaveText([new RegExp(head.name)])

  await page.goto(`/statement?user_id=${member.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(member.name)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF statement' }).click()
  expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByRole('link', { name: 'Members' }).click()
  await expect(names(page)).toHaveCount(2)
  await page.goto(`/statement?user_id=${stranger.id}`)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByText(stranger.name)).toHaveCount(0)
})

test('a head reviews by keyboard, and the own activities are not in the queue', async ({ page, portal }) => {
  const [department, elsewhere] = [await addDepartment(portal), await addDepartment(portal)]
  const head = await addHead(portal, department)
  const member = await addMember(portal, department, 'Sara Aziz')
  await addPosting(portal, head)
  await addPosting(portal, await addMember(portal, elsewhere, 'Omar Kadir'))
  const [first, second] = [await addPosting(portal, member), await addPosting(portal, member)]
  await signIn(page, head)
  await page.goto('/staff-dashboard?tab=review')
  await expect(page.getByText('2 to review, oldest first')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Department' })).toHaveCount(0)
  await expect(opened(page)).toHaveText(first.name)
  await page.keyboard.press('v')
  await expect(opened(page)).toHaveText(second.name)
  await page.keyboard.press('r')
  await dialog(page).getByLabel('Reason').fill('The link is wrong.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Everything has been looked at')).toBeVisible()
  expect([await stateOf(portal, first), await stateOf(portal, second)]).toEqual(['verified', 'returned'])

  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto(`/admin-dashboard?tab=audit&person=${member.id}&subject=posting`)
  await expect(page.getByRole('table', { name: 'Audit' })).toContainText(`${head.name}, as head of ${department.name}`)
})

test('of a closed term a head sees who was in the department then, under its name of then', async ({ page, portal }) => {
  const department = await addDepartment(portal)
  const head = await addHead(portal, department)
  const member = await addMember(portal, department, 'Sara Aziz')
  const name = unique('Spring')
  const [term] = await portal.sql<[{ id: number }]>`
    insert into terms (name, start_date, end_date) values (${name}, '1961-01-01', '1961-06-30') returning id`
  await signIn(page, await addPerson(portal, 'admin'))
  expect((await page.request.put(`/terms/close/${term.id}`, { data: {} })).status()).toBe(200)
  const elsewhere = await addDepartment(portal)
  await portal.sql`update users set department_id = ${elsewhere.id} where id = ${member.id}`
  await portal.sql`update departments set name = ${`New ${department.name}`} where id = ${department.id}`

  await signIn(page, head)
  await page.goto('/staff-dashboard?tab=staff')
  await expect(names(page)).toHaveText([new RegExp(head.name)])
  await page.getByRole('combobox', { name: 'Term' }).selectOption({ value: String(term.id) })
  await expect(names(page)).toHaveText([new RegExp(head.name), new RegExp(member.name)])
  await expect(page.getByRole('row').filter({ hasText: member.name }).getByText(department.name, { exact: true })).toBeVisible()
  await expect(page.getByText('Names, points and grades stay as they were at its close.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Terms' }), 'a head cannot reopen it').toHaveCount(0)
  await page.getByRole('button', { name: `View Activities of ${member.name}` }).click()
  await expect(dialog(page).getByText('No activities found for this staff member.')).toBeVisible()
})

test('when the right ends in the middle, the page says so, its items go, and nothing typed is lost', async ({ page, portal }) => {
  const department = await addDepartment(portal)
  const head = await addHead(portal, department)
  const posting = await addPosting(portal, await addMember(portal, department, 'Sara Aziz'))
  await signIn(page, head)
  await page.goto('/staff-dashboard?tab=review')
  await expect(opened(page)).toHaveText(posting.name)
  await page.keyboard.press('r')
  await dialog(page).getByLabel('Reason').fill('The photo shows another event.')
  await portal.sql`update users set department_id = ${(await addDepartment(portal)).id} where id = ${head.id}`
  await dialog(page).getByRole('button', { name: 'Return' }).click()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('The photo shows another event.')
  expect(await stateOf(portal, posting)).toBe('posted')
  await page.keyboard.press('Escape')
  const sentence = 'There is nothing for you to review at the moment: you head no department, and nobody lends you Review.'
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
  await expect(items(page)).toHaveText(['Activity', 'Your Activity'])
  await page.reload()
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByText(posting.name)).toHaveCount(0)
})

test('a member without such a right has none of it', async ({ page, portal }) => {
  const department = await addDepartment(portal)
  const member = await addMember(portal, department, 'Sara Aziz')
  await addMember(portal, department, 'Omar Kadir')
  const refused: string[] = []
  page.on('response', (response) => response.status() >= 400 && refused.push(response.url()))
  await signIn(page, member)
  await page.goto('/staff-dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity List')
  await expect(items(page)).toHaveText(['Activity', 'Your Activity'])
  await page.goto('/staff-dashboard?tab=staff')
  await expect(page.getByText('You are not the head of a department at the moment')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  expect(refused).toEqual([])
})

test('Review is lent, used and ended', async ({ page, browser, portal }) => {
  const [department, elsewhere] = [await addDepartment(portal), await addDepartment(portal)]
  const head = await addHead(portal, department)
  const colleague = await addMember(portal, elsewhere, 'Omar Kadir')
  const member = await addMember(portal, department, 'Sara Aziz')
  await addPosting(portal, head)
  const [first, second] = [await addPosting(portal, member), await addPosting(portal, member)]
  const theirs = await otherPage(browser, portal, colleague)
  await theirs.goto('/staff-dashboard')
  await expect(items(theirs)).toHaveText(['Activity', 'Your Activity'])

  await signIn(page, head)
  await page.goto('/staff-dashboard?tab=review')
  await page.getByRole('button', { name: 'Lend Review' }).click()
  await expect(dialog(page).getByText('Nothing is lent at the moment.')).toBeVisible()
  const lend = dialog(page).getByRole('button', { name: 'Lend', exact: true })
  await lend.click()
  const [person, lastDay] = [dialog(page).getByRole('combobox', { name: 'Lend to' }), dialog(page).getByLabel('Last day')]
  await expect(person).toHaveAccessibleDescription('Choose to whom you lend Review.')
  await expect(lastDay).toHaveAccessibleDescription('Choose the last day.')
  await expect(person).toBeFocused()
  await page.keyboard.type(colleague.name)
  await page.keyboard.press('Enter')
  await expect(person).toHaveValue(colleague.name)
  await lastDay.fill('2020-01-31')
  await lend.click()
  await expect(lastDay).toHaveAccessibleDescription(/Choose today or a later day\./)
  const [{ day }] = await portal.sql<[{ day: string }]>`select (current_date + 7)::text as day`
  await lastDay.fill(day)
  await lend.click()
  await expect(toasts(page)).toContainText(`Review lent to ${colleague.name}`)
  const lent = dialog(page).getByRole('region', { name: 'Lent by you' }).getByRole('listitem')
  await expect(lent).toHaveText([new RegExp(`^${colleague.name}, until`)])
  await expectNoAxeViolations(page)

  await expect(items(theirs), 'the page of the delegate follows by itself').toHaveText(['Activity', 'Your Activity', 'Review'])
  await theirs.getByRole('button', { name: /^Notices/ }).click()
  await theirs.getByRole('link', { name: new RegExp(`${head.name} lent you Review until`) }).click()
  await expect(theirs.getByText(`You review for ${head.name} until`)).toBeVisible()
  await expect(theirs.getByText('2 to review, oldest first'), 'not the activities of the lender').toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Lend Review' }), 'it is not lent further').toHaveCount(0)
  await expect(opened(theirs)).toHaveText(first.name)
  await theirs.keyboard.press('v')
  await expect(opened(theirs)).toHaveText(second.name)
  await expect.poll(() => stateOf(portal, first)).toBe('verified')

  const office = await otherPage(browser, portal, await addPerson(portal, 'admin', { name: 'Rana Wahid' }))
  await office.goto(`/admin-dashboard?tab=audit&person=${member.id}&subject=posting`)
  await expect(office.getByRole('table', { name: 'Audit' })).toContainText(`${colleague.name}, for ${head.name}`)
  await office.goto('/admin-dashboard?tab=review')
  await office.getByRole('button', { name: 'Lend Review' }).click()
  const ofOthers = dialog(office).getByRole('region', { name: 'Lent by others' }).getByRole('listitem')
  await expect(ofOthers.filter({ hasText: `${head.name} to ${colleague.name}, until` })).toHaveCount(1)

  await lent.getByRole('button', { name: `End: ${colleague.name}` }).click()
  await expect(toasts(page)).toContainText(`Review is no longer lent to ${colleague.name}`)
  await expect(dialog(page).getByText('Nothing is lent at the moment.')).toBeVisible()
  await expect(items(theirs)).toHaveText(['Activity', 'Your Activity'])
  await expect(theirs.getByRole('alert').filter({ hasText: 'There is nothing for you to review at the moment' })).toBeVisible()
  await theirs.keyboard.press('v')
  await expect(toasts(theirs)).toContainText('Permission denied')
  expect(await stateOf(portal, second)).toBe('posted')
})

test('a head without members and a queue without postings have their empty states', async ({ page, portal }) => {
  const department = await addDepartment(portal)
  const head = await addHead(portal, department)
  await signIn(page, head)
  const [term] = await portal.sql<[{ id: number }]>`
    insert into terms (name, start_date, end_date) values (${unique('Empty')}, '1963-01-01', '1963-06-30') returning id`
  const admin = await addPerson(portal, 'admin')
  // Closed before anybody belonged to the department.
  await portal.sql`update users set department_id = null where id = ${head.id}`
  await signIn(page, admin)
  expect((await page.request.put(`/terms/close/${term.id}`, { data: {} })).status()).toBe(200)
  await portal.sql`update users set department_id = ${department.id} where id = ${head.id}`
  await portal.sql`insert into department_heads (user_id, department_id) values (${head.id}, ${department.id})`
  await signIn(page, head)
  await page.goto(`/staff-dashboard?tab=staff&term=${term.id}`)
  await expect(page.getByText('This department has no members in this term')).toBeVisible()
  await item(page, 'Overview').click()
  await page.getByRole('combobox', { name: 'Term' }).selectOption({ value: String(term.id) })
  await expect(page.getByText('This department has no members in this term')).toBeVisible()
  await item(page, 'Review').click()
  await expect(page.getByText('Everything has been looked at')).toBeVisible()
})

for (const { language, width } of [
  { language: 'en', width: 1280 },
  { language: 'ar', width: 390 },
])
  test(`the pages of a head pass axe in light and dark, ${language} at ${width} px`, async ({ page, portal }) => {
    const department = await addDepartment(portal)
    const head = await addHead(portal, department)
    await addPosting(portal, await addMember(portal, department, 'Sara Aziz'))
    const admin = await addPerson(portal, 'admin')
    await portal.sql`insert into delegations (lender_id, delegate_id, last_day, ends_at, created_by)
      values (${admin.id}, ${head.id}, current_date + 7, current_date + 8, ${admin.id})`
    await page.context().addCookies([{ name: 'language', value: language, url: portal.url }])
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, head)
    for (const tab of ['staff', 'overview', 'review']) {
      await page.goto(`/staff-dashboard?tab=${tab}`)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expect(page.getByText(language === 'en' ? department.name : /الفيزياء|فیزیا/).first()).toBeAttached()
      await expectNoAxeViolations(page)
      expect(await page.evaluate(unreadable)).toEqual([])
    }
  })
