import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Database } from '../database/connect.ts'
import { multipart } from '../testing/multipart.ts'
import { addMember, callUntilServed, signIn } from './acknowledged-writes.ts'
import { administrator, freePort, startPortalProcess, stopPortals } from './portal-process.ts'

let cluster: Database
let address: string
const name = `clock_${randomBytes(6).toString('hex')}`
beforeAll(async () => {
  cluster = connect(inject('clusterUrl'), { max: 1, timeLimitMs: 0 })
  await cluster`create database ${cluster.identifier(name)}`
  const url = new URL(inject('clusterUrl'))
  url.pathname = `/${name}`
  address = url.href
})
afterEach(stopPortals)
afterAll(async () => {
  await cluster`drop database ${cluster.identifier(name)} with (force)`
  await cluster.end()
})

/** The option that sets the clock of a Node.js process forward by a number of days. */
function shiftedBy(days: number) {
  const code = `const Real = Date, by = ${days * 86_400_000}
    globalThis.Date = class extends Real {
      constructor(...given) { given.length ? super(...given) : super(Real.now() + by) }
      static now() { return Real.now() + by }
    }`
  return `--import=data:text/javascript,${encodeURIComponent(code)}`
}

test('the clock of the server jumps and its time zone changes: sessions, limits and dates stay as they are', async () => {
  const port = String(await freePort())
  let cookie = ''
  let member: Awaited<ReturnType<typeof addMember>> | undefined
  let memberCookie = ''
  let activityId = 0
  const places = [
    { TZ: 'UTC', days: 0 },
    { TZ: 'Pacific/Kiritimati', days: 3 },
    { TZ: 'America/Los_Angeles', days: -3 },
  ]
  for (const { TZ, days } of places) {
    const portal = await startPortalProcess({ DATABASE_URL: address, PORT: port, TZ, NODE_OPTIONS: shiftedBy(days) })
    try {
      if (!member) {
        cookie = await signIn(portal.url, administrator)
        member = await addMember(portal.url, cookie, 'traveller')
        memberCookie = await signIn(portal.url, member)
        const fields = { name: 'Talk', description: 'A talk', type: 'Compulsory', score: 2 }
        const { body } = await callUntilServed(portal.url, 'POST', '/activities', cookie, fields)
        activityId = body.activity.id
      }
      // The session from before the jump continues, and a new one begins.
      expect((await callUntilServed(portal.url, 'GET', '/auth/me', memberCookie)).status, TZ).toBe(200)
      await signIn(portal.url, member)
      const starting_date = `2026-1${places.findIndex((place) => place.TZ === TZ)}-01`
      const { payload, headers } = multipart({ activity_id: String(activityId), starting_date })
      const post = () =>
        fetch(`${portal.url}/posted-activities`, { method: 'POST', headers: { ...headers, cookie: memberCookie }, body: payload })
      let reply = await post()
      while (reply.status === 503) reply = await post()
      expect(reply.status).toBe(201)
      const { postedActivity } = (await reply.json()) as { postedActivity: { starting_date: string } }
      expect(postedActivity.starting_date).toBe(starting_date)
      // The time of a record comes from the database.
      const audit = await callUntilServed(portal.url, 'GET', '/audit', cookie)
      const [newest] = audit.body.records
      const ago = await cluster`select from (select now() - ${newest?.at}::timestamptz as age) as record
        where age between '0' and '1 hour'`
      expect(ago).toHaveLength(1)
    } finally {
      await portal.stop()
    }
  }
})
