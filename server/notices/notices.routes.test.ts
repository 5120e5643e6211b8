import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '../../contract/languages/catalogue.ts'
import { noticeSentence } from '../../contract/notice-sentences.ts'
import type { Notice } from '../../contract/notices.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { digests } from '../digest/digest.queries.ts'
import { sayIn } from '../http/language.ts'
import { createLogger } from '../process/logging.ts'
import { readSettings } from '../settings.ts'
import { noticeMail } from './notice-mail.ts'
import { notices } from './notices.queries.ts'

let portal: Portal
let admin: Caller
let administrator: MadeUser
let member: MadeUser
let staff: Caller
beforeAll(async () => {
  portal = await startPortal()
  administrator = await portal.make.admin({ name: 'Rana Wahid' })
  admin = await portal.as(administrator)
  await portal.make.term('Autumn', '2026-09-01', '2027-01-31')
})
afterAll(() => portal.stop())
beforeEach(async () => {
  member = await portal.make.staff()
  staff = await portal.as(member)
})

const listOf = async (who: Caller): Promise<{ notices: Notice[]; unread: number; next: number | null }> =>
  (await who('GET', '/notices')).json()
const sentences = async (who: Caller) => (await listOf(who)).notices.map((notice) => noticeSentence(sayIn('en'), 'en', notice))
const score = (tp: number) => admin('PUT', `/users/edit-tp/${member.id}`, { tp })

async function review(state: string, more: object = {}) {
  const activity = await portal.make.activity({ name: `Talk ${crypto.randomUUID().slice(0, 8)}` })
  const id = await portal.make.posting(member.id, activity, '2026-10-05')
  const reply = await admin('PUT', '/review', { state, postings: [{ id, version: 1 }], ...more })
  expect(reply.statusCode).toBe(200)
  return { id, activity }
}

