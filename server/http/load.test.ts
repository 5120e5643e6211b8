import { Agent, get } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { inFlight } from '../../contract/limits.ts'
import { connect as connectDatabase } from '../../database/connect.ts'
import { testPassword } from '../../testing/factories.ts'
import { occupyThreads } from '../../testing/occupied-threads.ts'
import { type Portal, type PortalOptions, startPortal } from '../../testing/portal.ts'

// Each rule is tested with small limits, and by the order of events. The same with real numbers, in seconds: load.long.test.ts.

let portal: Portal | undefined
afterEach(async () => {
  await portal?.stop()
  portal = undefined
})

/** The server with limits of its own, on a port. */
async function listen(options: PortalOptions) {
  const started = await startPortal({ environment: { TRUST_PROXY: 'loopback' }, ...options })
  portal = started
  await started.make.term('Year', '2026-09-01', '2027-08-31')
  await started.make.activity()
  const member = await started.make.staff()
  const headers = await started.startSession(member)
  const url = await started.app.listen({ host: '127.0.0.1', port: 0 })
  const request = async (path: string) => {
    const reply = await fetch(`${url}${path}`, { headers })
    await reply.arrayBuffer()
    return { status: reply.status, retryAfter: Number(reply.headers.get('retry-after')) }
  }
  return {
    portal: started,
    headers,
    url,
    port: (started.app.server.address() as AddressInfo).port,
    catalogue: async () => (await request('/activities')).status,
    /** Reads the table that `lockPostings` locks. */
    postings: () => request(`/statements?user_id=${member.id}`),
  }
}

/** The replies so far. */
function collect<T>(promises: Promise<T>[]): T[] {
  const replies: T[] = []
  for (const promise of promises) void promise.then((reply) => replies.push(reply))
  return replies
}

