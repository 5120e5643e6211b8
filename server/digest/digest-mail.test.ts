import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '../../contract/languages/catalogue.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { type ReceivedMail, startMailServer } from '../../testing/mail-server.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { sayIn } from '../http/language.ts'
import { createLogger } from '../process/logging.ts'
import { readSettings } from '../settings.ts'
import { digests } from './digest.queries.ts'
import { digestMail } from './digest-mail.ts'

const address = 'https://portal.test.example'

let portal: Portal
let server: Awaited<ReturnType<typeof startMailServer>>
let admin: Caller
let administrator: MadeUser
let activity: MadeActivity
let term: { id: number; name: string }
/** The Monday at 7 that ends the week of these tests, in UTC. */
let monday: Date
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.received.length = 0
  server.refuse(false)
  portal = await startPortal()
  const [{ now }] = await portal.sql<[{ now: Date }]>`
    select (date_trunc('week', now() at time zone 'UTC' - interval '7 hours') + interval '7 days 7 hours') at time zone 'UTC' as now`
  monday = now
  const day = (offset: number) => new Date(monday.getTime() + offset * 86_400_000).toISOString().slice(0, 10)
  term = await portal.make.term('Autumn', day(-60), day(60), { names: { ckb: 'پاییز', ar: 'خريف' } })
  activity = await portal.make.activity({ name: 'Open day', score: 12 })
  administrator = await portal.make.admin({ name: 'Rana Wahid' })
  admin = await portal.as(administrator)
  return () => portal.stop()
})

const hours = (count: number) => new Date(monday.getTime() + count * 3_600_000)

/** The e-mails that a server sends at that moment. */
async function sendAt(moment: Date, more: Record<string, string> = {}): Promise<ReceivedMail[]> {
  const before = server.received.length
  const mail = digestMail(portal.database, settingsWith(more), createLogger('silent'), () => moment)
  await mail?.sendDue()
  await mail?.stop()
  return server.received.slice(before)
}

/** A member without scores, so that every administrator gets a digest. */
async function somethingToDo() {
  await portal.make.staff()
}

function settingsWith(more: Record<string, string> = {}) {
  return readSettings({ SMTP_URL: server.url, PUBLIC_URL: address, ...more })
}

function to({ email }: MadeUser, mails: readonly ReceivedMail[] = server.received): ReceivedMail | undefined {
  const found = mails.find((mail) => mail.to.includes(email))
  return found && { ...found, text: found.text.replaceAll('\r\n', '\n').trimEnd() }
}

async function post(member: MadeUser): Promise<number> {
  const [{ date }] = await portal.sql<
    [{ date: string }]
  >`select current_date - (select count(*)::int from posted_activities) as date`
  return portal.make.posting(member.id, activity, date)
}

async function decide(id: number, state: string, more: object = {}) {
  const [{ version }] = await portal.sql<[{ version: number }]>`select version from posted_activities where id = ${id}`
  const reply = await admin('PUT', '/review', { state, postings: [{ id, version }], ...more })
  expect(reply.statusCode, reply.body).toBe(200)
}

async function linkOf(mail: ReceivedMail | undefined): Promise<string> {
  return /https:\S+\/digest\/off\?token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
}

