import type { Page } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, signIn, unique } from './steps.ts'

interface Result {
  name: string
  title: string | null
  department: string | null
  acts: number
  fb?: number
  posted: number
  grade: string
}

/** Closed terms freeze the id with the name; the departments themselves are not needed. */
const departmentIds: ReadonlyMap<string, number> = new Map([
  ['Physics', 1001],
  ['Law', 1002],
])

let year = 2100
/** A closed term with exactly these members: the members of other tests are not in it. */
async function addClosedTerm({ sql }: Portal, results: Result[], people: Map<string, number>) {
  year += 1
  const name = `Year ${year}`
  const [{ id }] = await sql<[{ id: number }]>`
    insert into terms (name, start_date, end_date) values (${name}, ${`${year}-01-01`}, ${`${year}-12-31`}) returning id`
  await sql.begin(async (tx) => {
    const [closing] = await tx<[{ id: number }]>`
      insert into term_closings (term_id, number, closed_by)
      select ${id}, 1, min(id) from users where role_id = 1 returning id`
    for (const { name, title, department, acts, fb = 0, posted, grade } of results)
      await tx`
        insert into term_results (closing_id, user_id, name, title, department_id, department_name, tp, fb, atts, acts, escore, total_score,
          posted_count, verified_count, returned_count, grade)
        values (${closing.id}, ${people.get(name) ?? 0}, ${name}, ${title}, ${departmentIds.get(department ?? '') ?? null}, ${department}, 0, ${fb}, 0, ${acts}, 0, ${acts + fb},
          ${posted}, 0, 0, ${grade})`
    await tx`update terms set status = 'closed', closing_id = ${closing.id} where id = ${id}`
  })
  return { id, name }
}

const lastYear: Result[] = [
  { name: 'Ann', title: 'p', department: 'Physics', acts: 30, posted: 1, grade: 'C' },
  { name: 'Ben', title: 'l', department: 'Physics', acts: 0, posted: 0, grade: 'E' },
]
const thisYear: Result[] = [
  { name: 'Ann', title: 'p', department: 'Physics', acts: 60, fb: 2, posted: 2, grade: 'A' },
  { name: 'Ben', title: 'l', department: 'Physics', acts: 0, posted: 0, grade: 'E' },
  { name: 'Cid', title: null, department: null, acts: 10, posted: 1, grade: '-' },
  { name: 'Dora', title: 'l', department: 'Law', acts: 0, fb: 3, posted: 0, grade: 'E' },
]

/** Two years of Ann, Ben, Cid and Dora. */
async function addTwoYears(portal: Portal) {
  const people = new Map<string, number>()
  for (const name of ['Ann', 'Ben', 'Cid', 'Dora']) people.set(name, (await addPerson(portal, 'staff', { name })).id)
  return { before: await addClosedTerm(portal, lastYear, people), term: await addClosedTerm(portal, thisYear, people) }
}

const overviewOf = (term: { id: number }) => `/admin-dashboard?tab=overview&term=${term.id}`
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** The rows of a table of numbers, cell by cell. */
async function numbersIn(page: Page, caption: string) {
  const rows = page.getByRole('table', { name: `${caption}, numbers` }).getByRole('row')
  return Promise.all((await rows.all()).map((row) => row.locator('th, td').allTextContents()))
}

