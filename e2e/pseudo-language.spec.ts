import type { Page } from '@playwright/test'
import { events } from '../contract/languages/en/events.ts'
import { home } from '../contract/languages/en/home.ts'
import { outbox } from '../contract/languages/en/outbox.ts'
import { sharing } from '../contract/languages/en/sharing.ts'
import { en } from '../contract/languages/en.ts'
import { latinTexts, notTranslated, unreadable } from '../testing/components/readable.ts'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, type Person, renameAdministrator, signIn } from './steps.ts'

// Names of other tests are no words of the catalogue.
test.use({ ownPortal: true })

/**
 * The pages in a pseudo-language: every letter of the English catalogue replaced by one with an accent, and every text 40 % longer. Text
 * that is still plain English does not come from the catalogue, and text that is cut off would also be cut off in a language with longer
 * words. All data is in Greek letters, so that it is not taken for either.
 */

const accents = new Map(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'].map((letter, index) => [
    letter,
    [...'ÀßÇÐÉƑĜĤÎĴĶĹṀÑÓÞǪŔŠŢÛṼŴẊÝŽáƀçđéƒĝĥîĵķĺṁñóþǫŕšţûṽŵẋýž'][index] ?? letter,
  ]),
)

function longer(text: string): string {
  // Placeholders such as {values} stay as they are.
  const words = text.replace(/\{\w+\}|[A-Za-z]/g, (part) => accents.get(part) ?? part)
  return words + ' ~'.repeat(Math.ceil((text.length * 0.4) / 2))
}

function pseudo(tree: object): object {
  return Object.fromEntries(
    Object.entries(tree).map(([name, node]) => [name, typeof node === 'string' ? longer(node) : pseudo(node)]),
  )
}

const leavesOf = (tree: object): string[] =>
  Object.values(tree).flatMap((node) => (typeof node === 'string' ? [node] : leavesOf(node)))

/** A single word in small letters may also be the name of a field. */
const isSentence = (text: string) => /[A-Z ]/.test(text)

/** The words that come within a script, because they are needed without a network, or with one panel alone. */
const withinScripts = [...leavesOf(home), ...leavesOf(outbox), ...leavesOf(sharing), ...leavesOf(events).filter(isSentence)]

/** A script with those words in the pseudo-language. */
function withPseudoWords(script: string): string {
  return withinScripts.reduce(
    (text, word) =>
      ['`', '"', "'"].reduce(
        (before, quote) => before.replaceAll(`${quote}${word}${quote}`, () => JSON.stringify(longer(word))),
        text,
      ),
    script,
  )
}

async function speakPseudo(page: Page) {
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: withPseudoWords(await response.text()) })
  })
  await page.route('**/assets/en-*.js', async (route) => {
    const text = await (await route.fetch()).text()
    const name = /export\s*\{\s*\w+ as (\w+)\s*\}/.exec(text)?.[1]
    if (!name) throw new Error(`the chunk of the English catalogue does not export it: ${text.slice(-80)}`)
    const body = `const e=${JSON.stringify(pseudo(en))};export{e as ${name}}`
    await route.fulfill({ contentType: 'text/javascript', body })
  })
  // The words of the login page are in its HTML.
  await page.route('/', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const body = html.replace(/(id="page-words">)(.*?)(<\/script>)/, (_, start, words, end) => {
      return start + JSON.stringify(pseudo(JSON.parse(words))) + end
    })
    await route.fulfill({ response, body })
  })
}

/** Expects a page to be translated, or the dialog that `button` opens on it. */
async function expectTranslated(page: Page, path: string, button?: RegExp) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  if (button) {
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const plain = (await page.evaluate(latinTexts)).map((text) => text.replace(notTranslated, ''))
  expect
    .soft(
      plain.filter((text) => /[A-Za-z]{2}/.test(text)),
      `${path}: not from the catalogue`,
    )
    .toEqual([])
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect.soft(await page.evaluate(unreadable), `${path} at ${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 844 })
}

async function addPostings({ sql }: Portal, { id }: Person, reviewer: Person) {
  for (const [index, score] of [3, 4.25].entries())
    await sql`
      with activity as (
        insert into activities (name, description, type, score)
        values (${`Διάλεξη ${crypto.randomUUID().replace(/[a-z-]/g, '')} ${index}`}, 'Μπροστά σε κοινό.', 'Compulsory', ${score}) returning *),
      term as (select id, start_date from terms where is_current)
      insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id, link)
      select ${id}, a.id, a.name, a.type, a.score, t.start_date, t.id, 'https://events.test.example/1' from activity a, term t`
  await sql`
    update posted_activities set state = 'returned', returned_reason = 'Λάθος.', reviewed_by = ${reviewer.id}, reviewed_at = now()
    where user_id = ${id} and score = 4.25`
}

/** Puts both in one department, which the first one heads; an administrator lends Review to the head. */
async function makeHead({ sql }: Portal, head: Person, member: Person, lender: Person) {
  const [department] = await sql<[{ id: number }]>`insert into departments (name) values ('Τμήμα 0') returning id`
  await sql`update users set department_id = ${department.id} where id in (${head.id}, ${member.id})`
  await sql`insert into department_heads (user_id, department_id) values (${head.id}, ${department.id})`
  await sql`insert into delegations (lender_id, delegate_id, last_day, ends_at, created_by)
    values (${lender.id}, ${head.id}, current_date + 7, current_date + 8, ${lender.id})`
}

for (const role of ['admin', 'staff', 'head'] as const)
  test(`every word on the pages of ${role} comes from the catalogue, and 40 % longer words fit`, async ({ page, portal }) => {
    test.setTimeout(180_000)
    const person = await addPerson(portal, role === 'admin' ? 'admin' : 'staff', { name: 'Σάρα Αζίζ' })
    const member = role === 'staff' ? person : await addPerson(portal, 'staff', { name: 'Ομάρ Κερίμ' })
    const reviewer = role === 'admin' ? person : await addPerson(portal, 'admin', { name: 'Λάνα Χασάν' })
    if (role === 'admin') await portal.sql`insert into departments (name) values ('Τμήμα')`
    if (role === 'head') await makeHead(portal, person, member, reviewer)
    await addPostings(portal, member, reviewer)
    await renameAdministrator(portal, 'Διαχειριστής')
    await portal.sql`update departments set name = 'Τμήμα ' || id`
    await signIn(page, person)
    await speakPseudo(page)
    const dashboard = role === 'admin' ? '/admin-dashboard' : '/staff-dashboard'
    await page.goto(dashboard)
    const links = page.locator('nav a')
    await expect(links.first()).toBeAttached()
    const panels = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    for (const path of [...panels, '/grade', role === 'staff' ? '/statement' : `/statement?user_id=${member.id}`])
      await test.step(path, () => expectTranslated(page, path))
    if (role === 'staff') await expectTranslated(page, `${dashboard}?tab=staff`)
    else await expectTranslated(page, `${dashboard}?tab=review`, new RegExp(longer(en.myDepartment.lend).split(' ~')[0] ?? ''))
    if (role === 'admin')
      await expectTranslated(page, `${dashboard}?tab=departments`, new RegExp(longer('Change the heads').split(' ~')[0] ?? ''))
  })

test('every word on the login page comes from the catalogue, and 40 % longer words fit', async ({ page }) => {
  await speakPseudo(page)
  await expectTranslated(page, '/')
  await expectTranslated(page, '/no-such-page')
})