describe('what it says', () => {
  test('an administrator gets what there is to do, with a link to each list, and what happened in the week', async () => {
    const [ann, ben] = [await portal.make.staff(), await portal.make.staff()]
    const waiting = await post(ann)
    await portal.sql`update posted_activities set created_at = now() - interval '20 days' where id = ${waiting}`
    await post(ann)
    await decide(await post(ann), 'verified')
    await portal.startSession(ben)
    await sendAt(monday)
    const mail = to(administrator)
    const dashboard = `${address}/admin-dashboard`
    expect(mail?.text).toBe(
      [
        'Dear Rana Wahid,',
        '',
        'To do in Autumn:',
        '- 2 activities to review, 1 of them new since last week',
        `  ${dashboard}?tab=review&term=${term.id}`,
        '- 2 members not scored',
        `  ${dashboard}?tab=staff&term=${term.id}&unset=any`,
        '- 1 user has not chosen a password',
        `  ${dashboard}?tab=users&signed_in=no-password`,
        '- 1 member has posted nothing',
        `  ${dashboard}?tab=staff&term=${term.id}&posted=nothing`,
        '',
        'Activities in the last seven days: 2 posted, 1 verified, 0 returned.',
        '',
        'Open the portal:',
        `${address}/`,
        '',
        'You get this email once a week. To turn it off, go to:',
        await linkOf(mail),
        '',
        'This is an automatic message. Replies are not read.',
      ].join('\n'),
    )
    expect(mail?.html).toContain(`<a href="${dashboard}?tab=review&#38;term=${term.id}">2 activities to review, 1 of them new`)
    expect(mail?.source).toMatch(/^Subject: Staff Activity and Performance Portal: your week/m)
  })

  test('a member gets the points and both grades, what was decided with the reasons, and when the term ends', async () => {
    const member = await portal.make.staff({ title: 'p' })
    await decide(await post(member), 'verified')
    await decide(await post(member), 'returned', { reason: 'Wrong photo' })
    await admin('PUT', `/users/edit-tp/${member.id}`, { tp: 4.5 })
    await admin('PUT', `/users/edit-feedback/${member.id}`, { fb: 5 })
    await sendAt(monday)
    const { text = '' } = to(member) ?? {}
    expect(text).toContain('- Your activity Open day was verified.')
    expect(text).toContain('- Your activity Open day was returned and does not count: Wrong photo')
    expect(text).toContain('- Your teacher points for Autumn: not set → 4.5.')
    expect(text).toContain(
      'Your points in Autumn without feedback: 16.5. Current grade (without feedback): D. Grade with feedback: C.',
    )
    expect(text).toMatch(/Autumn ends in 60 days, on .+\. Post anything that should count towards it by then\./)
    expect(text).not.toContain('To do')
  })

  test('a decision that was taken back is not in it', async () => {
    const member = await portal.make.staff()
    const id = await post(member)
    await decide(id, 'verified')
    // The notice is marked as read, so that it stays.
    await portal.sql`update notices set read_at = now()`
    await decide(id, 'posted')
    await sendAt(monday)
    expect(to(member)).toBeUndefined()
  })

  test('a head gets the own department beside the own points, in one e-mail', async () => {
    const physics = await portal.make.department('Physics')
    const head = await portal.make.head(physics.id)
    const [own, other] = [await portal.make.staff({ department_id: physics.id }), await portal.make.staff()]
    await post(own)
    await post(other)
    await decide(await post(head), 'verified')
    const mails = await sendAt(monday)
    expect(mails.filter(({ to: receivers }) => receivers.includes(head.email))).toHaveLength(1)
    const { text = '' } = to(head) ?? {}
    expect(text).toContain(
      `- 1 activity to review, 1 of them new since last week\n  ${address}/staff-dashboard?tab=review&term=${term.id}`,
    )
    expect(text).toContain('Activities in the last seven days: 2 posted, 1 verified, 0 returned.')
    expect(text).toContain('- Your activity Open day was verified.')
    expect(text).not.toContain('without a password')
    expect(text).not.toContain('not scored')
  })

  test('somebody to whom Review was lent gets what there is to review, and nothing else of others', async () => {
    const [delegate, member] = [await portal.make.staff(), await portal.make.staff()]
    await portal.make.delegation(administrator, delegate)
    await post(member)
    await sendAt(monday)
    const { text = '' } = to(delegate) ?? {}
    expect(text).toContain('- 1 activity to review')
    expect(text).not.toContain('last seven days:')
    expect(text).not.toContain('posted nothing')
  })

  test('in the language of the reader, with its direction', async () => {
    const member = await portal.make.staff({ title: null })
    await portal.sql`insert into user_preferences (user_id, language) values (${member.id}, 'ar'), (${administrator.id}, 'ckb')`
    await decide(await post(member), 'verified')
    await sendAt(monday)
    const say = sayIn('ar')
    const { text = '', html = '', source = '' } = to(member) ?? {}
    expect(text).toContain(say(messages.notices.verified({ activity: 'Open day' })))
    expect(text).toContain(say(messages.digestMail.standingWithoutGrade({ term: 'خريف', points: '12' })))
    expect(source).toMatch(/^Content-Language: ar/m)
    expect(html).toContain('dir="rtl"')
    expect(to(administrator)?.text).toContain(sayIn('ckb')(messages.digestMail.toDo({ term: 'پاییز' })))
  })
})

