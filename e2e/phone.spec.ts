import type { Locator, Page } from '@playwright/test'
import { ar } from '../contract/languages/ar.ts'
import { messages, speaker } from '../contract/languages/catalogue.ts'
import { ckb } from '../contract/languages/ckb.ts'
import { en } from '../contract/languages/en.ts'
import { expect, type Portal, test } from './portal.ts'
import { unreadable } from './readable.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn, unique } from './steps.ts'

/** The portal of a member of staff on a phone, with a finger. */

const yourActivity = '/staff-dashboard?tab=your-activity'
const { explanations, fields, general, postedActivities } = messages

type Made = { id: number; name: string; score: number }

async function addActivity({ sql }: Portal, score: number, type = 'Elective', name = 'Seminar'): Promise<Made> {
  const [made] = await sql<[Made]>`
    insert into activities (name, description, type, score) values (${unique(name)}, 'What it is', ${type}, ${score})
    returning id, name, score`
  return made
}

/** The catalogue of a test: activities of other tests would be suggested, too. */
async function emptyCatalogue({ sql }: Portal) {
  await sql`update activities set removed_at = now() where removed_at is null`
}

async function addPosting({ sql }: Portal, person: Person, activity: Made, day: string, link: string | null = null) {
  const [made] = await sql<[{ id: number }]>`
    insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id, link)
    select ${person.id}, id, name, type, score, ${day}::date, term_of(${day}), ${link} from activities where id = ${activity.id} returning id`
  return made
}

/** It begins a month ago at the latest, because a day in the future is asked about. */
async function currentTerm({ sql }: Portal) {
  const [term] = await sql<[{ id: number; name: string; start_date: string }]>`
    update terms set start_date = least(start_date, (date_trunc('month', current_date) - interval '1 month')::date)
    where is_current returning id, name, start_date::text`
  return term
}

let year = 1960
async function addPastTerm({ sql }: Portal) {
  year += 1
  const [term] = await sql<[{ id: number; name: string }]>`
    insert into terms (name, start_date, end_date) values (${`Year ${year}`}, ${`${year}-01-01`}, ${`${year}-12-31`}) returning id, name`
  return { ...term, day: `${year}-05-05` }
}

