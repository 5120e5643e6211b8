import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ar } from '../../contract/languages/ar.ts'
import { messages, speaker } from '../../contract/languages/catalogue.ts'
import { expectNoAxeViolations, giveTimeToAxe } from '../../testing/components/axe.ts'
import { loaded } from '../../testing/components/loaded.ts'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

giveTimeToAxe()
const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const inArabic = speaker('ar', ar)
const phone = { width: 390, height: 844 }

type Options = Parameters<typeof portal.open>[2]

async function open(tab: string, title: string, options?: Options) {
  await portal.open(`/admin-dashboard?tab=${tab}`, admin, options)
  await loaded(title)
}

const row = (name: string) => page.getByRole('row').filter({ hasText: name })

test('a new portal: its first steps, before there are members', async () => {
  await open('overview', 'Overview', { firstSteps: true })
  await expect.element(page.getByRole('region', { name: 'First steps' })).toHaveTextContent('0 of 5 done')
  await expectNoAxeViolations()
})

for (const [tab, title, text] of [
  ['activity', 'Activity List', 'No activities available'],
  ['staff', 'Staff', 'No staff'],
  ['review', 'Review', 'Everything has been reviewed'],
] as const)
  test(`${title} of a new portal, with nothing in it`, async () => {
    await open(tab, title)
    await expect.element(page.getByText(text).first()).toBeVisible()
    await expectNoAxeViolations()
  })

/** Adds two closed years and the current term, with members of every state. */
async function addLists() {
  const physics = await portal.make.department('Physics', { names: { ckb: 'بەشی فیزیا', ar: 'قسم الفيزياء' } })
  const law = await portal.make.department('Law', { names: { ar: 'كلية القانون' } })
  const seminar = await portal.make.activity({ name: 'Seminar', type: 'Attending', names: { ar: 'ندوة علمية' } })
  const head = await portal.make.head(physics.id)
  const ann = await portal.make.staff({ name: 'Ann Lewis', department_id: physics.id, title: 'l' })
  await portal.make.staff({ name: 'د. سارة عزيز', department_id: law.id })
  await portal.make.staff({ name: 'Cid Nuri', title: null })
  await portal.sql`insert into term_scores (user_id, term_id, tp, fb) select ${ann.id}, id, 16.4, 4.4 from terms where is_current`
  const [{ today = '' } = {}] = await portal.sql<{ today: string }>`select current_date::text as today`
  for (const { id } of [ann, head]) await portal.make.posting(id, seminar, today, 'https://events.test.example/1')
  const terms = []
  for (const year of [1950, 1951]) {
    const term = await portal.make.term(`Year ${year}`, `${year}-01-01`, `${year}-12-31`)
    await portal.sql`insert into term_scores (user_id, term_id, tp) values (${ann.id}, ${term.id}, ${year - 1940})`
    expect((await portal.as(admin)('PUT', `/terms/close/${term.id}`, {})).status).toBe(200)
    terms.push(term)
  }
  const [first, second] = terms as [(typeof terms)[0], (typeof terms)[0]]
  const reopened = await portal.as(admin)('PUT', `/terms/reopen/${first.id}`, { reason: 'A late certificate' })
  expect(reopened.status).toBe(200)
  return second
}
let closed: { id: number }

test('Overview and what waits, on a large screen and on a phone', async () => {
  closed = await addLists()
  for (const size of [{}, phone]) {
    await open('overview', 'Overview', size)
    await expect.element(page.getByRole('region', { name: 'Term comparison' })).toBeVisible()
    await expectNoAxeViolations()
    await open('inbox', 'What waits', size)
    await expect.element(page.getByRole('button', { name: /^I take this/ }).first()).toBeVisible()
    await expectNoAxeViolations()
  }
})

test('the page of a person, on a large screen, on a phone from right to left, and without a person', async () => {
  const [ann] = await portal.sql<{ id: number }>`select id from users where name = 'Ann Lewis'`
  for (const options of [{ height: 3000 }, { language: 'ar', ...phone, height: 3000 }] as const) {
    await portal.open(`/admin-dashboard?tab=person&id=${ann?.id}`, admin, options)
    await loaded('Ann Lewis')
    await expect
      .element(
        page
          .getByText('events.test.example')
          .or(page.getByText('Seminar').or(page.getByText('ندوة علمية')))
          .first(),
      )
      .toBeVisible()
    await expectNoAxeViolations()
  }
  await open('person', 'Person')
  await expectNoAxeViolations()
})

test('Audit with its records, on a large screen', async () => {
  await open('audit', 'Audit')
  await expect.element(row('Year 1951').first()).toBeVisible()
  await expectNoAxeViolations()
})

