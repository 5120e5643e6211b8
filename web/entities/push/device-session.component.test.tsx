import { afterEach, expect, test, vi } from 'vitest'
import { startPortal } from '../../../testing/components/portal.ts'
import { standInBrowser } from '../../../testing/components/push-browser.ts'
import { clearSession } from '../../session/session.ts'
import { matchSession } from './device-session.ts'
import { rememberOwner } from './this-device.ts'

const portal = await startPortal({ PUSH_SERVICES: 'push.test.example' })
afterEach(async () => {
  vi.restoreAllMocks()
  await rememberOwner(undefined)
})

const countOf = async ({ id }: { id: number }) => (await portal.sql`select from push_subscriptions where user_id = ${id}`).length

test('who signs out takes the notices of the device along; they begin again with the same person, and with nobody else', async () => {
  const browser = standInBrowser({ permission: 'granted' })
  const [person, other] = [await portal.make.staff(), await portal.make.staff()]
  await rememberOwner(person.id)
  await portal.open('/staff-dashboard', person)
  await matchSession()
  expect([await countOf(person), browser.endpoints.length]).toEqual([1, 1])
  // Another tab, or the next page, finds nothing to do.
  await matchSession()
  expect(browser.endpoints).toHaveLength(1)

  clearSession()
  await matchSession()
  expect([browser.current, browser.closed]).toEqual([undefined, 1])

  await portal.open('/staff-dashboard', other)
  await matchSession()
  expect([await countOf(other), browser.current]).toEqual([0, undefined])

  await portal.open('/staff-dashboard', person)
  await matchSession()
  expect(browser.endpoints).toHaveLength(2)
  expect(await portal.sql`select endpoint from push_subscriptions where endpoint = ${browser.current}`).toHaveLength(1)
})

test('a browser that was never asked is left alone', async () => {
  const browser = standInBrowser({ permission: 'default' })
  const person = await portal.make.staff()
  await rememberOwner(person.id)
  await portal.open('/staff-dashboard', person)
  await matchSession()
  expect([await countOf(person), browser.endpoints]).toEqual([0, []])
})
