import { setTimeout as sleep } from 'node:timers/promises'
import { roles } from '../contract/codes.ts'
import { connect, type Database } from '../database/connect.ts'
import { sessions } from '../server/auth/auth.queries.ts'
import { hashPassword, isPassword } from '../server/auth/passwords.ts'
import { hashToken } from '../server/auth/session-cookie.ts'
import type { Viewer } from '../server/policy/policy.ts'
import { staff } from '../server/scoring/staff.queries.ts'
import { terms } from '../server/terms/terms.queries.ts'
import { users } from '../server/users/users.queries.ts'
import { multipart } from '../testing/multipart.ts'
import { memberName, type Size } from './fill.ts'
import { type Load, median, percentile, type Request, runLoad } from './load.ts'
import { type Caller, memoryOf, type People, password, type Server, type Stage, signInPeople } from './stage.ts'

/**
 * The service levels that the portal must hold (docs/performance.md): each case measures one or more figures and says what each may be at
 * most.
 */

export interface Figure {
  name: string
  value: number
  unit: string
  atMost: number
  note?: string
}

interface Setting {
  stage: Stage
  size: Size
  seconds: number
}

export interface Case {
  name: string
  run: (setting: Setting) => Promise<Figure[]>
}

/** The settings and the viewer of queries that no server sends. */
const policy = {
  SESSION_IDLE_MINUTES: 60,
  SESSION_MAX_HOURS: 12,
  STAY_SIGNED_IN_DAYS: 30,
  HEADS_MAY_SCORE: 'no',
  REQUIRE_SECOND_FACTOR: 'none',
} as const
const everybody: Viewer = {
  id: 0,
  role_id: roles.admin,
  department: null,
  faculty: null,
  delegations: [],
  rights: [],
  dashboard: null,
  headsMayScore: false,
}

const get = (path: string, { cookie }: Caller): Request => ({ method: 'GET', path, headers: { cookie } })
const inTurn = <T>(list: readonly T[], n: number) => list[n % list.length] as T

/** The calls of every member's day. */
const reads: Record<string, (people: People) => (n: number) => Request> = {
  'GET /activities': ({ members }) => {
    return (n) => get('/activities', inTurn(members, n))
  },
  'GET /users/id/{id}': ({ members }) => {
    return (n) => get(`/users/id/${inTurn(members, n).id}`, inTurn(members, n))
  },
  'GET /notices': ({ members }) => {
    return (n) => get('/notices', inTurn(members, n))
  },
  'GET /posted-activities': ({ members }) => {
    return (n) => get(`/posted-activities?user_id=${inTurn(members, n).id}`, inTurn(members, n))
  },
}

/** Warms the portal up: after some seconds Node has compiled the most used functions. */
async function warmUp(load: Omit<Load, 'seconds'>) {
  await runLoad({ ...load, seconds: 4 })
}

async function readCalls({ stage, size, seconds }: Setting): Promise<Figure[]> {
  const portal = await stage.portal(size)
  const people = await signInPeople(portal, size)
  const figures: Figure[] = []
  for (const [name, requests] of Object.entries(reads)) {
    const load = { port: portal.port, request: requests(people), connections: 16 }
    await warmUp(load)
    const { rate, times } = await runLoad({ ...load, seconds })
    const note = `${Math.round(rate)} a second, median ${Math.round(median(times))} ms`
    figures.push({ name: `${name}, 16 at once`, value: percentile(times, 0.99), unit: 'ms at p99', atMost: 50, note })
  }
  return figures
}

async function wholeList(portal: Server, path: string, admin: Caller, seconds: number): Promise<number[]> {
  const load = { port: portal.port, request: () => get(path, admin), connections: 1 }
  await runLoad({ ...load, seconds: 1 })
  return (await runLoad({ ...load, seconds })).times
}

async function wholeLists({ stage, size, seconds }: Setting): Promise<Figure[]> {
  const large = { ...size, staff: Math.max(size.staff, 10_000) }
  const lists = [
    { name: `whole staff list of ${size.staff}`, path: '/staff', size },
    { name: `whole user list of ${large.staff}`, path: '/users', size: large },
  ]
  const figures: Figure[] = []
  for (const list of lists) {
    const portal = await stage.portal(list.size)
    const times = await wholeList(portal, list.path, (await signInPeople(portal, list.size)).admin, seconds)
    const note = `p99 ${Math.round(percentile(times, 0.99))} ms`
    figures.push({ name: list.name, value: median(times), unit: 'ms', atMost: 400, note })
    await stage.stopServers()
  }
  return figures
}

