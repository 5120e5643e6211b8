import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { connect, type Database } from '../database/connect.ts'
import { multipart } from '../testing/multipart.ts'
import { administrator } from './portal-process.ts'

interface Member {
  id: number
  username: string
  password: string
  cookie: string
  used: number
  postings: Posting[]
}

/** The ledger's knowledge of one posting: the state that was acknowledged, and one that was requested without a reply. */
interface Posting {
  memberId: number
  activityId: number
  startingDate: string
  id: number | undefined
  acknowledged: State
  requested: State | undefined
  withImage: boolean
  /** Only postings that their member leaves alone are reviewed: a review and an edit at once would be a conflict. */
  review: Review | undefined
}

type Decision = 'posted' | 'verified' | 'returned'

interface Review {
  acknowledged: Decision
  requested: Decision | undefined
  version: number
}

/** A sign-in that was acknowledged, and the state of its end. */
interface Session {
  cookie: string
  end: 'none' | 'requested' | 'acknowledged'
}

/** The link of a posting, or that the posting is absent. */
type State = string | 'absent'

interface Score {
  memberId: number
  acknowledged: number
  requested: number
}

const activityCount = 10
/** The decisions that may follow each decision about a posting: the administrator takes every second one back. */
const nextDecision = { posted: ['verified', 'returned'], verified: ['posted'], returned: ['posted'] } as const

// biome-ignore lint/suspicious/noExplicitAny: a test reads of a reply what it expects there.
type ReplyBody = any

export async function call(url: string, method: string, path: string, cookie: string, body?: unknown) {
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as ReplyBody, headers: reply.headers }
}

/** Retries a call that is refused for the moment: on a busy machine any call may be. */
export async function callUntilServed(...[url, ...rest]: Parameters<typeof call>): ReturnType<typeof call> {
  const reply = await call(url, ...rest)
  return reply.status === 503 ? callUntilServed(url, ...rest) : reply
}

