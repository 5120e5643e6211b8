import type { Locator, Page } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn, unique } from './steps.ts'

type Named = { id: number; name: string }

async function addDepartment({ sql }: Portal, name = unique('Physics')): Promise<Named> {
  const [made] = await sql<[Named]>`
    insert into departments (name, name_ckb, name_ar) values (${name}, ${unique('بەشی فیزیا')}, ${unique('قسم الفيزياء')}) returning id, name`
  return made
}

async function addMember(portal: Portal, { id }: Named, name: string): Promise<Person> {
  const member = await addPerson(portal, 'staff', { name: unique(name) })
  await portal.sql`update users set department_id = ${id} where id = ${member.id}`
  return member
}

async function addActivity({ sql }: Portal, name = unique('Seminar')): Promise<Named> {
  const [made] = await sql<[Named]>`
    insert into activities (name, description, type, score, name_ar) values (${name}, 'What it is', 'Compulsory', 3, ${unique('ندوة علمية')})
    returning id, name`
  return made
}

const currentTerm = async ({ sql }: Portal) => {
  const [term] = await sql<[Named]>`select id, name from terms where is_current`
  return term
}

const field = (page: Page) => page.getByRole('dialog', { name: 'Find' }).getByRole('combobox', { name: 'Find' })
const options = (page: Page) => page.getByRole('dialog', { name: 'Find' }).getByRole('option')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const rowHeaders = (page: Page) => page.getByRole('table').getByRole('rowheader')

/** The panel has loaded, and listens to keys. */
async function openPanel(page: Page, address: string) {
  await page.goto(address)
  await expect(heading(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Find' })).toBeVisible()
}

async function openFind(page: Page, keys: 'Control+k' | '/' = 'Control+k') {
  await page.keyboard.press(keys)
  await expect(field(page)).toBeFocused()
}

/** By keyboard: the active option is the one that the field names. */
async function expectActive(page: Page, option: Locator) {
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
}

test('an administrator finds people, activities, departments, terms and panels by keyboard', async ({ page, portal }) => {
  const department = await addDepartment(portal)
  const member = await addMember(portal, department, 'Zeynep Öztürk')
  const activity = await addActivity(portal)
  const term = await currentTerm(portal)
  await signIn(page, await addPerson(portal, 'admin'))
  await openPanel(page, '/admin-dashboard?tab=terms')

  await openFind(page)
  await expect(page.getByRole('group', { name: 'Panels' }).getByRole('option')).toHaveText([
    'Overview',
    'Staff',
    'Users',
    'Activity',
    'Departments',
    'Terms',
    'Settings',
    'Review',
    'Audit',
  ])
  await expectNoAxeViolations(page)

  // Enter at once: the first result of this text, not of the panels before.
  await page.keyboard.type(member.name.replace('Öztürk', 'OZTURK'))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Staff')
  await expect(page.locator('tr[data-marked]')).toContainText(member.name)
  await expect(page.locator('#main')).toBeFocused()
  await expect(rowHeaders(page)).toHaveText([new RegExp(member.name)])
  await expect(page.getByRole('searchbox')).toHaveValue(member.name)

  await openFind(page, '/')
  await expect(page.getByRole('group', { name: 'Chosen before' }).getByRole('option')).toHaveText([new RegExp(member.name)])
  await page.keyboard.type(activity.name)
  await expect(options(page)).toHaveText([new RegExp(activity.name)])
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('1 result')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Activity List')
  await expect(rowHeaders(page)).toHaveText([new RegExp(activity.name)])

  await openFind(page, '/')
  await page.keyboard.type(department.name)
  await expect(page.getByRole('group', { name: 'Departments' }).getByRole('option')).toHaveText(`${department.name}1 member`)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Staff')
  await expect(rowHeaders(page)).toHaveText([new RegExp(member.name)])
  await expect(page.getByRole('combobox', { name: 'Department' })).toHaveValue(String(department.id))

  await openFind(page, '/')
  await page.keyboard.type(term.name)
  await page.getByRole('group', { name: 'Terms' }).getByRole('option', { name: term.name }).click()
  await expect(page).toHaveURL(new RegExp(`tab=staff&term=${term.id}$`))

  // Back through all of them.
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Department' })).toHaveValue(String(department.id))
  await page.goBack()
  await expect(heading(page)).toHaveText('Activity List')
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue(member.name)
  await page.goBack()
  await expect(heading(page)).toHaveText('Terms')
})

test('arrows go through the groups and round, Escape and Back close it, and focus returns', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'admin'))
  await openPanel(page, '/admin-dashboard?tab=departments')
  const button = page.getByRole('button', { name: 'Find' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expectActive(page, options(page).first())
  await page.keyboard.press('ArrowUp')
  await expectActive(page, options(page).last())
  await expect(options(page).last()).toHaveText('Sign-in security')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expectActive(page, options(page).nth(1))
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  await expect(button).toBeFocused()

  await openFind(page)
  await page.keyboard.type('audi')
  await expect(options(page).first()).toHaveText('Audit')
  await page.goBack()
  await expect(field(page)).toBeHidden()
  await expect(heading(page)).toHaveText('Departments')

  await openFind(page)
  await page.keyboard.type('change pass')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog'), 'not over another dialog').toHaveCount(1)
})

test('the slash is a character where somebody types, and can be switched off', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'admin'))
  await openPanel(page, '/admin-dashboard?tab=terms')
  await page.getByRole('searchbox').fill('2025')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toHaveValue('2025/')
  await openFind(page)
  await page.getByRole('checkbox', { name: 'The key / opens this search' }).uncheck()
  await page.keyboard.press('Escape')
  await heading(page).click()
  await page.keyboard.press('/')
  await openFind(page)
  await expect(field(page), 'the slash has neither opened it nor been typed').toHaveValue('')
})

