import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const auditPanel = '/admin-dashboard?tab=audit'

const filter = (label: string) => page.getByLabelText(label, { exact: true })
const rows = () =>
  page
    .getByRole('table', { name: 'Audit' })
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') })
const shown = () => page.getByText(/records? shown$/)

test('several values of one change are shown in a dialog', async () => {
  const admin = await portal.make.admin()
  const seminar = { name: 'Seminar', description: 'On the trail', score: 1.5, type: 'Elective' }
  await portal.as(admin)('POST', '/activities', seminar)
  await portal.open(`${auditPanel}&person=${admin.id}`, admin)
  await rows().filter({ hasText: 'Seminar' }).getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: 'Activity Seminar added' })
  await expect.element(dialog).toHaveTextContent('DescriptionOn the trail')
  await expect.element(dialog).toHaveTextContent('Score1.5')
})

test('shows who changed what, the old and the new value, and each filter narrows it', async () => {
  const admin = await portal.make.admin({ name: 'Rana Wahid' })
  const member = await portal.make.staff({ name: 'Dr. Sara Aziz' })
  const { id } = await portal.make.department('Physics')
  const call = portal.as(admin)
  for (const tp of [4.5, 6]) expect((await call('PUT', `/users/edit-tp/${member.id}`, { tp })).status).toBe(200)
  expect((await call('PUT', `/departments/${id}`, { name: 'Physics II' })).status).toBe(200)

  await portal.open('/admin-dashboard', admin)
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Audit')
  await filter('Person').selectOptions(String(admin.id))
  const records = [
    ['Department Physics II edited', 'Name: Physics → Physics II'],
    ['Member Dr. Sara Aziz scored', 'Teacher points: 4.5 → 6'],
    ['Member Dr. Sara Aziz scored', 'Teacher points: not set → 4.5'],
  ]
  await expect.element(rows()).toHaveLength(4)
  await expect.element(rows().nth(3)).toHaveTextContent('The portalUser Rana Wahid added')
  for (const [index, texts] of records.entries()) {
    for (const text of [...texts, 'Rana Wahid', '127.0.0.1']) await expect.element(rows().nth(index)).toHaveTextContent(text)
  }
  const moment = rows().first().element().querySelector('time')
  expect(moment?.textContent).toMatch(/^\d{1,2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2}:\d{2}$/)
  expect(moment?.title).toMatch(/^\d{4}-\d{2}-\d{2}T.*Z$/)

  await filter('Kind').selectOptions('edited')
  await expect.element(rows()).toHaveLength(1)
  // Scores have only one kind: the other filter value is removed.
  await filter('Subject').selectOptions('Scores')
  await expect.element(rows()).toHaveLength(2)
  await expect.element(filter('Kind')).toHaveValue('')
  await filter('To date').fill('2020-01-01')
  await expect.element(page.getByText('Nothing recorded yet')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(filter('Person')).toHaveFocus()
  await expect.element(filter('To date')).toHaveValue('')
  await expect.element(rows().first()).toBeVisible()
  await filter('From date').fill('2199-01-01')
  await expect.element(page.getByText('Nothing recorded yet')).toBeVisible()
})

test('the filters are in the URL, also for a removed user', async () => {
  const admin = await portal.make.admin()
  const gone = await portal.make.staff({ name: 'Dr. Nora Jensen' })
  expect((await portal.as(admin)('DELETE', `/users/${gone.id}`)).status).toBe(200)
  await portal.open(auditPanel, admin)
  await expect.element(page.getByRole('option', { name: 'Dr. Nora Jensen (deleted)' })).toBeInTheDocument()
  await filter('Person').selectOptions('Dr. Nora Jensen (deleted)')
  await filter('Kind').selectOptions('removed')
  await filter('From date').fill('2020-01-01')
  await expect.element(rows()).toHaveLength(1)

  const address = location.pathname + location.search
  await page.getByRole('link', { name: 'Departments' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Departments')
  await portal.open(address, admin)
  await expect.element(filter('Person')).toHaveValue(String(gone.id))
  await expect.element(filter('From date')).toHaveValue('01/01/2020')
  await expect.element(rows()).toHaveTextContent('User Dr. Nora Jensen deleted')
})

test('records are narrowed to the person whom they concern, and by words, which are in the address', async () => {
  const admin = await portal.make.admin()
  const member = await portal.make.staff({ name: 'Hêvî Demir' })
  const other = await portal.make.staff({ name: 'Hêmin Demir' })
  const call = portal.as(admin)
  for (const { id } of [member, other]) expect((await call('PUT', `/users/edit-tp/${id}`, { tp: 7.5 })).status).toBe(200)
  expect((await call('PUT', `/users/edit-feedback/${member.id}`, { fb: 3 })).status).toBe(200)
  const search = () => new URLSearchParams(location.search)

  await portal.open(auditPanel, admin)
  const about = page.getByRole('combobox', { name: 'About' })
  await about.click()
  await userEvent.keyboard('hevi')
  await expect.element(page.getByRole('listbox').getByRole('option')).toHaveLength(1)
  await page
    .getByRole('listbox')
    .getByRole('option', { name: /Hêvî Demir/ })
    .click()
  await expect.poll(() => search().get('about')).toBe(String(member.id))
  await expect.element(rows()).toHaveLength(3)
  await expect.element(rows().last()).toHaveTextContent('User Hêvî Demir added')
  await page.getByRole('searchbox', { name: 'Search records' }).fill('hevi 7.5')
  await expect.element(rows()).toHaveLength(1)
  await expect.element(rows()).toHaveTextContent('Member Hêvî Demir scored')
  expect(search().get('q')).toBe('hevi 7.5')

  // Whoever opens the address has the same.
  await portal.open(location.pathname + location.search, admin)
  await expect.element(about).toHaveValue('Hêvî Demir')
  await expect.element(page.getByRole('searchbox', { name: 'Search records' })).toHaveValue('hevi 7.5')
  await expect.element(rows()).toHaveLength(1)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(about).toHaveValue('')
  expect([...search().keys()]).toEqual(['tab'])

  await page.getByRole('searchbox', { name: 'Search records' }).fill('demir 7.5')
  await expect.element(rows()).toHaveLength(2)
})

test('loads page by page, and renders only visible rows', async () => {
  const member = await portal.make.staff({ name: 'Dr. Layla Hassan' })
  // The records are more than two pages, with the record of the new user.
  await portal.sql`insert into audit (at, subject, kind, subject_name, person_id, before, after)
    select '2020-01-01'::timestamptz + n * interval '1 minute', 'activity', 'edited', 'Old ' || n, ${member.id}::int,
      jsonb_build_object('score', n), jsonb_build_object('score', n + 1) from generate_series(1, 250) n`
  await portal.open(`${auditPanel}&person=${member.id}`, await portal.make.admin())
  await expect.element(shown()).toHaveTextContent('100 records shown')
  const more = page.getByRole('button', { name: 'Show more' })
  const repair = intercept('GET', '/audit', noNetwork)
  await more.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to load the audit trail. Please try again later.')
  await expect.element(shown()).toHaveTextContent('100 records shown')
  repair()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(shown()).toHaveTextContent('200 records shown')
  await more.click()
  await expect.element(shown()).toHaveTextContent('251 records shown')
  await expect.element(more).not.toBeInTheDocument()
  // The table is rendered after the summary below it.
  await expect.element(page.getByRole('table', { name: 'Audit' })).toHaveAttribute('aria-rowcount', '252')
  expect(rows().elements().length).toBeLessThan(60)
  const frame = page.getByRole('region', { name: 'Audit' }).element()
  frame.scrollTo({ top: frame.scrollHeight })
  await expect
    .element(rows().filter({ hasText: 'Activity Old 1 editedConcerns Dr. Layla HassanScore: 1 → 2' }))
    .toHaveTextContent('The portal')
  await expect.element(rows().last()).toHaveTextContent('Dr. Layla Hassan added')

  await filter('Subject').selectOptions('Activities')
  await expect.element(shown()).toHaveTextContent('100 records shown')
})

test('a sentence that begins with a name in Latin letters has the direction of the page', async () => {
  const member = await portal.make.staff({ name: 'Dr. Rezan Ali' })
  await portal.sql`insert into audit (subject, kind, subject_name, person_id) values ('session', 'refused', ${member.name}, ${member.id})`
  await portal.open(`${auditPanel}&person=${member.id}&subject=session`, await portal.make.admin(), { language: 'ckb' })
  const sentence = page.getByTitle(/Dr\. Rezan Ali/)
  await expect.element(sentence).toHaveTextContent('ڕێگەی پێ نەدرا')
  expect(getComputedStyle(sentence.element()).direction).toBe('rtl')
})

test('is not for staff', async () => {
  await portal.open(auditPanel, await portal.make.staff())
  await expect.element(page.getByRole('link', { name: 'Your Activity' })).toBeVisible()
  expect(location.pathname).toBe('/staff-dashboard')
  await expect.element(page.getByRole('link', { name: 'Audit' })).not.toBeInTheDocument()
})