describe('who gets none', () => {
  test('members about whom there is nothing to say', async () => {
    const member = await portal.make.staff()
    await sendAt(monday)
    expect(to(member)).toBeUndefined()
    expect(to(administrator)).toBeDefined()
  })

  test('but in the last two weeks of the term every member is reminded that it ends', async () => {
    const member = await portal.make.staff()
    for (const [days, sentence] of [
      [0, 'Autumn ends today. Post anything that should count towards it by the end of the day.'],
      [1, 'Autumn ends tomorrow, '],
      [14, 'Autumn ends in 14 days, on '],
      [15, undefined],
    ] as const) {
      await portal.sql`update terms set end_date = ${hours(24 * days)
        .toISOString()
        .slice(0, 10)}`
      await portal.sql`delete from digests`
      const mail = to(member, await sendAt(monday))
      if (sentence) expect(mail?.text).toContain(sentence)
      else expect(mail).toBeUndefined()
    }
  })

  test('removed users, users without an e-mail address, and who switched it off', async () => {
    const [removed, without, off] = [await portal.make.admin(), await portal.make.admin(), await portal.make.admin()]
    await portal.sql`update users set removed_at = now() where id = ${removed.id}`
    await portal.sql`update users set email = null where id = ${without.id}`
    await (await portal.as(off))('PUT', '/auth/digest', { weekly: false })
    expect((await sendAt(monday)).map(({ to: receivers }) => receivers)).toEqual([[administrator.email]])
    await (await portal.as(off))('PUT', '/auth/digest', { weekly: true })
    expect((await sendAt(monday)).map(({ to: receivers }) => receivers)).toEqual([[off.email]])
  })

  test('anybody, while the current term is closed', async () => {
    await admin('PUT', `/terms/close/${term.id}`)
    await portal.sql`update terms set is_current = true where id = ${term.id}`
    expect(await sendAt(monday)).toEqual([])
  })

  test.each([[{ DIGEST: 'off' }], [{ SMTP_URL: '' }], [{ PUBLIC_URL: '' }]])('anybody, with the settings %j', (more) => {
    expect(digestMail(portal.database, settingsWith(more), createLogger('silent'))).toBeUndefined()
  })
})

