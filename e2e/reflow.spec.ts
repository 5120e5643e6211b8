import type { Page } from '@playwright/test'
import { unreadable } from '../testing/components/readable.ts'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, type Person, signIn, unique } from './steps.ts'

/** Text at 200 %, by a larger root font or by zooming, and a document that is never longer than its window. */

const height = 800
const widths = [360, 390, 768, 1280]
/** Zooming to 200 % halves the page in CSS pixels. */
const sizes = widths.flatMap((width) => [
  { name: `large text at ${width} px`, width, rootFont: '32px' },
  { name: `zoomed at ${width} px`, width: width / 2, rootFont: '' },
])

async function panelsOf(page: Page, dashboard: string): Promise<string[]> {
  await page.goto(dashboard)
  const links = page.locator('nav[aria-label="Panels"] a')
  await expect(links.first()).toBeAttached()
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
}

async function expectReadable(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(page.locator('[aria-busy=true]').or(page.getByText('Loading...'))).toHaveCount(0)

  const isDashboard = path.includes('dashboard')
  await page.keyboard.press('End')
  if (isDashboard) expect(await excessHeight(page), `${path} is longer than its window`).toBeLessThanOrEqual(0)

  // The sentences of the audit trail are words of the page and have its direction: in a mirrored page they would have to be Arabic.
  if (!path.includes('tab=audit')) {
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    expect(await page.evaluate(misread), `${path}, mirrored`).toEqual([])
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'))
  }

  for (const { name, width, rootFont } of sizes) {
    await page.setViewportSize({ width, height })
    await page.evaluate((font) => {
      document.documentElement.style.fontSize = font
    }, rootFont)
    await rendered(page)
    expect(await page.evaluate(unreadable), `${path}, ${name}`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height })
}

const excessHeight = (page: Page) => page.evaluate(() => (document.scrollingElement?.scrollHeight ?? 0) - window.innerHeight)

const rendered = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/**
 * English text in a mirrored page that is truncated at its beginning, or whose numbers and points are on the wrong side. Runs in the
 * browser.
 */
function misread(): string[] {
  const problems: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [element, text] = [node.parentElement, node.textContent ?? '']
    if (!element?.checkVisibility() || element.closest('.sr-only, svg, option, script, noscript, [inert]')) continue
    if (!/\p{Script=Latin}/u.test(text)) continue
    for (let box: Element | null = element; box && getComputedStyle(box).display !== 'table-cell'; box = box.parentElement) {
      const { textOverflow, webkitLineClamp, direction } = getComputedStyle(box)
      if ((textOverflow === 'ellipsis' || !['none', ''].includes(webkitLineClamp)) && direction === 'rtl')
        problems.push(`truncated at its beginning: ${text.slice(0, 60)}`)
    }
    const placeOf = (index: number) => {
      const range = document.createRange()
      range.setStart(node as Node, index)
      range.setEnd(node as Node, index + 1)
      return range.getBoundingClientRect()
    }
    const isAfter = (first: number, second: number) => {
      const [a, b] = [placeOf(first), placeOf(second)]
      return a.top === b.top && a.left > b.left
    }
    const letter = text.search(/\p{Script=Latin}/u)
    const start = text.search(/\S/)
    const end = text.trimEnd().length - 1
    if (
      (/\d/.test(text[start] ?? '') && isAfter(start, letter)) ||
      (/[.!?]/.test(text[end] ?? '') && isAfter(letter, end) && isAfter(end - 1, end))
    )
      problems.push(`out of order: ${text.slice(0, 60)}`)
  }
  return [...new Set(problems)]
}

/** An activity with long texts, one posting that counts, one that was returned. */
async function addPostings(portal: Portal, { id }: Person) {
  const { sql } = portal
  const { id: reviewer } = await addPerson(portal, 'admin')
  for (const score of [3, 4.25])
    await sql`
      with activity as (
        insert into activities (name, description, type, score)
        values (${unique('International conference presentation')}, ${'Held in front of an audience, with questions. '.repeat(6).trim()}, 'Compulsory', ${score})
        returning *),
      term as (select id, start_date from terms where is_current)
      insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id, link)
      select ${id}, a.id, a.name, a.type, a.score, t.start_date, t.id, 'https://events.test.example/conference' from activity a, term t`
  await sql`
    update posted_activities set state = 'returned', returned_reason = 'The link is wrong.', reviewed_by = ${reviewer}, reviewed_at = now()
    where user_id = ${id} and score = 4.25`
}

for (const role of ['admin', 'staff'] as const)
  test(`every page of ${role} can be read with text at 200 %, and no dashboard is longer than its window`, async ({
    page,
    portal,
  }) => {
    test.setTimeout(180_000)
    const [person, member] = [
      await addPerson(portal, role),
      await addPerson(portal, 'staff', { name: 'Prof. Alexandrina Theodorakis' }),
    ]
    await addPostings(portal, member)
    if (role === 'staff') await addPostings(portal, person)
    await signIn(page, person)
    await page.setViewportSize({ width: 1280, height })
    const pages = [
      ...(await panelsOf(page, `/${role}-dashboard`)),
      '/grade',
      role === 'admin' ? `/statement?user_id=${member.id}` : '/statement',
      ...(role === 'staff' ? ['/staff-dashboard?tab=notices'] : []),
    ]
    for (const path of pages) await test.step(path, () => expectReadable(page, path))
  })

test('the longer words of other languages can be read on a narrow phone with text at 200 %', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff')
  await addPostings(portal, person)
  await signIn(page, person)
  await page.setViewportSize({ width: 360, height })
  for (const language of ['ckb', 'ar'])
    for (const path of ['/staff-dashboard?tab=your-activity', '/statement']) {
      await page.context().addCookies([{ name: 'language', value: language, url: portal.url }])
      await page.goto(path)
      await expect(page.locator(path === '/statement' ? 'article' : '#posted-activities ~ p')).toBeAttached()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '32px'
      })
      await rendered(page)
      expect(await page.evaluate(unreadable), `${path}, ${language}`).toEqual([])
    }
})

test('the login page and the page of check codes can be read with text at 200 %', async ({ page }) => {
  for (const path of ['/', '/check', '/check/ABCD-EFGH', '/no-such-page']) await expectReadable(page, path)
})
