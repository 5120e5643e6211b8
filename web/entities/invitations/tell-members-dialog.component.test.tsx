import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { intercept, noNetwork } from '../../../testing/components/network.ts'
import { startPortal } from '../../../testing/components/portal.ts'
import { savedFile } from '../../../testing/components/saved-file.ts'

const portal = await startPortal({ SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: location.origin })
const admin = await portal.make.admin({ name: 'Rana Wahid' })

const dialog = () => page.getByRole('dialog')
const question = () => page.getByRole('alertdialog')
const slips = () => dialog().getByRole('combobox', { name: 'Slips to print and cut' })

/** Opens the dialog for three new members, of whom one has no address and one has signed in. */
async function openFor(mark: string, size = {}) {
  const zara = await portal.make.staff({ name: `Zara ${mark}` })
  const omar = await portal.make.staff({ name: `Omar ${mark}` })
  const lina = await portal.make.staff({ name: `Lina ${mark}` })
  await portal.sql`update users set email = null where id = ${omar.id}`
  await portal.sql`insert into first_sign_ins (user_id) values (${lina.id})`
  await portal.open(`/admin-dashboard?tab=users&q=${mark}`, admin, size)
  await page.getByRole('checkbox', { name: 'Select all 3 members in this list' }).click()
  await page.getByRole('button', { name: 'Tell them…' }).click()
  await expect.element(dialog().getByRole('heading')).toHaveTextContent('Tell 3 members how to sign in')
  return { zara, omar, lina }
}

test('members with an address are invited, and the others get slips with passwords after a question', async () => {
  const { zara, omar, lina } = await openFor('Alpha')
  await expect.element(dialog().getByRole('listitem').filter({ hasText: lina.name })).toHaveTextContent('needs no invitation')
  await expect.element(dialog().getByRole('checkbox', { name: 'Email an invitation to 1 member' })).toBeChecked()
  await expect.element(slips()).toHaveDisplayValue('For the 2 members who are not invited now')
  await dialog().getByRole('checkbox', { name: 'Set a new initial password for 1 member and print it' }).click()
  await dialog().getByRole('button', { name: 'Send invitations and create slips' }).click()
  await expect.element(question()).toHaveTextContent('Passwords and invitation links that they received before stop working.')
  const file = await savedFile(() => question().getByRole('button', { name: 'Set passwords' }).click())
  expect(file.name).toBe('sign-in-slips.pdf')
  expect(await file.slice(0, 5).text()).toBe('%PDF-')
  await expect.element(dialog()).toHaveTextContent('1 invitation is being sent')
  await expect.element(dialog()).toHaveTextContent('The slips were downloaded.')
  expect(await portal.sql`select user_id from invitations`).toEqual([{ user_id: zara.id }])
  expect(await portal.sql`select id from users where password_is_initial and name like '% Alpha'`).toEqual([{ id: omar.id }])
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect
    .element(page.getByRole('button', { name: /^Invited on .*, the email is waiting to be sent: Tell Zara Alpha/ }))
    .toBeVisible()
})

test('after slips that failed, the invitations are not sent again', async () => {
  const { zara } = await openFor('Beta')
  intercept('POST', '/users/slips', noNetwork)
  await dialog().getByRole('button', { name: 'Send invitations and create slips' }).click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('The slips could not be created.')
  await expect.element(dialog()).toHaveTextContent('1 invitation is being sent')
  await expect.element(dialog().getByRole('button', { name: 'Create slips' })).toBeVisible()
  expect(await portal.sql`select from invitations where user_id = ${zara.id}`).toHaveLength(1)
})

test('an invitation that failed is shown with the address and the reason, found by the filter, and sent again from the row', async () => {
  const { id, email } = await portal.make.staff({ name: 'Dana Gamma' })
  await portal.make.staff({ name: 'Hana Gamma' })
  await portal.sql`insert into invitations (user_id, invited_at) values (${id}, now() - interval '2 hours')`
  await portal.sql`insert into mail_failures (user_id, email, attempts, is_refused, retry_at, reason)
    values (${id}, ${email}, 2, true, now() + interval '1 day', '550 No such mailbox')`
  await portal.open('/admin-dashboard?tab=users&q=Gamma&signed_in=not-delivered', admin)
  await expect.element(page.getByRole('rowheader')).toHaveTextContent('Dana Gamma')
  await page.getByRole('button', { name: /^The invitation of .* was not sent: 550 No such mailbox: Tell Dana Gamma/ }).click()
  await expect.element(dialog().getByRole('listitem')).toHaveTextContent(`${email} was not sent: 550 No such mailbox`)
  await dialog().getByRole('button', { name: 'Send invitations' }).click()
  await expect.element(dialog()).toHaveTextContent('1 invitation is being sent')
})

test('after an import the new members are told, also those whose password is in the file, and nobody else', async () => {
  await portal.make.department('Botany')
  await portal.open('/admin-dashboard?tab=users', admin)
  await page.getByRole('button', { name: 'Import' }).click()
  const rows = ['Name,Email,UserName,Department,Gender,Password']
  rows.push('Lana One,lana@test.example,lana,Botany,Female,a password in a file', 'Rawa Two,rawa@test.example,rawa,Botany,Male,')
  const file = new File([rows.join('\n')], 'staff.csv', { type: 'text/csv' })
  await dialog().getByLabelText('File to import').upload(file)
  await dialog().getByRole('button', { name: 'Import 2 users' }).click()
  await dialog().getByRole('button', { name: 'Tell the new members…' }).click()
  await expect.element(dialog().getByRole('listitem')).toHaveLength(2)
  await dialog().getByRole('button', { name: 'Send invitations' }).click()
  await expect.element(dialog().last()).toHaveTextContent('2 invitations are being sent')
  const invited =
    await portal.sql`select username from users join invitations on user_id = id where email like '%a@test.example' order by 1`
  expect(invited).toEqual([{ username: 'lana' }, { username: 'rawa' }])
})

test('fits on a phone, in a language from right to left', async () => {
  await portal.make.staff({ name: 'Sara Delta' })
  await portal.open('/admin-dashboard?tab=users&q=Delta', admin, { width: 390, height: 844, language: 'ckb' })
  await page.getByRole('checkbox').last().click()
  await page.getByRole('button', { name: 'ئاگادارکردنەوە…' }).click()
  await expect.element(dialog().getByRole('combobox')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