describe('once a week', () => {
  beforeEach(somethingToDo)

  test('from Monday at 7 for a day, by the time zone of the settings', async () => {
    const isDue = async (moment: Date, TIME_ZONE: string) =>
      Boolean(await digests(portal.database).dueWeek(readSettings({ TIME_ZONE }), moment))
    expect(await isDue(hours(-0.1), 'UTC')).toBe(false)
    expect(await isDue(monday, 'UTC')).toBe(true)
    expect(await isDue(hours(23.9), 'UTC')).toBe(true)
    expect(await isDue(hours(24), 'UTC')).toBe(false)
    // Baghdad is three hours ahead all year.
    expect(await isDue(hours(-3.1), 'Asia/Baghdad')).toBe(false)
    expect(await isDue(hours(-3), 'Asia/Baghdad')).toBe(true)
    expect(await isDue(hours(21), 'Asia/Baghdad')).toBe(false)
  })

  test('the week begins at 7 by the clock on the wall, also where the clocks were changed in between', async () => {
    const week = await digests(portal.database).dueWeek(
      readSettings({ TIME_ZONE: 'Europe/Berlin' }),
      new Date('2026-10-26T06:00:00Z'),
    )
    expect(week?.week).toBe('2026-10-26')
    const [moments] = await portal.sql`
      select ${week?.since}::timestamptz = '2026-10-19T05:00Z' as since, ${week?.until}::timestamptz = '2026-10-26T06:00Z' as until`
    expect(moments).toEqual({ since: true, until: true })
  })

  test('what happened before the week, or after it, is in another', async () => {
    const member = await portal.make.staff()
    await decide(await post(member), 'verified')
    const week = await digests(portal.database).dueWeek(readSettings({}), monday)
    const at = async (moment: string, offset: string) => {
      await portal.sql`update notices set created_at = ${moment}::timestamptz + ${offset}::interval`
      await portal.sql`delete from digests`
      return Boolean(to(member, await sendAt(monday)))
    }
    expect(await at(week?.since ?? '', '-1 second')).toBe(false)
    expect(await at(week?.since ?? '', '0')).toBe(true)
    expect(await at(week?.until ?? '', '-1 second')).toBe(true)
    expect(await at(week?.until ?? '', '0')).toBe(false)
  })

  test('each person gets one, however often and from however many servers it is sent', async () => {
    const others = await Promise.all([1, 2, 3, 4].map(() => portal.make.admin()))
    await Promise.all([sendAt(monday), sendAt(monday), sendAt(hours(1))])
    await sendAt(hours(2))
    const receivers = server.received.flatMap(({ to: addresses }) => addresses)
    expect(receivers.toSorted()).toEqual([administrator, ...others].map(({ email }) => email).toSorted())
    await sendAt(hours(7 * 24))
    expect(server.received).toHaveLength(2 * receivers.length)
  })

  test('a server that died before it sent its digest leaves it to another, one that died while sending does not', async () => {
    const other = await portal.make.admin()
    const week = await digests(portal.database).dueWeek(readSettings({}), monday)
    if (!week) throw new Error('no week')
    await portal.sql`insert into digests (user_id, week) values (${administrator.id}, ${week.week}), (${other.id}, ${week.week})`
    const [before, during] = [await digests(portal.database).take(week), await digests(portal.database).take(week)]
    if (!before || !during) throw new Error('nothing taken')
    await digests(portal.database).markDone(during, week, null)
    expect(await sendAt(monday)).toEqual([])
    await portal.sql`update digests set taken_at = now() - interval '11 minutes'`
    expect((await sendAt(monday)).map(({ to: receivers }) => receivers)).toEqual([[before.email]])
    expect([administrator.email, other.email]).toContain(before.email)
  })

  test('a server that was too slow does not send what another has sent meanwhile', async () => {
    const week = await digests(portal.database).dueWeek(readSettings({}), monday)
    if (!week) throw new Error('no week')
    await digests(portal.database).plan(week)
    const slow = await digests(portal.database).take(week)
    await portal.sql`update digests set taken_at = now() - interval '11 minutes'`
    expect(await sendAt(monday)).toHaveLength(1)
    expect(slow && (await digests(portal.database).markDone(slow, week, null))).toBe(false)
  })

  test('what the mail server refuses is tried again later', async () => {
    server.refuse(true)
    expect(await sendAt(monday)).toEqual([])
    server.refuse(false)
    expect(await sendAt(monday)).toEqual([])
    await portal.sql`update digests set taken_at = now() - interval '11 minutes'`
    await portal.sql`update mail_failures set retry_at = now()`
    expect(await sendAt(monday)).toHaveLength(1)
  })

  // The 15th of November 2026 is a Sunday. Baghdad is three hours ahead.
  test.each([
    ['sunday', '2026-11-15T03:59:00Z', undefined],
    ['sunday', '2026-11-15T04:00:00Z', '2026-11-15'],
    ['sunday', '2026-11-16T03:59:00Z', '2026-11-15'],
    ['sunday', '2026-11-16T04:00:00Z', undefined],
    ['monday', '2026-11-15T04:00:00Z', undefined],
    ['monday', '2026-11-16T04:00:00Z', '2026-11-16'],
    ['saturday', '2026-11-15T03:59:00Z', '2026-11-14'],
    ['thursday', '2026-11-12T20:30:00Z', '2026-11-12'],
  ])('of the settings: with %s, at %s in Baghdad that of %s is due', async (DIGEST_DAY, moment, day) => {
    const settings = readSettings({ DIGEST_DAY, TIME_ZONE: 'Asia/Baghdad' })
    expect((await digests(portal.database).dueWeek(settings, new Date(moment)))?.week).toBe(day)
  })

  test('is sent on a Sunday, too', async () => {
    expect(await sendAt(hours(6 * 24), { DIGEST_DAY: 'sunday' })).toHaveLength(1)
  })

  test('the database refuses a second one', async () => {
    const add = (day: string) => portal.sql`insert into digests (user_id, week) values (${administrator.id}, ${day})`
    await add('2026-11-15')
    await expect(add('2026-11-15')).rejects.toMatchObject({ constraint: 'digests_pkey' })
  })

  test('old ones are forgotten after their links have served a year', async () => {
    await portal.sql`insert into digests (user_id, week) select ${administrator.id}, date_trunc('week', now())::date - 7 * n
      from unnest(array[52, 60]) as n`
    await digests(portal.database).forgetOld()
    expect(await portal.sql`select from digests`).toHaveLength(1)
  })
})

