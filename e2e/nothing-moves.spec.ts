import type { Page, Route } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, type Person, signIn, unique } from './steps.ts'

// The pages must have the same few rows in every run.
test.use({ ownPortal: true })

/** There is no layout shift, however slowly and in whatever order the replies arrive. */

const dashboards = { admin: '/admin-dashboard', staff: '/staff-dashboard' }
const otherPages = { admin: [], staff: ['/statement', '/grade', '/staff-dashboard?tab=notices'] }

/** Every panel of the sidebar, and the pages outside of it. */
async function pagesOf(page: Page, role: keyof typeof dashboards): Promise<string[]> {
  await page.goto(dashboards[role])
  const links = page.locator('nav[aria-label="Panels"] a')
  // On a phone they are in the drawer.
  const menu = page.getByRole('button', { name: 'Open', exact: true })
  await expect(links.first().or(menu)).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await expect(links.first()).toBeVisible()
  const panels = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(panels.length).toBeGreaterThan(1)
  return [...panels, ...otherPages[role]]
}

/** Text in a fallback font may be a pixel wider until its font has loaded. */
const fontShift = 0.001

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    type Source = { node?: Node; previousRect: DOMRect; currentRect: DOMRect }
    const shifts: [number, ...string[]][] = []
    const written = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
    const moved = ({ node, previousRect, currentRect }: Source) => {
      const what = node instanceof Element ? node.outerHTML : node?.textContent
      return `${what?.slice(0, 120)}: ${written(previousRect)} to ${written(currentRect)}`
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: Source[] })[])
        shifts.push([entry.value, ...entry.sources.map(moved)])
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(globalThis, { shifts })
  })
})

const looks = {
  wide: { viewport: { width: 1280, height: 800 }, repliedFirst: 'oldest' },
  phone: { viewport: { width: 390, height: 844 }, repliedFirst: 'newest' },
} as const

for (const [screen, { viewport, repliedFirst }] of Object.entries(looks))
  test.describe(`${screen}, replying to the ${repliedFirst} request first`, () => {
    test.use({ viewport })

    for (const role of ['admin', 'staff'] as const)
      test(`pages of ${role}`, async ({ page, portal }) => {
        const person = await addPerson(portal, role)
        if (role === 'staff') await addPostings(portal, person)
        // Twelve members are more than one batch of rendered rows.
        else await Promise.all(Array.from({ length: 12 }, () => addPerson(portal, 'staff')))
        await signIn(page, person)
        for (const path of await pagesOf(page, role)) {
          await openSlowly(page, path, repliedFirst)
          const shifts = (await page.evaluate('shifts')) as [number][]
          expect(
            shifts.filter(([value]) => value > fontShift),
            path,
          ).toEqual([])
        }
      })
  })

/** Adds a posting that counts and one that was returned. */
async function addPostings(portal: Portal, { id }: Person) {
  const { sql } = portal
  const { id: reviewer } = await addPerson(portal, 'admin')
  for (const score of [3, 4])
    await sql`
      with activity as (insert into activities (name, description, type, score) values (${unique('Seminar')}, 'What it is', 'Elective', ${score}) returning *),
      term as (select id, start_date from terms where is_current)
      insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
      select ${id}, a.id, a.name, a.type, a.score, t.start_date, t.id from activity a, term t`
  await sql`
    update posted_activities set state = 'returned', returned_reason = 'The link is wrong.', reviewed_by = ${reviewer}, reviewed_at = now()
    where user_id = ${id} and score = 4`
}

/** Delays every reply until the page has rendered without it. */
async function openSlowly(page: Page, path: string, repliedFirst: 'oldest' | 'newest') {
  const held: Route[] = []
  await page.unrouteAll()
  await page.route('**/*', async (route) => {
    const request = route.request()
    const isData = request.resourceType() === 'fetch' && !request.url().includes('/assets/')
    if (isData) held.push(route)
    else await route.continue()
  })
  await page.goto(path)
  const isStill = async () =>
    held.length === 0 && (await page.locator('[aria-busy=true]').or(page.getByText('Loading...')).count()) === 0
  await expect.poll(() => held.length).toBeGreaterThan(0)
  do {
    await rendered(page)
    const route = repliedFirst === 'oldest' ? held.shift() : held.pop()
    if (route) await route.fulfill({ response: await route.fetch() })
    await rendered(page)
    await expect.poll(async () => held.length > 0 || (await isStill())).toBe(true)
  } while (!(await isStill()))
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await rendered(page)
}

const rendered = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
