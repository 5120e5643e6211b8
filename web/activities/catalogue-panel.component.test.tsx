import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseInFilter, filterOf } from '../../testing/components/filters.ts'
import { intercept } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const { make, sql } = portal
const member = await make.staff()
const lecture = await make.activity({ name: 'Guest lecture', type: 'Elective', score: 2.25 })
const paper = await make.activity({ name: 'Published paper', type: 'Compulsory', score: 5 })
await sql`update activities set description = ${`Reviewed by others. ${'And so on. '.repeat(40)}`.trim()} where id = ${paper.id}`

const open = (options?: Parameters<typeof portal.open>[2]) => portal.open('/staff-dashboard', member, options)
const heading = () => page.getByRole('heading', { level: 1 })
const rowOf = ({ name }: { name: string }) => page.getByRole('row').filter({ hasText: name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const search = () => page.getByLabelText('Search by name or description')
const chosen = () => page.getByLabelText('Activity', { exact: true })

test('the catalogue has name, description, points and type, and the whole of a long description in a dialog', async () => {
  await open()
  await expect.element(heading()).toHaveTextContent('Activity List')
  await expect.element(rowOf(lecture)).toHaveTextContent('2.25')
  await expect.element(rowOf(lecture)).toHaveTextContent('Elective')
  const headers = page.getByRole('columnheader').elements()
  expect(headers.map(({ textContent }) => textContent)).toEqual(['Name', 'Description', 'Score', 'Type', 'Actions'])
  await chooseInFilter('Type', 'Compulsory')
  await expect.element(rowOf(lecture)).not.toBeInTheDocument()
  await button(`More about ${paper.name}`).click()
  await expect.element(page.getByRole('dialog', { name: paper.name })).toHaveTextContent('And so on. And so on.')
  await userEvent.keyboard('{Escape}')
  await expect.element(button(`More about ${paper.name}`)).toHaveFocus()
})

test('Post opens the form with the activity; another choice replaces it and keeps the rest of the input', async () => {
  await open()
  await button(`Post ${paper.name}`).click()
  await expect.element(heading()).toHaveTextContent('Your Activity')
  expect(location.search).toBe(`?tab=your-activity&activity=${paper.id}`)
  await expect.element(chosen()).toHaveValue(paper.name)
  const date = page.getByLabelText('Starting date')
  await expect.element(date).toHaveFocus()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect.element(date).not.toHaveValue('')

  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await button(`Post ${lecture.name}`).click()
  await expect.element(chosen()).toHaveValue(lecture.name)
  await expect.element(date).not.toHaveValue('')
  await button('Post Activity').click()
  await expect.element(page.getByText('Activity posted successfully')).toBeVisible()
  await expect.poll(() => location.search).toBe('?tab=your-activity')
})

test('an activity that was retired meanwhile is reported at the field', async () => {
  await portal.open('/staff-dashboard?tab=your-activity&activity=2000000000', member)
  await expect.element(chosen()).toHaveAccessibleDescription('This activity no longer exists.')
})

test('the points of an activity explain themselves when they are pressed, wide and on a phone', async () => {
  for (const width of [1280, 390]) {
    await open({ width, height: 844 })
    await button(`2.25 points: what is Points for ${lecture.name}?`).click()
    const explanation = page.getByRole('dialog', { name: `Points for ${lecture.name}` })
    for (const sentence of ['They count towards E. Activity.', 'Activities you have already posted keep their points.'])
      await expect.element(explanation).toHaveTextContent(sentence)
    await userEvent.keyboard('{Escape}')
    await expect.element(explanation).not.toBeInTheDocument()
  }
})

test('next to the sidebar or without it, no column hides under the pinned one', async () => {
  for (const width of [768, 1280]) {
    await open({ width, height: 800 })
    await expect.element(page.getByRole('columnheader')).toHaveLength(5)
    const frame = page.getByRole('region', { name: 'Activity List' }).element()
    expect(frame.scrollWidth - frame.clientWidth, `${width} px`).toBe(0)
  }
})

test('on a phone a row is a card with name, points, type and Post; it is searched, filtered and sorted', async () => {
  await open({ width: 360, height: 740 })
  const card = rowOf(paper)
  // What concerns the member is the first screen.
  await expect.element(card).toBeInTheDocument()
  card.element().scrollIntoView({ block: 'center' })
  for (const part of [
    card.getByText(paper.name),
    card.getByText('5 points'),
    card.getByText('Compulsory'),
    card.getByRole('button', { name: /^Post/ }),
  ])
    await expect.element(part).toBeInViewport({ ratio: 1 })
  await button('Score').click()
  await expect.element(page.getByRole('columnheader')).toHaveAttribute('aria-sort', 'descending')
  const widthOf = (tool: { element(): Element }) => tool.element().getBoundingClientRect().width
  expect(widthOf(filterOf('Type'))).toBe(widthOf(search()))
  // The number of results is still announced.
  await search().fill('paper')
  await expect.element(page.getByRole('status').filter({ hasText: /^1 of 2/ })).toBeVisible()
})

test('while it is loading it says so, and so it does when there are no activities', async () => {
  let respond = () => {}
  const held = new Promise<void>((resolve) => {
    respond = resolve
  })
  intercept('GET', '/activities', async () => {
    await held
    return Response.json({ activities: [] })
  })
  await open()
  await expect.element(page.getByText('Loading...')).toBeVisible()
  respond()
  await expect.element(page.getByText('No activities available')).toBeVisible()
})
