import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseInFilter, filterOf } from '../../testing/components/filters.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const { make, sql } = portal
const admin = await make.admin({ name: 'Rana Wahid' })
const [physics, law] = [await make.department('Physics'), await make.department('Law')]
const [before, term] = [
  await make.term('Year 2101', '2101-01-01', '2101-12-31'),
  await make.term('Year 2102', '2102-01-01', '2102-12-31'),
]

const scored = (user: { id: number }, { id }: { id: number }, fb: number) =>
  sql`insert into term_scores (user_id, term_id, tp, fb) values (${user.id}, ${id}, 0, ${fb})
    on conflict (user_id, term_id) do update set tp = excluded.tp, fb = excluded.fb`
const closed = async ({ id }: { id: number }) =>
  expect((await portal.as(admin)('PUT', `/terms/close/${id}`, {})).status).toBe(200)

// There are two closed years: a member who joins later is in neither.
const lectures = await make.activity({ score: 30 })
const [ann, ben] = [
  await make.staff({ name: 'Ann', department_id: physics.id }),
  await make.staff({ name: 'Ben', title: 'l', department_id: physics.id }),
]
await make.posting(ann.id, lectures, '2101-03-01')
await scored(ben, before, 0)
await closed(before)
const [cid, dora] = [
  await make.staff({ name: 'Cid', title: null }),
  await make.staff({ name: 'Dora', title: 'l', department_id: law.id }),
]
await make.posting(ann.id, await make.activity({ score: 60 }), '2102-03-01')
await make.posting(cid.id, await make.activity({ score: 10 }), '2102-03-01')
await scored(ann, term, 2)
await scored(ben, term, 0)
await scored(dora, term, 3)
await closed(term)

const overview = `/admin-dashboard?tab=overview&term=${term.id}`
const open = (options?: Parameters<typeof portal.open>[2]) => portal.open(overview, admin, options)
const address = () => location.pathname + location.search
const card = (name: string) => page.getByRole('region', { name, exact: true })
const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true })
const select = (name: string) => page.getByRole('combobox', { name, exact: true })
/** The rows of a table of numbers, cell by cell. */
async function numbersIn(caption: string) {
  const table = page.getByRole('table', { name: `${caption}: figures` })
  await expect.element(table).toBeVisible()
  const rows = table.getByRole('row').elements()
  return rows.map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))
}
/** The first names in the list of the staff. */
const expectMembers = (names: string[]) =>
  expect
    .poll(() =>
      page
        .getByRole('rowheader')
        .elements()
        .map(({ textContent }) => textContent.match(/^(Ann|Ben|Cid|Dora)/)?.[0]),
    )
    .toEqual(names)

test('the term is chosen, and the charts and tables have the same numbers', async () => {
  await portal.open('/admin-dashboard', admin)
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Overview')
  await select('Term').selectOptions(`${term.name} (closed)`)
  await expect.poll(address).toBe(overview)

  const byDepartment = card('Grade with feedback by department')
  await expect.element(byDepartment).toHaveTextContent('The most common grade with feedback is E: 2 of 4 members.')
  expect(await numbersIn('Grade with feedback by department')).toEqual([
    ['Department', 'E', 'D', 'C', 'B', 'A', 'A+', '-', 'Members', 'Average'],
    ['Law', '1', '0', '0', '0', '0', '0', '0', '1', '3.00'],
    ['Physics', '1', '0', '0', '0', '1', '0', '0', '2', '31.00'],
    ['Unknown Department', '0', '0', '0', '0', '0', '0', '1', '1', '10.00'],
  ])
  const links = byDepartment.getByRole('link').elements()
  expect(links.map((one) => one.ariaLabel ?? one.textContent)).toEqual([
    'Law, grade E: 1 member',
    'Physics, grade E: 1 member',
    'Physics, grade A: 1 member',
    'Unknown Department, no grade: 1 member',
    // The links of the table follow.
    'Law',
    'Physics',
    'Unknown Department',
  ])
  const titles = (await numbersIn('Grade with feedback by title')).map(([title]) => title)
  expect(titles).toEqual(['Title', 'Professor', 'Lecturer', 'Unknown'])
  await expect.element(card('Points by type')).toHaveTextContent('75 points in total, 18.75 per member.')
  expect(await numbersIn('Points by type')).toContainEqual(['Compulsory', '70', '17.50', '93%'])
})

