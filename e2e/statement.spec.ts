import type { Page } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn, unique } from './steps.ts'

/** A member with two postings that count, one returned, and both scores set by an administrator. */
async function makeStory({ sql }: Portal, admin: Person, name: string) {
  const member = await addPerson({ sql } as Portal, 'staff', { name, title: 'l' })
  const [term] = await sql<[{ id: number; name: string; start: string }]>`
    select id, name, start_date::text as start from terms where is_current`
  const year = Number(term.start.slice(0, 4))
  const post = async (activity: string, type: string, score: number, day: string, state = 'posted') => {
    const [made] = await sql<[{ id: number }]>`
      insert into activities (name, description, type, score) values (${unique(activity)}, 'What it is', ${type}, ${score}) returning id`
    await sql`
      insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id, state, returned_reason, reviewed_by, reviewed_at)
      values (${member.id}, ${made.id}, ${activity}, ${type}, ${score}, ${day}, ${term.id}, ${state},
        ${state === 'returned' ? 'The link leads nowhere' : null}, ${state === 'posted' ? null : admin.id}, ${state === 'posted' ? null : sql`now()`})`
  }
  await post('Curriculum workshop', 'Compulsory', 4.15, `${year}-10-02`, 'verified')
  await post('Regional conference', 'Attending', 3, `${year}-11-12`)
  await post('Guest lecture at Koya', 'Elective', 2.5, `${year}-11-03`, 'returned')
  return { member, term, year }
}

async function giveScores(page: Page, member: Person) {
  expect((await page.request.put(`/users/edit-tp/${member.id}`, { data: { tp: 16.4 } })).status()).toBe(200)
  expect((await page.request.put(`/users/edit-feedback/${member.id}`, { data: { fb: 4.4 } })).status()).toBe(200)
}

const lines = (page: Page) => page.getByRole('table', { name: 'How it adds up' })

async function expectTheStory(page: Page, name: string, year: number, whose: 'Your' | "The member's own" = "The member's own") {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const sum = page.getByRole('region', { name: 'How it adds up' })
  await expect(sum).toContainText('Compulsory4.15Attending3+Elective0+Teacher points16.4+Feedback4.4+Total27.95=')
  await expect(sum).toContainText("BThe office's grade: 27.95With feedback")
  await expect(sum).toContainText(`C${whose} grade: 23.55Without feedback`)
  await expect(lines(page).getByRole('row', { name: /Curriculum workshop/ })).toContainText(`2 Oct ${year}`)
  await expect(lines(page).getByRole('row', { name: /Curriculum workshop/ })).toContainText('Verified')
  await expect(lines(page).getByRole('row', { name: /^Teacher points/ })).toContainText(
    /set by Rana Wahid on \d+ \w{3} \d{4}16\.4/,
  )
  await expect(lines(page).getByRole('row', { name: /^Total/ })).toHaveText('Total27.95')
  await expect(lines(page)).not.toContainText('Guest lecture')
  const returned = page.getByRole('region', { name: 'Returned, not counted' })
  await expect(returned).toContainText('would add 2.5')
  await expect(returned.getByRole('row', { name: /Guest lecture at Koya/ })).toContainText('The link leads nowhere')
}

test('the administrator opens the breakdown of a total, and the member sees the same lines, in the second person', async ({
  page,
  browser,
  portal,
}) => {
  const admin = await addPerson(portal, 'admin', { name: 'Rana Wahid' })
  const name = unique('Dr. Sara Aziz')
  const { member, year } = await makeStory(portal, admin, name)
  await signIn(page, admin)
  await giveScores(page, member)
  await page.goto('/admin-dashboard?tab=staff')
  await page.getByRole('searchbox').fill(name)
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: `27.95, how it adds up for ${name}` }).click()
  const statement = await opening
  await expect(statement).toHaveURL(`/statement?user_id=${member.id}`)
  await expectTheStory(statement, name, year)
  const seenByAdmin = await lines(statement).innerText()
  await statement.getByRole('link', { name: 'Staff' }).click()
  await expect(statement).toHaveURL('/admin-dashboard?tab=staff')

  // From the postings too.
  await page.getByRole('button', { name: `View Activities of ${name}` }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: /How it adds up/ })).toHaveAttribute(
    'href',
    `/statement?user_id=${member.id}`,
  )

  const own = await browser.newContext({ baseURL: portal.url })
  const mine = await own.newPage()
  await signIn(mine, member)
  await mine.goto('/staff-dashboard?tab=your-activity')
  await mine.getByRole('link', { name: 'How it adds up' }).click()
  await expect(mine).toHaveURL('/statement')
  await expectTheStory(mine, name, year, 'Your')
  expect(await lines(mine).innerText()).toBe(seenByAdmin)
  await mine.getByRole('link', { name: 'Your Activity' }).click()
  await expect(mine).toHaveURL(/tab=your-activity/)
  await own.close()
})