const inEnglish = speaker('en', en)
const bar = (page: Page, say = inEnglish) => page.getByRole('navigation', { name: say(general.shortcuts) })
const post = (page: Page, say = inEnglish) => bar(page, say).getByRole('link', { name: say(postedActivities.postNew) })
const card = (page: Page, label: string) => page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
const entries = (page: Page) => page.getByRole('list', { name: 'Your Posted Activities' }).getByRole('listitem')
const activityField = (page: Page, say = inEnglish) => page.getByRole('form').getByLabel(say(fields.activity), { exact: true })
const dateField = (page: Page, say = inEnglish) => page.getByRole('form').getByLabel(say(fields.startingDate))
const submit = (page: Page, say = inEnglish) => page.getByRole('form').getByRole('button', { name: say(postedActivities.post) })
async function loaded(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Large enough for a finger, inside the screen, and nothing else lies over its middle. */
async function expectInReach(target: Locator) {
  const box = await target.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  expect(box?.width).toBeGreaterThanOrEqual(44)
  await expect(target).toBeInViewport({ ratio: 1 })
  await target.click({ trial: true })
}

async function expectNoOverflow(page: Page, width: number) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

const languages = [
  { language: 'en', say: inEnglish },
  { language: 'ckb', say: speaker('ckb', ckb) },
  { language: 'ar', say: speaker('ar', ar) },
] as const

for (const [width, height] of [
  [360, 740],
  [390, 844],
] as const)
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height }, contextOptions: { reducedMotion: 'reduce', hasTouch: true, isMobile: true } })

    for (const { language, say } of languages)
      test(`${language}: grade, total and the five sums come first, posting is in reach on every panel, and numbers explain themselves`, async ({
        page,
        portal,
      }) => {
        const person = await addPerson(portal, 'staff', { title: 'l' })
        const term = await currentTerm(portal)
        await portal.sql`insert into term_scores (user_id, term_id, tp) values (${person.id}, ${term.id}, 4.5)`
        await addPosting(portal, person, await addActivity(portal, 3), term.start_date)
        await page.context().addCookies([{ name: 'language', value: language, url: portal.url }])
        await signIn(page, person)

        for (const tab of ['activity', 'your-activity', 'notices']) {
          await page.goto(`/staff-dashboard?tab=${tab}`)
          await loaded(page)
          await expect(bar(page, say).locator('[aria-current=page]')).toHaveCount(1)
          for (const link of await bar(page, say).getByRole('link').all()) await expectInReach(link)
          await expectInReach(post(page, say))
          expect(await page.evaluate(unreadable), tab).toEqual([])
          await expectNoOverflow(page, width)
        }

        await page.goto(yourActivity)
        await loaded(page)
        const labels = [postedActivities.currentGrade, postedActivities.totalScore, ...Object.values(postedActivities.cards)]
        for (const label of labels) await expect(card(page, say(label))).toBeVisible()
        for (const label of labels.slice(0, 2)) await expect(card(page, say(label))).toBeInViewport({ ratio: 1 })
        await expect(card(page, say(postedActivities.cards.escore))).toContainText('3')
        await expect(card(page, say(postedActivities.cards.fb))).toContainText(say(messages.scoring.notSet))
        await expectNoAxeViolations(page)

        for (const label of labels) {
          await card(page, say(label)).getByRole('button').first().click()
          const sheet = page.getByRole('dialog', { name: say(label), exact: true })
          for (const heading of [explanations.what, explanations.who, explanations.when])
            await expect(sheet.getByRole('heading', { name: say(heading), exact: true })).toBeVisible()
          await expect(sheet.getByRole('status')).toHaveCount(0)
          if (label === postedActivities.cards.acts) await expectNoAxeViolations(page)
          await page.goBack()
          await expect(sheet).toBeHidden()
        }
        await expectNoOverflow(page, width)
      })
  })