describe('while passwords are verified', () => {
  /** Occupies the threads: nothing that needs one is done before `release`. */
  function threads() {
    const occupied = occupyThreads()
    onTestFinished(occupied.release)
    return occupied
  }

  async function login(url: string, username: string, address: string) {
    const reply = await fetch(`${url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ username, password: testPassword }),
    })
    await reply.arrayBuffer()
    return { status: reply.status, retryAfter: Number(reply.headers.get('retry-after')) }
  }

  test('others are served, because that happens in other threads', async () => {
    const { portal, url, catalogue } = await listen({})
    const members = await Promise.all(Array.from({ length: 5 }, () => portal.make.staff()))
    const { release } = threads()
    const logins = members.map(({ username }) => login(url, username, '192.0.2.1'))
    const replies = collect(logins)
    for (let count = 0; count < 20; count += 1) expect(await catalogue()).toBe(200)
    expect(replies).toEqual([])
    await release()
    for (const { status } of await Promise.all(logins)) expect(status).toBe(200)
  })

  test('beyond a hundred that wait, sign-ins get 503 at once, and no attempt is counted', async () => {
    const { portal, url } = await listen({})
    // Two passwords are verified at a time.
    const members = await Promise.all(Array.from({ length: 110 }, () => portal.make.staff()))
    const { release } = threads()
    const logins = members.map(({ username }, index) => login(url, username, `198.51.100.${index}`))
    const replies = collect(logins)
    await expect.poll(() => replies).toHaveLength(8)
    for (const { status, retryAfter } of replies) {
      expect(status).toBe(503)
      expect(retryAfter).toBeGreaterThan(0)
    }
    await release()
    await Promise.all(logins)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(102)
    expect(await portal.sql`select from sign_in_attempts where key like 'pair:%' and attempts > 0`).toHaveLength(0)
  })
})

describe('a slow client loses its connection', () => {
  /** Begins to send, and resolves with what was received before the connection was closed. */
  function begin(port: number, text: string): { socket: Socket; closed: Promise<string> } {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      received += chunk
    })
    if (text) socket.write(text)
    return { socket, closed: new Promise((resolve) => socket.on('close', () => resolve(received))) }
  }

  const beginningOfHeaders = 'GET /activities HTTP/1.1\r\nHo'
  const beginningOfBody =
    'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'

  test('after it sent nothing for a while', async () => {
    const { port } = await listen({ limits: { socket: { silence: 100 } } })
    expect(await begin(port, '').closed).toBe('')
  })

  test.each([
    ['headers', { socket: { headers: 100, check: 50 } }, beginningOfHeaders, /^HTTP\/1.1 408 Request Timeout/],
    [
      'body',
      { body: { longestPublic: 100, linger: 100 } },
      beginningOfBody,
      /^HTTP\/1.1 408 Request Timeout[\s\S]*Sending took too long/,
    ],
  ])(
    'after it sent half of its %s, and a hundred of them do not keep others from being served',
    async (_, limits, half, words) => {
      const { headers, port } = await listen({ limits })
      // The connection is opened before: its headers then arrive at once, however busy the machine is.
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      onTestFinished(() => agent.destroy())
      const served = () =>
        new Promise<number | undefined>((resolve, reject) => {
          const request = get({ port, path: '/activities', headers, agent }, (reply) => {
            reply.resume().on('end', () => resolve(reply.statusCode))
          })
          request.on('error', reject)
        })
      await expect.poll(served).toBe(200)
      const slow = Array.from({ length: 100 }, () => begin(port, half).closed)
      const closed = collect(slow)
      do expect(await served()).toBe(200)
      while (closed.length < slow.length)
      for (const received of closed) expect(received).toMatch(words)
    },
  )

  test('also if its body drips in', async () => {
    const { port } = await listen({ limits: { body: { longestPublic: 300, linger: 100 } } })
    const { socket, closed } = begin(port, beginningOfBody)
    const drip = setInterval(() => socket.write(' '), 10)
    onTestFinished(() => clearInterval(drip))
    expect(await closed).toContain('Sending took too long')
  })
})

describe('a locked table', () => {
  async function lockPostings({ url }: Portal) {
    const blocker = connectDatabase(url, { max: 1, timeLimitMs: 0 })
    onTestFinished(() => blocker.end())
    await blocker`begin`
    await blocker`lock table posted_activities in access exclusive mode`
    return { unlock: () => blocker`rollback` }
  }

  test('requests for it get 503 while it is locked, others are served, and these too when it is unlocked', async () => {
    const { portal, catalogue, postings } = await listen({ limits: { database: { lock: 200 } } })
    const { unlock } = await lockPostings(portal)
    const requests = Array.from({ length: 5 }, postings)
    const replies = collect(requests)
    do expect(await catalogue()).toBe(200)
    while (replies.length < requests.length)
    for (const { status, retryAfter } of replies) {
      expect(status).toBe(503)
      expect(retryAfter).toBeGreaterThan(0)
    }
    await unlock()
    expect((await postings()).status).toBe(200)
  })

  test('more requests than there are connections: all get 503, and pages that need none are served', async () => {
    const { portal, url, postings } = await listen({ limits: { database: { lock: 200 } } })
    const members = await Promise.all(Array.from({ length: 45 }, () => portal.make.staff()))
    const ofEach = await Promise.all(
      members.map(async ({ id, username }) => ({ id, as: await portal.startSession({ username }) })),
    )
    const { unlock } = await lockPostings(portal)
    const requests = ofEach.map(async ({ id, as }) => {
      const reply = await fetch(`${url}/statements?user_id=${id}`, { headers: as })
      await reply.arrayBuffer()
      return { status: reply.status, retryAfter: Number(reply.headers.get('retry-after')) }
    })
    const replies = collect(requests)
    expect((await fetch(`${url}/docs/style.css`)).status).toBe(200)
    for (const { status, retryAfter } of await Promise.all(requests)) {
      expect(status).toBe(503)
      expect(retryAfter).toBeGreaterThan(0)
    }
    expect(replies).toHaveLength(45)
    await unlock()
    expect((await postings()).status).toBe(200)
  })

  test('one member takes a few connections, waits with the other requests, and gets 429 beyond; others are served', async () => {
    const { portal, url, catalogue, postings } = await listen({})
    const other = await portal.startSession(await portal.make.staff())
    const { unlock } = await lockPostings(portal)
    const { perPerson, atWorkPerPerson } = inFlight
    const requests = Array.from({ length: perPerson + 30 }, postings)
    const replies = collect(requests)
    await expect.poll(() => replies).toHaveLength(30)
    for (const { status, retryAfter } of replies) {
      expect(status).toBe(429)
      expect(retryAfter).toBeGreaterThan(0)
    }
    expect(await catalogue()).toBe(429)
    expect((await fetch(`${url}/activities`, { headers: other })).status).toBe(200)
    const waiting = () => portal.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(waiting).toHaveLength(atWorkPerPerson)
    await unlock()
    await Promise.all(requests)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(perPerson)
  })

  test('more requests than may wait: the rest get 503 at once, and those that waited are served', async () => {
    const { portal, postings } = await listen({ limits: { inFlight: { total: 30 } } })
    const { unlock } = await lockPostings(portal)
    const requests = Array.from({ length: 40 }, postings)
    const replies = collect(requests)
    await expect.poll(() => replies).toHaveLength(10)
    for (const { status, retryAfter } of replies) {
      expect(status).toBe(503)
      expect(retryAfter).toBeGreaterThan(0)
    }
    await unlock()
    await Promise.all(requests)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(30)
  })
})

test('big and deep bodies and thousands of fields are refused, and other requests are served meanwhile', async () => {
  const { url, headers, catalogue } = await listen({})
  const statusOf = async (request: Promise<Response>) => {
    const reply = await request
    await reply.arrayBuffer()
    return reply.status
  }
  const send = (body: string, path = '/auth/login', type = 'application/json') =>
    statusOf(fetch(`${url}${path}`, { method: 'POST', headers: { ...headers, 'content-type': type }, body }))
  const parts = Array.from(
    { length: 5000 },
    (_, index) => `--b\r\nContent-Disposition: form-data; name="field${index}"\r\n\r\nx\r\n`,
  ).join('')
  const odd = Promise.all([
    send(JSON.stringify({ username: 'x'.repeat(300_000), password: 'x' })),
    send(`${'['.repeat(120_000)}${']'.repeat(120_000)}`),
    send(`{"a":`.repeat(40_000)),
    send(JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, index])))),
    send(`${parts}--b--\r\n`, '/posted-activities', 'multipart/form-data; boundary=b'),
    statusOf(fetch(`${url}/activities?${'a=1&'.repeat(5000)}`, { headers })),
  ])
  expect(await catalogue()).toBe(200)
  expect(await odd).toEqual([413, 400, 400, 400, 400, 431])
})
