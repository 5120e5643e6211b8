import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, type Person, password, signIn, unique } from './steps.ts'

/** Unsaved drafts are stored per tab and user. */

const link = (page: Page) => page.getByLabel('Link')
const begun = 'https://events.test.example/begun'
const preview = (page: Page) => page.getByRole('img', { name: 'Preview' })

async function choosePhoto(page: Page) {
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2a6' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel(/^Image/).setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
  await expect.poll(() => countStoredFiles(page)).toBe(1)
}

/** The photos in IndexedDB. */
function countStoredFiles(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('drafts', 1)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('files').objectStore('files').count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
  )
}

async function addPosting({ sql }: Portal, person: Person): Promise<{ id: number }> {
  const [posting] = await sql<[{ id: number }]>`
    with activity as (
      insert into activities (name, description, type, score) values (${unique('Seminar')}, 'What it is', 'Elective', 2) returning *)
    insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
    select ${person.id}, activity.id, activity.name, activity.type, activity.score, terms.start_date, terms.id
    from activity, terms where is_current returning id`
  return posting
}

async function signInAgain(page: Page, person: Person) {
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('link', { name: 'Your Activity' }).click()
}

test('the draft of a posting survives a reload, another panel and the end of the session, its photo too', async ({
  page,
  portal,
}) => {
  const person = await addPerson(portal, 'staff')
  await signIn(page, person)
  await page.goto('/staff-dashboard?tab=your-activity')
  await link(page).fill(begun)
  await choosePhoto(page)
  await page.reload()
  await expect(link(page)).toHaveValue(begun)
  await expect(preview(page)).toBeVisible()
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity List')
  await page.getByRole('link', { name: 'Your Activity' }).click()
  await expect(preview(page)).toBeVisible()

  await portal.sql`delete from sessions where user_id = ${person.id}`
  await page.reload()
  await expect(page).toHaveURL('/')
  await signInAgain(page, person)
  await expect(link(page)).toHaveValue(begun)
  await expect(preview(page)).toBeVisible()
  await expect(page.getByRole('form')).toContainText('photo.jpg')
})

test('the edit of a posting survives a reload; a message says when it is gone', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff')
  const { id } = await addPosting(portal, person)
  await signIn(page, person)
  await page.goto('/staff-dashboard?tab=your-activity')
  await page.getByRole('button', { name: /^Edit Seminar/ }).click()
  await link(page).fill(begun)
  await choosePhoto(page)
  await page.reload()
  const heading = page.getByRole('form').getByRole('heading')
  await expect(heading).toHaveText('Edit Activity')
  await expect(link(page)).toHaveValue(begun)
  await expect(preview(page)).toBeVisible()
  await link(page).press('Escape')
  await expect(heading).toHaveText('Post New Activity')
  await expect(link(page)).toHaveValue('')
  await page.getByRole('button', { name: /^Edit Seminar/ }).click()
  await expect(link(page)).toHaveValue(begun)

  // Another user saved it meanwhile: the draft still counts as an edit of the old version.
  await portal.sql`update posted_activities set link = 'https://events.test.example/theirs' where id = ${id}`
  await page.reload()
  await expect(link(page)).toHaveValue(begun)
  await page.getByRole('button', { name: 'Update Activity' }).click()
  await expect(page.getByRole('form').getByRole('alert')).toContainText('It was changed meanwhile')

  await portal.sql`delete from posted_activities where id = ${id}`
  await page.reload()
  await expect(page.getByText('This posted activity is not there any more.')).toBeVisible()
  await expect(heading).toHaveText('Post New Activity')
})

