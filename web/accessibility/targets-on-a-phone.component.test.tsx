import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { loaded } from '../../testing/components/loaded.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { makeStatements } from '../../testing/components/statements.ts'
import { tooSmallLetters, tooSmallTargets } from '../../testing/components/targets.ts'
import { emulateTouch } from '../../testing/components/touch.ts'

const portal = await startPortal()
emulateTouch()
const phone = { width: 390, height: 844 }
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const { makeStory, giveScores } = makeStatements(portal, admin)
const { member } = await makeStory('Sara Aziz')
await giveScores(member)
const waiting = await portal.make.activity({ name: 'Workshop', score: 2, type: 'Elective' })
await portal.sql`update activities set description = ${'What it takes to be counted. '.repeat(8).trim()} where id = ${waiting.id}`
const [{ today = '' } = {}] = await portal.sql<{ today: string }>`select current_date::text as today`
await portal.make.posting(member.id, waiting, today, 'https://events.test.example/workshop')

/** An event of tomorrow for everybody, which stands at the beginning of the first page. */
const tomorrow = (hours: number) => new Date(Date.now() + (24 + hours) * 3_600_000).toISOString()
const sessions = [{ begins_at: tomorrow(0), ends_at: tomorrow(1) }]
await portal.sql`update terms set end_date = greatest(end_date, current_date + 10) where is_current`
await portal.as(admin)('POST', '/events', { activity_id: waiting.id, name: 'Evening', place: 'Hall', audience: 'all', sessions })

/** Everything that can be pressed is large enough for a finger, and what is typed in is large enough for iOS. */
function expectForFingers(where: string) {
  expect.soft(tooSmallTargets(), where).toEqual([])
  expect.soft(tooSmallLetters(), where).toEqual([])
}

const button = (name: string | RegExp, within: Pick<Locator, 'getByRole'> = page) =>
  within.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')

async function open(address: string, title: string | RegExp = /./, person = member) {
  await portal.open(address, person, phone)
  await loaded(title)
}

/** Opens something, expects it to be for fingers, and closes it. */
async function look(where: string, press: Locator, shown: Locator) {
  await press.click()
  await expect.element(shown).toBeVisible()
  expectForFingers(where)
  await userEvent.keyboard('{Escape}')
  await expect.element(shown).not.toBeInTheDocument()
}

test('the catalogue, what an activity is, and the menu of the dashboard', async () => {
  await open('/staff-dashboard', 'Activity List')
  await expect.element(page.getByRole('row', { name: 'Workshop' })).toBeInTheDocument()
  await expect.element(button('I come: Evening')).toBeVisible()
  expectForFingers('catalogue')
  await look('filter', button(/^Type: /), page.getByRole('menu'))
  await page.getByRole('searchbox').fill('work')
  await expect.element(button('Clear search')).toBeVisible()
  expectForFingers('search')
  await look('more', button(`More about ${waiting.name}`), dialog())
  await look('help', button(/^Help/).first(), dialog())
  await look('find', button('Find').first(), dialog())
  await page.getByRole('banner').getByRole('button', { name: 'Open', exact: true }).click()
  await expect.element(dialog()).toBeVisible()
  expectForFingers('drawer')
  await look('account', dialog().getByRole('button', { name: /Sara Aziz/ }), page.getByRole('menu'))
})

test('Your Activity: the form, the scores, the list, the way and the questions', async () => {
  await open('/staff-dashboard?tab=your-activity', 'Your Activity')
  await expect.element(page.getByRole('heading', { name: 'Your questions' })).toBeInTheDocument()
  expectForFingers('your activity')
  await look('calendar', button('Choose a day').first(), dialog().getByRole('grid'))
  await page.getByRole('form').getByLabelText('Activity', { exact: true }).click()
  await expect.element(page.getByRole('listbox')).toBeVisible()
  expectForFingers('combobox')
  await userEvent.keyboard('{Escape}')
  await look('record', button('My record'), page.getByRole('menu'))
})

test('the statement, the grade and the notices', async () => {
  await open('/statement', 'Sara Aziz')
  expectForFingers('statement')
  await open('/grade')
  expectForFingers('grade')
  await open('/staff-dashboard?tab=notices')
  expectForFingers('notices')
})

test('what the menu of the account opens', async () => {
  for (const item of [
    'Change password',
    'Sign-in security',
    'Calendar address',
    'Panel to open first',
    'Notices on this device',
  ]) {
    await open('/staff-dashboard', 'Activity List')
    await page.getByRole('banner').getByRole('button', { name: 'Open', exact: true }).click()
    await dialog()
      .getByRole('button', { name: /Sara Aziz/ })
      .click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect.element(dialog().getByRole('heading').first()).toBeVisible()
    expectForFingers(item)
    await userEvent.keyboard('{Escape}')
  }
})
