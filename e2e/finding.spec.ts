import type { Page } from '@playwright/test'
import { expect, test } from './portal.ts'
import { addPerson, signIn, unique } from './steps.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('an administrator finds by keyboard; Back closes the search, and leads back through what was found', async ({
  page,
  portal,
}) => {
  const [department, other] = [unique('Physics'), unique('Law')]
  await portal.sql`insert into departments (name) values (${department}), (${other})`
  const member = await addPerson(portal, 'staff', { name: unique('Zeynep Öztürk') })
  await portal.sql`update users set department_id = (select id from departments where name = ${department}) where id = ${member.id}`
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto('/admin-dashboard?tab=terms')
  await expect(page.getByRole('button', { name: 'Find' })).toBeVisible()
  const field = page.getByRole('dialog', { name: 'Find' }).getByRole('combobox', { name: 'Find' })
  const rows = page.getByRole('table').getByRole('rowheader')
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.goBack()
  await expect(field).toBeHidden()
  await expect(heading(page)).toHaveText('Terms')

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type(member.name)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(member.name)
  await expect(page.getByRole('region', { name: 'Details' })).toContainText(member.username)
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await page.keyboard.type(department)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Department: ${department}` })).toBeVisible()
  await expect(rows).toHaveText([new RegExp(member.name)])
  await page.goBack()
  await expect(heading(page)).toHaveText(member.name)
  await page.goBack()
  await expect(heading(page)).toHaveText('Terms')
})

test('on a phone, in Arabic, by touch', async ({ browser, portal }) => {
  const name = unique('ندوة علمية')
  await portal.sql`insert into activities (name, description, type, score, names)
    values (${unique('Seminar')}, 'What it is', 'Compulsory', 3, ${{ ar: name }})`
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
  await page.getByRole('button', { name: 'بحث شامل' }).tap()
  const dialog = page.getByRole('dialog', { name: 'بحث شامل' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await dialog.getByRole('combobox').fill(name)
  await dialog.getByRole('option').tap()
  await expect(heading(page)).toHaveText('قائمة الأنشطة')
  await expect(page.getByText(name).first()).toBeVisible()
  await context.close()
})