/** The time of the queries themselves, on one connection, with the transfer of their rows. */
async function queries({ stage, size, seconds }: Setting): Promise<Figure[]> {
  const large = { ...size, staff: Math.max(size.staff, 10_000) }
  const manyTerms = { staff: 20_000, postings: size.postings, years: 20 }
  return [
    await timeOf('session and rights', size, 0.2, async (sql) => {
      const people = await sql<{ id: number }[]>`select id from users where role_id = ${roles.staff}`
      await sql`insert into sessions (token_hash, user_id, method)
        select sha256(('bench ' || id)::bytea), id, 'password' from users on conflict do nothing`
      await sql`analyze sessions`
      return (n) => sessions(sql).userOf(hashToken(`bench ${inTurn(people, n).id}`), policy)
    }),
    await timeOf(
      `whole staff list of ${size.staff}, in PostgreSQL`,
      size,
      12,
      async (sql) => () => staff(sql).list(everybody, undefined),
    ),
    await timeOf(`whole user list of ${large.staff}, in PostgreSQL`, large, 100, async (sql) => {
      const [term] = await sql<[{ id: number }]>`select id from terms where is_current`
      return () => users(sql).list(everybody, term.id)
    }),
    await timeOf('20 open terms with 20,000 members, in PostgreSQL', manyTerms, 300, async (sql) => () => terms(sql).list()),
  ]

  async function timeOf(
    name: string,
    of: Size,
    atMost: number,
    prepare: (sql: Database) => Promise<(n: number) => Promise<unknown>>,
  ): Promise<Figure> {
    const sql = connect(await stage.databaseOf(of), { max: 1, timeLimitMs: 0 })
    try {
      const ask = await prepare(sql)
      // The first calls are left out, until PostgreSQL has cached the plan.
      for (let n = 0; n < 8; n += 1) await ask(n)
      const times: number[] = []
      for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
        const start = performance.now()
        await ask(times.length)
        times.push(performance.now() - start)
      }
      return { name, value: median(times), unit: 'ms', atMost, note: `p99 ${percentile(times, 0.99).toFixed(2)} ms` }
    } finally {
      await sql.end()
    }
  }
}

/** Sixteen administrators open the list of users at the same moment. A reply that is not 200 fails the case. */
async function listAtOnce({ stage, size }: Setting): Promise<Figure[]> {
  const large = { ...size, staff: Math.max(size.staff, 10_000) }
  const portal = await stage.portal(large)
  const callers = await stage.administrators(portal, large, 16)
  const request = (n: number) => get('/users', inTurn(callers, n))
  const times: number[] = []
  for (let round = 0; round < 4; round += 1) {
    const start = performance.now()
    await runLoad({ port: portal.port, request, connections: callers.length, seconds: 0.001 })
    times.push(performance.now() - start)
  }
  const unit = 'ms until all have it'
  return [{ name: `16 open the list of ${large.staff} users at once`, value: median(times.slice(1)), unit, atMost: 5000 }]
}

/** Measures both sizes in turns, so that a slow moment of the machine slows both. */
async function overSizes({ stage, size: { staff }, seconds }: Setting): Promise<Figure[]> {
  const portals = await Promise.all(
    [50_000, 1_000_000].map(async (postings) => {
      const portal = await stage.portal({ staff, postings })
      return { portal, admin: (await signInPeople(portal, { staff, postings })).admin }
    }),
  )
  const times: number[][] = [[], []]
  for (let round = 0; round < 8; round += 1)
    for (const [index, { portal, admin }] of portals.entries())
      times[index]?.push(median(await wholeList(portal, '/staff', admin, seconds / 4)))
  const [few = [], many = []] = times
  const ratios = many.map((time, round) => time / (few[round] ?? Number.NaN))
  return [{ name: 'staff list with 1,000,000 postings', value: median(ratios), unit: '× the time with 50,000', atMost: 1.1 }]
}

/** Requests for postings, each with a member, an activity and a day that were not together before. */
function newPostings(members: Caller[], activities: string[], firstDay: string) {
  return (n: number): Request => {
    const round = Math.floor(n / members.length)
    const day = new Date(Date.parse(firstDay) + Math.floor(round / activities.length) * 86_400_000)
    const { payload, headers } = multipart({
      activity_name: inTurn(activities, round),
      starting_date: day.toISOString().slice(0, 10),
      link: 'https://events.arden.example/proof',
    })
    return {
      method: 'POST',
      path: '/posted-activities',
      headers: { ...headers, cookie: inTurn(members, n).cookie },
      body: payload,
    }
  }
}

