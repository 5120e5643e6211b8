import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal({
  HEADS_MAY_SCORE: 'yes',
  TIME_ZONE: 'Asia/Baghdad',
  PUSH_SERVICES: 'push.test.example,*.other.test.example',
})
const without = await startPortal({ PUSH_SERVICES: 'none' })
const admin = await portal.make.admin()
const address = '/admin-dashboard?tab=settings&open=installation'

const section = () => page.getByRole('region', { name: 'How this portal is set' })
/** The value of a fact, and below it where it is changed. */
const fact = (name: string) => section().getByRole('term').filter({ hasText: name }).element().nextElementSibling?.textContent

test('it says what is set and where to change it, and kindly that no backup is known', async () => {
  await portal.open(address, admin)
  await expect.element(section().getByRole('alert')).toHaveTextContent('No backup of this portal is known.')
  expect(fact('Heads set scores')).toBe('yesEnvironment variable HEADS_MAY_SCORE')
  expect(fact('Time zone')).toBe('Asia/BaghdadEnvironment variable TIME_ZONE')
  expect(fact('Signed out')).toContain('120 minutes without use, 12 hours in any case')
  expect(fact('Staying signed in')).toBe(
    '30 days on a device, for everyone who chooses it at sign-inEnvironment variable STAY_SIGNED_IN_DAYS',
  )
  expect(fact('Mail server')).toContain('None: no emails are sent')
  expect(fact('Last backup')).toBe('None is knownOn the server: npm run backup')
})

test('the push services that the portal sends to are listed, with the number of devices, and since when none is reached', async () => {
  const services = 'Push services: push.test.example, *.other.test.example'
  const where = 'Environment variable PUSH_SERVICES'
  await portal.open(address, await portal.make.admin())
  await expect.element(section()).toHaveTextContent(where)
  expect(fact('Notices on devices')).toBe(`Devices: 0. ${services}${where}`)

  const other = await portal.make.admin()
  await portal.open(address, other)
  await portal.sql`
    insert into push_subscriptions (token_hash, user_id, endpoint, p256dh, auth)
    select token_hash, user_id, 'https://push.test.example/send/1', decode(repeat('04', 65), 'hex'), decode(repeat('01', 16), 'hex')
    from sessions where user_id = ${other.id}`
  await portal.sql`insert into push_outage (since) values ('2026-11-19T07:00:00Z')`
  await portal.open(address, await portal.make.admin())
  await expect.element(section()).toHaveTextContent('Devices: 1.')
  expect(fact('Notices on devices')).toMatch(/^Devices: 1\. Push services: .* None of them has been reached since .*19.*2026/)
  await portal.sql`delete from push_outage`
})

test('a portal that sends nothing to devices says that it is off', async () => {
  await without.open(address, await without.make.admin())
  await expect.element(section()).toHaveTextContent('Environment variable PUSH_SERVICES')
  expect(fact('Notices on devices')).toBe('OffEnvironment variable PUSH_SERVICES')
})

test('a backup of this week is named with its age, an older one warns', async () => {
  await portal.sql`insert into backups_made (finished_at, row_count, is_signed) values (now() - interval '3 hours', 10, true)`
  await portal.open(address, admin)
  await expect.element(section()).toHaveTextContent('(3 hours ago), signed')
  expect(section().getByRole('alert').elements()).toEqual([])

  await portal.sql`update backups_made set finished_at = now() - interval '9 days'`
  // Another administrator, whose page has loaded nothing yet.
  await portal.open(address, await portal.make.admin())
  await expect.element(section().getByRole('alert')).toHaveTextContent('The last backup is 9 days old.')
})

test('if it could not be loaded, it is tried again', async () => {
  const reconnect = intercept('GET', '/settings/installation', noNetwork)
  await portal.open(address, admin)
  await expect.element(section().getByRole('alert')).toBeVisible()
  reconnect()
  await section().getByRole('button', { name: 'Try again' }).click()
  await expect.element(section()).toHaveTextContent('Environment variable TIME_ZONE')
})