export async function signIn(url: string, { username, password }: { username: string; password: string }): Promise<string> {
  const reply = await callUntilServed(url, 'POST', '/auth/login', '', { username, password })
  if (reply.status !== 200) throw new Error(`cannot sign in as ${username}: ${JSON.stringify(reply.body)}`)
  return reply.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** Counts the notices that a page receives. */
export async function openNotices(url: string, cookie: string) {
  const closing = new AbortController()
  const { body } = await fetch(`${url}/notices/stream`, { headers: { cookie }, signal: closing.signal })
  let text = ''
  const decoder = new TextDecoder()
  const read = async () => {
    for await (const chunk of body ?? []) text += decoder.decode(chunk)
  }
  read().catch(() => {})
  return { heard: () => text.split('event: notices').length - 1, close: () => closing.abort() }
}

export async function addMember(url: string, cookie: string, username: string) {
  const password = 'a long member sentence'
  const department = await callUntilServed(url, 'POST', '/departments', cookie, { name: `Department of ${username}` })
  const department_id = department.body.department.id
  const fields = { name: username, username, password, degree: 'PhD', title: 'l', gender: 'Female', role_id: 2, department_id }
  const reply = await callUntilServed(url, 'POST', '/users', cookie, { ...fields, email: `${username}@test.example` })
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return { username, password, id: Number(reply.body.user.id) }
}

interface LedgerOptions {
  /** The pause in milliseconds after each write, where the load must leave time to others. */
  pauseMs?: number
}

/**
 * People who post, edit, delete, review, score, sign in and sign out without a pause, and a ledger of what the portal acknowledged.
 * Afterwards the database must hold every acknowledged write once, and every other whole or not at all.
 */
export async function openLedger(servers: string | string[], memberCount: number, { pauseMs = 0 }: LedgerOptions = {}) {
  // The array is not copied: a server that is added later takes its turn, too.
  const urls = typeof servers === 'string' ? [servers] : servers
  const url = urls[0] as string
  const admin = await signIn(url, administrator)
  const activityIds: number[] = []
  for (let index = 0; index < activityCount; index += 1) {
    const type = ['Compulsory', 'Attending', 'Elective'][index % 3]
    const fields = { name: `Activity ${index}`, description: 'Under load', type, score: 1.15 + index }
    const { body } = await callUntilServed(url, 'POST', '/activities', admin, fields)
    activityIds.push(Number(body.activity.id))
  }
  const members: Member[] = []
  for (let index = 0; index < memberCount; index += 1) {
    const member = await addMember(url, admin, `writer${index}`)
    members.push({ ...member, cookie: await signIn(url, member), used: 0, postings: [] })
  }
  const image = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#7a5' } })
    .jpeg()
    .toBuffer()
  const scores: Score[] = members.map(({ id }) => ({ memberId: id, acknowledged: 0, requested: 0 }))
  const sessions: Session[] = []
  const count = { requested: 0, acknowledged: 0, unconfirmed: 0, slowestMs: 0, slowestWithoutImageMs: 0, longestGapMs: 0 }
  let lastAcknowledgedAt = performance.now()

  /** The servers take turns. */
  const nextUrl = () => urls[count.requested % urls.length] as string

  /** The reply, if the portal acknowledged the write. */
  async function attempt(request: Promise<Response>, status: number, withImage = false): Promise<Response | undefined> {
    count.requested += 1
    const began = performance.now()
    try {
      const reply = await request.finally(() => {
        const ms = Math.round(performance.now() - began)
        count.slowestMs = Math.max(count.slowestMs, ms)
        // An image waits for a process that decodes it, which is started when it is needed: on busy cores that takes seconds.
        if (!withImage) count.slowestWithoutImageMs = Math.max(count.slowestWithoutImageMs, ms)
      })
      if (reply.status === status) {
        count.acknowledged += 1
        const now = performance.now()
        count.longestGapMs = Math.max(count.longestGapMs, Math.round(now - lastAcknowledgedAt))
        lastAcknowledgedAt = now
        if (pauseMs) await pause(pauseMs)
        return reply
      }
      await reply.arrayBuffer()
      // Any other refusal than "not now" would be a fault of its own.
      if (reply.status !== 503) throw new WrongAnswer(`${reply.status} ${reply.url}`)
    } catch (error) {
      if (error instanceof WrongAnswer) throw error
    }
    count.unconfirmed += 1
    // The pause is that of a person, who does not try again at once.
    await pause(25)
    return undefined
  }

  function send(method: string, posting: Posting, cookie: string, link: string) {
    const fields = { activity_id: String(posting.activityId), starting_date: posting.startingDate, link }
    const form = multipart(fields, posting.withImage && method === 'POST' ? { name: 'a.jpg', bytes: image } : undefined)
    const path = method === 'POST' ? '/posted-activities' : `/posted-activities/${posting.id}`
    return fetch(`${nextUrl()}${path}`, { method, headers: { ...form.headers, cookie }, body: form.payload })
  }

  async function post(member: Member) {
    const number = member.used
    member.used += 1
    const day = new Date(Date.UTC(2026, 8, 1 + Math.floor(number / activityCount)))
    const posting: Posting = {
      memberId: member.id,
      activityId: activityIds[number % activityCount] as number,
      startingDate: day.toISOString().slice(0, 10),
      id: undefined,
      acknowledged: 'absent',
      requested: `https://test.example/${number}`,
      withImage: number % 10 === 0,
      review: number % 3 === 2 ? { acknowledged: 'posted', requested: undefined, version: 0 } : undefined,
    }
    member.postings.push(posting)
    const reply = await attempt(send('POST', posting, member.cookie, posting.requested as string), 201, posting.withImage)
    if (!reply) return
    const { postedActivity } = (await reply.json()) as { postedActivity: { id: number; version: number } }
    posting.id = postedActivity.id
    if (posting.review) posting.review.version = postedActivity.version
    settle(posting)
  }

  async function edit(posting: Posting, member: Member) {
    posting.requested = `${posting.acknowledged}e`
    if (await attempt(send('PUT', posting, member.cookie, posting.requested), 200)) settle(posting)
  }

  async function remove(posting: Posting, member: Member) {
    posting.requested = 'absent'
    const request = fetch(`${nextUrl()}/posted-activities/${posting.id}`, {
      method: 'DELETE',
      headers: { cookie: member.cookie },
    })
    if (await attempt(request, 200)) settle(posting)
  }

  function settle(posting: Posting) {
    posting.acknowledged = posting.requested as State
    posting.requested = undefined
  }

  async function write(member: Member, isOver: () => boolean) {
    for (let turn = 0; !isOver(); turn += 1) {
      // A posting is not changed again after a reply is missing: its state is then one of two, and stays so.
      const settled = member.postings.filter(
        ({ requested, acknowledged, review }) => !requested && !review && acknowledged !== 'absent',
      )
      const posting = settled[turn % (settled.length || 1)]
      if (posting && turn % 6 === 4) await edit(posting, member)
      else if (posting && turn % 6 === 5) await remove(posting, member)
      else await post(member)
    }
  }

  async function score(isOver: () => boolean) {
    for (let turn = 0; !isOver(); turn += 1) {
      const entry = scores[turn % scores.length] as Score
      entry.requested = Math.round(entry.requested * 10 + 1) / 10
      const headers = { cookie: admin, 'content-type': 'application/json' }
      const body = JSON.stringify({ tp: entry.requested })
      const request = fetch(`${nextUrl()}/users/edit-tp/${entry.memberId}`, { method: 'PUT', headers, body })
      if (await attempt(request, 200)) entry.acknowledged = entry.requested
    }
  }

  async function review(isOver: () => boolean) {
    for (let turn = 0; !isOver(); turn += 1) {
      const waiting = members.flatMap(({ postings }) => postings.filter((one) => one.review?.version && !one.review.requested))
      const posting = waiting[turn % (waiting.length || 1)]
      if (posting?.review) await decide(posting, posting.review, turn)
      else await pause(25)
    }
  }

  async function decide(posting: Posting, review: Review, turn: number) {
    const choices = nextDecision[review.acknowledged]
    const state = choices[turn % choices.length] as Decision
    review.requested = state
    const postings = [{ id: posting.id, version: review.version }]
    const body = JSON.stringify({ state, postings, ...(state === 'returned' ? { reason: 'Under load' } : {}) })
    // The pages send this key, too: a proxy may send the request to the other server after one was killed, and it must be done once.
    const headers = { cookie: admin, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const reply = await attempt(fetch(`${nextUrl()}/review`, { method: 'PUT', headers, body }), 200)
    if (!reply) return
    const { postings: reviewed } = (await reply.json()) as { postings: { version: number }[] }
    review.version = reviewed[0]?.version ?? 0
    review.acknowledged = state
    review.requested = undefined
  }

  /** Members sign in one after the other, and half of them out again: a password takes a tenth of a second of a core. */
  async function signInAndOut(isOver: () => boolean) {
    for (let turn = 0; !isOver(); turn += 1) {
      const { username, password } = members[turn % members.length] as Member
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ username, password })
      const reply = await attempt(fetch(`${nextUrl()}/auth/login`, { method: 'POST', headers, body }), 200)
      if (reply) {
        await reply.arrayBuffer()
        const session: Session = { cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '', end: 'none' }
        sessions.push(session)
        if (turn % 2) await signOut(session)
      }
      await pause(250)
    }
  }

  async function signOut(session: Session) {
    session.end = 'requested'
    const request = fetch(`${nextUrl()}/auth/logout`, { method: 'POST', headers: { cookie: session.cookie } })
    if (await attempt(request, 200)) session.end = 'acknowledged'
  }

  return {
    count,

    /** All members write until the other work is done. */
    async writeWhile(other: () => Promise<void>) {
      let hasEnded = false
      const isOver = () => hasEnded
      lastAcknowledgedAt = performance.now()
      count.longestGapMs = 0
      const done = other().finally(() => {
        hasEnded = true
      })
      await Promise.all([
        done,
        score(isOver),
        review(isOver),
        signInAndOut(isOver),
        ...members.map((member) => write(member, isOver)),
      ])
    },

    /** Compares the database with the ledger, and throws at the first difference. */
    async verify(address: string, { withSessions = true } = {}) {
      const sql = connect(address, { max: 1, timeLimitMs: 0 })
      try {
        await untilAnswering(sql)
        const rows = await sql<StoredPosting[]>`
          select id, user_id, activity_id, starting_date, link, state, version,
            (select count(*)::int from posted_images where posted_activity_id = p.id) as images
          from posted_activities p`
        const found = new Map(rows.map((row) => [`${row.user_id} ${row.activity_id} ${row.starting_date}`, row]))
        assert.equal(found.size, rows.length, 'postings are there twice')
        for (const posting of members.flatMap(({ postings }) => postings)) {
          const key = `${posting.memberId} ${posting.activityId} ${posting.startingDate}`
          verifyPosting(key, posting, found.get(key))
          found.delete(key)
        }
        assert.deepEqual([...found.keys()], [], 'postings that were never requested')

        const stored = await sql<{ user_id: number; tp: number | null }[]>`select user_id, tp from term_scores`
        for (const { memberId, acknowledged, requested } of scores) {
          const tp = stored.find(({ user_id }) => user_id === memberId)?.tp ?? 0
          assert.ok(tp >= acknowledged && tp <= requested, `the score ${tp} of ${memberId}, at least ${acknowledged}`)
        }
        if (withSessions) await verifySessions(sql, sessions)
        await verifySums(sql)
        const unrecorded = await sql`
          select from posted_activities p
          where (select count(*) from audit where subject = 'posting' and kind = 'posted' and subject_id = p.id) <> 1`
        assert.equal(unrecorded.length, 0, 'postings without their one record')
        return rows.length
      } finally {
        await sql.end()
      }
    },
  }
}

