import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { expect } from 'vitest'
import { connect } from '../database/connect.ts'
import { multipart } from '../testing/multipart.ts'
import { administrator } from './portal-process.ts'

interface Member {
  id: number
  cookie: string
  used: number
  postings: Posting[]
}

/** What the ledger knows of one posting: the state that was acknowledged, and one that was requested without a reply. */
interface Posting {
  memberId: number
  activityId: number
  startingDate: string
  id: number | undefined
  acknowledged: State
  requested: State | undefined
  withImage: boolean
}

/** Its link, or that it is not there. */
type State = string | 'absent'

interface Score {
  memberId: number
  acknowledged: number
  requested: number
}

const activityCount = 10

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

export async function signIn(url: string, { username, password }: { username: string; password: string }): Promise<string> {
  const reply = await call(url, 'POST', '/auth/login', '', { username, password })
  if (reply.status !== 200) throw new Error(`cannot sign in as ${username}: ${JSON.stringify(reply.body)}`)
  return reply.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** Counts what a page hears. */
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
  const department = await call(url, 'POST', '/departments', cookie, { name: `Department of ${username}` })
  const department_id = department.body.department.id
  const fields = { name: username, username, password, degree: 'PhD', title: 'l', gender: 'Female', role_id: 2, department_id }
  const reply = await call(url, 'POST', '/users', cookie, { ...fields, email: `${username}@test.example` })
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return { username, password, id: Number(reply.body.user.id) }
}

/**
 * People who post, edit, delete and score without a pause, and a book of what the portal acknowledged. Afterwards the database
 * must hold every acknowledged write once, and every other whole or not at all.
 */
export async function openLedger(servers: string | string[], memberCount: number) {
  // Not copied: a server that is added later takes its turn, too.
  const urls = typeof servers === 'string' ? [servers] : servers
  const url = urls[0] as string
  const admin = await signIn(url, administrator)
  const activityIds: number[] = []
  for (let index = 0; index < activityCount; index += 1) {
    const type = ['Compulsory', 'Attending', 'Elective'][index % 3]
    const fields = { name: `Activity ${index}`, description: 'Under load', type, score: 1.15 + index }
    const { body } = await call(url, 'POST', '/activities', admin, fields)
    activityIds.push(Number(body.activity.id))
  }
  const members: Member[] = []
  for (let index = 0; index < memberCount; index += 1) {
    const member = await addMember(url, admin, `writer${index}`)
    members.push({ id: member.id, cookie: await signIn(url, member), used: 0, postings: [] })
  }
  const image = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#7a5' } })
    .jpeg()
    .toBuffer()
  const scores: Score[] = members.map(({ id }) => ({ memberId: id, acknowledged: 0, requested: 0 }))
  const count = { requested: 0, acknowledged: 0, unconfirmed: 0, slowestMs: 0 }

  /** The servers take turns. */
  const nextUrl = () => urls[count.requested % urls.length] as string

  /** The reply, if the portal acknowledged the write. */
  async function attempt(request: Promise<Response>, status: number): Promise<Response | undefined> {
    count.requested += 1
    const began = performance.now()
    try {
      const reply = await request
      count.slowestMs = Math.max(count.slowestMs, Math.round(performance.now() - began))
      if (reply.status === status) {
        count.acknowledged += 1
        return reply
      }
      await reply.arrayBuffer()
      // Anything else than "not now" would be a fault of its own.
      if (reply.status !== 503) throw new WrongAnswer(`${reply.status} ${reply.url}`)
    } catch (error) {
      if (error instanceof WrongAnswer) throw error
    }
    count.unconfirmed += 1
    // As a person would: not again at once.
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
    }
    member.postings.push(posting)
    const reply = await attempt(send('POST', posting, member.cookie, posting.requested as string), 201)
    if (!reply) return
    posting.id = ((await reply.json()) as { postedActivity: { id: number } }).postedActivity.id
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
      // Not changed again after a reply is missing: its state is then one of two, and stays so.
      const settled = member.postings.filter(({ requested, acknowledged }) => !requested && acknowledged !== 'absent')
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

  return {
    count,

    /** Everybody writes until the other thing is done. */
    async writeWhile(other: () => Promise<void>) {
      let isOver = false
      const done = other().finally(() => {
        isOver = true
      })
      await Promise.all([done, score(() => isOver), ...members.map((member) => write(member, () => isOver))])
    },

    /** Holds the database against the book: throws at the first difference. */
    async verify(address: string) {
      const sql = connect(address, { max: 1, timeLimitMs: 0 })
      try {
        // It may only just have noticed that one of its processes is gone.
        const isAnswering = () =>
          sql`select pg_sleep(0.2)`.then(
            () => true,
            () => false,
          )
        await expect.poll(isAnswering, { timeout: 20_000 }).toBe(true)
        const rows = await sql<
          { id: number; user_id: number; activity_id: number; starting_date: string; link: string; images: number }[]
        >`
          select id, user_id, activity_id, starting_date, link,
            (select count(*)::int from posted_images where posted_activity_id = p.id) as images
          from posted_activities p`
        const found = new Map(rows.map((row) => [`${row.user_id} ${row.activity_id} ${row.starting_date}`, row]))
        expect(found.size, 'postings twice').toBe(rows.length)
        for (const posting of members.flatMap(({ postings }) => postings)) {
          const key = `${posting.memberId} ${posting.activityId} ${posting.startingDate}`
          const row = found.get(key)
          found.delete(key)
          const allowed = [posting.acknowledged, ...(posting.requested ? [posting.requested] : [])]
          expect(allowed, `the posting ${key}`).toContain(row?.link ?? 'absent')
          if (row) expect(row.images, `the image of ${key}`).toBe(posting.withImage ? 1 : 0)
          if (row && posting.id) expect(row.id).toBe(posting.id)
        }
        expect([...found.keys()], 'postings that were never requested').toEqual([])

        const stored = await sql<{ user_id: number; tp: number | null }[]>`select user_id, tp from term_scores`
        for (const { memberId, acknowledged, requested } of scores) {
          const tp = stored.find(({ user_id }) => user_id === memberId)?.tp ?? 0
          expect(tp).toBeGreaterThanOrEqual(acknowledged)
          expect(tp).toBeLessThanOrEqual(requested)
        }
        const wrongSums = await sql`
          with recounted as (
            select user_id, term_id, count(*)::int as posted_count,
              coalesce(sum(score) filter (where type = 'Attending'), 0) as atts,
              coalesce(sum(score) filter (where type = 'Compulsory'), 0) as acts,
              coalesce(sum(score) filter (where type = 'Elective'), 0) as escore
            from posted_activities group by user_id, term_id)
          select from term_scores s full join recounted r using (user_id, term_id)
          where (coalesce(s.posted_count, 0), coalesce(s.atts, 0), coalesce(s.acts, 0), coalesce(s.escore, 0)) is distinct from
            (coalesce(r.posted_count, 0), coalesce(r.atts, 0), coalesce(r.acts, 0), coalesce(r.escore, 0))
            or s.total_score <> coalesce(s.tp, 0) + coalesce(s.fb, 0) + s.atts + s.acts + s.escore`
        expect(wrongSums, 'sums that a recount does not give').toHaveLength(0)
        const unrecorded = await sql`
          select from posted_activities p
          where (select count(*) from audit where subject = 'posting' and kind = 'posted' and subject_id = p.id) <> 1`
        expect(unrecorded, 'postings without their one record').toHaveLength(0)
        return rows.length
      } finally {
        await sql.end()
      }
    },
  }
}

class WrongAnswer extends Error {}

export type Ledger = Awaited<ReturnType<typeof openLedger>>
