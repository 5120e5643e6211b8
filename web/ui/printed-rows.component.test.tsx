import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { emulateMedia } from '../../testing/components/devtools.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()
const departments = await Promise.all(
  ['Physics', 'Computer Science', 'Mechanical and Mechatronics Engineering', 'Kurdish Language'].map((name) =>
    portal.make.department(name),
  ),
)
const names = ['Sara Aziz', 'Dr. Kawthar Abdulrahman Hussein', 'Assist. Prof. Dr. Mohammed Omar Ali', 'Layla Hassan Mahmood']
await portal.sql`
  insert into users (name, username, email, role_id, title, degree, gender, department_id)
  select (${names}::text[])[1 + n % 4] || ' ' || n, 'firstname.lastname' || n, 'f.lastname' || n || '@arden.example', 2,
    (array['p', 'ap', 'l', 'al'])[1 + n % 4], 'PhD', 'Female', (${departments.map(({ id }) => id)}::int[])[1 + n % 4]
  from generate_series(1, 120) n`

afterEach(() => emulateMedia('screen'))

/** A4 at 96 pixels an inch, without its margins: across, as the page asks for, and upright, as some browsers print all the same. */
const papers = { across: { width: 1062, height: 733 }, upright: { width: 733, height: 1062 } }

/** The number of rows on each page, from the heights that they have on paper: the headings repeat on each. */
function rowsOnPages(table: Element, pageHeight: number): number[] {
  const head = table.querySelector('thead')?.getBoundingClientRect().height ?? 0
  const pages = [0]
  let room = pageHeight - head - (table.getBoundingClientRect().top + window.scrollY)
  for (const row of table.querySelectorAll('tbody tr')) {
    const { height } = row.getBoundingClientRect()
    if (height > room) {
      pages.push(0)
      room = pageHeight - head
    }
    room -= height
    pages.push((pages.pop() ?? 0) + 1)
  }
  return pages
}

test.each([
  ['Staff', 'staff', 'across', 7.5],
  ['Staff', 'staff', 'upright', 8],
  ['Users', 'users', 'across', 7.5],
  ['Users', 'users', 'upright', 8],
] as const)(
  '%s has at least 30 people on a page of A4, from %s and %s, in letters of %d points',
  async (caption, tab, turned, points) => {
    const paper = papers[turned]
    await portal.open(`/admin-dashboard?tab=${tab}`, admin, paper)
    await expect.element(page.getByRole('button', { name: 'Export' })).toBeEnabled()
    await emulateMedia('print')
    const table = () => page.getByRole('table', { name: caption }).element()
    await expect.poll(() => table().querySelectorAll('tbody tr').length).toBeGreaterThanOrEqual(120)
    const pages = rowsOnPages(table(), paper.height)
    // The last page has what is left.
    expect(Math.min(...pages.slice(0, -1)), pages.join()).toBeGreaterThanOrEqual(30)
    const cells = [...table().querySelectorAll('tbody :is(th, td)')]
    const smallest = Math.min(...cells.map((cell) => Number.parseFloat(getComputedStyle(cell).fontSize)))
    expect(smallest).toBeCloseTo((points * 96) / 72, 1)
    // Nothing is wider than the paper.
    expect(table().getBoundingClientRect().width).toBeLessThanOrEqual(paper.width)
  },
)
