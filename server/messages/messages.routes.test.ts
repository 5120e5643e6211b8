import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mostMessagesADay, mostMessagesToOne } from '../../contract/limits.ts'
import type { MessagePreview, SentMessage } from '../../contract/messages.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { createLogger } from '../process/logging.ts'
import { readSettings } from '../settings.ts'
import { messageMail } from './message-mail.ts'

const address = 'https://portal.test.example'
const logger = createLogger('silent')

let portal: Portal
let server: Awaited<ReturnType<typeof startMailServer>>
let administrator: MadeUser
let admin: Caller
let term: { id: number }
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.received.length = 0
  server.refuse(false)
  portal = await startPortal({ environment: { SMTP_URL: server.url, PUBLIC_URL: address } })
  term = await portal.make.term('Autumn', '2000-01-01', '2100-01-01', { names: { ckb: 'پاییز', ar: 'خريف' } })
  administrator = await portal.make.admin({ name: 'Rana Wahid' })
  admin = await portal.as(administrator)
  return () => portal.stop()
})

const settings = () => readSettings({ SMTP_URL: server.url, PUBLIC_URL: address })
const everybody = { who: 'all' }
const news = {
  kind: 'announcement',
  whom: everybody,
  subject: 'The library is closed',
  text: 'On Monday.\n\nSee you on Tuesday.',
}

/** What the server sends by e-mail. */
async function sendMails() {
  const mail = messageMail(portal.database, settings(), logger)
  await mail?.sendDue()
  await mail?.stop()
  return server.received.map((each) => ({ ...each, text: each.text.replaceAll('\r\n', '\n') }))
}

async function bellOf(person: MadeUser) {
  const { notices } = (await (await portal.as(person))('GET', '/notices')).json()
  return notices.filter(({ kind }: { kind: string }) => kind === 'message')
}

const previewOf = async (body: object): Promise<MessagePreview> => (await admin('POST', '/messages/preview', body)).json()
const namesIn = ({ people }: MessagePreview) => people.map(({ name }) => name)
const recipients = async () =>
  (await portal.sql<{ name: string }[]>`select name from message_recipients join users on id = user_id order by name`).map(
    ({ name }) => name,
  )

describe('who gets it', () => {
  test('everybody, a department or the chosen people get an announcement, and never the sender or the removed', async () => {
    const physics = await portal.make.department('Physics')
    await portal.make.staff({ name: 'Ann', department_id: physics.id })
    const ben = await portal.make.staff({ name: 'Ben' })
    const carl = await portal.make.admin({ name: 'Carl' })
    const gone = await portal.make.staff({ name: 'Gone', department_id: physics.id })
    await portal.sql`update users set removed_at = now() where id = ${gone.id}`
    const of = async (whom: object) => namesIn(await previewOf({ kind: 'announcement', whom }))
    expect(await of(everybody)).toEqual(['Ann', 'Ben', 'Carl'])
    expect(await of({ who: 'department', department_id: physics.id })).toEqual(['Ann'])
    expect(await of({ who: 'people', user_ids: [ben.id, carl.id, gone.id, administrator.id] })).toEqual(['Ben', 'Carl'])
  })

  test('a reminder goes to whom it concerns in the term, at the moment of sending', async () => {
    const activity = await portal.make.activity()
    const physics = await portal.make.department('Physics')
    const lazy = await portal.make.staff({ name: 'Lazy', department_id: physics.id })
    const sent = await portal.make.staff({ name: 'Returned' })
    const scored = await portal.make.staff({ name: 'Scored' })
    const posting = await portal.make.posting(sent.id, activity, '2020-02-02')
    await portal.make.posting(scored.id, activity, '2020-02-02')
    const [{ version }] = await portal.sql<[{ version: number }]>`select version from posted_activities where id = ${posting}`
    await admin('PUT', '/review', { state: 'returned', reason: 'Wrong photo', postings: [{ id: posting, version }] })
    await admin('PUT', `/users/edit-tp/${scored.id}`, { tp: 1 })
    await admin('PUT', `/users/edit-feedback/${scored.id}`, { fb: 1 })
    await portal.sql`insert into first_sign_ins (user_id) values (${lazy.id}), (${scored.id})`
    const of = async (kind: string, whom: object = everybody) => namesIn(await previewOf({ kind, whom, term_id: term.id }))
    expect(await of('posted nothing')).toEqual(['Lazy'])
    expect(await of('returned')).toEqual(['Returned'])
    expect(await of('not scored')).toEqual(['Lazy', 'Returned'])
    expect(await of('never signed in')).toEqual(['Returned'])
    expect(await of('not scored', { who: 'department', department_id: physics.id })).toEqual(['Lazy'])
    expect(await of('not scored', { who: 'people', user_ids: [sent.id, scored.id] })).toEqual(['Returned'])
    // What changed since the preview counts: Lazy posts something.
    await portal.make.posting(lazy.id, activity, '2020-02-02')
    const reply = await admin('POST', '/messages', { kind: 'posted nothing', whom: everybody, subject: 'Post', text: 'Please.' })
    expect([reply.statusCode, reply.json().message]).toEqual([409, 'Nobody is in this group at the moment.'])
  })

  test('there are no reminders about a closed term', async () => {
    await portal.make.staff()
    await portal.make.term('Spring', '1999-01-01', '1999-02-01')
    await admin('PUT', `/terms/close/${term.id}`)
    const reply = await admin('POST', '/messages/preview', { kind: 'not scored', whom: everybody, term_id: term.id })
    expect([reply.statusCode, reply.json().message]).toEqual([409, 'This term is closed.'])
  })
})

