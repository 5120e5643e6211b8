import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { messages, speaker } from '../../contract/languages/catalogue.ts'
import { ckb } from '../../contract/languages/ckb.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { testPassword } from '../../testing/factories.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const patient = { timeout: 10_000 }

async function addAppTo({ id }: { id: number }) {
  await portal.sql`insert into authenticators (user_id, secret, confirmed_at) values (${id}, decode(repeat('07', 20), 'hex'), now())`
}
const appsOf = ({ id }: { id: number }) => portal.sql`select user_id from authenticators where user_id = ${id}`

test('the second factors of a member are removed after the consequence was read and the password was entered again', async () => {
  const member = await portal.make.staff({ name: 'Lost Phone' })
  await addAppTo(member)
  await portal.open('/admin-dashboard?tab=users&q=Lost', admin)
  const mark = page.getByRole('button', { name: 'Lost Phone has a second factor: remove it' })
  await mark.click()
  const question = page.getByRole('alertdialog', { name: 'Remove every second factor of Lost Phone?' })
  await expect
    .element(question)
    .toHaveAccessibleDescription(/recovery codes stop working, and Lost Phone is signed out everywhere/)
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove every second factor of Lost Phone?' })
  await expect.element(dialog.getByLabelText('Current password')).toHaveFocus()
  expect(await appsOf(member)).toHaveLength(1)
  await dialog.getByLabelText('Current password').fill(testPassword)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByText('Second factors removed successfully'), patient).toBeVisible()
  await expect.element(mark).not.toBeInTheDocument()
  expect(await appsOf(member)).toEqual([])
})

test('an administrator and a member without a factor have no such mark', async () => {
  const colleague = await portal.make.admin({ name: 'Marked Administrator' })
  await addAppTo(colleague)
  await portal.make.staff({ name: 'Marked Member' })
  await portal.open('/admin-dashboard?tab=users&q=Marked', admin)
  await expect.element(page.getByRole('button', { name: 'Edit Marked Member' })).toBeVisible()
  await expect.element(page.getByRole('row').filter({ hasText: 'Marked Administrator' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /has a second factor/ })).not.toBeInTheDocument()
})

test('on a phone, in Kurdish, the dialog that asks for the password fits', async () => {
  const say = speaker('ckb', ckb)
  const words = messages.signInSecurity
  const member = await portal.make.staff({ name: 'Phone Member' })
  await addAppTo(member)
  await portal.open('/admin-dashboard?tab=users&q=Phone', admin, { language: 'ckb', width: 390, height: 844 })
  await page.getByRole('button', { name: say(words.removeFactorsNamed({ name: member.name })) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say(words.remove), exact: true })
    .click()
  await expect.element(page.getByRole('dialog').getByText(say(words.confirmFirst))).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