test('a score that an administrator changes is on the open page at once', async ({ page, browser, portal }) => {
  const admin = await addPerson(portal, 'admin', { name: 'Rana Wahid' })
  const { member } = await makeStory(portal, admin, unique('Dr. Sara Aziz'))
  const theirs = await browser.newContext({ baseURL: portal.url })
  const other = await theirs.newPage()
  await signIn(other, admin)
  await giveScores(other, member)
  await signIn(page, member)
  await page.goto('/statement')
  const total = lines(page).getByRole('row', { name: /^Total/ })
  await expect(total).toHaveText('Total27.95')
  for (const [tp, sum] of [
    [17.4, 'Total28.95'],
    [10, 'Total21.55'],
  ] as const) {
    expect((await other.request.put(`/users/edit-tp/${member.id}`, { data: { tp } })).status()).toBe(200)
    await expect(total).toHaveText(sum)
  }
  await theirs.close()
})

test('the PDF statement has a code that anyone can check, until something changes', async ({ page, browser, portal }) => {
  const admin = await addPerson(portal, 'admin', { name: 'Rana Wahid' })
  const { member } = await makeStory(portal, admin, unique('Dr. Layla Hassan'))
  await signIn(page, member)
  await page.goto('/statement')
  const making = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF statement' }).click()
  const file = (await making).suggestedFilename()
  const code = /^statement-((\w{4}-){3}\w{4})\.pdf$/.exec(file)?.[1] ?? ''
  expect(code).not.toBe('')

  const stranger = await browser.newContext({ baseURL: portal.url })
  const check = await stranger.newPage()
  await check.goto('/check')
  await check.getByLabel('Code').fill(code.toLowerCase().replaceAll('-', ' '))
  await check.getByRole('button', { name: 'Check' }).first().click()
  await expect(check.getByRole('heading', { name: 'This statement is genuine' })).toBeVisible()
  await expect(check.getByText('It is still current')).toBeVisible()
  await expect(check.getByText(member.name)).toBeVisible()
  await expect(check.getByText('7.15')).toBeVisible()
  // In the portal's own fonts, although no script or style sheet of the portal is loaded.
  const fonts = () =>
    check.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', '')),
    )
  await expect.poll(fonts).toEqual(expect.arrayContaining(['IBM Plex Sans', 'Source Serif 4 Variable']))
  await expectNoAxeViolations(check)
  await portal.sql`update posted_activities set score = 3.5 where user_id = ${member.id} and type = 'Attending'`
  await check.reload()
  await expect(check.getByText('It has been superseded')).toBeVisible()
  await check.goto('/check/AAAA-BBBB-CCCC-DDDD')
  await expect(check.getByRole('heading', { name: 'This statement is not known' })).toBeVisible()
  await expectNoAxeViolations(check)
  await stranger.close()
})

test('a failure to load or to create the PDF shows an error and can be retried', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'staff'))
  await page.route('**/statements?*', (route) => route.abort())
  await page.goto('/statement')
  await expect(page.getByRole('alert')).toContainText('Failed to load the statement. Please try again later.')
  await page.unroute('**/statements?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(lines(page)).toBeVisible()
  await page.route('**/statements/pdf?*', (route) => route.fulfill({ status: 500, json: { message: 'x' } }))
  await page.getByRole('button', { name: 'PDF statement' }).click()
  await expect(page.getByText('Failed to make the PDF statement. Please try again later.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'PDF statement' })).toBeEnabled()
})

test('a member sees no other member; an administrator without a member gets a link to choose one', async ({ page, portal }) => {
  const other = await addPerson(portal, 'staff')
  await page.goto('/statement')
  await expect(page).toHaveURL('/')
  await signIn(page, await addPerson(portal, 'staff'))
  await page.goto(`/statement?user_id=${other.id}`)
  await expect(page.getByRole('alert')).toContainText('Permission denied: Admins only.')
  await expect(lines(page)).toHaveCount(0)
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto('/statement')
  await expect(page.getByText('Whose statement?')).toBeVisible()
})

test('a closed term shows when it was frozen; another term can be selected', async ({ page, portal }) => {
  const member = await addPerson(portal, 'staff', { name: 'Frozen Member' })
  const [term] = await portal.sql<[{ id: number }]>`
    insert into terms (name, start_date, end_date) values (${unique('Old')}, '1990-01-01', '1990-12-31') returning id`
  const admin = await addPerson(portal, 'admin', { name: 'Rana Wahid' })
  await signIn(page, admin)
  expect((await page.request.put(`/terms/close/${term.id}`, { data: {} })).status()).toBe(200)
  await portal.sql`update users set name = 'New Name' where id = ${member.id}`
  await page.goto(`/statement?user_id=${member.id}&term=${term.id}`)
  await expect(page.getByRole('heading', { name: 'Frozen Member' })).toBeVisible()
  await expect(page.getByText(/^Closed and frozen on \d+ \w{3} \d{4} by Rana Wahid$/)).toBeVisible()
  const [current] = await portal.sql<[{ id: number }]>`select id from terms where is_current`
  await page.getByLabel('Term').selectOption(String(current.id))
  await expect(page.getByRole('heading', { name: 'New Name' })).toBeVisible()
  await expect(page.getByText('Open: this can still change')).toBeVisible()
})

test('printed, there are no buttons, but a letterhead; black on white also in dark mode', async ({ page, portal }) => {
  const admin = await addPerson(portal, 'admin', { name: 'Rana Wahid' })
  const { member } = await makeStory(portal, admin, 'Dr. Omar Karim')
  await signIn(page, member)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/statement')
  await expect(lines(page)).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const name of ['Print', 'PDF statement']) await expect(page.getByRole('button', { name })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Your Activity' })).toBeHidden()
  await expect(page.getByText('Your University')).toBeVisible()
  await expect(page.getByText(/^Printed from the portal on/)).toBeVisible()
  const colours = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body)
    return { backgroundColor, color }
  })
  expect(colours).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(24, 32, 47)' })
})