describe('the link to switch it off', () => {
  beforeEach(somethingToDo)

  test('is in the header of the mail program too, and no dump of the database holds its token', async () => {
    await sendAt(monday)
    const mail = to(administrator)
    const link = await linkOf(mail)
    const source = mail?.source.replaceAll(/\r\n[ \t]+/g, ' ') ?? ''
    expect(source).toContain(`List-Unsubscribe: <${link}>`)
    expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const rows = await portal.sql<{ text: string }[]>`select to_jsonb(d)::text as text from digests d`
    expect(rows).toHaveLength(2)
    expect(rows.map(({ text }) => text).join()).not.toContain(new URL(link).searchParams.get('token'))
  })

  test('switches off the digest of who got it, when its button is pressed, and is audited', async () => {
    const other = await portal.make.admin({ name: 'Omar Rashid' })
    await sendAt(monday)
    const { pathname, search } = new URL(await linkOf(to(other)))
    const nobody = await portal.as(null)
    // Mail scanners open links.
    for (const _ of [1, 2]) {
      const page = await nobody('GET', pathname + search)
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.body).toContain('<h1>Turn off the weekly email?</h1>')
      expect(page.body).toContain(`<form action="${pathname}${search}" method="post">`)
      expect(page.body).not.toContain('Omar')
    }
    expect(await portal.sql`select from user_preferences`).toHaveLength(0)
    const done = await nobody('POST', pathname + search, 'List-Unsubscribe=One-Click', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect([done.statusCode, done.body.includes('The weekly email is turned off')]).toEqual([200, true])
    expect(await portal.sql`select user_id, weekly_digest from user_preferences`).toEqual([
      { user_id: other.id, weekly_digest: false },
    ])
    expect((await nobody('GET', pathname + search)).body).toContain('The weekly email is turned off')
    const records = await portal.sql`select actor_id, person_id, subject, kind, subject_name from audit where kind like 'digest%'`
    expect(records).toEqual([
      { actor_id: null, person_id: other.id, subject: 'user', kind: 'digest off', subject_name: 'Omar Rashid' },
    ])
    expect((await sendAt(hours(7 * 24))).map(({ to: receivers }) => receivers)).toEqual([[administrator.email]])
  })

  test('takes the form of a mail program as multipart too, and from another origin, as browsers send it without a referrer', async () => {
    await sendAt(monday)
    const { pathname, search } = new URL(await linkOf(to(administrator)))
    const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    const headers = { 'content-type': 'multipart/form-data; boundary=x', origin: 'null' }
    expect((await (await portal.as(null))('POST', pathname + search, body, headers)).statusCode).toBe(200)
    expect(await portal.sql`select weekly_digest from user_preferences`).toEqual([{ weekly_digest: false }])
  })

  test('that is forged, empty, of a removed user or of no e-mail changes nothing', async () => {
    await sendAt(monday)
    const nobody = await portal.as(null)
    const token = new URL(await linkOf(to(administrator))).searchParams.get('token') ?? ''
    const refused = async (search: string) => {
      for (const method of ['GET', 'POST'] as const) {
        const reply = await nobody(method, `/digest/off${search}`)
        expect([reply.statusCode, reply.body.includes('This link is no longer valid')]).toEqual([404, true])
      }
    }
    const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
    for (const search of ['', '?token=', `?token=${forged}`, `?token=${token}x`]) await refused(search)
    expect((await nobody('POST', `/digest/off?token=${'x'.repeat(101)}`)).statusCode).toBe(400)
    await portal.make.admin()
    await portal.sql`update users set removed_at = now() where id = ${administrator.id}`
    await refused(`?token=${token}`)
    expect(await portal.sql`select from user_preferences`).toHaveLength(0)
  })

  test('speaks the language of the account', async () => {
    await portal.sql`insert into user_preferences (user_id, language) values (${administrator.id}, 'ckb')`
    await sendAt(monday)
    const { pathname, search } = new URL(await linkOf(to(administrator)))
    const page = await (await portal.as(null))('GET', pathname + search, undefined, { 'accept-language': 'en' })
    expect(page.body).toContain('<html lang="ckb" dir="rtl">')
    expect(page.body).toContain(sayIn('ckb')(messages.digestMail.offTitle))
  })
})