test('nothing found, a failure and its retry are said; an old reply is not shown', async ({ page, portal }) => {
  const activity = await addActivity(portal)
  await signIn(page, await addPerson(portal, 'admin'))
  await openPanel(page, '/admin-dashboard?tab=terms')
  await openFind(page)
  await field(page).fill('qqqqqq')
  await expect(page.getByText('Nothing found for “qqqqqq”.')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('0 results')
  await expectNoAxeViolations(page)

  await page.route('**/find?*', (route) => route.abort())
  await field(page).fill(activity.name)
  await expect(page.getByRole('alert')).toContainText('The search failed. Please try again.')
  await page.unroute('**/find?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(options(page)).toHaveText([new RegExp(activity.name)])

  // The first search is answered after the second one.
  let answerFirst = () => {}
  const held = new Promise<void>((resolve) => {
    answerFirst = resolve
  })
  await page.route('**/find?q=first', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/find?q=first')
  await field(page).fill('first')
  await asked
  await field(page).fill(activity.name)
  await expect(options(page)).toHaveText([new RegExp(activity.name)])
  const answered = page.waitForResponse('**/find?q=first')
  answerFirst()
  await answered
  await expect(options(page)).toHaveText([new RegExp(activity.name)])
})

test('more than five of a kind lead to the list that has them all', async ({ page, portal }) => {
  const prefix = unique('Crowded')
  for (let number = 1; number <= 6; number += 1) await addPerson(portal, 'staff', { name: `${prefix} ${number}` })
  await signIn(page, await addPerson(portal, 'admin'))
  await openPanel(page, '/admin-dashboard?tab=terms')
  await openFind(page)
  await page.keyboard.type(prefix)
  await expect(options(page)).toHaveCount(6)
  await page.getByRole('option', { name: 'Show all in Users' }).click()
  await expect(heading(page)).toHaveText('Users')
  await expect(rowHeaders(page)).toHaveCount(6)
})

test('a head finds the members of the own department; a member finds activities and the own scores of a term', async ({
  page,
  portal,
}) => {
  const [department, elsewhere] = [await addDepartment(portal), await addDepartment(portal)]
  const head = await addMember(portal, department, 'Hana Karim')
  await portal.sql`insert into department_heads (user_id, department_id) values (${head.id}, ${department.id})`
  const member = await addMember(portal, department, 'Sara Aziz')
  const stranger = await addMember(portal, elsewhere, 'Omar Kadir')
  const activity = await addActivity(portal)
  const term = await currentTerm(portal)

  await signIn(page, head)
  await openPanel(page, '/staff-dashboard')
  await openFind(page)
  await page.keyboard.type(stranger.name)
  await expect(page.getByText('Nothing found for')).toBeVisible()
  await field(page).fill(member.name)
  await expect(options(page)).toHaveText([new RegExp(member.name)])
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Members')
  await expect(rowHeaders(page)).toHaveText([new RegExp(member.name)])

  await signIn(page, member)
  await openPanel(page, '/staff-dashboard?tab=your-activity')
  await openFind(page)
  await expect(page.getByRole('group', { name: 'Chosen before' }), 'of the head').toHaveCount(0)
  await field(page).fill(head.name)
  await expect(page.getByText('Nothing found for')).toBeVisible()
  await field(page).fill(activity.name)
  await expect(options(page)).toHaveText([new RegExp(activity.name)])
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Activity List')
  await expect(rowHeaders(page)).toHaveText([new RegExp(activity.name)])
  await openFind(page)
  await page.keyboard.type(term.name)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Your Activity')
  await expect(page).toHaveURL(new RegExp(`term=${term.id}`))
})

test('on a phone, in Arabic, by touch', async ({ browser, portal }) => {
  const activity = await addActivity(portal)
  const [{ name_ar }] = await portal.sql<[{ name_ar: string }]>`select name_ar from activities where id = ${activity.id}`
  const member = await addPerson(portal, 'staff')
  await portal.sql`insert into user_preferences (user_id, language) values (${member.id}, 'ar')`
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'ar',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await signIn(page, member)
  await page.goto('/staff-dashboard?tab=your-activity')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.getByRole('button', { name: 'بحث شامل' }).tap()
  const dialog = page.getByRole('dialog', { name: 'بحث شامل' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  // Without its teh marbuta and with other letters for yeh: as people type.
  await dialog.getByRole('combobox').fill(name_ar.replace('ندوة علمية', 'ندوه علميه'))
  await expect(dialog.getByRole('option')).toHaveText([new RegExp(name_ar)])
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await dialog.getByRole('option').tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('قائمة الأنشطة')
  await expect(page.getByText(name_ar).first()).toBeVisible()
  await context.close()
})

test('names, counts and grades lead to what they are about', async ({ page, portal }) => {
  const department = await addDepartment(portal)
  const member = await addMember(portal, department, 'Sara Aziz')
  await addMember(portal, await addDepartment(portal), 'Omar Kadir')
  const term = await currentTerm(portal)
  await signIn(page, await addPerson(portal, 'admin'))

  const onlyMember = async () => {
    await expect(heading(page)).toHaveText('Staff')
    await expect(rowHeaders(page)).toHaveText([new RegExp(member.name)])
  }
  const q = encodeURIComponent(department.name)
  await page.goto(`/admin-dashboard?tab=departments&q=${q}`)
  await page.getByRole('link', { name: department.name, exact: true }).click()
  await onlyMember()
  await page.goBack()
  await page.getByRole('link', { name: `1: accounts of ${department.name}` }).click()
  await expect(heading(page)).toHaveText('Users')
  await expect(rowHeaders(page)).toHaveText([member.name])
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: `Members of ${department.name}` }).click()
  await onlyMember()

  // In the list of the staff it filters, and keeps the term.
  await page.goto(`/admin-dashboard?tab=staff&term=${term.id}&q=${encodeURIComponent(member.name)}`)
  const link = page.getByRole('table').getByRole('link', { name: `Members of ${department.name}` })
  await expect(link).toHaveAttribute('href', `/admin-dashboard?tab=staff&term=${term.id}&department_id=${department.id}`)
  await link.click()
  await onlyMember()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expectNoAxeViolations(page)

  const scale = page.waitForEvent('popup')
  await page.getByRole('link', { name: `Grade E of ${member.name}: the grade scale` }).click()
  await expect((await scale).getByRole('img', { name: /^Grade scale/ })).toBeVisible()

  await page.goto('/admin-dashboard?tab=terms')
  await page.getByRole('link', { name: term.name, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`tab=staff&term=${term.id}$`))
  await page.goBack()
  await page.getByRole('link', { name: new RegExp(`^\\d+: staff in ${term.name}$`) }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`tab=staff&term=${term.id}$`))
  await page.goBack()
  await expect(heading(page)).toHaveText('Terms')
  await expectNoAxeViolations(page)

  await page.goto('/admin-dashboard?tab=overview')
  await page
    .getByRole('table', { name: /^Grades by department/ })
    .getByRole('link', { name: department.name, exact: true })
    .click()
  await onlyMember()
  await page.goBack()
  await page.getByRole('link', { name: /: all members$/ }).click()
  await expect(heading(page)).toHaveText('Staff')
})
