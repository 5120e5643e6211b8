import http from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { roles } from '../contract/codes.ts'
import { connect } from '../database/connect.ts'
import type { Step } from '../database/embedded.ts'
import { median, percentile } from './load.ts'
import { openStage, type Server, signInPeople } from './stage.ts'

const size = { staff: 500, postings: 5000 }
const spreadMs = 5000

interface Arrival {
  ms: number
  /** How often the server had too much to do, and the phone sent it again. */
  repeats: number
  /** The reply that ended it, where that was no check-in. */
  failure: string | undefined
}

/** A hall of 500 members who check in within five seconds and all at once, from addresses of their own and behind one. */
export async function benchCheckIn(step: Step) {
  const stage = await openStage({ profile: false }, step)
  try {
    const server = await stage.portal(size)
    const { admin } = await signInPeople(server, { ...size, staff: 1 })
    const cookies = await signInHall(await stage.databaseOf(size), admin.cookie)
    const rows: Record<string, unknown>[] = []
    // The first hall warms the portal up.
    await arrive(server, admin.cookie, cookies.slice(0, 100), 1000, () => '10.0.0.1')
    for (const [addresses, addressOf] of [
      ['own', (n: number) => `10.1.${n >> 8}.${n & 255}`],
      ['one', () => '10.0.0.1'],
    ] as const)
      for (const within of [spreadMs, 0]) {
        const load = loadavg()[0] ?? 0
        const name = `500 check in ${within === 0 ? 'at once' : 'within 5 s'}, ${addresses} address`
        const { seconds, arrivals, counted } = await step(name, () => arrive(server, admin.cookie, cookies, within, addressOf))
        const times = arrivals.map(({ ms }) => ms)
        const failures = arrivals.flatMap(({ failure }) => failure ?? [])
        if (failures.length > 0) console.error(new Set(failures))
        rows.push({
          'at the door': within === 0 ? 'at once' : 'within 5 s',
          addresses,
          'all in, s': seconds.toFixed(1),
          'p50, ms': Math.round(median(times)),
          'p99, ms': Math.round(percentile(times, 0.99)),
          'sent again': arrivals.filter(({ repeats }) => repeats > 0).length,
          errors: failures.length,
          counted,
          'load before': load.toFixed(1),
        })
        if (failures.length > 0 || counted !== cookies.length) process.exitCode = 1
      }
    console.table(rows)
  } finally {
    await stage.close()
  }
}

/** Sessions by rows of the database: 500 passwords would take a minute to check. */
async function signInHall(url: string, adminCookie: string): Promise<string[]> {
  const sql = connect(url, { max: 1, applicationName: 'staff-portal bench' })
  try {
    const people = await sql<{ id: number }[]>`
      insert into sessions (token_hash, user_id, method)
      select sha256(('bench ' || id)::bytea), id, 'password' from users where role_id = ${roles.staff} order by id limit ${size.staff}
      returning user_id as id`
    const [cookie = ''] = adminCookie.split('=')
    return people.map(({ id }) => `${cookie}=bench ${id}`.replace(' ', '%20'))
  } finally {
    await sql.end()
  }
}

/** An event of its own, its page at the door, and the members who arrive. */
async function arrive(
  { port }: Server,
  organiser: string,
  members: readonly string[],
  withinMs: number,
  addressOf: (n: number) => string,
) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const call = (method: string, path: string, cookie: string, body?: object, address = '10.9.9.9') =>
    send(agent, { port, method, path, cookie, address, ...(body && { body: JSON.stringify(body) }) })
  const { activities } = JSON.parse((await call('GET', '/activities', organiser)).text) as { activities: { id: number }[] }
  const added = await call('POST', '/events', organiser, {
    activity_id: activities[0]?.id,
    name: 'Seminar',
    place: 'Hall',
    audience: 'all',
    sessions: [{ begins_at: new Date().toISOString(), ends_at: new Date(Date.now() + 7_200_000).toISOString() }],
  })
  if (added.status !== 201) throw new Error(`${added.status}: ${added.text}`)
  const { event } = JSON.parse(added.text) as { event: { id: number; sessions: { id: number }[] } }
  const door = async () => {
    const { status, text } = await call('GET', `/events/${event.id}/door?session_id=${event.sessions[0]?.id}`, organiser)
    return status === 200 ? (JSON.parse(text) as { code: string; arrivals: number }) : undefined
  }
  let code = (await door())?.code ?? ''
  let isOver = false
  const projecting = (async () => {
    for (; !isOver; await sleep(2000)) code = (await door())?.code ?? code
  })()

  async function checkIn(cookie: string, n: number): Promise<Arrival> {
    await sleep((withinMs * n) / members.length)
    const start = performance.now()
    for (let repeats = 0; ; repeats += 1) {
      const { status, text } = await call('POST', `/events/check-in/${event.id}`, cookie, { code }, addressOf(n))
      const isBusy = status === 429 || status === 503
      // As web/entities/events/events.api.ts does it.
      if (isBusy && repeats < 20) await sleep(500 + 2000 * Math.random())
      else
        return { ms: performance.now() - start, repeats, failure: status === 201 ? undefined : `${status} ${text.slice(0, 200)}` }
    }
  }
  try {
    const begin = performance.now()
    const arrivals = await Promise.all(members.map(checkIn))
    const seconds = (performance.now() - begin) / 1000
    return { seconds, arrivals, counted: (await door())?.arrivals }
  } finally {
    isOver = true
    await projecting
    agent.destroy()
  }
}

interface Call {
  port: number
  method: string
  path: string
  cookie: string
  address: string
  body?: string
}

function send(agent: http.Agent, { port, method, path, cookie, address, body = '' }: Call) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = {
      cookie,
      'x-forwarded-for': address,
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    const request = http.request({ agent, host: '127.0.0.1', port, method, path, headers }, (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (part: string) => {
        text += part
      })
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
      reply.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}