describe('exactly once', () => {
  beforeEach(async () => {
    await portal.make.staff({ name: 'Ann' })
    await portal.make.staff({ name: 'Ben' })
  })

  test('a message that is sent again because its reply was lost is one message, one notice and one e-mail', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const replies = await Promise.all([0, 1, 2].map(() => admin('POST', '/messages', news, headers)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(new Set(replies.map((reply) => reply.json().sent.id)).size).toBe(1)
    expect(await recipients()).toEqual(['Ann', 'Ben'])
    expect(await portal.sql`select from notices where kind = 'message'`).toHaveLength(2)
    await Promise.all([sendMails(), sendMails()])
    expect(server.received.map(({ to }) => to[0]).toSorted()).toHaveLength(2)
    expect(await sendMails()).toHaveLength(2)
  })

  test('of two administrators who send the same at once, one reaches everybody and the other is told', async () => {
    const other = await portal.as(await portal.make.admin({ name: 'Zed' }))
    const reminder = { kind: 'not scored', whom: everybody, subject: 'Scores', text: 'Soon.' }
    const replies = await Promise.all([admin, other].map((caller) => caller('POST', '/messages', reminder)))
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().message).toBe(
      'Everybody in this group got the same in the last 24 hours.',
    )
    expect(await recipients()).toEqual(['Ann', 'Ben'])
  })

  test('the notice of a message has no e-mail of its own', async () => {
    await admin('POST', '/messages', news)
    expect(await portal.sql`select from notices where kind = 'message' and mailed_at is null`).toEqual([])
  })
})