class WrongAnswer extends Error {}

interface StoredPosting {
  id: number
  user_id: number
  activity_id: number
  starting_date: string
  link: string
  state: Decision
  version: number
  images: number
}

/** Waits until the database answers: it may only just have noticed that one of its processes is gone. */
async function untilAnswering(sql: Database) {
  const deadline = performance.now() + 120_000
  for (;;) {
    try {
      await sql`select pg_sleep(0.2)`
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
      await pause(50)
    }
  }
}

function verifyPosting(key: string, posting: Posting, row: StoredPosting | undefined) {
  const allowed = [posting.acknowledged, posting.requested]
  assert.ok(allowed.includes(row?.link ?? 'absent'), `the posting ${key} is ${row?.link ?? 'absent'}, not one of ${allowed}`)
  if (!row) return
  assert.equal(row.images, posting.withImage ? 1 : 0, `the image of ${key}`)
  if (posting.id) assert.equal(row.id, posting.id, `the number of ${key}`)
  const { acknowledged = 'posted', requested = undefined, version = 0 } = posting.review ?? {}
  assert.ok([acknowledged, requested].includes(row.state), `the review of ${key} is ${row.state}, acknowledged ${acknowledged}`)
  // A decision that was stored twice would count twice.
  if (version) assert.equal(row.version, version + (row.state === acknowledged ? 0 : 1), `the version of ${key}`)
}