test.describe('with a finger', () => {
  const viewport = { width: 390, height: 844 }
  test.use({ viewport, contextOptions: { reducedMotion: 'reduce', hasTouch: true, isMobile: true } })

  test('Post opens the form at its first field from any panel, keeps the draft, and leaves an edit with its own', async ({
    page,
    portal,
  }) => {
    const person = await addPerson(portal, 'staff')
    const term = await currentTerm(portal)
    const activity = await addActivity(portal, 3)
    await addPosting(portal, person, activity, term.start_date)
    await signIn(page, person)
    await page.goto('/staff-dashboard')
    await post(page).click()
    await expect(page).toHaveURL(/tab=your-activity$/)
    await expect(activityField(page)).toBeFocused()
    await expect(activityField(page)).toBeInViewport({ ratio: 1 })
    await page.getByLabel('Link').fill('https://begun.test.example')

    await bar(page).getByRole('link', { name: 'Notices' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notices')
    await expect(page).toHaveURL(/tab=notices/)
    await post(page).click()
    await expect(page.getByLabel('Link')).toHaveValue('https://begun.test.example')
    await expect(activityField(page)).toBeFocused()

    // After a reload, the top of the page leads to what was begun.
    await page.reload()
    await page.getByRole('link', { name: 'Continue the posting that you began' }).click()
    await expect(activityField(page)).toBeFocused()
    await expect(page.getByRole('link', { name: 'Continue the posting that you began' })).toBeHidden()

    // The form is longer than the page, and begins below the bar at the top.
    await page.setViewportSize({ width: 390, height: 620 })
    await entries(page).getByRole('button', { name: /^Edit/ }).click()
    await expect(page.getByRole('button', { name: 'Cancel Edit' })).toBeInViewport({ ratio: 1 })
    const headerEnd = await page.locator('header').evaluate((header) => header.getBoundingClientRect().bottom)
    expect((await page.getByRole('button', { name: 'Cancel Edit' }).boundingBox())?.y).toBeGreaterThan(headerEnd)
    await page.setViewportSize(viewport)
    await page.getByLabel('Link').fill('https://edited.test.example')
    await post(page).click()
    await expect(page.getByRole('form').getByRole('heading')).toHaveText('Post New Activity')
    await expect(activityField(page)).toBeFocused()
    await expect(page.getByLabel('Link')).toHaveValue('https://begun.test.example')
    await entries(page).getByRole('button', { name: /^Edit/ }).click()
    await expect(page.getByLabel('Link')).toHaveValue('https://edited.test.example')
  })

  test('nothing is behind the bar: the end of the page, what has focus, a toast', async ({ page, portal }) => {
    const person = await addPerson(portal, 'staff')
    const term = await currentTerm(portal)
    for (let count = 0; count < 4; count += 1) await addPosting(portal, person, await addActivity(portal, 1), term.start_date)
    await signIn(page, person)
    await page.goto(yourActivity)
    await loaded(page)
    await expect(entries(page)).toHaveCount(4)
    const barTop = async () => (await bar(page).boundingBox())?.y ?? 0
    const focusable = page.locator('main :is(a, button, input:not([type=file]), select)').filter({ visible: true })
    expect(await focusable.count()).toBeGreaterThan(15)
    await page.evaluate(() => document.getElementById('main')?.focus())
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press('Tab')
      const hidden = await page.evaluate(() => {
        const active = document.activeElement
        if (!active?.closest('main') || active.matches('[type=file]')) return undefined
        const { top, bottom } = active.getBoundingClientRect()
        const edge = document.querySelector('[data-links-bar]')?.getBoundingClientRect().top ?? 0
        return top < edge && bottom - edge < 1 ? undefined : active.outerHTML.slice(0, 120)
      })
      expect(hidden).toBeUndefined()
    }
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const last = await page.locator('main > :last-child').boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(await barTop())

    // The posting that was being edited before the reload is gone.
    await page.evaluate((id) => sessionStorage.setItem(`draft:${id}:posting:open`, '999999'), person.id)
    await page.reload()
    const toast = page.locator('[data-toasts] > div').first()
    await expect(toast).toBeVisible()
    const box = await toast.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(await barTop())
  })

  test('the bar gives way to a field in a page that the keyboard has made short', async ({ page, portal }) => {
    await signIn(page, await addPerson(portal, 'staff'))
    await page.goto(yourActivity)
    await activityField(page).focus()
    await expect(bar(page)).toBeVisible()
    await page.setViewportSize({ width: 390, height: 420 })
    await expect(bar(page)).toBeHidden()
    await submit(page).focus()
    await expect(bar(page)).toBeVisible()
  })

  test('the list is searched and narrowed to a term, both in the address; nothing found has a way back', async ({
    page,
    portal,
  }) => {
    const person = await addPerson(portal, 'staff')
    const [term, past] = [await currentTerm(portal), await addPastTerm(portal)]
    const [seminar, workshop] = [await addActivity(portal, 3), await addActivity(portal, 2, 'Attending', 'زانکۆی كوردي')]
    await addPosting(portal, person, seminar, term.start_date)
    await addPosting(portal, person, workshop, term.start_date)
    await addPosting(portal, person, seminar, past.day)
    await signIn(page, person)
    await page.goto(yourActivity)
    await expect(entries(page)).toHaveCount(3)
    const search = page.getByRole('searchbox', { name: 'Search your activities' })
    await search.fill('کوردی')
    await expect(entries(page)).toHaveCount(1)
    await expect(entries(page)).toContainText(workshop.name)
    await search.fill('seminar')
    await expect(entries(page)).toHaveCount(2)
    const terms = page.getByLabel('Show activities of')
    await expect(terms.getByRole('option')).toHaveText(['All terms', term.name, past.name])
    await terms.selectOption({ label: past.name })
    await expect(entries(page)).toHaveCount(1)
    await expect(page.getByText('1 of 3')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`q=seminar.*posted_in=${past.id}|posted_in=${past.id}.*q=seminar`))
    await page.reload()
    await expect(entries(page)).toHaveCount(1)
    await expect(search).toHaveValue('seminar')

    await search.fill('nothing like this')
    await expect(page.getByText('None of your activities matches this.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(entries(page)).toHaveCount(3)
    await expect(search).toHaveValue('')
    await expect(page).toHaveURL(/tab=your-activity$/)
  })

  test('a link to one posting shows it whatever is searched', async ({ page, portal }) => {
    const person = await addPerson(portal, 'staff')
    const term = await currentTerm(portal)
    const seminar = await addActivity(portal, 3)
    const { id } = await addPosting(portal, person, seminar, term.start_date)
    await signIn(page, person)
    await page.goto(`${yourActivity}&q=nothing&posting=${id}`)
    await expect(entries(page)).toHaveCount(1)
    await expect(entries(page)).toBeInViewport()
    await expect(page).toHaveURL(/tab=your-activity$/)
  })

  test('an activity is posted again with a new date; a draft is replaced only after a question', async ({ page, portal }) => {
    const person = await addPerson(portal, 'staff')
    const term = await currentTerm(portal)
    const [seminar, other] = [await addActivity(portal, 3), await addActivity(portal, 2)]
    await addPosting(portal, person, seminar, term.start_date, 'https://events.test.example/seminar')
    await signIn(page, person)
    await page.goto(yourActivity)
    const again = entries(page)
      .filter({ hasText: seminar.name })
      .getByRole('button', { name: /^Post again with a new date/ })
    await again.scrollIntoViewIfNeeded()
    await expectInReach(again)
    await again.click()
    await expect(activityField(page)).toHaveValue(seminar.name)
    await expect(page.getByLabel('Link')).toHaveValue('https://events.test.example/seminar')
    await expect(dateField(page)).toHaveValue('')
    await expect(dateField(page)).toBeFocused()
    await page.getByRole('button', { name: 'Today' }).click()
    await submit(page).click()
    await expect(page.getByText('Activity posted successfully')).toBeVisible()
    await expect(entries(page)).toHaveCount(2)
    await expect(card(page, 'Total Score')).toContainText('6')

    await activityField(page).fill(other.name)
    await page.keyboard.press('Enter')
    await again.first().click()
    const question = page.getByRole('alertdialog', { name: 'Replace what you have begun to post?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(activityField(page)).toHaveValue(other.name)
    await again.first().click()
    await question.getByRole('button', { name: 'Replace' }).click()
    await expect(activityField(page)).toHaveValue(seminar.name)
    await expect(dateField(page)).toBeFocused()
  })

  test('what the catalogue no longer has, and what a limit makes worth 0, says why it cannot be posted again', async ({
    page,
    portal,
  }) => {
    const person = await addPerson(portal, 'staff')
    const term = await currentTerm(portal)
    const [retired, limited] = [await addActivity(portal, 3), await addActivity(portal, 2)]
    await addPosting(portal, person, retired, term.start_date)
    await addPosting(portal, person, limited, term.start_date)
    await portal.sql`update activities set removed_at = now() where id = ${retired.id}`
    await limitTo(portal, { activity_id: limited.id, most_times: 1 })
    await signIn(page, person)
    await page.goto(yourActivity)
    await expect(entries(page).filter({ hasText: retired.name })).toContainText('the catalogue no longer has it')
    await expect(entries(page).filter({ hasText: limited.name })).toContainText(
      'it would count 0: this activity counts at most once a term.',
    )
    await expect(page.getByRole('button', { name: /^Post again/ })).toHaveCount(0)
    await withoutLimits(portal)
  })

  test('"points to" a grade opens what brings one there; posting it raises the total and reaches the grade', async ({
    page,
    portal,
  }) => {
    await emptyCatalogue(portal)
    const person = await addPerson(portal, 'staff', { title: 'l' })
    const term = await currentTerm(portal)
    const [one, four, nine] = [await addActivity(portal, 1), await addActivity(portal, 4), await addActivity(portal, 9)]
    const eight = await addActivity(portal, 8, 'Attending')
    await addPosting(portal, person, one, term.start_date)
    await limitTo(portal, { type: 'Attending', most_points: 7 })
    await signIn(page, person)
    await page.goto(yourActivity)
    await page.getByRole('button', { name: '5 points to D. What brings you there' }).click()
    const sheet = page.getByRole('dialog', { name: 'The way to D' })
    await expect(sheet).toContainText('You need 5 points more for D. Feedback does not count here.')
    await expect(sheet.getByRole('list', { name: 'Enough alone' }).getByRole('listitem')).toContainText([nine.name])
    await expect(sheet.getByRole('list', { name: 'Adds up with others' }).getByRole('listitem')).toContainText([four.name])
    await expect(sheet).not.toContainText(one.name)
    await expect(sheet).not.toContainText(eight.name)
    await expect(sheet).toContainText('1 activity is not listed: it would count 0 because of a limit.')
    expect(await sheet.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
    await expectNoAxeViolations(page)
    await sheet.getByRole('button', { name: `9 points: what is Points of ${nine.name}?` }).click()
    const explanation = page.getByRole('dialog', { name: `Points of ${nine.name}` })
    await expect(explanation).toContainText('An administrator sets the points of an activity in the catalogue.')
    await page.goBack()
    await expect(explanation).toBeHidden()
    await expect(sheet).toBeVisible()
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/tab=your-activity/)

    await page.getByRole('button', { name: /^5 points to D/ }).click()
    await sheet.getByRole('button', { name: `Post ${nine.name}` }).click()
    await expect(sheet).toBeHidden()
    await expect(activityField(page)).toHaveValue(nine.name)
    await expect(dateField(page)).toBeFocused()
    await page.getByRole('button', { name: 'Today' }).click()
    await submit(page).click()
    await expect(card(page, 'Total Score')).toContainText('10')
    await expect(card(page, 'Current Grade')).toContainText('D10')
    await withoutLimits(portal)
  })

  test('a grade out of reach is said so; a closed term suggests nothing', async ({ page, portal }) => {
    await emptyCatalogue(portal)
    const person = await addPerson(portal, 'staff', { title: 'l' })
    await currentTerm(portal)
    await addActivity(portal, 2)
    await signIn(page, person)
    await page.goto(yourActivity)
    await page.getByRole('button', { name: /^6 points to D/ }).click()
    const sheet = page.getByRole('dialog', { name: 'The way to D' })
    await expect(sheet).toContainText('What is left to post adds 2 points at most, within the limits. That does not reach D.')
    await expect(sheet.getByRole('listitem')).toHaveCount(1)
    await sheet.getByRole('button', { name: 'Close' }).click()

    const past = await addPastTerm(portal)
    const other = await addPerson(portal, 'admin')
    const admin = await page.context().browser()?.newContext({ baseURL: portal.url })
    const office = await admin?.newPage()
    if (!office) throw new Error('no browser')
    await signIn(office, other)
    expect((await office.request.put(`/terms/close/${past.id}`, { data: {} })).status()).toBe(200)
    await admin?.close()
    await page.goto(`${yourActivity}&term=${past.id}`)
    await expect(page.getByText(/points to D/)).toBeVisible()
    await expect(page.getByRole('button', { name: /points to D/ })).toHaveCount(0)
  })

  test('an administrator keeps the bell in the bar at the top', async ({ page, portal }) => {
    await signIn(page, await addPerson(portal, 'admin'))
    await page.goto('/admin-dashboard?tab=departments')
    await expect(page.getByRole('button', { name: 'Notices' })).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
  })
})

/** The rules of the current term, without a version of their own: publishing is tested elsewhere. */
async function limitTo(
  { sql }: Portal,
  limit: { activity_id?: number; type?: string; most_times?: number; most_points?: number },
) {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`insert into rules_limits ${tx.insert({ rules_version: 1, ...limit })}`
  })
}

async function withoutLimits({ sql }: Portal) {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`delete from rules_limits`
  })
}