describe('limits', () => {
  test('an administrator sends at most so many in 24 hours, also at once', async () => {
    const member = await portal.make.staff()
    await portal.sql`
      insert into messages (kind, who, subject, text, sent_by)
      select 'announcement', 'all', 'News', 'News', ${administrator.id} from generate_series(1, ${mostMessagesADay - 1})`
    expect((await previewOf({ kind: 'announcement', whom: everybody })).remaining).toBe(1)
    const texts = ['One', 'Two', 'Three']
    const replies = await Promise.all(texts.map((subject) => admin('POST', '/messages', { ...news, subject })))
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().message).toBe(
      `You have sent ${mostMessagesADay} messages in the last 24 hours, which is the most. Please try again later.`,
    )
    expect(await bellOf(member)).toHaveLength(1)
    await portal.sql`update messages set sent_at = sent_at - interval '24 hours'`
    expect((await admin('POST', '/messages', { ...news, subject: 'Four' })).statusCode).toBe(201)
  })

  test('a person gets at most so many in 24 hours, and the others still get the message', async () => {
    const [full, other] = [await portal.make.staff({ name: 'Full' }), await portal.make.staff({ name: 'Other' })]
    for (let count = 0; count < mostMessagesToOne; count += 1) {
      const toOne = { ...news, subject: `News ${count}`, whom: { who: 'people', user_ids: [full.id] } }
      expect((await admin('POST', '/messages', toOne)).statusCode).toBe(201)
    }
    const reply = await admin('POST', '/messages', news)
    expect(reply.json().sent).toMatchObject({ count: 1, left_out: [{ reason: 'enough', count: 1 }] })
    expect([(await bellOf(full)).length, (await bellOf(other)).length]).toEqual([mostMessagesToOne, 1])
    const onlyFull = await admin('POST', '/messages', { ...news, subject: 'More', whom: { who: 'people', user_ids: [full.id] } })
    expect([onlyFull.statusCode, onlyFull.json().message]).toEqual([
      409,
      `Everybody in this group has had ${mostMessagesToOne} messages in the last 24 hours, which is the most.`,
    ])
  })
})

describe('languages', () => {
  test('each reader gets the own language by bell and by e-mail, the default one until chosen, and English where there is no text', async () => {
    const member = await portal.make.staff({ name: 'Ann' })
    const inArabic = await portal.make.staff({ name: 'Ben' })
    const inKurdish = await portal.make.staff({ name: 'Carl' })
    await portal.sql`insert into user_preferences (user_id, language) values (${inArabic.id}, 'ar'), (${inKurdish.id}, 'ckb')`
    await admin('POST', '/messages', { ...news, subjects: { ar: 'المكتبة مغلقة' }, texts: { ar: 'يوم الاثنين.' } })
    const mails = await sendMails()
    const to = ({ email }: MadeUser) => mails.find((mail) => mail.to.includes(email))
    expect(to(member)?.text).toContain('Dear Ann,\n\nOn Monday.\n\nSee you on Tuesday.\n\nOpen the portal:\n')
    expect(to(inArabic)?.text).toContain('يوم الاثنين.')
    expect(to(inArabic)?.html).toContain('lang="ar" dir="rtl"')
    expect(to(inKurdish)?.text).toContain('On Monday.')
    expect(to(inKurdish)?.text).toContain('بەڕێز')
    expect(to(inKurdish)?.html).toContain('lang="ckb" dir="rtl"')
    const [{ details }] = await bellOf(inArabic)
    expect(details).toMatchObject({ subject: news.subject, subjects: { ar: 'المكتبة مغلقة' }, text: news.text })
  })

  test('the default language of the portal may stand in for English', async () => {
    await admin('PUT', '/settings', { default_language: 'ckb' })
    const stored = await portal.sql`update portal_settings set default_language = 'ckb' returning 1`
    if (stored.length === 0) await portal.sql`insert into portal_settings (default_language) values ('ckb')`
    const inEnglish = await portal.make.staff()
    await portal.sql`insert into user_preferences (user_id, language) values (${inEnglish.id}, 'en')`
    const kurdish = { ...news, subject: '', text: '', subjects: { ckb: 'کتێبخانە داخراوە' }, texts: { ckb: 'دووشەممە.' } }
    expect((await admin('POST', '/messages', kurdish)).statusCode).toBe(201)
    const [mail] = await sendMails()
    expect(mail?.text).toContain('Dear ')
    expect(mail?.text).toContain('دووشەممە.')
  })

  test('a language has both subject and text, or neither', async () => {
    await portal.make.staff()
    const half = await admin('POST', '/messages', { ...news, subjects: { ar: 'المكتبة' } })
    expect([half.statusCode, half.json().errors]).toEqual([400, [expect.objectContaining({ field: 'texts.ar' })]])
    const none = await admin('POST', '/messages', { kind: 'announcement', whom: everybody })
    expect(none.json().errors.map(({ field }: { field: string }) => field)).toEqual(['subject', 'text'])
  })

  test('a reminder has a proposal in every language, with the term', async () => {
    for (const kind of ['posted nothing', 'returned', 'not scored', 'never signed in']) {
      const { proposal } = await previewOf({ kind, whom: everybody, term_id: term.id })
      expect(Object.keys({ ...proposal?.subjects, ...proposal?.texts }).toSorted()).toEqual(['ar', 'ckb'])
      if (kind !== 'never signed in') expect(proposal?.subjects.ckb).toContain('پاییز')
      expect(JSON.stringify(proposal)).not.toMatch(/[\u2066-\u2069]/)
    }
  })
})

