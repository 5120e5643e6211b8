import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const { make, sql } = portal
const admin = await make.admin()
const department = await make.department('Physics')
const member = await make.staff({ name: 'Sara Aziz', department_id: department.id })
await make.staff({ name: 'Omar Kadir', department_id: (await make.department('Law')).id })
const [term] = await sql<{ id: number; name: string }>`select id, name from terms where is_current`
// The member has a score, because a grade that comes from nothing leads nowhere.
await sql`insert into term_scores (user_id, term_id, tp) values (${member.id}, ${term?.id}, 1)`

const open = (search: string) => portal.open(`/admin-dashboard?${search}`, admin)
const heading = () => page.getByRole('heading', { level: 1 })
const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true })
const rows = () =>
  page
    .getByRole('table')
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent)
async function expectOnlyMember() {
  await expect.element(heading()).toHaveTextContent('Staff')
  await expect.poll(rows).toEqual([expect.stringContaining(member.name)])
}
const expectStaffOfTerm = () => expect.poll(() => location.search).toBe(`?tab=staff&term=${term?.id}`)

test('a department leads to its members by its name, and to their accounts by their number', async () => {
  await open('tab=departments&q=Physics')
  await link('Physics').click()
  await expectOnlyMember()
  await open('tab=departments&q=Physics')
  await link('1: show accounts in Physics').click()
  await expect.element(heading()).toHaveTextContent('Users')
  await expect.poll(rows).toEqual([member.name])
  await link('Members of Physics').click()
  await expectOnlyMember()
})

test('in the list of the staff a department filters and keeps the term, and a grade leads to the scale in a tab of its own', async () => {
  await open(`tab=staff&term=${term?.id}&q=Sara`)
  const ofDepartment = page.getByRole('table').getByRole('link', { name: 'Members of Physics' })
  await expect
    .element(ofDepartment)
    .toHaveAttribute('href', `/admin-dashboard?tab=staff&term=${term?.id}&department_id=${department.id}`)
  await ofDepartment.click()
  await expect.element(page.getByRole('searchbox')).toHaveValue('')
  await expectOnlyMember()
  const grade = link(`Grade with feedback E for ${member.name}: show on the grade scale`)
  await expect.element(grade).toHaveAttribute('href', `/grade?term=${term?.id}`)
  await expect.element(grade).toHaveAttribute('target', '_blank')
})

test('a term leads to its staff by its name and by their number', async () => {
  await open('tab=terms')
  await link(String(term?.name)).click()
  await expectStaffOfTerm()
  await open('tab=terms')
  const count = page.getByRole('link', { name: new RegExp(`^\\d+: show staff in ${term?.name}$`) })
  await expect.element(count).toBeVisible()
  const element = count.element()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard('{Enter}')
  await expectStaffOfTerm()
})

test('the Overview leads to the members of a department by its name, and to all of them', async () => {
  await open('tab=overview')
  await page
    .getByRole('table', { name: /^Grade with feedback by department/ })
    .getByRole('link', { name: 'Physics', exact: true })
    .click()
  await expectOnlyMember()
  await open('tab=overview')
  await link(/: show all members$/).click()
  await expect.element(heading()).toHaveTextContent('Staff')
  await expect.poll(rows).toHaveLength(2)
})