describe('notices', () => {
  test('report what was verified, returned and scored, to the member only', async () => {
    const verified = await review('verified')
    const returned = await review('returned', { reason: 'Wrong photo' })
    await score(4.5)
    expect(await sentences(staff)).toEqual([
      'Your teacher points for Autumn: not set → 4.5.',
      `Your activity ${returned.activity.name} was returned and does not count: Wrong photo`,
      `Your activity ${verified.activity.name} was verified.`,
    ])
    expect((await listOf(staff)).unread).toBe(3)
    expect((await listOf(await portal.as(await portal.make.staff()))).notices).toEqual([])
  })

  test('several changes of a score before it is read are one notice', async () => {
    for (const tp of [3, 4, 5]) await score(tp)
    expect(await sentences(staff)).toEqual(['Your teacher points for Autumn: not set → 5.'])
    await score(0)
    expect(await sentences(staff)).toEqual(['Your teacher points for Autumn: not set → 0.'])
    await score(2)
    const { notices: seen } = await listOf(staff)
    await staff('PUT', '/notices/read', { up_to: seen[0]?.id })
    await score(7)
    expect(await sentences(staff)).toEqual([
      'Your teacher points for Autumn: 2 → 7.',
      'Your teacher points for Autumn: not set → 2.',
    ])
  })

  test('undoing a review removes its unread notice', async () => {
    const { id } = await review('returned', { reason: 'By mistake' })
    expect((await listOf(staff)).unread).toBe(1)
    await admin('PUT', '/review', { state: 'posted', postings: [{ id, version: 2 }] })
    expect((await listOf(staff)).notices).toEqual([])
    expect((await listOf(admin)).notices).toEqual([])
  })

  test('the administrator who returned an activity is notified that it was edited', async () => {
    const { id, activity } = await review('returned', { reason: 'Add the link' })
    const session = await portal.startSession(member)
    const fields = { activity_id: String(activity.id), starting_date: '2026-10-05', link: 'https://test.example/talk' }
    const { payload, headers } = multipart(fields)
    await portal.app.inject({ method: 'PUT', url: `/posted-activities/${id}`, payload, headers: { ...headers, ...session } })
    expect(await sentences(admin)).toContain(`${member.name} edited ${activity.name}, which you returned.`)
  })

  test('tell who lent Review by id to those who may open that page, and to nobody else', async () => {
    const physics = await portal.make.department()
    const [head, coHead] = [await portal.make.head(physics.id), await portal.make.head(physics.id)]
    const colleague = await portal.make.staff({ department_id: physics.id })
    for (const delegate of [coHead, colleague, administrator]) await portal.make.delegation(head, delegate)
    await portal.make.delegation(administrator, coHead)
    const lenders = async (who: Caller) =>
      (await listOf(who)).notices.filter(({ kind }) => kind === 'review lent').map(({ person }) => person?.id ?? null)
    expect(await lenders(admin)).toEqual([head.id])
    // The administrator is in no department.
    expect(await lenders(await portal.as(coHead))).toEqual([null, head.id])
    expect(await lenders(await portal.as(colleague))).toEqual([null])
    expect(JSON.stringify(await listOf(await portal.as(colleague)))).not.toMatch(new RegExp(`"id":${head.id}[,}]`))
  })

  test('are marked as read by id or up to an id, only one’s own', async () => {
    await review('verified')
    await review('verified')
    await score(1)
    const { notices: all } = await listOf(staff)
    const [newest, middle] = all
    expect((await staff('PUT', '/notices/read', { ids: [middle?.id] })).json()).toEqual({ unread: 2 })
    const stranger = await portal.as(await portal.make.staff())
    expect((await stranger('PUT', '/notices/read', { up_to: newest?.id })).json()).toEqual({ unread: 0 })
    expect((await listOf(staff)).unread).toBe(2)
    expect((await staff('PUT', '/notices/read', { up_to: newest?.id })).json()).toEqual({ unread: 0 })
    for (const bad of [{}, { ids: [] }, { ids: ['x'] }, { up_to: 0 }])
      expect((await staff('PUT', '/notices/read', bad)).statusCode).toBe(400)
  })

  test('the end of a term is announced 14 and 3 days before, once, to every member', async () => {
    const inDays = async (days: number) => {
      const [row] = await portal.sql<[{ day: string }]>`select (current_date + ${days}::int)::text as day`
      return row.day
    }
    const [current] = await portal.sql<[{ id: number }]>`select id from terms where is_current`
    const endsIn = async (days: number) =>
      portal.sql`update terms set start_date = current_date - 100, end_date = ${await inDays(days)} where id = ${current.id}`
    const noticeCount = async () => (await sentences(staff)).length
    const warn = () => Promise.all([notices(portal.sql).warnOfEndingTerms(), notices(portal.sql).warnOfEndingTerms()])

    for (const [days, expected] of [
      [15, 0],
      [14, 1],
      [10, 1],
      [3, 2],
      [0, 2],
    ] as const) {
      await endsIn(days)
      await warn()
      expect(await noticeCount(), `${days} days before`).toBe(expected)
    }
    expect((await sentences(admin)).filter((sentence) => sentence.startsWith('Autumn ends on'))).toHaveLength(2)
    await portal.sql`update notices set details = details || '{"ends_on": "2027-01-31"}' where kind = 'term ends'`
    expect((await sentences(staff))[0]).toBe(
      'Autumn ends on 31 January 2027. Post anything that should count towards it by then.',
    )
    await portal.sql`update terms set start_date = '2026-09-01', end_date = '2027-01-31' where id = ${current.id}`
  })
})

