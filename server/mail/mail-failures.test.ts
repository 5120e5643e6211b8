import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { User } from '../../contract/users.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { accountMail } from '../account-mails/account-mail.ts'
import { digestMail } from '../digest/digest-mail.ts'
import { noticeMail } from '../notices/notice-mail.ts'
import { createLogger } from '../process/logging.ts'
import { readSettings } from '../settings.ts'

const logger = createLogger('silent')
const dead = (address: string) => (address.startsWith('dead') ? 550 : undefined)

let portal: Portal
let server: Awaited<ReturnType<typeof startMailServer>>
let admin: Caller
let term: { id: number }
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  portal = await startPortal()
  server.received.length = 0
  server.tried.length = 0
  server.refuseAddresses(dead)
  const monday = (await nextMonday()).toISOString().slice(0, 10)
  term = await portal.make.term('Autumn', monday, monday)
  admin = await portal.as(await portal.make.admin({ email: 'dead-admin@test.example' }))
  return () => portal.stop()
})

function settings() {
  return readSettings({ SMTP_URL: server.url, PUBLIC_URL: 'https://portal.test.example' })
}

/** A Monday, so that the digest is due; the database's clock counts for everything else. */
async function nextMonday() {
  const [{ monday }] = await portal.sql<[{ monday: Date }]>`
    select (date_trunc('week', now() at time zone 'UTC') + interval '7 days 8 hours') at time zone 'UTC' as monday`
  return monday
}

/** The kinds of e-mail: each queues one to each of these users, in this order, and has a run that sends what is due. */
const kinds = {
  'about accounts': {
    queue: async (ids: number[]) => {
      for (const id of ids) await portal.sql`insert into account_mails (user_id, kind) values (${id}, 'password changed')`
    },
    run: async () => {
      const mail = accountMail(portal.database, settings(), logger)
      await mail?.sendDue()
      mail?.stop()
    },
  },
  'about notices': {
    queue: async (ids: number[]) => {
      for (const user of ids)
        await portal.sql`insert into notices (user_id, kind, term_id, details) values (${user}, 'scored', ${term.id}, '{"what":"tp","to":1}')`
    },
    run: async () => {
      const mail = noticeMail(portal.database, settings(), logger, 0)
      await mail?.sendDue()
      mail?.stop()
    },
  },
  'about the week': {
    // All users get one, because the term ends.
    queue: async () => {},
    run: async () => {
      const monday = await nextMonday()
      const mail = digestMail(portal.database, settings(), logger, () => monday)
      await mail?.sendDue()
      await mail?.stop()
    },
  },
}

async function users(count: number): Promise<{ all: MadeUser[]; good: MadeUser }> {
  const deads: MadeUser[] = []
  for (let index = 0; index < count; index += 1) deads.push(await portal.make.staff({ email: `dead-${index}@test.example` }))
  const good = await portal.make.staff({ email: 'good@test.example' })
  return { all: [...deads, good], good }
}

/** Time passes, so that retries are due. */
async function later() {
  await portal.sql`update account_mails set taken_at = taken_at - interval '11 minutes'`
  await portal.sql`update notices set mail_taken_at = mail_taken_at - interval '11 minutes'`
  await portal.sql`update digests set taken_at = taken_at - interval '11 minutes'`
  await portal.sql`update mail_failures set retry_at = retry_at - interval '11 minutes'`
}

async function shownAsRefused(): Promise<string[]> {
  const { users: listed } = (await admin('GET', '/users')).json() as { users: User[] }
  return listed.filter(({ email_refused }) => email_refused).map(({ email }) => email ?? '')
}

describe.each(Object.entries(kinds))('e-mails %s', (_kind, { queue, run }) => {
  test('dead addresses hold up nobody, are tried twice, and are shown to administrators', async () => {
    const { all, good } = await users(8)
    await queue(all.map(({ id }) => id))
    const triesOf = (email: string) => server.tried.filter((address) => address === email).length
    await run()
    expect(server.received.map(({ to }) => to)).toEqual([[good.email]])
    expect(all.map(({ email }) => triesOf(email))).toEqual(all.map(() => 1))
    expect(await shownAsRefused()).toEqual([])
    for (let round = 0; round < 3; round += 1) {
      await run()
      await later()
      await run()
    }
    expect(all.map(({ email }) => triesOf(email))).toEqual(all.map(({ email }) => (email === good.email ? 1 : 2)))
    expect((await shownAsRefused()).filter((email) => email !== 'dead-admin@test.example').toSorted()).toEqual(
      all.flatMap(({ email }) => (email === good.email ? [] : [email])).toSorted(),
    )
  })
})

describe('an address that was denied access', () => {
  const { queue, run } = kinds['about accounts']
  let member: MadeUser
  beforeEach(async () => {
    member = await portal.make.staff({ email: 'full@test.example' })
  })
  const due = () => portal.sql`update mail_failures set retry_at = now()`
  async function sendAgain() {
    await portal.sql`update account_mails set taken_at = null`
    await due()
    await run()
  }

  test('for the moment is tried five times, each time later', async () => {
    server.refuseAddresses(() => 452)
    await queue([member.id])
    const waits: number[] = []
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await shownAsRefused()).toEqual([])
      await sendAgain()
      const [{ minutes }] = await portal.sql<[{ minutes: number }]>`
        select round(extract(epoch from retry_at - now()) / 60)::int as minutes from mail_failures`
      waits.push(minutes)
    }
    expect(waits).toEqual([10, 60, 360, 1440, 30 * 1440])
    expect(await shownAsRefused()).toEqual([member.email])
  })

  test('starts anew as another address, and is forgotten when it takes an e-mail', async () => {
    server.refuseAddresses(() => 550)
    await queue([member.id])
    for (let attempt = 0; attempt < 2; attempt += 1) await sendAgain()
    expect(await shownAsRefused()).toEqual([member.email])
    await portal.sql`update users set email = 'other@test.example' where id = ${member.id}`
    expect(await shownAsRefused()).toEqual([])
    server.refuseAddresses(() => undefined)
    await portal.sql`update account_mails set taken_at = null`
    await run()
    expect(server.received.map(({ to }) => to)).toEqual([['other@test.example']])
    expect(await portal.sql`select from mail_failures`).toEqual([])
  })

  test('is tried once for a link that its owner asks for', async () => {
    server.refuseAddresses(() => 550)
    await queue([member.id])
    for (let attempt = 0; attempt < 2; attempt += 1) await sendAgain()
    const before = server.tried.length
    await portal.sql`insert into account_mails (user_id, kind) values (${member.id}, 'password link')`
    await run()
    await later()
    await run()
    expect(server.tried.length).toBe(before + 1)
  })

  test('is none where the mail server itself is away', async () => {
    await queue([member.id])
    const away = accountMail(portal.database, { ...settings(), SMTP_URL: 'smtp://127.0.0.1:9' }, logger)
    await away?.sendDue()
    away?.stop()
    expect(await portal.sql`select from mail_failures`).toEqual([])
  })
})