test('a grade has the same colours in a chart, in the legend, in the list of the staff and in the rules', async () => {
  const backgroundOf = (element: Element) => getComputedStyle(element).backgroundImage
  await open()
  const bar = link('Physics, grade A: 1 member')
  await expect.element(bar).toBeVisible()
  const colours = backgroundOf(bar.element())
  expect(colours).toMatch(/^linear-gradient\(90deg, rgb.+, rgb/)
  const legend = page.getByRole('columnheader', { name: 'A', exact: true }).first().element().firstElementChild as Element
  expect(backgroundOf(legend)).toBe(colours)
  await bar.click()
  const badge = link(`Grade with feedback A for Ann: show on the grade scale`)
  await expect.element(badge).toBeVisible()
  expect(backgroundOf(badge.element().firstElementChild as Element)).toBe(colours)
  await portal.open('/admin-dashboard?tab=settings', admin)
  const inRules = page.getByRole('table', { name: 'Grade bands' }).getByRole('columnheader', { name: 'A', exact: true })
  await expect.element(inRules).toBeVisible()
  expect(backgroundOf(inRules.element().firstElementChild as Element)).toBe(colours)
})

test('a bar links to its members: of a department, of a title, and by the points of a type', async () => {
  await open()
  await link('Physics, grade E: 1 member').click()
  await expect.poll(address).toBe(`/admin-dashboard?tab=staff&term=${term.id}&department_id=${physics.id}&grade=E`)
  await expectMembers(['Ben'])
  await expect.element(filterOf('Grade')).toHaveTextContent('E')
  await open()
  await link('Unknown Department, no grade: 1 member').click()
  await expectMembers(['Cid'])
  await open()
  await link('Unknown, no grade: 1 member').click()
  await expectMembers(['Cid'])
  await open()
  await link('Compulsory: 70 points').click()
  await expect.element(page.getByRole('columnheader', { name: 'ACT S.' })).toHaveAttribute('aria-sort', 'descending')
  await expectMembers(['Ann', 'Cid', 'Ben', 'Dora'])
})

test('members without postings are counted by department and found by name', async () => {
  await open()
  await expect.element(card('Participation')).toHaveTextContent('Nothing posted yet: 2 of 4 members (50%).')
  expect(await numbersIn('Nothing posted yet, by department')).toEqual([
    ['Department', 'Nothing posted', 'Members', 'Share'],
    ['Law', '1', '1', '100%'],
    ['Physics', '1', '2', '50%'],
    ['Unknown Department', '0', '1', '0%'],
  ])
  await link('2 members have posted nothing').click()
  await expectMembers(['Ben', 'Dora'])
  await open()
  await link('Law: 1 of 1 member with nothing posted').click()
  await expectMembers(['Dora'])

  await chooseInFilter('Department', 'All departments')
  await expectMembers(['Ben', 'Dora'])
  await expect.poll(address).toBe(`/admin-dashboard?tab=staff&term=${term.id}&posted=nothing`)
  await chooseInFilter('Activities', 'Posted at least one', 'Nothing posted')
  await expectMembers(['Ann', 'Cid'])
  await chooseInFilter('Activities', 'All postings')
  await expectMembers(['Ann', 'Ben', 'Cid', 'Dora'])
  const sort = page.getByRole('button', { name: 'Activities', exact: true })
  await sort.click()
  await expectMembers(['Ben', 'Dora', 'Ann', 'Cid'])
  await sort.click()
  await expectMembers(['Ann', 'Cid', 'Ben', 'Dora'])
})

test('a term is compared with the one before, or another', async () => {
  await open()
  const comparison = card('Term comparison')
  await expect.element(comparison).toHaveTextContent('The average total rose by 3.75 points, from 15.00 to 18.75.')
  await expect.element(select('Compared with')).toHaveValue(String(before.id))
  expect(await numbersIn('Grade with feedback in both terms')).toEqual([
    ['Term', 'E', 'D', 'C', 'B', 'A', 'A+', '-', 'Members', 'Average'],
    [term.name, '2', '0', '0', '0', '1', '0', '1', '4', '18.75'],
    [before.name, '1', '0', '1', '0', '0', '0', '0', '2', '15.00'],
  ])
  expect(await numbersIn('Change in average total by department')).toEqual([
    ['Department', before.name, term.name, 'Change'],
    ['Law', '–', '3.00', '–'],
    ['Physics', '15.00', '31.00', '+16.00'],
    ['Unknown Department', '–', '10.00', '–'],
  ])
  await link(`${before.name}, grade C: 1 member`).click()
  await expectMembers(['Ann'])

  await open()
  const [current] = await sql<{ id: number }>`select id from terms where is_current`
  await select('Compared with').selectOptions(String(current?.id))
  await expect.poll(address).toBe(`${overview}&against=${current?.id}`)
  await expect.element(select('Compared with')).toHaveValue(String(current?.id))
  await link('Staff').click()
  await expect.element(page.getByRole('searchbox')).toBeVisible()
  await portal.open(`${overview}&against=${current?.id}`, admin)
  await expect.element(select('Compared with')).toHaveValue(String(current?.id))
})

test.for(['ltr', 'rtl'] as const)(
  'a chart is one stop of the Tab key; arrow keys move from bar to bar in their direction: %s',
  async (direction) => {
    document.documentElement.dir = direction
    onTestFinished(() => {
      document.documentElement.dir = 'ltr'
    })
    await open()
    const links = card('Grade with feedback by department').getByRole('link')
    const at = (index: number) => links.nth(index)
    // There are four links of the chart, and three names of the table.
    await expect.poll(() => links.elements().length).toBe(7)
    const left = (index: number) => at(index).element().getBoundingClientRect().left
    expect(left(1) < left(2)).toBe(direction === 'ltr')

    const figure = link('2 members have posted nothing').element()
    if (figure instanceof HTMLElement) figure.focus()
    await userEvent.tab()
    await expect.element(at(0)).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    expect([at(1).element(), at(2).element()]).toContain(document.activeElement)
    await userEvent.keyboard('{Home}')
    const [forward, backward] = direction === 'ltr' ? ['{ArrowRight}', '{ArrowLeft}'] : ['{ArrowLeft}', '{ArrowRight}']
    await userEvent.keyboard(forward + forward)
    await expect.element(at(2)).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect.element(at(3)).toHaveFocus()
    await userEvent.keyboard(backward)
    await expect.element(at(2)).toHaveFocus()
    await userEvent.tab()
    await expect.element(page.getByRole('group', { name: 'Grade with feedback by department: figures' })).toHaveFocus()
    await userEvent.tab({ shift: true })
    await expect.element(at(2)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expectMembers(['Ann'])
  },
)

test('the page itself never scrolls sideways, wide and on a phone, and with a column more for members with nothing yet', async () => {
  const sideways = () => document.documentElement.scrollWidth - window.innerWidth
  for (const width of [1280, 390]) {
    await open({ width, height: 844 })
    await expect.element(card('Term comparison')).toBeVisible()
    expect(sideways(), `${width} px`).toBe(0)
  }
  await portal.open('/admin-dashboard?tab=overview', admin)
  const header = async () => (await numbersIn('Grade with feedback by department'))[0]
  await expect.poll(header).toContain('Nothing yet')
  expect((await header())?.filter((text) => text === 'E')).toHaveLength(1)
  expect(sideways()).toBe(0)
})

test('a term without members has a state of its own', async () => {
  const empty = await make.term('Year 2103', '2103-01-01', '2103-12-31')
  await sql`update users set role_id = 1 where role_id = 2`
  await closed(empty)
  await sql`update users set role_id = 2 where id in (${ann.id}, ${ben.id}, ${cid.id}, ${dora.id})`
  await open()
  await select('Term').selectOptions(`${empty.name} (closed)`)
  await expect.element(page.getByText('No staff members available')).toBeVisible()
})