describe('the stream', () => {
  let url: string
  beforeAll(async () => {
    url = await portal.app.listen({ host: '127.0.0.1', port: 0 })
  })

  async function listen(cookie: string) {
    const reply = await fetch(`${url}/notices/stream`, { headers: { cookie } })
    const reader = (reply.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    let isDone = false
    const reading = (async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
      isDone = true
    })()
    return { reply, events: () => text.split('event: notices').length - 1, isDone: () => isDone, reading }
  }

  test('signals a new notice at once, and ends with the session', async () => {
    const { cookie } = await portal.startSession(member)
    const stream = await listen(cookie)
    expect(stream.reply.headers.get('content-type')).toContain('text/event-stream')
    expect(stream.reply.headers.get('content-encoding')).toBeNull()
    await expect.poll(stream.events).toBeGreaterThanOrEqual(1)
    const before = stream.events()
    await score(3.5)
    await expect.poll(stream.events).toBeGreaterThan(before)
    await admin('PUT', `/users/toggle-role/${member.id}`)
    const silent = stream.events()
    await portal.sql`insert into notices (user_id, kind, details) values (${member.id}, 'scored', '{}')`
    await expect.poll(stream.isDone).toBe(true)
    expect(stream.events()).toBe(silent)
  })

  test('an open stream does not count as use of the session: its idle time continues', async () => {
    const { cookie } = await portal.startSession(member)
    const stream = await listen(cookie)
    await expect.poll(stream.events).toBeGreaterThanOrEqual(1)
    const idleMinutes = async () => {
      const [row] = await portal.sql<[{ minutes: number }]>`
        select (extract(epoch from now() - max(last_seen_at)) / 60)::float as minutes from sessions where user_id = ${member.id}`
      return row.minutes
    }
    await portal.sql`update sessions set last_seen_at = now() - interval '90 minutes' where user_id = ${member.id}`
    const before = stream.events()
    await score(2.5)
    await expect.poll(stream.events).toBeGreaterThan(before)
    expect(await idleMinutes()).toBeGreaterThan(89)
    await portal.sql`update sessions set last_seen_at = now() - interval '121 minutes' where user_id = ${member.id}`
    await score(3)
    await expect.poll(stream.isDone).toBe(true)
  })

  test('a HEAD request opens none', async () => {
    const { cookie } = await portal.startSession(member)
    for (let count = 0; count < 10; count += 1) await fetch(`${url}/notices/stream`, { method: 'HEAD', headers: { cookie } })
    const stream = await listen(cookie)
    expect(stream.reply.status).toBe(200)
  })

  test('the number of streams per user is limited', async () => {
    const { cookie } = await portal.startSession(member)
    const streams = await Promise.all(Array.from({ length: 10 }, () => listen(cookie)))
    expect(streams.every(({ reply }) => reply.status === 200)).toBe(true)
    expect((await fetch(`${url}/notices/stream`, { headers: { cookie } })).status).toBe(429)
  })
})