async function activityNames(portal: Server, { cookie }: Caller): Promise<string[]> {
  const reply = await fetch(`http://127.0.0.1:${portal.port}/activities`, { headers: { cookie } })
  const { activities } = (await reply.json()) as { activities: { name: string }[] }
  return activities.map(({ name }) => name)
}

async function postings({ stage, size, seconds }: Setting): Promise<Figure[]> {
  const portal = await stage.portal(size)
  const { admin, members } = await signInPeople(portal, size)
  const activities = await activityNames(portal, admin)
  const load = { port: portal.port, connections: 16, rate: 50 }
  await warmUp({ ...load, request: newPostings(members, activities, '2100-01-01') })
  const { rate, times } = await runLoad({
    ...load,
    request: newPostings(members, activities, '2130-01-01'),
    seconds: seconds * 3,
  })
  const note = `${Math.round(rate)} a second, median ${Math.round(median(times))} ms`
  return [{ name: 'POST /posted-activities, 50 a second', value: percentile(times, 0.99), unit: 'ms at p99', atMost: 50, note }]
}

/** The hash is checked here, alone, between sign-ins: a slow machine slows both. */
async function signIns({ stage, size }: Setting): Promise<Figure[]> {
  const portal = await stage.portal(size)
  const hash = await hashPassword(password)
  const ratios: number[] = []
  for (let n = 0; n < 60; n += 1) {
    const start = performance.now()
    await isPassword(password, hash)
    const alone = performance.now() - start
    const body = Buffer.from(JSON.stringify({ username: memberName((n % size.staff) + 1), password }))
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${n}` }
    const request = (): Request => ({ method: 'POST', path: '/auth/login', headers, body })
    const { times } = await runLoad({ port: portal.port, request, connections: 1, seconds: 0.001 })
    ratios.push((times[0] ?? Number.NaN) / alone)
  }
  return [{ name: 'sign-in, one at a time', value: median(ratios.slice(10)), unit: '× Argon2id alone', atMost: 1.25 }]
}

/** The mixed load: of a hundred calls, 84 are everyday ones, 6 those of an administrator, and 10 postings. */
async function mixedLoad({ stage, size }: Setting): Promise<Figure[]> {
  const portal = await stage.portal(size)
  const people = await signInPeople(portal, size)
  const post = newPostings(people.members, await activityNames(portal, people.admin), '2160-01-01')
  const everyday = Object.values(reads).map((requests) => requests(people))
  const administrator = ['/terms', '/departments', '/users', '/staff', '/audit', '/auth/me']
  let posted = 0
  const request = (n: number): Request => {
    const share = n % 100
    if (share % 10 === 0) {
      posted += 1
      return post(posted)
    }
    if (share % 16 === 5) return get(inTurn(administrator, Math.floor(n / 16)), people.admin)
    return inTurn(everyday, n)(n)
  }
  const memory: number[] = []
  let isOver = false
  const watching = (async () => {
    for (; !isOver; await sleep(1000)) memory.push(memoryOf(portal))
  })()
  // The load takes a minute, however short the other cases are: before that, memory is still growing to its final size.
  const { rate } = await runLoad({ port: portal.port, request, connections: 64, seconds: 60 }).finally(() => {
    isOver = true
  })
  await watching
  const half = Math.floor(memory.length / 2)
  const growth = median(memory.slice(-half / 2)) - median(memory.slice(half, half + half / 2))
  return [
    {
      name: 'memory, mixed load of 64',
      value: Math.max(...memory),
      unit: 'MB',
      atMost: 256,
      note: `${Math.round(rate)} a second`,
    },
    { name: 'its growth in the second half', value: growth, unit: 'MB', atMost: 5 },
  ]
}

export const cases: Case[] = [
  { name: 'Read calls', run: readCalls },
  { name: 'Whole lists', run: wholeLists },
  { name: 'Queries', run: queries },
  { name: 'Lists at once', run: listAtOnce },
  { name: 'Sizes', run: overSizes },
  { name: 'Postings', run: postings },
  { name: 'Sign-in', run: signIns },
  { name: 'Memory', run: mixedLoad },
]