test('Audit on a phone, and the drawer with the navigation', async () => {
  await open('audit', 'Audit', phone)
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  await expectNoAxeViolations()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect.element(page.getByRole('navigation', { name: 'Panels' }).getByRole('link', { name: 'Terms' })).toBeVisible()
  await expectNoAxeViolations()
})

for (const { tab, title, size } of [
  { tab: 'overview', title: messages.panels.overview, size: {} },
  { tab: 'staff', title: messages.panels.staff, size: {} },
  { tab: 'postings', title: messages.panels.postings, size: phone },
  { tab: 'users', title: messages.panels.users, size: phone },
])
  test(`${tab} from right to left, in Arabic${'width' in size ? ', on a phone' : ''}`, async () => {
    await open(tab, inArabic(title), { language: 'ar', ...size })
    await expect.element(page.getByRole('row').nth(1)).toBeVisible()
    await expectNoAxeViolations()
  })

test('Postings: the list on a large screen and on a phone, a filter, and what was done', async () => {
  for (const size of [{}, phone]) {
    await open('postings', 'Postings', size)
    await expect.element(page.getByText('Ann Lewis').first()).toBeVisible()
    await expectNoAxeViolations()
    await open('postings&section=done', 'Postings', size)
    await expect.element(page.getByRole('region', { name: 'By title' })).toBeVisible()
    await expectNoAxeViolations()
  }
  await open('postings&posting_state=returned', 'Postings')
  await expect.element(page.getByText('No results match your search.')).toBeVisible()
  await page.getByRole('button', { name: /^State: / }).click()
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Returned' })).toBeVisible()
  await expectNoAxeViolations({ without: ['region'] })
})

test('the dialog of the names to sign', async () => {
  await open(`staff&term=${closed.id}`, 'Staff')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Names to sign' }).click()
  await expect.element(page.getByRole('dialog')).toHaveTextContent('Each department begins on a new page.')
  await expectNoAxeViolations()
})

test('Staff of a closed term, and a search that finds nothing', async () => {
  await open(`staff&term=${closed.id}`, 'Staff')
  await expect.element(page.getByText('This term is closed.')).toBeVisible()
  await expect.element(row('Ann Lewis')).toBeVisible()
  await expectNoAxeViolations()
  await open('users&q=nobody+is+called+that', 'Users')
  await expect.element(page.getByText('No results match your search.')).toBeVisible()
  await expectNoAxeViolations()
})

test('Messages: none, one that is written and seen before it is sent, the log, and what became of one', async () => {
  await open('messages', 'Messages')
  await expect.element(page.getByText('No messages sent yet')).toBeVisible()
  await expectNoAxeViolations()
  await page.getByRole('button', { name: 'Write a message' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Kind' }).selectOptions('Reminder: not scored')
  await expect.element(dialog.getByRole('textbox', { name: 'Subject', exact: true })).not.toHaveValue('')
  await expectNoAxeViolations()
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect.element(dialog.getByRole('region', { name: 'By email' })).toBeVisible()
  await expectNoAxeViolations()
  await dialog.getByRole('button', { name: /^Send to/ }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  for (const size of [{}, phone]) {
    await open('messages', 'Messages', size)
    await expect.element(page.getByRole('table').getByRole('link').first()).toBeVisible()
    await expectNoAxeViolations()
    await page.getByRole('table').getByRole('link').first().click()
    await expect.element(row('Cid Nuri')).toBeVisible()
    await expectNoAxeViolations()
  }
})

test('an audit without records', async () => {
  await open('audit&to=2019-01-01', 'Audit')
  await expect.element(page.getByText('Nothing recorded yet')).toBeVisible()
  await expectNoAxeViolations()
})

test('what was removed, with a restoration that is refused', async () => {
  const gone = await portal.make.staff({ name: 'Omar Kadir' })
  expect((await portal.as(admin)('DELETE', `/users/${gone.id}`)).status).toBe(200)
  await portal.make.staff({ username: gone.username })
  await open('users&removed=1', 'Users: deleted')
  await page.getByRole('button', { name: 'Restore Omar Kadir' }).click()
  await expect.element(row('Omar Kadir').getByRole('alert')).toHaveTextContent('This username is already taken.')
  await expectNoAxeViolations()
})

test('a list that is loading, and one that could not be loaded', async () => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  intercept('GET', '/departments', async (_, pass) => {
    await held
    return pass()
  })
  await portal.open('/admin-dashboard?tab=departments', admin)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Departments')
  await expect.poll(() => document.querySelector('[aria-busy=true]'), { timeout: 15_000 }).not.toBeNull()
  await expectNoAxeViolations()
  answer()
  await expect.element(row('Physics')).toBeVisible()

  intercept('GET', '/overview', noNetwork)
  await portal.open('/admin-dashboard?tab=overview', admin)
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectNoAxeViolations()
})