describe('by e-mail', () => {
  let server: Awaited<ReturnType<typeof startMailServer>>
  let mail: NonNullable<ReturnType<typeof noticeMail>>
  let mailWith: (more: Record<string, string>) => ReturnType<typeof noticeMail>
  beforeAll(async () => {
    server = await startMailServer()
    const settings = { SMTP_URL: server.url, PUBLIC_URL: 'https://portal.example.edu' }
    mailWith = (more) => noticeMail(portal.sql, readSettings({ ...settings, ...more }), createLogger('silent'), 0)
    const made = mailWith({})
    if (!made) throw new Error('no mail')
    mail = made
  })
  afterAll(async () => {
    mail.stop()
    await server.stop()
  })
  beforeEach(async () => {
    await portal.sql`update notices set mailed_at = now() where mailed_at is null`
    server.received.length = 0
    server.refuse(false)
  })

  test('all unsent notices of one user go into one message, once', async () => {
    await review('returned', { reason: 'Falsches Bild – صورة أخرى' })
    await score(4)
    await Promise.all([mail.sendDue(), mail.sendDue()])
    await mail.sendDue()
    expect(server.received.map(({ to }) => to)).toEqual([[member.email]])
    const [{ source, text } = { source: '', text: '' }] = server.received
    expect(source).toContain('Subject: Staff Activity and Performance Portal: 2 new notices')
    expect(source).toContain('portal@portal.example.edu')
    expect(text).toContain('صورة أخرى')
    expect(text).toContain('https://portal.example.edu')
  })

  test('they are in the language that the receiver chose, else in the default language', async () => {
    await portal.sql`insert into user_preferences (user_id, language) values (${member.id}, 'ckb')`
    await score(4)
    const other = await portal.make.staff()
    await admin('PUT', `/users/edit-tp/${other.id}`, { tp: 4 })
    const arabic = mailWith({ DEFAULT_LANGUAGE: 'ar' })
    await arabic?.sendDue()
    arabic?.stop()
    for (const [{ email, name }, language] of [
      [member, 'ckb'],
      [other, 'ar'],
    ] as const) {
      const { source = '', text = '' } = server.received.find(({ to }) => to.includes(email ?? '')) ?? {}
      expect(source).toContain(`Content-Language: ${language}`)
      expect(text).toContain(sayIn(language)(messages.notices.mailGreeting({ name })))
      expect(text).toContain(sayIn(language)(messages.notices.mailWhy))
      // Mail programs show a subject as plain text: it has no invisible characters.
      const subject = [...source.matchAll(/=\?UTF-8\?Q\?([^?]*)\?=/g)].map(([, word = '']) =>
        decodeURIComponent(word.replaceAll('=', '%')),
      )
      expect(subject.join('')).toContain(language === 'ckb' ? 'خاڵی_مامۆستاتان' : 'نقاط_التدريسي')
      expect(subject.join('')).not.toMatch(/[\u200e\u200f\u2066-\u2069]/)
      // No invisible character becomes a part of the link.
      expect(text).toMatch(/https:\/\/portal\.example\.edu(?![\u2066-\u2069])/)
    }
  })

  test('the e-mail says in its subject what is new, leads to it in both bodies, and can be stopped by one click', async () => {
    await score(7)
    await mail.sendDue()
    const [{ source = '', text = '', html = '' } = {}] = server.received
    const whole = source.replace(/\r\n\s+/g, ' ')
    expect(whole).toMatch(/^Subject: \S.*Your_teacher_points_for_Autumn|^Subject: .*Your teacher points for Autumn/m)
    const [place = ''] = /https:\/\/portal\.example\.edu\/staff-dashboard\?\S+/.exec(text) ?? []
    expect(place).toMatch(/tab=your-activity&term=\d+/)
    expect(html).toContain(`<a href="${place.replaceAll('&', '&#38;')}">`)
    const [stop = '', token = ''] = /https:\S+\/mail\/off\?token=([\w-]+)/.exec(text) ?? []
    expect(whole).toContain(`List-Unsubscribe: <${stop}>`)
    const payload = 'List-Unsubscribe=One-Click'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const done = await portal.app.inject({ method: 'POST', url: `/mail/off?token=${token}`, headers, payload })
    expect(done.body).toContain('Emails about notices are turned off')
    server.received.length = 0
    await score(8)
    await mail.sendDue()
    expect(server.received).toEqual([])
  })

  test('what the mail server refuses is retried later', async () => {
    await score(6)
    server.refuse(true)
    await mail.sendDue()
    expect(server.received).toEqual([])
    server.refuse(false)
    await portal.sql`update notices set mail_taken_at = now() - interval '11 minutes' where mailed_at is null`
    await portal.sql`update mail_failures set retry_at = now()`
    await mail.sendDue()
    expect(server.received).toHaveLength(1)
  })

  test('read notices and old ones are not sent', async () => {
    await score(8)
    const { notices: all } = await listOf(staff)
    await staff('PUT', '/notices/read', { up_to: all[0]?.id })
    await review('verified')
    await portal.sql`update notices set created_at = now() - interval '2 days' where user_id = ${member.id} and read_at is null`
    await mail.sendDue()
    expect(server.received).toEqual([])
  })
})

