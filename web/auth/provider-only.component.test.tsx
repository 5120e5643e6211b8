import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal({
  PUBLIC_URL: location.origin,
  SSO_ISSUER: 'http://localhost:9',
  SSO_CLIENT_ID: 'portal',
  SSO_CLIENT_SECRET: 'a secret of the provider',
  SSO_NAME: 'Test University',
  SSO_DOMAINS: 'test.example',
  SSO_PASSWORDS: 'admins',
})

test('where staff sign in at the provider alone, only administrators have a password to change', async () => {
  const [staff, admin] = [await portal.make.staff({ name: 'Nora Test' }), await portal.make.admin({ name: 'Rana Wahid' })]
  const change = page.getByRole('menuitem', { name: 'Change password' })
  await portal.open('/staff-dashboard', staff)
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Sign-in security' })).toBeVisible()
  await expect.element(change).not.toBeInTheDocument()
  await portal.open('/admin-dashboard', admin)
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect.element(change).toBeVisible()
})

test('making a linked member an administrator first says that a link by the address ends', async () => {
  const admin = await portal.make.admin()
  const member = await portal.make.staff({ name: 'Linked Member' })
  await portal.sql`insert into identities (issuer, subject, user_id, email) values ('http://localhost:9', 's', ${member.id}, 'l@test.example')`
  await portal.open('/admin-dashboard?tab=users&q=Linked', admin)
  const unlink = page.getByRole('button', { name: /signs in with Test University as l@test.example/ })
  await expect.element(unlink).toBeVisible()
  await page.getByRole('button', { name: `Staff: change the role of ${member.name}` }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toHaveTextContent('A link with Test University that was found by the email address ends.')
  await question.getByRole('button', { name: 'Make administrator' }).click()
  await expect.element(page.getByRole('button', { name: `Admin: change the role of ${member.name}` })).toBeVisible()
  await expect.element(unlink).not.toBeInTheDocument()
})

test('the choice to stay signed in goes with the sign-in at the provider', async () => {
  await portal.open('/', null)
  const link = page.getByRole('link', { name: 'Continue with Test University' })
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/\/auth\/sso$/))
  await page.getByRole('checkbox', { name: /^Stay signed in/ }).click()
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/\/auth\/sso\?stay=yes$/))
})