test('a pressed number of the own statement explains itself, and is a plain number to others and on paper', async ({
  page,
  portal,
}) => {
  const admin = await addPerson(portal, 'admin', { name: 'Rana Wahid' })
  const { member, term } = await makeStory(portal, admin, unique('Dr. Hana Said'))
  await signIn(page, admin)
  await giveScores(page, member)
  await page.goto(`/statement?user_id=${member.id}`)
  await expect(lines(page)).toBeVisible()
  await expect(page.locator('article').getByRole('button')).toHaveCount(0)

  await signIn(page, member)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/statement')
  const sum = page.getByRole('region', { name: 'How it adds up' })
  const row = (name: RegExp) => page.getByRole('row', { name })
  const explained = [
    [sum, 'Compulsory', `The points of your activities of type Compulsory in ${term.name}.`],
    [sum, 'Attending', '1 activity counts: 3 points.'],
    [sum, 'Elective', '1 was returned and does not count until you edit it.'],
    [sum, 'Teacher points', /Set on \d+ \w{3} \d{4} by Rana Wahid\./],
    [sum, 'Feedback', 'They count in your total, not in your own grade.'],
    [sum, 'Total', 'Nobody enters it. The portal adds the parts up.'],
    [sum, 'Your grade', 'Your grade comes from your total without feedback: 23.55 points. For the title Lecturer, C begins at'],
    [
      sum,
      "The office's grade",
      "The office's grade comes from your total with feedback: 27.95 points. For the title Lecturer, B begins at",
    ],
    [row(/^Compulsory/), 'Compulsory', '1 activity counts: 4.15 points.'],
    [row(/^Teacher points/), 'Teacher points', 'An administrator sets it.'],
    [row(/^Total/), 'Total', 'The sum of the five parts'],
    [row(/^Curriculum workshop/), 'Points of Curriculum workshop', /Verified on \d+ \w{3} \d{4} by Rana Wahid\./],
    [row(/^Regional conference/), 'Points of Regional conference', 'Nobody has reviewed it yet.'],
    [row(/^Guest lecture/), 'Points of Guest lecture at Koya', 'these points do not count until you edit it'],
  ] as const
  await expect(page.locator('article').getByRole('button')).toHaveCount(17)
  for (const [place, label, sentence] of explained) {
    const number = place.getByRole('button', { name: new RegExp(`: what is ${label}\\?$`) })
    await number.click()
    const sheet = page.getByRole('dialog', { name: label, exact: true })
    await expect(sheet).toContainText(sentence)
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(number).toBeFocused()
  }
  await expect(page).toHaveURL('/statement')

  const decoration = () =>
    page
      .locator('article button :is(span, bdi)')
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).textDecorationLine))].sort())
  expect(await decoration()).toEqual(['line-through', 'underline'])
  await page.emulateMedia({ media: 'print' })
  expect(await decoration()).toEqual(['line-through', 'none'])
})

test('an explanation that cannot be loaded says so, and can be loaded again', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'staff', { title: 'l' }))
  await page.goto('/statement')
  const calls = [
    ['**/rules', 'Total', 'The portal adds the parts up.'],
    ['**/users/id/*', 'Your grade', 'Your grade comes from your total'],
    ['**/posted-activities?*', 'Elective', '0 activities count: 0 points.'],
  ] as const
  for (const [address, label, sentence] of calls) {
    await page.route(address, (route) => route.abort())
    await page
      .getByRole('region', { name: 'How it adds up' })
      .getByRole('button', { name: new RegExp(`: what is ${label}\\?$`) })
      .click()
    const dialog = page.getByRole('dialog', { name: label, exact: true })
    await expect(dialog.getByRole('alert')).toBeVisible()
    await page.unroute(address)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog).toContainText(sentence)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('axe finds no violations, and nothing is wider than a phone, in light and dark', async ({ page, portal }) => {
  const admin = await addPerson(portal, 'admin', { name: 'Rana Wahid' })
  const { member } = await makeStory(portal, admin, 'د. ڕێبوار ئەحمەد')
  await signIn(page, member)
  await page.goto('/statement')
  await expect(lines(page)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoAxeViolations(page)
  for (const direction of ['ltr', 'rtl']) {
    await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  }
  await page.goto('/staff-dashboard?tab=your-activity')
  await expect(page.getByRole('link', { name: 'How it adds up' })).toBeVisible()
  await expectNoAxeViolations(page)
})