describe('the switch in the portal', () => {
  test('is the own one, and audited', async () => {
    const other = await startPortal({
      environment: { SMTP_URL: 'smtp://mail.test.example', PUBLIC_URL: 'http://portal.test.example' },
    })
    const made = await other.make.staff()
    const member = await other.as(made)
    const stranger = await other.as(await other.make.staff())
    const isOn = async (who: Caller) => ({ weekly: (await who('GET', '/auth/digest')).json().weekly })
    const origin = { origin: 'http://portal.test.example' }
    expect(await isOn(member)).toEqual({ weekly: true })
    const off = await member('PUT', '/auth/digest', { weekly: false, user_id: 1 }, origin)
    expect([off.statusCode, off.json().message]).toEqual([200, 'Weekly email turned off'])
    expect([await isOn(member), await isOn(stranger)]).toEqual([{ weekly: false }, { weekly: true }])
    const on = await member('PUT', '/auth/digest', { weekly: true }, origin)
    expect(on.json().message).toBe('Weekly email turned on')
    // The same choice twice is one change.
    await member('PUT', '/auth/digest', { weekly: true }, origin)
    expect(await other.sql`select kind, actor_id, person_id from audit where kind like 'digest%' order by id`).toEqual([
      { kind: 'digest off', actor_id: made.id, person_id: made.id },
      { kind: 'digest on', actor_id: made.id, person_id: made.id },
    ])
    // The language of the account stays.
    await member('PUT', '/auth/language', { language: 'ar' }, origin)
    await member('PUT', '/auth/digest', { weekly: false }, origin)
    expect(await other.sql`select language, weekly_digest from user_preferences where user_id = ${made.id}`).toEqual([
      { language: 'ar', weekly_digest: false },
    ])
    await other.sql`update users set email = null where id = ${made.id}`
    expect(await isOn(member)).toEqual({ weekly: null })
    expect((await member('PUT', '/auth/digest', { weekly: 'no' }, origin)).json().message).toBe(
      'Choose whether the emails are on or off.',
    )
    await other.stop()
  })

  test('does not exist where none are sent', async () => {
    expect((await admin('GET', '/auth/digest')).json()).toEqual({ weekly: null, notices: null, messages: null })
  })
})