describe('the e-mail', () => {
  test('names the portal and the subject, leads to the place, and has both bodies and the headers to stop it', async () => {
    const member = await portal.make.staff({ name: 'Ann' })
    await admin('POST', '/messages', { kind: 'not scored', whom: everybody, subject: 'Scores', text: 'Soon.', term_id: term.id })
    const [mail] = await sendMails()
    expect(mail?.to).toEqual([member.email])
    expect(mail?.source).toMatch(/^Subject: Staff Activity and Performance Portal: Scores\r$/m)
    expect(mail?.source).toMatch(/^Content-Type: multipart\/alternative;/m)
    expect(mail?.source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    const place = `${address}/staff-dashboard?tab=your-activity&term=${term.id}`
    expect(mail?.text).toContain(`Open your activities:\n${place}`)
    expect(mail?.html).toContain(`href="${place.replace('&', '&#38;')}"`)
    const [stop = ''] = /https:\S+\/mail\/off\?token=[\w-]+/.exec(mail?.text ?? '') ?? []
    expect(mail?.source.replace(/\r\n\s+/g, ' ')).toContain(`List-Unsubscribe: <${stop}>`)
    expect(mail?.html).not.toMatch(/<img|url\(|<link|<script/)
  })

  test('shows what was written as text, not as HTML', async () => {
    const member = await portal.make.staff({ name: 'Ann <b>' })
    await admin('POST', '/messages', { ...news, subject: 'A <script>', text: '<img src=x onerror=alert(1)> & "more"\nnext line' })
    const [mail] = await sendMails()
    expect(mail?.to).toEqual([member.email])
    expect(mail?.html).toContain('&#60;img src=x onerror=alert(1)&#62; &#38; &#34;more&#34;<br>next line')
    expect(mail?.html).not.toContain('<img')
    expect(mail?.html).not.toContain('Ann <b>')
  })

  test('one click stops messages by e-mail, and the bell goes on; Audit says that the link did it', async () => {
    const member = await portal.make.staff({ name: 'Ann' })
    await admin('POST', '/messages', news)
    const [mail] = await sendMails()
    const [, token = ''] = /\/mail\/off\?token=([\w-]+)/.exec(mail?.text ?? '') ?? []
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const asked = await portal.app.inject({ url: `/mail/off?token=${token}` })
    expect([asked.statusCode, asked.body]).toEqual([200, expect.stringContaining('Turn off messages by email?')])
    const own = await portal.as(member)
    expect((await own('GET', '/auth/digest')).json()).toMatchObject({ notices: true, messages: true })
    const done = await portal.app.inject({
      method: 'POST',
      url: `/mail/off?token=${token}`,
      headers: form,
      payload: 'List-Unsubscribe=One-Click',
    })
    expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining('Messages by email are turned off')])
    expect((await own('GET', '/auth/digest')).json()).toMatchObject({ notices: true, messages: false })
    const reply = await admin('POST', '/messages', { ...news, subject: 'More' })
    expect(reply.json().sent).toMatchObject({ count: 1, emails: 0 })
    expect(await bellOf(member)).toHaveLength(2)
    const { body } = await admin('GET', '/audit.csv?subject=user')
    expect(body).toMatch(/Unknown.*User Ann messages by email turned off/)
    expect((await portal.app.inject({ url: '/mail/off?token=other' })).statusCode).toBe(404)
    await own('PUT', '/auth/digest', { messages: true })
    expect((await own('GET', '/auth/digest')).json()).toMatchObject({ messages: true })
  })
})