async function verifySessions(sql: Database, sessions: Session[]) {
  const hashes = await sql<{ hash: string }[]>`select encode(token_hash, 'hex') as hash from sessions`
  const stored = new Set(hashes.map(({ hash }) => hash))
  for (const { cookie, end } of sessions) {
    const token = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1))
    const isStored = stored.has(createHash('sha256').update(token).digest('hex'))
    if (end === 'none') assert.ok(isStored, 'an acknowledged sign-in is lost')
    if (end === 'acknowledged') assert.ok(!isStored, 'a session that was ended is back')
  }
}

async function verifySums(sql: Database) {
  const wrongSums = await sql`
    with recounted as (
      select user_id, term_id, count(*)::int as posted_count,
        count(*) filter (where state = 'verified')::int as verified_count,
        count(*) filter (where state = 'returned')::int as returned_count,
        coalesce(sum(score) filter (where type = 'Attending' and state <> 'returned'), 0) as atts,
        coalesce(sum(score) filter (where type = 'Compulsory' and state <> 'returned'), 0) as acts,
        coalesce(sum(score) filter (where type = 'Elective' and state <> 'returned'), 0) as escore
      from posted_activities group by user_id, term_id)
    select from term_scores s full join recounted r using (user_id, term_id)
    where (coalesce(s.posted_count, 0), coalesce(s.verified_count, 0), coalesce(s.returned_count, 0),
        coalesce(s.atts, 0), coalesce(s.acts, 0), coalesce(s.escore, 0)) is distinct from
      (coalesce(r.posted_count, 0), coalesce(r.verified_count, 0), coalesce(r.returned_count, 0),
        coalesce(r.atts, 0), coalesce(r.acts, 0), coalesce(r.escore, 0))
      or s.total_score <> coalesce(s.tp, 0) + coalesce(s.fb, 0) + s.atts + s.acts + s.escore`
  assert.equal(wrongSums.length, 0, 'sums that a recount does not give')
}

export type Ledger = Awaited<ReturnType<typeof openLedger>>
