import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { intercept } from '../../../testing/components/network.ts'
import { startPortal } from '../../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })

test('a reply about the rights that arrives after signing out does not sign in again', async () => {
  const member = await portal.make.staff()
  await portal.open('/admin-dashboard?tab=users', admin)
  let release = () => {}
  const signedOut = new Promise<void>((resolve) => {
    release = resolve
  })
  const replies: Promise<Response>[] = []
  intercept('GET', '/auth/me', async (_, pass) => {
    const reply = pass()
    replies.push(reply)
    await signedOut
    return reply
  })
  // A change of a list fetches all other data again.
  await page.getByRole('button', { name: `Staff: change the role of ${member.name}` }).click()
  await page.getByRole('button', { name: 'Make administrator' }).click()
  await expect.element(page.getByRole('button', { name: `Admin: change the role of ${member.name}` })).toBeVisible()
  await expect.poll(() => replies.length, { timeout: 10_000 }).toBeGreaterThan(0)
  expect((await replies[0])?.status).toBe(200)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.element(page.getByRole('button', { name: 'Login' })).toBeVisible()

  release()
  // The page reads its reply, which has arrived already, long before another one arrives.
  await portal.sql`select 1`
  expect(localStorage.getItem('user_id')).toBeNull()
  await expect.element(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(location.pathname).toBe('/')
})
