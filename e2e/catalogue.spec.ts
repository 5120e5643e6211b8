import type { Locator } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, signIn, uniqueMark } from './steps.ts'

/** Two activities with a unique word in common, so that a search finds only them. */
async function addActivities({ sql }: Portal) {
  const mark = uniqueMark()
  const rows = [
    { name: `Guest lecture ${mark}`, description: 'Held somewhere else', type: 'Elective', score: 2.25 },
    {
      name: `Published paper ${mark}`,
      description: `Reviewed by others. ${'And so on. '.repeat(40)}`.trim(),
      type: 'Compulsory',
      score: 5,
    },
  ]
  const [lecture, paper] = await sql<[{ id: number; name: string }, { id: number; name: string }]>`
    insert into activities ${sql.insert(rows)} returning id, name`
  return { mark, lecture, paper }
}

test('staff search and filter the catalogue, and post from it', async ({ page, portal }) => {
  const { mark, lecture, paper } = await addActivities(portal)
  await signIn(page, await addPerson(portal, 'staff'))
  await page.goto('/staff-dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity List')
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Description', 'Score', 'Type', 'Actions'])
  await page.getByLabel('Search name or description').fill(mark)
  await expect(page.getByRole('row', { name: lecture.name })).toContainText('2.25')
  await expect(page.getByRole('row', { name: lecture.name })).toContainText('Elective')
  await page.getByLabel('Type').selectOption('Compulsory')
  await expect(page.getByRole('row', { name: lecture.name })).toBeHidden()
  await page.getByRole('button', { name: `More about ${paper.name}` }).click()
  await expect(page.getByRole('dialog')).toContainText('And so on. And so on.')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: `Post ${paper.name}` }).click()
  await expect(page).toHaveURL(new RegExp(`tab=your-activity&activity=${paper.id}`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Activity')
  await expect(page.getByLabel('Activity', { exact: true })).toHaveValue(paper.name)
  await expect(page.getByLabel('Starting date')).toBeFocused()
  await page.getByRole('button', { name: 'Today' }).click()

  // Visiting the catalogue loses no input, and the next choice replaces the first.
  await page.goBack()
  await expect(page.getByLabel('Search name or description')).toHaveValue(mark)
  await page.getByLabel('Type').selectOption('All types')
  await page.getByRole('button', { name: `Post ${lecture.name}` }).click()
  await expect(page.getByLabel('Activity', { exact: true })).toHaveValue(lecture.name)
  await expect(page.getByLabel('Starting date')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Post Activity' }).click()
  await expect(page.getByText('Activity posted successfully')).toBeVisible()
  await expect(page).toHaveURL(/tab=your-activity$/)
})

test('on a phone the filter is as wide as the search box, and the number of results is still announced', async ({
  page,
  portal,
}) => {
  const { mark } = await addActivities(portal)
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, await addPerson(portal, 'staff'))
  await page.goto('/staff-dashboard')
  const search = page.getByLabel('Search name or description')
  const widthOf = async (tool: Locator) => (await tool.boundingBox())?.width
  expect(await widthOf(page.getByLabel('Type'))).toBe(await widthOf(search))
  await search.fill(mark)
  await expect(page.getByRole('status').filter({ hasText: /^2 of / })).toBeVisible()
})

test('the points of an activity explain themselves when they are pressed, wide and on a phone', async ({ page, portal }) => {
  const { mark, lecture } = await addActivities(portal)
  await signIn(page, await addPerson(portal, 'staff'))
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/staff-dashboard?tab=activity&q=${mark}`)
    await page.getByRole('button', { name: `2.25 points: what is Points of ${lecture.name}?` }).click()
    const explanation = page.getByRole('dialog', { name: `Points of ${lecture.name}` })
    for (const sentence of ['They count in E. Activity.', 'What you have posted keeps its points.'])
      await expect(explanation).toContainText(sentence)
    await page.keyboard.press('Escape')
    await expect(explanation).toBeHidden()
  }
})

test('an activity that was retired meanwhile is reported at the field', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'staff'))
  await page.goto('/staff-dashboard?tab=your-activity&activity=2000000000')
  await expect(page.getByLabel('Activity', { exact: true })).toHaveAccessibleDescription('This activity is not there any more.')
})

test('the loading, error and empty states have the texts of the specification', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'staff'))
  let respond: (() => void) | undefined
  await page.route('**/activities', (route) => {
    respond = () => void route.fulfill({ json: { activities: [] } })
  })
  await page.goto('/staff-dashboard')
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect.poll(() => respond).toBeDefined()
  respond?.()
  await expect(page.getByText('No activities available')).toBeVisible()
  await page.unroute('**/activities')
  await page.route('**/activities', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Error fetching activities')
  await expect(page.getByRole('table')).toBeHidden()
})

test('axe finds no violations in table, dialog and cards, in light and dark', async ({ page, portal }) => {
  const { mark, paper } = await addActivities(portal)
  await signIn(page, await addPerson(portal, 'staff'))
  await page.goto('/staff-dashboard')
  await page.getByLabel('Search name or description').fill(mark)
  await expect(page.getByRole('row', { name: paper.name })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: `More about ${paper.name}` }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')

  // Next to the sidebar or without it, no column hides under the pinned one.
  const frame = page.getByRole('region', { name: 'Activity List' })
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('columnheader')).toHaveCount(5)
    expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth), `${width} px`).toBe(0)
  }
  // On a phone a row is a card: name, points, type and Post together.
  await page.setViewportSize({ width: 360, height: 740 })
  const card = page.getByRole('row', { name: paper.name })
  for (const part of [
    card.getByText(paper.name),
    card.getByText('5 points'),
    card.getByText('Compulsory'),
    card.getByRole('button', { name: /^Post/ }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Score' }).click()
  await expect(page.getByRole('columnheader')).toHaveAttribute('aria-sort', 'descending')
  await expectNoAxeViolations(page)
})
