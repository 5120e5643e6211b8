import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { intercept } from '../../../testing/components/network.ts'
import { startPortal } from '../../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const department = await portal.make.department('Physics')
const elsewhere = await portal.make.department('Chemistry')
const head = await portal.make.head(department.id)
await portal.sql`update users set name = 'Hana Karim' where id = ${head.id}`
const member = await portal.make.staff({ name: 'Sara Aziz', department_id: department.id })
const [{ day, nextWeek }] = (await portal.sql<{ day: string; nextWeek: string }>`
  select start_date::text as day, (current_date + 7)::text as "nextWeek" from terms where is_current`) as [
  { day: string; nextWeek: string },
]
await portal.make.posting(head.id, await portal.make.activity({ name: 'Own seminar' }), day)
const [first, second] = [
  await portal.make.posting(member.id, await portal.make.activity({ name: 'First seminar' }), day),
  await portal.make.posting(member.id, await portal.make.activity({ name: 'Second seminar' }), day),
]

const panels = () => page.getByRole('navigation', { name: 'Panels' })
const panel = (name: string) => panels().getByRole('link', { name, exact: true })
const panelNames = () =>
  panels()
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)
const dialog = () => page.getByRole('dialog')
const toasts = () => page.getByRole('region', { name: 'Notifications' })
const opened = () => page.getByRole('region', { name: 'Evidence' }).getByRole('heading', { level: 2 })
const lent = (by: 'you' | 'others') =>
  dialog()
    .getByRole('region', { name: `Delegated by ${by}` })
    .getByRole('listitem')
const stateOf = async (id: number) => (await portal.sql`select state from posted_activities where id = ${id}`)[0]?.['state']

async function openDialog(person: typeof head) {
  await portal.open(person === admin ? '/admin-dashboard?tab=review' : '/staff-dashboard?tab=review', person)
  await page.getByRole('button', { name: 'Delegate reviews' }).click()
}

test('a head lends Review until a day and ends it; administrators see what others have lent', async () => {
  const colleague = await portal.make.staff({ name: 'Omar Kadir', department_id: elsewhere.id })
  await openDialog(head)
  await expect.element(dialog().getByText('Nothing is delegated at the moment.')).toBeVisible()
  const lend = dialog().getByRole('button', { name: 'Delegate', exact: true })
  const [person, lastDay] = [dialog().getByRole('combobox', { name: 'Delegate to' }), dialog().getByLabelText('Last day')]
  await lend.click()
  await expect.element(person).toHaveAccessibleDescription('Choose who to delegate reviews to.')
  await expect.element(lastDay).toHaveAccessibleDescription('Choose the last day.')
  await expect.element(person).toHaveFocus()
  await userEvent.keyboard(colleague.name)
  await expect.element(dialog().getByRole('option', { name: colleague.name })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(person).toHaveValue(colleague.name)
  await lastDay.fill('2020-01-31')
  await lend.click()
  await expect.element(lastDay).toHaveAccessibleDescription(/Choose today or a later date\./)
  await lastDay.fill(nextWeek)
  await lend.click()
  await expect.element(toasts()).toHaveTextContent('Reviews delegated to Omar Kadir')
  await expect.element(lent('you')).toHaveTextContent(/^Omar Kadir, until/)
  await expect.element(lent('you').getByRole('link')).not.toBeInTheDocument()

  await openDialog(admin)
  await expect.element(lent('others')).toHaveTextContent('Hana Karim to Omar Kadir, until')
  const people = [
    ['Hana Karim', head.id],
    ['Omar Kadir', colleague.id],
  ] as const
  for (const [name, id] of people) {
    await expect
      .element(lent('others').getByRole('link', { name }))
      .toHaveAttribute('href', `/admin-dashboard?tab=person&id=${id}`)
  }

  await openDialog(head)
  await lent('you').getByRole('button', { name: 'End delegation to Omar Kadir' }).click()
  await expect.element(toasts()).toHaveTextContent('Reviews are no longer delegated to Omar Kadir')
  await expect.element(dialog().getByText('Nothing is delegated at the moment.')).toBeVisible()
})

test('rights that come before the first notices of a page are not missed', async () => {
  const colleague = await portal.make.staff({ department_id: elsewhere.id })
  const delegation = { delegate_id: colleague.id, last_day: nextWeek }
  let delegated: Promise<{ status: number }> | undefined
  intercept('GET', '/notices', async (_, pass) => {
    delegated ??= portal.as(head)('POST', '/delegations', delegation)
    expect((await delegated).status).toBe(201)
    return pass()
  })
  await portal.open('/staff-dashboard', colleague)
  await expect.element(panel('Review')).toBeVisible()
  const [row] = await portal.sql<{ id: number }>`select id from delegations where delegate_id = ${colleague.id}`
  expect((await portal.as(head)('PUT', `/delegations/end/${row?.id}`)).status).toBe(200)
})

test('the page of a delegate follows by itself: Review comes, is used for the lender, and goes', async () => {
  const colleague = await portal.make.staff({ name: 'Lana Rashid', department_id: elsewhere.id })
  const asHead = portal.as(head)
  await portal.open('/staff-dashboard', colleague)
  await expect.element(panel('Your Activity')).toBeVisible()
  expect(panelNames()).toEqual(['Activity', 'Your Activity', 'Events'])
  const delegation = { delegate_id: colleague.id, last_day: nextWeek }
  expect((await asHead('POST', '/delegations', delegation)).status).toBe(201)
  await expect.element(panel('Review')).toBeVisible()
  expect(panelNames()).toEqual(['Activity', 'Your Activity', 'Events', 'What waits', 'Review'])

  await page.getByRole('button', { name: /^Notices/ }).click()
  await page.getByRole('link', { name: /Hana Karim delegated their reviews to you until/ }).click()
  await expect.element(page.getByText('You are reviewing for Hana Karim until')).toBeVisible()
  // The queue does not have the activities of the lender.
  await expect.element(page.getByText('2 to review, oldest first')).toBeVisible()
  // Lent Review is not lent further.
  await expect.element(page.getByRole('button', { name: 'Delegate reviews' })).not.toBeInTheDocument()
  await expect.element(opened()).toHaveTextContent('First seminar')
  await userEvent.keyboard('v')
  await expect.element(opened()).toHaveTextContent('Second seminar')
  await expect.poll(() => stateOf(first)).toBe('verified')

  const [{ id }] = (await portal.sql<{ id: number }>`select id from delegations where delegate_id = ${colleague.id}`) as [
    { id: number },
  ]
  expect((await asHead('PUT', `/delegations/end/${id}`)).status).toBe(200)
  await expect.element(panel('Review')).not.toBeInTheDocument()
  const nothing = page.getByRole('alert').filter({ hasText: 'You have nothing to review' })
  await expect.element(nothing).toBeVisible()
  await userEvent.keyboard('v')
  await expect.element(toasts()).toHaveTextContent('Permission denied')
  expect(await stateOf(second)).toBe('posted')

  await portal.open(`/admin-dashboard?tab=audit&person=${member.id}&subject=posting`, admin)
  await expect.element(page.getByRole('table', { name: 'Audit' })).toHaveTextContent('Lana Rashid, on behalf of Hana Karim')
})
