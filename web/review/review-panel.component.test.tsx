import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ActivityType } from '../../contract/codes.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const [term] = (await portal.sql<{ id: number; day: string }>`
  select id, start_date::text as day from terms where is_current`) as [{ id: number; day: string }]

async function addPosting(member: { id: number }, name: string, values: { type?: ActivityType; link?: string } = {}) {
  const { type = 'Attending', link } = values
  const activity = await portal.make.activity({ name, type, score: 2.25 })
  return { id: await portal.make.posting(member.id, activity, term.day, link), name }
}

const addressOf = ({ id }: { id: number }, more = '') => `/admin-dashboard?tab=review&department_id=${id}${more}`
const address = () => window.location.pathname + window.location.search
const entries = () => page.getByRole('list', { name: 'To review' }).getByRole('listitem')
const entryCount = () => entries().elements().length
const evidence = () => page.getByRole('region', { name: 'Evidence' })
const opened = () => evidence().getByRole('heading', { level: 2 })
const button = (name: string) => evidence().getByRole('button', { name, exact: true })
const toasts = () => page.getByRole('region', { name: 'Notifications' })
const dialog = () => page.getByRole('dialog')
const expectNoOverflow = (width: number) => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)

test('the filters are in the address, and a filter that finds nothing has a way back', async () => {
  const department = await portal.make.department('Physics')
  const member = await portal.make.staff({ name: 'Sara Aziz', department_id: department.id })
  await addPosting(member, 'Colloquium')
  await addPosting(member, 'Excursion', { type: 'Elective' })
  await portal.open(addressOf(department), admin)
  await expect.element(page.getByText('2 to review, oldest first')).toBeVisible()
  expect(entryCount()).toBe(2)
  await page.getByLabelText('Type').selectOptions('Elective')
  await expect.element(opened()).toHaveTextContent('Excursion')
  await expect.poll(address).toBe(addressOf(department, '&type=Elective'))

  await page.getByRole('link', { name: 'Terms' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Terms')
  await portal.open(addressOf(department, '&type=Elective'), admin)
  await expect.element(opened()).toHaveTextContent('Excursion')
  await expect.poll(entryCount).toBe(1)
  await expect.element(page.getByLabelText('Type')).toHaveValue('Elective')
  await page.getByLabelText('Term').selectOptions(String(term.id))
  await expect.poll(address).toContain(`term=${term.id}`)
  await expect.element(opened()).toHaveTextContent('Excursion')
  await page.getByLabelText('Type').selectOptions('Compulsory')
  await expect.element(page.getByText('No posting waits that matches these filters.')).toBeVisible()
  await expect.element(page.getByText('0 to review, oldest first')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(page.getByLabelText('Department')).toHaveFocus()
  await expect.poll(address).toBe('/admin-dashboard?tab=review')

  await portal.open(addressOf(department, '&type=Nothing'), admin)
  await expect.element(page.getByText('2 to review, oldest first')).toBeVisible()
})

test('nothing moves while a search is typed', async () => {
  const department = await portal.make.department('Chemistry')
  const member = await portal.make.staff({ name: 'Omar Kadir', department_id: department.id })
  await addPosting(member, 'Distillation')
  await portal.open('/admin-dashboard?tab=review', admin)
  await expect.element(page.getByRole('link', { name: /^Questions/ })).toBeVisible()
  await expect.element(opened()).toBeVisible()
  const places = () =>
    [page.getByLabelText('Department'), page.getByRole('searchbox'), page.getByRole('heading')].map((one) =>
      one.first().element().getBoundingClientRect().toJSON(),
    )
  const before = places()
  await page.getByRole('searchbox').fill('Distillation')
  await expect.element(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()
  await expect.element(opened()).toHaveTextContent('Distillation')
  expect(places()).toEqual(before)
})

test('on a phone the queue is collapsible and the buttons stay at the bottom', async () => {
  const department = await portal.make.department('College of Engineering, Department of Petroleum Engineering')
  const member = await portal.make.staff({ name: 'Nasrin Petroleum', department_id: department.id })
  const first = await addPosting(member, 'Seminar at the refinery', { link: `https://events.test.example/${'x'.repeat(120)}` })
  const photo = document.createElement('canvas').toDataURL('image/jpeg').replace(/^.*,/, '')
  await portal.sql`insert into posted_images (posted_activity_id, bytes) values (${first.id}, decode(${photo}, 'base64'))`
  const long = `A ${'very '.repeat(30)}long seminar`
  await addPosting(member, long)
  await portal.open(addressOf(department), admin, { width: 390, height: 844 })
  await expect.element(opened()).toHaveTextContent('Seminar at the refinery')
  expect(entryCount()).toBe(0)
  for (const name of ['Previous', 'Return', 'Verify', 'Next']) await expect.element(button(name)).toBeInViewport({ ratio: 1 })
  expectNoOverflow(390)
  await button('Next').click()
  await expect.element(opened()).toHaveTextContent(long)
  await page.getByRole('button', { name: '2 of 2' }).click()
  await expect.poll(entryCount).toBe(2)
  expectNoOverflow(390)
  await entries().first().getByRole('button').click()
  await expect.poll(entryCount).toBe(0)
  await expect.element(opened()).toHaveTextContent('Seminar at the refinery')
  await button('Verify').click()
  await expect.element(opened()).toHaveTextContent(long)
  // The notifications do not cover the buttons.
  await expect.element(toasts()).toHaveTextContent('Activity verified')
  await button('Return').click()
  await expect.element(dialog()).toBeVisible()

  await portal.open(`/admin-dashboard?tab=staff&term=${term.id}`, admin, { width: 390, height: 844 })
  // Only visible rows are rendered.
  await page.getByLabelText('Search staff').fill(member.name)
  const row = page.getByRole('row', { name: member.name })
  await expect.element(row).toHaveTextContent('1 new, 1 verified, 0 returned')
  expectNoOverflow(390)
  await row.getByRole('button', { name: 'View Activities' }).click()
  const undo = dialog().getByRole('button', { name: 'Undo review' })
  await expect.element(undo).toBeVisible()
  undo.element().scrollIntoView()
  await expect.element(undo).toBeInViewport({ ratio: 1 })
  expectNoOverflow(390)
})

test('Review is not for staff, and an administrator is not shown the own postings', async () => {
  const department = await portal.make.department('Geology')
  const member = await portal.make.staff({ name: 'Lana Rashid', department_id: department.id })
  const colleague = await portal.make.staff({ name: 'Hana Karim', department_id: department.id })
  await addPosting(member, 'Own excavation')
  await addPosting(colleague, 'Excavation of a colleague')
  await portal.open('/admin-dashboard?tab=review', member)
  await expect.poll(address).toContain('/staff-dashboard')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Review' })).not.toBeInTheDocument()
  await portal.sql`update users set role_id = 1 where id = ${member.id}`
  await portal.open(addressOf(department), member)
  await expect.element(opened()).toHaveTextContent('Excavation of a colleague')
  await expect.poll(entryCount).toBe(1)
})
