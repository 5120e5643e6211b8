import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { filterOf } from '../../testing/components/filters.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const { make, sql } = portal
const admin = await make.admin()
await sql`insert into first_sign_ins (user_id) values (${admin.id}) on conflict do nothing`
// The first administrator, whom the first start added, has not signed in either.
await sql`insert into first_sign_ins (user_id) select id from users where username = 'admin' on conflict do nothing`

const open = () => portal.open('/admin-dashboard?tab=inbox', admin)
const today = new Date().toISOString().slice(0, 10)
const toDo = () => page.getByRole('region', { name: /^In / })
const cards = () =>
  toDo()
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)
const lead = (name: string) => toDo().getByRole('link', { name })
const chosenIn = (filter: string) => () => filterOf(filter).query()?.textContent
const expectRows = (...names: string[]) =>
  expect
    .poll(() =>
      page
        .getByRole('rowheader')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(names.map((name) => expect.stringContaining(name)))
const scored = ({ id }: { id: number }) =>
  sql`insert into term_scores (user_id, term_id, tp, fb) select ${id}, id, 3, 4 from terms where is_current
    on conflict (user_id, term_id) do update set tp = 3, fb = 4`

test('without members the panel says that there are none, and not that everyone is done', async () => {
  await open()
  await expect.poll(cards).toEqual(['Nothing to review', 'No members yet', expect.stringMatching(/password/)])
  await expect.element(toDo().getByText('Everyone has been scored')).not.toBeInTheDocument()
})

test('each number of the term leads to the list of those it counts', async () => {
  const [ann, ben] = [await make.staff({ name: 'Ann' }), await make.staff({ name: 'Ben' })]
  await make.posting(ann.id, await make.activity(), today)
  await scored(ben)
  await sql`insert into first_sign_ins (user_id) values (${ben.id})`
  await open()
  await expect
    .poll(cards)
    .toEqual(
      ['To review', 'Not scored', 'Password not chosen', 'Nothing posted'].map((name) => expect.stringMatching(`^${name}\\s*1`)),
    )

  await lead('1 activity to review').click()
  await expect.element(page.getByText('1 to review, oldest first')).toBeVisible()
  await expect.element(page.getByLabelText('Term', { exact: true })).not.toHaveValue('')
  await open()
  await lead('1 member not scored').click()
  await expectRows('Ann')
  expect(location.search).toMatch(/tab=staff.*unset=any/)
  await expect.poll(chosenIn('Scores')).toBe('Not scored')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expectRows('Ann', 'Ben')

  // The number is opened by keyboard.
  await open()
  await expect.element(lead('1 user has not chosen a password')).toBeVisible()
  const link = lead('1 user has not chosen a password').element()
  if (link instanceof HTMLElement) link.focus()
  await userEvent.keyboard('{Enter}')
  await expectRows('Ann')
  expect(location.search).toMatch(/tab=users.*signed_in=no-password/)
  await expect.poll(chosenIn('Sign-in')).toBe('Password not chosen')
  await expect.element(page.getByRole('button', { name: 'New initial password (1)' })).toBeVisible()
  await open()
  await lead('1 member has posted nothing').click()
  await expectRows('Ben')
  expect(location.search).toMatch(/tab=staff.*posted=nothing/)
})

test('a number whose work is done says so calmly and leads nowhere, and the filter behind it keeps its name', async () => {
  const staff = await sql<{ id: number }>`select id from users where role_id = 2 and removed_at is null`
  for (const member of staff) {
    await sql`insert into first_sign_ins (user_id) values (${member.id}) on conflict do nothing`
    await scored(member)
    await make.posting(member.id, await make.activity(), today)
  }
  await sql`update posted_activities set state = 'verified', reviewed_at = now(), reviewed_by = ${admin.id}`
  await open()
  await expect
    .poll(cards)
    .toEqual(['Nothing to review', 'Everyone has been scored', 'Everyone has chosen a password', 'Everyone has posted something'])
  await expect.element(toDo().getByRole('link')).not.toBeInTheDocument()
  await portal.open('/admin-dashboard?tab=staff&unset=any', admin)
  await expect.element(page.getByText('No results match your search.')).toBeVisible()
  await expect.poll(chosenIn('Scores')).toBe('Not scored')
})

test('a head has the numbers of the own department, on a phone too', async () => {
  const department = await make.department('Physics')
  const head = await make.head(department.id)
  const member = await make.staff({ name: 'Dana', department_id: department.id })
  await make.posting(member.id, await make.activity(), today)
  await portal.open('/staff-dashboard?tab=inbox', head, { width: 390, height: 844 })
  await expect.poll(cards).toEqual([expect.stringMatching(/^To review\s*1/), expect.stringMatching(/^Nothing posted\s*1/)])
  expect(document.documentElement.scrollWidth - window.innerWidth).toBe(0)
  await lead('1 member has posted nothing').click()
  await expectRows(head.name)
  expect(location.pathname + location.search).toMatch(/^\/staff-dashboard\?tab=staff.*posted=nothing/)
})
