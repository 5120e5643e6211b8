import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { intercept } from '../../../testing/components/network.ts'
import { startPortal } from '../../../testing/components/portal.ts'

const portal = await startPortal()
const { make, sql } = portal
const admin = await make.admin()

let year = 2120
/** Adds a year in which the member earns these points, and closes it. */
async function addYear(member: { id: number }, points: number, fb: number) {
  year += 1
  const term = await make.term(`Year ${year}`, `${year}-01-01`, `${year}-12-31`)
  await make.posting(member.id, await make.activity({ score: points }), `${year}-03-01`)
  await sql`insert into term_scores (user_id, term_id, tp, fb) values (${member.id}, ${term.id}, 0, ${fb})
    on conflict (user_id, term_id) do update set fb = excluded.fb`
  expect((await portal.as(admin)('PUT', `/terms/close/${term.id}`, {})).status).toBe(200)
  return term.name
}

const open = (member: { username: string }, options?: Parameters<typeof portal.open>[2]) =>
  portal.open('/staff-dashboard?tab=your-activity', member, options)
const form = () => page.getByRole('heading', { name: 'Post New Activity' })

test('the first term of a member has a sentence in place of the path, as high as it needs', async () => {
  await open(await make.staff(), { width: 390, height: 844 })
  await expect.element(page.getByText('Your progress appears here from your second term.')).toBeVisible()
  const card = page.getByRole('region', { name: 'Your progress', exact: true })
  expect(card.element().getBoundingClientRect().height).toBeLessThan(120)
})

test('the path has the points without feedback of each term, in a chart and a table that move nothing above them', async () => {
  const member = await make.staff({ title: 'l' })
  const first = await addYear(member, 24.5, 40)
  await sql`update users set title = 'p' where id = ${member.id}`
  const second = await addYear(member, 80, 0)

  let respond = () => {}
  const held = new Promise<void>((resolve) => {
    respond = resolve
  })
  intercept('GET', '/overview/path', async (_, pass) => {
    await held
    return pass()
  })
  await open(member)
  await expect.element(page.getByRole('region', { name: 'Your Scores' })).toHaveAttribute('aria-busy', 'false')
  await expect.element(page.getByLabelText('Term', { exact: true })).toBeVisible()
  await expect.element(form()).toBeVisible()
  await document.fonts.ready
  const before = form().element().getBoundingClientRect().y
  respond()
  const chart = page.getByRole('img', { name: /: 80 points, Current grade \(without feedback\) A\+/ })
  await expect.element(chart).toBeVisible()
  expect(form().element().getBoundingClientRect().y).toBe(before)

  // The points without the 40 of feedback are plotted: with those a lecturer has an A+.
  await expect
    .element(chart)
    .toHaveAccessibleName(expect.stringMatching(`${first}: 24.5 points, Current grade \\(without feedback\\) B; ${second}: 80`))
  const rows = page.getByRole('table', { name: 'Your progress: figures' }).getByRole('row').elements()
  const numbers = rows.map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))
  expect(numbers[0]).toEqual([
    'Term',
    'Points without feedback',
    'Current grade (without feedback)',
    'Total',
    'Grade with feedback',
  ])
  expect(numbers).toContainEqual([first, '24.5', 'B', '64.5', 'A+'])
  expect(numbers).toContainEqual([second, '80', 'A+', '80', 'A+'])
})

test('six terms fit, wide and on a phone: the page itself does not scroll sideways', async () => {
  const member = await make.staff()
  for (const points of [10, 20, 30, 40, 50, 60]) await addYear(member, points, 0)
  for (const width of [1280, 390]) {
    await open(member, { width, height: 844 })
    await expect.element(page.getByRole('img', { name: /grade/ })).toBeVisible()
    expect(document.documentElement.scrollWidth - window.innerWidth, `${width} px`).toBe(0)
  }
})
