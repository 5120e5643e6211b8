import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { GivenRight } from '../../contract/rights.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const { make, sql } = portal
const physics = await make.department('Physics')
const admin = await make.admin({ name: 'Rana Wahid', department_id: physics.id })
const second = await make.admin({ name: 'Dilan Karim', department_id: physics.id })
await sql`update user_rights set given_by = ${second.id} where user_id = ${admin.id}`

const open = (person: { username: string } = admin) => portal.open('/admin-dashboard?tab=settings&open=rights', person)
const section = () => page.getByRole('region', { name: 'Rights', exact: true })
const row = (name: string) =>
  section()
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${name}`) })
    .first()
const dialog = () => page.getByRole('dialog')
const box = (name: string) => dialog().getByRole('checkbox', { name, exact: true })
const save = () => dialog().getByRole('button', { name: 'Save', exact: true }).click()
const notifications = () => page.getByRole('region', { name: 'Notifications' })
const stored = ({ id }: { id: number }) => sql`select "right" from user_rights where user_id = ${id} order by "right"`
const made = (name: string, ...rights: GivenRight[]) => make.withRights(rights, { name, department_id: physics.id })
const change = (name: string) =>
  section()
    .getByRole('button', { name: `Change the rights of ${name}` })
    .click()
const confirmBySecond = (isOn: boolean) => sql`insert into portal_settings (confirm_administrators) values (${isOn})
  on conflict (id) do update set confirm_administrators = ${isOn}`

test('it says who has which right, by whom and since when, and finds them', async () => {
  await made('Ann Aziz', 'reviewer')
  await made('Kawa Keeper', 'score_keeper')
  await open()
  await expect.element(row('Ann Aziz')).toHaveTextContent('Ann AzizPhysicsReview')
  await expect.element(row('Rana Wahid')).toHaveTextContent(/Admin.*by role.*Give rights.*by Dilan Karim, /)
  await section().getByRole('searchbox', { name: 'Search people with rights' }).fill('set scores')
  await expect.element(row('Kawa Keeper')).toBeVisible()
  await expect.element(row('Ann Aziz')).not.toBeInTheDocument()
})

test('a person is added with rights, each of which says what it means', async () => {
  const member = await make.staff({ name: 'Hana Salih', department_id: physics.id })
  await open()
  await section().getByRole('button', { name: 'Add Person' }).click()
  await save()
  await expect.element(dialog()).toHaveTextContent('Choose a person.')
  await dialog().getByRole('combobox', { name: 'Person' }).fill('hana')
  await expect.poll(() => dialog().getByRole('option').elements().length).toBe(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(box('Read everything')).toHaveAccessibleDescription('Sees what administrators see, and changes nothing.')
  await box('Read everything').click()
  await box('Review').click()
  await save()
  await expect.element(notifications()).toHaveTextContent('Rights saved successfully')
  await expect.element(row('Hana Salih')).toHaveTextContent(/Read everything.*by Rana Wahid.*Review/)
  expect(await stored(member)).toEqual([{ right: 'reader' }, { right: 'reviewer' }])
})

test('the refusal of the server stands in the dialog: only administrators give rights', async () => {
  const member = await made('Sara Ali', 'reviewer')
  await open()
  await change('Sara Ali')
  await box('Give rights').click()
  await save()
  await expect.element(dialog()).toHaveTextContent('Only administrators can give rights. Choose Administrator, too.')
  expect(await stored(member)).toEqual([{ right: 'reviewer' }])
})

test('if somebody else changed the rights meanwhile, nothing is overwritten without asking', async () => {
  const member = await made('Omar Nuri', 'reviewer')
  await open()
  await change('Omar Nuri')
  await box('Set scores').click()
  await sql`insert into user_rights (user_id, "right") values (${member.id}, 'reader')`
  await save()
  const conflict = dialog().getByRole('region', { name: 'Someone else changed these rights since you opened them.' })
  await expect.element(conflict).toHaveTextContent('Review, Read everything')
  expect(await stored(member)).toEqual([{ right: 'reader' }, { right: 'reviewer' }])
  await conflict.getByRole('button').first().click()
  await expect.element(box('Read everything')).toBeChecked()
  await expect.element(box('Set scores')).not.toBeChecked()
})

test('the own row says why it cannot be changed, and who gives no rights only reads', async () => {
  const byRight = await made('Lana Amin', 'administrator')
  await open()
  await expect.element(row('Rana Wahid')).toHaveTextContent('You cannot change your own rights.')
  expect(row('Rana Wahid').getByRole('button').elements()).toEqual([])
  await open(byRight)
  await expect.element(section()).toHaveTextContent('Only people who give rights can change them.')
  await expect.element(row('Dilan Karim')).toBeVisible()
  expect(
    section()
      .getByRole('button', { name: /^(Add|Change)/ })
      .elements(),
  ).toEqual([])
})

test('where Settings say so, an administrator waits for a second person, who confirms in the inbox', async () => {
  const member = await made('Bahar Hassan', 'reviewer')
  await portal.open('/admin-dashboard?tab=settings', admin)
  await page.getByRole('checkbox', { name: 'A second person confirms administrators' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect.poll(() => sql`select confirm_administrators as on from portal_settings`).toEqual([{ on: true }])

  await open()
  await change('Bahar Hassan')
  await box('Administrator').click()
  await expect.element(dialog()).toHaveTextContent('A second person who gives rights must confirm this.')
  await save()
  await expect.element(notifications()).toHaveTextContent('Nothing has changed yet.')
  await expect.element(section()).toHaveTextContent('To be confirmed by a second person')
  await expect.element(section()).toHaveTextContent('Someone else must confirm this: you proposed it, or it is about you.')
  await expect.element(section().getByRole('button', { name: 'Withdraw: Bahar Hassan' })).toBeVisible()
  expect(
    section()
      .getByRole('button', { name: /^Confirm/ })
      .elements(),
  ).toEqual([])
  expect(await stored(member)).toEqual([{ right: 'reviewer' }])

  await portal.open('/admin-dashboard?tab=inbox', second)
  const group = page.getByRole('region', { name: '1 administrator to confirm' })
  await expect.element(group).toHaveTextContent(/Bahar Hassan: Administrator.*Physics · proposed by Rana Wahid/)
  await group.getByRole('button', { name: 'Confirm: Bahar Hassan' }).click()
  await expect.element(notifications()).toHaveTextContent('Administrator confirmed')
  await expect.element(group).not.toBeInTheDocument()
  expect(await stored(member)).toEqual([{ right: 'administrator' }, { right: 'reviewer' }])
  await confirmBySecond(false)
})

test('one who is refused is no longer waiting, and nothing has changed', async () => {
  await confirmBySecond(true)
  const member = await make.staff({ name: 'Zara Aram', department_id: physics.id })
  await portal.as(second)('PUT', `/users/toggle-role/${member.id}`, { replaces: 2 })
  await open()
  await expect.element(section()).toHaveTextContent(/Zara Aram.*Admin by role, and no longer scored.*proposed by Dilan Karim/)
  await section().getByRole('button', { name: 'Refuse: Zara Aram' }).click()
  await expect.element(notifications()).toHaveTextContent('Nothing was changed, and the person is no longer waiting')
  await expect.element(section()).not.toHaveTextContent('Zara Aram')
  await confirmBySecond(false)
})