test('other users do not see it, and logging out deletes it with all browser storage', async ({ page, portal }) => {
  const [first, second] = [await addPerson(portal, 'staff'), await addPerson(portal, 'staff')]
  await signIn(page, first)
  await page.goto('/staff-dashboard?tab=your-activity')
  await link(page).fill(begun)
  await page.evaluate(() => localStorage.setItem('return-reasons-1', '["The link is wrong."]'))
  await choosePhoto(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(() => countStoredFiles(page)).toBe(0)
  expect(await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).not.toHaveProperty('return-reasons-1')
  await signInAgain(page, first)
  await expect(link(page)).toHaveValue('')
  await expect(preview(page)).toBeHidden()

  await link(page).fill(begun)
  await choosePhoto(page)
  await portal.sql`delete from sessions where user_id = ${first.id}`
  await page.reload()
  await signInAgain(page, second)
  await expect(link(page)).toHaveValue('')
  await expect.poll(() => countStoredFiles(page)).toBe(0)
  expect(JSON.stringify(await page.evaluate(() => ({ ...sessionStorage })))).not.toContain(begun)
})

test('the draft of a user is restored after visiting another panel, without the password, until Cancel', async ({
  page,
  portal,
}) => {
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto('/admin-dashboard')
  await page.getByRole('button', { name: 'Add User' }).click()
  const form = page.getByRole('form', { name: 'New user' })
  const name = unique('Nora Test')
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Password', { exact: true }).fill('a secret of hers')
  await page.getByRole('link', { name: 'Terms' }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add Term' })).toBeVisible()
  await page.goBack()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue(name)
  await expect(form.getByLabel('Password', { exact: true })).toHaveValue('')
  expect(JSON.stringify(await page.evaluate(() => ({ ...sessionStorage })))).not.toContain('secret')

  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Add User' }).click()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('')
})

test('the edit of a row survives a reload, Escape and Back, until Cancel', async ({ page, portal }) => {
  const [activity, department, term] = [unique('Lecture'), unique('Physics'), unique('Year')]
  const member = await addPerson(portal, 'staff', { name: unique('Nora Test') })
  await portal.sql`insert into activities (name, description, type, score) values (${activity}, 'What it is', 'Elective', 2)`
  await portal.sql`insert into departments (name) values (${department})`
  await portal.sql`insert into terms (name, start_date, end_date) values (${term}, '1951-01-01', '1951-12-31')`
  await signIn(page, await addPerson(portal, 'admin'))

  const rows = [
    { tab: 'users', row: member.name, field: 'Name' },
    { tab: 'departments', row: department, field: 'New name' },
    { tab: 'terms', row: term, field: 'Name' },
    { tab: 'activity', row: activity, field: 'Name' },
  ]
  for (const { tab, row, field } of rows) {
    await page.goto(`/admin-dashboard?tab=${tab}`)
    await page.getByRole('button', { name: `Edit ${row}` }).click()
    const form = page.getByRole('form', { name: `Edit ${row}` })
    await form.getByLabel(field, { exact: true }).fill('A better name')
    await page.reload()
    await expect(form.getByLabel(field, { exact: true })).toHaveValue('A better name')
    await expect(form).toContainText('This is your unsaved input from before. Cancel discards it.')
    await form.getByLabel(field, { exact: true }).press('Escape')
    await expect(form).toBeHidden()
    await page.getByRole('button', { name: `Edit ${row}` }).click()
    await expect(form.getByLabel(field, { exact: true })).toHaveValue('A better name')
    await page.goBack()
    await expect(form).toBeHidden()
    await page.getByRole('button', { name: `Edit ${row}` }).click()
    await expect(form.getByLabel(field, { exact: true })).toHaveValue('A better name')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: `Edit ${row}` }).click()
    await expect(form.getByLabel(field, { exact: true })).toHaveValue(row)
  }

  // Another user saved it meanwhile: an edit conflict. Gone: a message says so.
  const form = page.getByRole('form', { name: `Edit ${activity}` })
  await form.getByLabel('Description', { exact: true }).fill('Mine')
  await portal.sql`update activities set description = 'Theirs' where name = ${activity}`
  await page.reload()
  await expect(form.getByLabel('Description', { exact: true })).toHaveValue('Mine')
  await form.getByRole('button', { name: 'Update Activity' }).click()
  await expect(form.getByRole('region')).toContainText('Theirs')
  await portal.sql`update activities set removed_at = now() where name = ${activity}`
  await page.reload()
  await expect(page.getByText('This activity is not there any more.')).toBeVisible()
  await expect(form).toBeHidden()
})