describe('the log', () => {
  test('says who sent what to whom, how many read it, which e-mails were sent and which were refused, and Audit has one record', async () => {
    const ann = await portal.make.staff({ name: 'Ann' })
    const dead = await portal.make.staff({ name: 'Ben', email: 'dead@test.example' })
    const without = await portal.make.staff({ name: 'Carl' })
    await portal.sql`update users set email = null where id = ${without.id}`
    server.refuseAddresses((to) => (to.startsWith('dead') ? 550 : undefined))
    await admin('POST', '/messages', news)
    const [{ id: noticeId }] = await bellOf(ann)
    await (await portal.as(ann))('PUT', '/notices/read', { ids: [noticeId] })
    for (let round = 0; round < 2; round += 1) {
      await sendMails()
      await portal.sql`update message_recipients set email_taken_at = email_taken_at - interval '11 minutes'`
      await portal.sql`update mail_failures set retry_at = now() where not is_refused`
    }
    const { messages: log, next } = (await admin('GET', '/messages')).json() as { messages: SentMessage[]; next: number | null }
    expect(next).toBeNull()
    expect(log).toMatchObject([
      {
        subject: news.subject,
        who: 'all',
        sent_by: { id: expect.any(Number), name: 'Rana Wahid' },
        count: 3,
        read: 1,
        sent: 1,
        waiting: 0,
        failed: 1,
      },
    ])
    const { recipients: all } = (await admin('GET', `/messages/${log[0]?.id}`)).json()
    expect(all).toMatchObject([
      { name: 'Ann', is_read: true, email: 'sent', reason: null },
      { id: dead.id, is_read: false, email: 'failed', reason: expect.stringContaining('550') },
      { name: 'Carl', email: 'no address' },
    ])
    const { body } = await admin('GET', '/audit.csv?subject=message')
    expect(body).toContain('Message The library is closed sent')
    expect(body).toContain('Recipients: 3')
    expect(server.tried.filter((to) => to === dead.email)).toHaveLength(2)
  })

  test('an e-mail that the mail server did not take for days is given up', async () => {
    await portal.make.staff()
    await admin('POST', '/messages', news)
    await portal.sql`update messages set sent_at = now() - interval '4 days'`
    expect(await sendMails()).toEqual([])
    expect(await portal.sql`select email_state from message_recipients`).toEqual([{ email_state: 'failed' }])
  })
})

test('a portal without a mail server sends by bell only, and says so before and after', async () => {
  const own = await startPortal()
  await own.make.term('Autumn', '2000-01-01', '2100-01-01')
  await own.make.staff()
  const caller = await own.as(await own.make.admin())
  expect((await caller('POST', '/messages/preview', news)).json()).toMatchObject({ emails: 0, sends_mail: false })
  expect((await caller('POST', '/messages', news)).json().sent).toMatchObject({ count: 1, emails: 0 })
  const { messages: log } = (await caller('GET', '/messages')).json()
  expect(log).toMatchObject([{ count: 1, sent: 0, waiting: 0, failed: 0, unavailable: 1 }])
  await own.stop()
})

test('the preview is what the readers get, in each language of the portal', async () => {
  const member = await portal.make.staff({ name: 'Ann' })
  const { readers, count, emails } = await previewOf(news)
  expect([count, emails, readers.map(({ language }) => language)]).toEqual([1, 1, ['en', 'ckb', 'ar']])
  await admin('POST', '/messages', news)
  const [mail] = await sendMails()
  const [english] = readers
  for (const { text, link } of english?.paragraphs ?? []) {
    expect(mail?.text).toContain(text)
    if (link) expect(mail?.text).toContain(link)
  }
  expect(mail?.source).toContain(`Subject: ${english?.subject}`)
  const [notice] = await bellOf(member)
  expect(english?.bell).toBe(`${notice.details.subject}\n${notice.details.text}`)
})