test.describe('the overview', () => {
  test.beforeEach(async ({ page, portal }) => {
    await signIn(page, await addPerson(portal, 'admin', { name: 'Rana Wahid' }))
  })

  test('charts and tables have the same numbers, and a bar links to its members', async ({ page, portal }) => {
    const { term } = await addTwoYears(portal)
    await page.goto('/admin-dashboard')
    await page.getByRole('link', { name: 'Overview' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
    await page.getByLabel('Term', { exact: true }).selectOption(`${term.name} (closed)`)
    await expect(page).toHaveURL(overviewOf(term))

    const byDepartment = card(page, 'Grades by department')
    await expect(byDepartment).toContainText('The most frequent grade is E: 2 of 4 members.')
    expect(await numbersIn(page, 'Grades by department')).toEqual([
      ['Department', 'E', 'D', 'C', 'B', 'A', 'A+', '-', 'Members', 'Average'],
      ['Law', '1', '0', '0', '0', '0', '0', '0', '1', '3.00'],
      ['Physics', '1', '0', '0', '0', '1', '0', '0', '2', '31.00'],
      ['Unknown Department', '0', '0', '0', '0', '0', '0', '1', '1', '10.00'],
    ])
    const linkNames = await byDepartment
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.ariaLabel ?? link.textContent))
    expect(linkNames).toEqual([
      'Law, grade E: 1 member',
      'Physics, grade E: 1 member',
      'Physics, grade A: 1 member',
      'Unknown Department, no grade: 1 member',
      // Of the table.
      'Law',
      'Physics',
      'Unknown Department',
    ])
    expect((await numbersIn(page, 'Grades by title')).map(([title]) => title)).toEqual([
      'Title',
      'Professor',
      'Lecturer',
      'Unknown',
    ])

    const names = page.getByRole('rowheader')
    await byDepartment.getByRole('link', { name: 'Physics, grade E' }).click()
    await expect(page).toHaveURL(`/admin-dashboard?tab=staff&term=${term.id}&department_id=1001&grade=E`)
    await expect(names).toHaveText([/Ben/])
    await expect(page.getByLabel('Grade', { exact: true })).toHaveValue('E')
    await page.goBack()
    await byDepartment.getByRole('link', { name: 'Unknown Department, no grade' }).click()
    await expect(names).toHaveText([/Cid/])
    await page.goBack()
    await card(page, 'Grades by title').getByRole('link', { name: 'Unknown, no grade: 1 member' }).click()
    await expect(names).toHaveText([/Cid/])
    await page.goBack()

    const byType = card(page, 'Points by type')
    await expect(byType).toContainText('75 points in all, 18.75 per member.')
    expect(await numbersIn(page, 'Points by type')).toContainEqual(['Compulsory', '70', '17.50', '93%'])
    await byType.getByRole('link', { name: 'Compulsory: 70 points' }).click()
    await expect(names).toHaveText([/Ann/, /Cid/, /Ben|Dora/, /Ben|Dora/])
    await expect(page.getByRole('columnheader', { name: 'ACT S.' })).toHaveAttribute('aria-sort', 'descending')
  })

  test('members with nothing yet have a column of their own, named in words', async ({ page, portal }) => {
    await addPerson(portal, 'staff', { name: 'Eve' })
    await page.goto('/admin-dashboard?tab=overview')
    await expect(card(page, 'Grades by department')).toBeVisible()
    const [header] = await numbersIn(page, 'Grades by department')
    expect(header?.filter((text) => text === 'E')).toHaveLength(1)
    expect(header).toContain('Nothing yet')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  })

  test('members without postings are counted by department and found by name', async ({ page, portal }) => {
    const { term } = await addTwoYears(portal)
    await page.goto(overviewOf(term))
    const participation = card(page, 'Participation')
    await expect(participation).toContainText('2 of 4 members (50%) posted nothing yet.')
    expect(await numbersIn(page, 'Posted nothing yet, by department')).toEqual([
      ['Department', 'Posted nothing', 'Members', 'Share'],
      ['Law', '1', '1', '100%'],
      ['Physics', '1', '2', '50%'],
      ['Unknown Department', '0', '1', '0%'],
    ])
    await participation.getByRole('link', { name: 'Law: 1 of 1 member posted nothing' }).click()
    const names = page.getByRole('rowheader')
    await expect(names).toHaveText([/Dora/])
    await page.reload()
    await expect(names).toHaveText([/Dora/])
    await page.getByLabel('Department').selectOption('')
    await expect(names).toHaveText([/Ben/, /Dora/])
    await expect(page).toHaveURL(`/admin-dashboard?tab=staff&term=${term.id}&posted=nothing`)
    await page.getByRole('combobox', { name: 'Activities' }).selectOption('Posted something')
    await expect(names).toHaveText([/Ann/, /Cid/])
    await page.getByRole('combobox', { name: 'Activities' }).selectOption('All postings')
    await expect(names).toHaveCount(4)
    await page.getByRole('button', { name: 'Activities', exact: true }).click()
    await page.getByRole('button', { name: 'Activities', exact: true }).click()
    await expect(names.first()).toHaveText(/Ann/)

    await page.goto(overviewOf(term))
    await page.getByRole('link', { name: '2 members posted nothing', exact: true }).click()
    await expect(names).toHaveText([/Ben/, /Dora/])
  })

  test('a term is compared with the one before, or another', async ({ page, portal }) => {
    const { term, before } = await addTwoYears(portal)
    await page.goto(overviewOf(term))
    const comparison = card(page, 'Term against term')
    await expect(comparison).toContainText('The average total rose by 3.75 points, from 15.00 to 18.75.')
    await expect(comparison.getByLabel('Compared with')).toHaveValue(String(before.id))
    expect(await numbersIn(page, 'Grades of both terms')).toEqual([
      ['Term', 'E', 'D', 'C', 'B', 'A', 'A+', '-', 'Members', 'Average'],
      [term.name, '2', '0', '0', '0', '1', '0', '1', '4', '18.75'],
      [before.name, '1', '0', '1', '0', '0', '0', '0', '2', '15.00'],
    ])
    expect(await numbersIn(page, 'Change of the average total by department')).toEqual([
      ['Department', before.name, term.name, 'Change'],
      ['Law', '–', '3.00', '–'],
      ['Physics', '15.00', '31.00', '+16.00'],
      ['Unknown Department', '–', '10.00', '–'],
    ])
    await comparison.getByRole('link', { name: `${before.name}, grade C` }).click()
    await expect(page.getByRole('rowheader')).toHaveText([/Ann/])
    await page.goBack()
    const [current] = await portal.sql<[{ id: number }]>`select id from terms where is_current`
    await comparison.getByLabel('Compared with').selectOption(String(current.id))
    await expect(page).toHaveURL(`${overviewOf(term)}&against=${current.id}`)
    await expect(comparison.getByLabel('Compared with')).toHaveValue(String(current.id))
    await page.reload()
    await expect(comparison.getByLabel('Compared with')).toHaveValue(String(current.id))
  })

  for (const direction of ['ltr', 'rtl'] as const)
    test(`a chart is one stop of the Tab key; arrow keys move from bar to bar in their direction: ${direction}`, async ({
      page,
      portal,
    }) => {
      const { term } = await addTwoYears(portal)
      await page.addInitScript((dir) => {
        document.addEventListener('readystatechange', () => document.documentElement.setAttribute('dir', dir))
      }, direction)
      await page.goto(overviewOf(term))
      const links = card(page, 'Grades by department').getByRole('link')
      // Four of the chart, and three names of the table.
      await expect(links).toHaveCount(7)
      const [first, last] = [await links.nth(1).boundingBox(), await links.nth(2).boundingBox()]
      expect((first?.x ?? 0) < (last?.x ?? 0)).toBe(direction === 'ltr')

      await page.getByRole('link', { name: '2 members posted nothing', exact: true }).focus()
      await page.keyboard.press('Tab')
      await expect(links.nth(0)).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(links.nth(1).or(links.nth(2)).and(page.locator(':focus'))).toHaveCount(1)
      await page.keyboard.press('Home')
      const [forward, backward] = direction === 'ltr' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
      await page.keyboard.press(forward)
      await page.keyboard.press(forward)
      await expect(links.nth(2)).toBeFocused()
      await page.keyboard.press('End')
      await expect(links.nth(3)).toBeFocused()
      await page.keyboard.press(backward)
      await expect(links.nth(2)).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('group', { name: 'Grades by department, numbers' })).toBeFocused()
      await page.keyboard.press('Shift+Tab')
      await expect(links.nth(2)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('rowheader')).toHaveText([/Ann/])
    })

  test('a failed load shows an error and can be retried; an empty term has its own state', async ({ page, portal }) => {
    const { term } = await addTwoYears(portal)
    const empty = await addClosedTerm(portal, [], new Map())
    await page.route('**/overview?*', (route) => route.abort())
    await page.goto(overviewOf(term))
    await expect(page.getByRole('alert')).toContainText('Failed to load the overview. Please try again later.')
    await page.unroute('**/overview?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(card(page, 'Participation')).toBeVisible()

    await page.getByLabel('Term', { exact: true }).selectOption(`${empty.name} (closed)`)
    await expect(page.getByText('No staff members available')).toBeVisible()

    const people = new Map([['Eve', (await addPerson(portal, 'staff', { name: 'Eve' })).id]])
    const quiet = await addClosedTerm(
      portal,
      [{ name: 'Eve', title: 'p', department: 'Law', acts: 0, posted: 0, grade: 'E' }],
      people,
    )
    // As if there had never been another term.
    await page.route('**/terms', async (route) => {
      const { terms } = await (await route.fetch()).json()
      await route.fulfill({ json: { terms: terms.filter(({ id }: { id: number }) => id === quiet.id) } })
    })
    await page.route('**/overview?*', async (route) => {
      await route.fulfill({ json: { ...(await (await route.fetch()).json()), against: null } })
    })
    await page.goto(overviewOf(quiet))
    await expect(card(page, 'Participation')).toContainText('Nobody has posted anything yet.')
    await expect(card(page, 'Points by type')).toContainText('There are no points in this term yet.')
    await expect(card(page, 'Term against term')).toContainText('There is only one term yet.')
    await expect(page.getByLabel('Compared with')).toHaveCount(0)
  })

  test('axe finds no violations, wide and on a phone, and the page itself never scrolls sideways, in light and dark', async ({
    page,
    portal,
  }) => {
    const { term } = await addTwoYears(portal)
    for (const size of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      await page.goto(overviewOf(term))
      await expect(card(page, 'Term against term')).toBeVisible()
      await expectNoAxeViolations(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    }
  })
})

test.describe('the path of a member', () => {
  async function addMemberWithYears(portal: Portal, results: Omit<Result, 'name'>[]) {
    const member = await addPerson(portal, 'staff', { name: unique('Farah') })
    const terms = []
    for (const result of results)
      terms.push(await addClosedTerm(portal, [{ name: member.name, ...result }], new Map([[member.name, member.id]])))
    return { member, terms }
  }

  test('is below the scores, in a reserved space', async ({ page, portal }) => {
    const { member, terms } = await addMemberWithYears(portal, [
      { title: 'l', department: null, acts: 24.5, fb: 40, posted: 1, grade: 'A+' },
      { title: 'p', department: null, acts: 80, posted: 1, grade: 'A+' },
    ])
    await signIn(page, member)
    let respond = () => {}
    const held = new Promise<void>((resolve) => {
      respond = resolve
    })
    await page.route('**/overview/path?*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/staff-dashboard?tab=your-activity')
    const form = page.getByRole('heading', { name: 'Post New Activity' })
    await expect(page.getByRole('region', { name: 'Your Scores' })).toHaveAttribute('aria-busy', 'false')
    await expect(page.getByLabel('Term', { exact: true })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const before = await form.boundingBox()
    respond()
    const chart = page.getByRole('img', { name: /: 80 without feedback, grade A\+/ })
    await expect(chart).toBeVisible()
    expect((await form.boundingBox())?.y).toBe(before?.y)

    // The points without the 40 of feedback are plotted: with those a lecturer has a B.
    await expect(chart).toHaveAccessibleName(
      new RegExp(`${terms[0]?.name}: 24.5 without feedback, grade B; ${terms[1]?.name}: 80`),
    )
    const rows = await numbersIn(page, 'Your path')
    expect(rows[0]).toEqual(['Term', 'Without feedback', 'Grade', 'Total'])
    expect(rows).toContainEqual([terms[0]?.name, '24.5', 'B', '64.5'])
    expect(rows).toContainEqual([terms[1]?.name, '80', 'A+', '80'])
  })

  test('is a sentence at first, as high as it needs, and shows an error when it cannot be loaded', async ({ page, portal }) => {
    // There are other terms, of which the member has none.
    await addClosedTerm(portal, [], new Map())
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, await addPerson(portal, 'staff'))
    await page.goto('/staff-dashboard?tab=your-activity')
    await expect(page.getByText('Your path from term to term begins with your second one.')).toBeVisible()
    expect((await card(page, 'Your path').boundingBox())?.height).toBeLessThan(120)
    await page.route('**/overview/path?*', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Failed to load your path. Please try again later.')
    await page.unroute('**/overview/path?*')
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Your path from term to term begins with your second one.')).toBeVisible()

    const { member } = await addMemberWithYears(portal, [{ title: 'l', department: null, acts: 20, posted: 1, grade: 'C' }])
    await signIn(page, member)
    await page.route('**/assets/your-path-*.js', (route) => route.abort())
    await page.goto('/staff-dashboard?tab=your-activity')
    await expect(page.getByText('Failed to load your path. Please try again later.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Post New Activity' })).toBeVisible()
  })

  test('axe finds no violations in it, wide and on a phone, in light and dark', async ({ page, portal }) => {
    const { member } = await addMemberWithYears(
      portal,
      [10, 20, 30, 40, 50, 60].map((acts) => ({ title: 'p', department: null, acts, posted: 1, grade: 'C' })),
    )
    await signIn(page, member)
    for (const size of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      await page.goto('/staff-dashboard?tab=your-activity')
      await expect(page.getByRole('img', { name: /grade/ })).toBeVisible()
      await expectNoAxeViolations(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    }
  })
})