describe('a score that changes while its notice goes out by e-mail', () => {
  const fromTo = async () => (await sentences(staff)).map((sentence) => sentence.replace('Your teacher points for Autumn: ', ''))
  const takeMail = () => notices(portal.sql).takeUnmailed(0)
  const takeDigest = () => digests(portal.sql).news(member.id, { week: '', today: '', since: '2000-01-01', until: '2100-01-01' })
  const untilOneWaits = () =>
    expect
      .poll(() => portal.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      .toHaveLength(1)
  beforeEach(async () => {
    await portal.sql`delete from notices`
    await score(19)
  })

  const takers = [
    ['an e-mail', takeMail, async () => (await takeMail())?.notices ?? []],
    ['a weekly digest', takeDigest, takeDigest],
  ] as const

  test.each(takers)('what is in %s stays as it is, and the next one begins where it ended', async (_, take) => {
    await take()
    await score(21)
    expect(await fromTo()).toEqual(['19 → 21.', 'not set → 19.'])
    // The changes since then are not in it: they are one notice.
    await score(2)
    expect(await fromTo()).toEqual(['19 → 2.', 'not set → 19.'])
    await take()
    await score(3)
    expect(await fromTo()).toEqual(['2 → 3.', '19 → 2.', 'not set → 19.'])
  })

  test.each(takers)('%s that is being written comes first: the score waits and has a notice of its own', async (kind) => {
    let changing: ReturnType<typeof score> | undefined
    await portal.sql.begin(async (tx) => {
      if (kind === 'an e-mail') await notices(tx).takeUnmailed(0)
      else await digests(tx).news(member.id, { week: '', today: '', since: '2000-01-01', until: '2100-01-01' })
      changing = score(21)
      await untilOneWaits()
    })
    expect((await changing)?.statusCode).toBe(200)
    expect(await fromTo()).toEqual(['19 → 21.', 'not set → 19.'])
  })

  test.each(takers)('the score comes first: %s waits, and never contains what was replaced', async (_, __, read) => {
    let reading: Promise<unknown[]> | undefined
    await portal.sql.begin(async (tx) => {
      await tx`update term_scores set tp = 21 where user_id = ${member.id}`
      reading = read()
      await untilOneWaits()
    })
    expect(await reading).toEqual([])
    expect(await read()).toMatchObject([
      { kind: 'scored', term_name: 'Autumn', term_names: {}, details: { field: 'tp', to: 21 } },
    ])
    expect(await fromTo()).toEqual(['not set → 21.'])
  })
})

test('three e-mails about one score say each what was before', async () => {
  const server = await startMailServer()
  const mail = noticeMail(portal.sql, readSettings({ SMTP_URL: server.url }), createLogger('silent'), 0)
  await portal.sql`delete from notices`
  for (const tp of [19, 21, 2]) {
    await score(tp)
    await mail?.sendDue()
  }
  mail?.stop()
  await server.stop()
  const lines = server.received.map(({ text }) => /Autumn: (.+)\.$/m.exec(text)?.[1])
  expect(lines).toEqual(['not set → 19', '19 → 21', '21 → 2'])
  expect(await sentences(staff)).toHaveLength(3)
})

test('notices about a posting have its names in every language, and the sentence that of its reader', async () => {
  const activity = await portal.make.activity({ name: 'Hackathon', names: { ckb: 'هاکاسۆن', ar: 'هاكاثون' } })
  const names = { activity_name: 'Hackathon', activity_names: { ckb: 'هاکاسۆن', ar: 'هاكاثون' } }
  const id = await portal.make.posting(member.id, activity, '2026-10-05')
  await admin('PUT', '/review', { state: 'returned', postings: [{ id, version: 1 }], reason: 'Wrong photo' })
  expect((await listOf(staff)).notices[0]?.details).toMatchObject({ ...names, reason: 'Wrong photo', by: 'Rana Wahid' })
  const { payload, headers } = multipart({ activity_id: String(activity.id), starting_date: '2026-10-06' })
  const session = await portal.startSession(member)
  await portal.app.inject({
    method: 'PUT',
    url: `/posted-activities/${id}`,
    payload,
    headers: { ...headers, ...session },
  })
  const [edited] = (await listOf(admin)).notices
  expect(edited?.details).toMatchObject({ ...names, by: member.name })
  for (const [language, name] of [
    ['en', 'Hackathon'],
    ['ckb', 'هاکاسۆن'],
    ['ar', 'هاكاثون'],
  ] as const)
    expect(edited && noticeSentence(sayIn(language), language, edited)).toContain(name)
})
