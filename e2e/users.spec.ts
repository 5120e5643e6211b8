import { expect, test } from './portal.ts'
import { addPerson, password, signIn, unique } from './steps.ts'

test.beforeEach(async ({ page, portal }) => signIn(page, await addPerson(portal, 'admin')))

test('an administrator adds a user, who can sign in at once', async ({ page, portal, request }) => {
  const [department, name] = [unique('Physics'), unique('Omar Karim')]
  const username = `omar-${crypto.randomUUID()}`
  await portal.sql`insert into departments (name) values (${department})`
  await page.goto('/admin-dashboard?tab=users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const field = (label: string) => page.getByRole('form').getByLabel(label, { exact: true })
  await field('Name').fill(name)
  await field('Email').fill(`${username}@test.example`)
  await field('UserName').fill(username)
  await field('Department').selectOption(department)
  await field('Password').fill(password)
  await field('Password').press('Enter')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('User added successfully')
  await page.reload()
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText(department)
  expect((await request.post('/auth/login', { data: { username, password } })).status()).toBe(200)
})

test('search, sorting and filters of a list are there again after a reload and after Back', async ({ page, portal }) => {
  const family = unique('Öztürk')
  for (const [first, title] of [
    ['Aylin', 'al'],
    ['Mert', 'p'],
    ['Zeynep', 'al'],
  ] as const)
    await addPerson(portal, 'staff', { name: `${first} ${family}`, title })
  const names = page.getByRole('rowheader')
  const search = page.getByRole('searchbox')
  await page.goto('/admin-dashboard?tab=users')
  await search.fill(family)
  await page.getByRole('button', { name: 'Name', exact: true }).dblclick()
  await page.getByRole('button', { name: 'Title: All titles' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Assistant Lecturer' }).click()
  await page.keyboard.press('Escape')
  await expect(names).toHaveText([/^Zeynep/, /^Aylin/])
  const path = `/admin-dashboard?tab=users&q=${encodeURIComponent(family).replaceAll('%20', '+')}&sort=-name&title=al`
  await expect(page).toHaveURL(path)
  await page.reload()
  await expect(names).toHaveText([/^Zeynep/, /^Aylin/])

  await page.getByRole('link', { name: 'Departments' }).click()
  await search.fill('no such department')
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page).toHaveURL(path)
  await expect(search).toHaveValue(family)
  await page.goBack()
  await expect(search).toHaveValue('no such department')
  await page.goBack()
  await expect(page).toHaveURL(path)
  await expect(names).toHaveText([/^Zeynep/, /^Aylin/])
})
