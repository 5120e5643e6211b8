import { createServer, type Server } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actorOf, explain } from '../../contract/audit-sentence.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { languageNames, languages } from '../../contract/languages/languages.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { sayIn } from '../http/language.ts'

let portal: Portal
let admin: Caller
let staff: Caller
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin({ name: 'Rana Wahid' }))
  staff = await portal.as(await portal.make.staff())
})
afterAll(() => portal.stop())
beforeEach(async () => {
  await portal.sql`delete from portal_settings`
  await portal.sql`delete from portal_logo`
  await portal.sql`delete from sign_in_attempts where key like 'mail-test%'`
})

const choice = { languages: [...languages], default_language: 'en' }
const branding = async (headers: Record<string, string> = {}, of: Portal = portal) =>
  (await of.app.inject({ url: '/branding', headers })).json()

async function newestRecord() {
  const { records } = (await admin('GET', '/audit?subject=settings')).json()
  return records[0] && { who: actorOf(sayIn('en'), records[0]), ...explain(sayIn('en'), records[0], {}) }
}

describe('the settings of the portal', () => {
  test('are the defaults until an administrator saves others', async () => {
    const reply = (await admin('GET', '/settings')).json()
    expect(reply.settings).toMatchObject({ portal_title: null, university_name: null, ...choice, version: 1 })
    expect(reply).toMatchObject({
      environment: [],
      logo: 'default',
      defaults: { university_name: 'Your University' },
      effective: { portal_title: 'Staff Activity and Performance Portal', logo_url: '/logo.svg' },
    })
  })

  test('are in effect at once for everybody, in the language of the reader, with English for what is not translated', async () => {
    const reply = await admin('PUT', '/settings', {
      ...choice,
      portal_title: '  Points  of merit ',
      short_title: 'Points',
      university_name: 'University of Arden',
      university_names: { ar: 'جامعة آردن' },
      contact: 'Help desk, 2nd floor',
    })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json().settings).toMatchObject({ portal_title: 'Points of merit', portal_titles: {}, version: 2 })
    expect(await branding()).toMatchObject({
      portal_title: 'Points of merit',
      short_title: 'Points',
      university_name: 'University of Arden',
      footer_credit: 'Quality Assurance Office',
      contact: 'Help desk, 2nd floor',
    })
    expect(await branding({ cookie: 'language=ar' })).toMatchObject({
      portal_title: 'Points of merit',
      university_name: 'جامعة آردن',
    })
    expect(await branding({ 'accept-language': 'ckb' })).toMatchObject({ university_name: 'University of Arden' })
  })

  test('without a short title have the portal title in its place', async () => {
    await admin('PUT', '/settings', { ...choice, portal_title: 'Points of merit' })
    expect(await branding()).toMatchObject({ short_title: 'Points of merit' })
  })

  test('a field that is left out keeps its value, an empty one gets its default', async () => {
    await admin('PUT', '/settings', { ...choice, portal_title: 'Points', university_name: 'Arden' })
    const { settings } = (await admin('PUT', '/settings', { ...choice, portal_title: ' ' })).json()
    expect(settings).toMatchObject({ portal_title: null, university_name: 'Arden' })
  })

  test('are on other servers of the same database too', async () => {
    const other = await portal.another()
    await admin('PUT', '/settings', { ...choice, university_name: 'Arden' })
    expect((await other.inject({ url: '/branding' })).json()).toMatchObject({ university_name: 'Arden' })
    await other.close()
  })

  test('saved by another administrator meanwhile: a conflict with who saved', async () => {
    const { version } = (await admin('GET', '/settings')).json().settings
    expect((await admin('PUT', '/settings', { ...choice, university_name: 'First', version })).statusCode).toBe(200)
    const later = await admin('PUT', '/settings', { ...choice, university_name: 'Second', version })
    expect(later.statusCode).toBe(409)
    expect(later.json()).toMatchObject({ code: 'general.savedMeanwhile', conflict: { saved_by: 'Rana Wahid' } })
    expect(await branding()).toMatchObject({ university_name: 'First' })
  })

  test('two first saves at the same time: one of them is a conflict', async () => {
    const replies = await Promise.all(
      ['A', 'B', 'C'].map((university_name) => admin('PUT', '/settings', { ...choice, university_name, version: 1 })),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  })

  test.each([
    ['portal_title', 'x'.repeat(201), 'general.tooLong'],
    ['short_title', 'x'.repeat(41), 'general.tooLong'],
    ['university_names', { ckb: 'two\nlines' }, 'general.unprintable'],
    ['contact', 5, 'general.invalidInput'],
    ['languages', [], 'settings.noLanguage'],
    ['languages', ['fr'], 'settings.noLanguage'],
    ['languages', 'en', 'settings.noLanguage'],
    ['default_language', 'fr', 'settings.defaultNotOffered'],
  ])('%s cannot be %j', async (field, value, code) => {
    const reply = await admin('PUT', '/settings', { ...choice, [field]: value })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().code).toBe(code)
    expect(reply.json().errors[0].field.split('.')[0]).toBe(field)
  })

  test('the default language is one of those offered, in the database too', async () => {
    const reply = await admin('PUT', '/settings', { languages: ['ckb', 'ar'], default_language: 'en' })
    expect(reply.json()).toMatchObject({ code: 'settings.defaultNotOffered', errors: [{ field: 'default_language' }] })
    await expect(
      portal.sql`insert into portal_settings (languages, default_language) values ('{ckb}', 'en')`,
    ).rejects.toMatchObject({ constraint: 'portal_settings_default_language_code' })
    await expect(
      portal.sql`insert into portal_settings (languages, default_language) values ('{fr}', 'fr')`,
    ).rejects.toMatchObject({
      constraint: 'portal_settings_languages_code',
    })
    await expect(portal.sql`insert into portal_settings (id) values (2)`).rejects.toMatchObject({
      constraint: 'portal_settings_one_row',
    })
  })

  test('every change is in the audit trail, with the old and the new value', async () => {
    await admin('PUT', '/settings', { ...choice, university_name: 'Arden' })
    expect(await newestRecord()).toMatchObject({
      who: 'Rana Wahid',
      sentence: 'Settings edited',
      changes: [{ label: 'University name', from: 'none', to: 'Arden' }],
    })
    await admin('PUT', '/settings', { languages: ['en', 'ar'], default_language: 'en' })
    expect((await newestRecord()).changes).toMatchObject([
      { label: 'Languages offered', from: Object.values(languageNames).join(' · '), to: 'English · العربية' },
    ])
    await admin('PUT', '/settings', { ...choice, footer_credit: 'Office', contact: 'Help desk' })
    expect(await newestRecord()).toMatchObject({
      sentence: 'Settings edited',
      changes: expect.arrayContaining([expect.objectContaining({ label: 'Contact', to: 'Help desk' })]),
    })
  })

  test('are not for staff', async () => {
    expect((await staff('GET', '/settings')).statusCode).toBe(403)
    expect((await staff('PUT', '/settings', choice)).statusCode).toBe(403)
  })
})

describe('an environment variable', () => {
  test('wins over what is stored, in every language, and is named', async () => {
    const own = await startPortal({
      environment: { UNIVERSITY_NAME: 'Set outside', LANGUAGES: 'ar, en', DEFAULT_LANGUAGE: 'ar' },
    })
    try {
      const caller = await own.as(await own.make.admin())
      const saved = await caller('PUT', '/settings', {
        ...choice,
        portal_title: 'Stored title',
        university_name: 'Stored',
        university_names: { ar: 'مخزون' },
      })
      expect(saved.statusCode).toBe(200)
      const { environment, effective, settings } = (await caller('GET', '/settings')).json()
      expect(environment).toEqual([
        { field: 'university_name', variable: 'UNIVERSITY_NAME', value: 'Set outside' },
        { field: 'languages', variable: 'LANGUAGES', value: 'en ar' },
        { field: 'default_language', variable: 'DEFAULT_LANGUAGE', value: 'ar' },
      ])
      expect(settings.university_name).toBe('Stored')
      expect(effective).toMatchObject({ portal_title: 'Stored title', university_name: 'Set outside', languages: ['en', 'ar'] })
      expect(await branding({ 'accept-language': 'fr' }, own)).toMatchObject({ university_name: 'Set outside' })
    } finally {
      await own.stop()
    }
  })
})

describe('the languages offered', () => {
  const offer = (languages: string[], default_language: string) => admin('PUT', '/settings', { languages, default_language })

  test('are the only ones of the pages: a cookie or browser with another one gets the default', async () => {
    await offer(['ckb', 'ar'], 'ckb')
    await portal.sql`update portal_settings set university_name = 'Arden', university_names = ${{ ckb: 'ئاردن', ar: 'آردن' }}`
    expect(await branding({ cookie: 'language=en' })).toMatchObject({ university_name: 'ئاردن', languages: ['ckb', 'ar'] })
    expect(await branding({ 'accept-language': 'en' })).toMatchObject({ university_name: 'ئاردن' })
    expect(await branding({ 'accept-language': 'en;q=0.9,ar;q=0.5' })).toMatchObject({ university_name: 'آردن' })
    expect(await branding({ cookie: 'language=ar' })).toMatchObject({ university_name: 'آردن' })
  })

  test('a program that names no language still gets English', async () => {
    await offer(['ckb', 'ar'], 'ckb')
    const reply = await portal.app.inject({ url: '/users' })
    expect(reply.json().message).toBe('Unauthorized access. Please login again.')
  })

  test('another one cannot be chosen for an account', async () => {
    await offer(['en', 'ar'], 'en')
    const refused = await staff('PUT', '/auth/language', { language: 'ckb' })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().code).toBe('settings.languageNotOffered')
    expect((await staff('PUT', '/auth/language', { language: 'ar' })).statusCode).toBe(200)
  })

  test('an account with another one signs in with the default, and gets its own back when it is offered again', async () => {
    const member = await portal.make.staff()
    await portal.sql`insert into user_preferences (user_id, language) values (${member.id}, 'ckb')`
    await offer(['en', 'ar'], 'en')
    const logIn = () =>
      portal.app.inject({
        method: 'POST',
        url: '/auth/login',
        payload: { username: member.username, password: 'a long test sentence' },
      })
    expect((await logIn()).cookies.find(({ name }) => name === 'language')).toBeUndefined()
    await offer(['en', 'ckb', 'ar'], 'en')
    expect((await logIn()).cookies.find(({ name }) => name === 'language')?.value).toBe('ckb')
  })
})

describe('the logo', () => {
  const upload = (bytes: Buffer, name = 'logo.png') => {
    const { payload, headers } = multipart({}, { field: 'logo', name, bytes, type: 'image/png' })
    return admin('PUT', '/settings/logo', payload, headers)
  }
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } })

  test('is scaled down, keeps its transparency, and is public under an address with its fingerprint', async () => {
    const reply = await upload(await picture(1200, 600).png().toBuffer())
    expect(reply.statusCode, reply.body).toBe(200)
    const { logo_url } = await branding()
    expect(logo_url).toMatch(/^\/branding\/logo\?v=[0-9a-f]{12}$/)
    const image = await portal.app.inject({ url: logo_url })
    expect(image.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    expect(await sharp(image.rawPayload).metadata()).toMatchObject({ width: 512, height: 256, format: 'png', hasAlpha: true })
    expect((await admin('GET', '/settings')).json().logo).toBe('uploaded')
  })

  test.each(['jpeg', 'webp'] as const)('may be a %s, and has no metadata afterwards', async (format) => {
    const bytes = await picture(64, 64)
      .withMetadata({ exif: { IFD0: { Artist: 'secret' } } })
      [format]()
      .toBuffer()
    expect((await upload(bytes, `logo.${format}`)).statusCode).toBe(200)
    const { rawPayload, headers } = await portal.app.inject({ url: (await branding()).logo_url })
    expect(headers['content-type']).toBe(format === 'jpeg' ? 'image/jpeg' : 'image/png')
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined()
  })

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 400, 'settings.logoType'],
    ['HTML', Buffer.from('<html></html>'), 400, 'settings.logoType'],
    ['nothing', Buffer.alloc(0), 400, 'settings.logoMissing'],
    [
      'a PNG header on something else',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]),
      400,
      'settings.logoDamaged',
    ],
    ['more than 1 MB', Buffer.alloc(1024 * 1024 + 1, 1), 413, 'settings.logoTooLarge'],
  ])('cannot be %s', async (_what, bytes, status, code) => {
    const reply = await upload(bytes)
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject({ code, errors: [{ field: 'logo' }] })
    expect((await branding()).logo_url).toBe('/logo.svg')
  })

  test('with too many pixels is refused before it is decoded', async () => {
    const bytes = await sharp({ create: { width: 6000, height: 6000, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
    expect((await upload(bytes)).json().code).toBe('settings.logoTooManyPixels')
  })

  test('can be removed; both are audited by checksum', async () => {
    await upload(await picture(10, 10).png().toBuffer())
    const logo = expect.stringMatching(/^SHA-256 [0-9a-f]{12}…$/)
    expect((await newestRecord()).changes).toMatchObject([{ label: 'Logo', from: 'none', to: logo }])
    expect((await admin('DELETE', '/settings/logo')).statusCode).toBe(200)
    expect((await newestRecord()).changes).toMatchObject([{ from: logo, to: 'none' }])
    expect((await branding()).logo_url).toBe('/logo.svg')
    expect((await portal.app.inject({ url: '/branding/logo' })).statusCode).toBe(404)
  })

  test('does not disturb whoever is editing the texts', async () => {
    const { version } = (await admin('PUT', '/settings', choice)).json().settings
    await upload(await picture(10, 10).png().toBuffer())
    expect((await admin('PUT', '/settings', { ...choice, contact: 'Desk', version })).statusCode).toBe(200)
  })
})

describe('the test of e-mails', () => {
  let mails: Awaited<ReturnType<typeof startMailServer>>
  let own: Portal
  let caller: Caller
  let address: string
  beforeAll(async () => {
    mails = await startMailServer()
    own = await startPortal({ environment: { SMTP_URL: mails.url } })
    const made = await own.make.admin()
    address = made.email
    caller = await own.as(made)
  })
  afterAll(async () => {
    await own.stop()
    await mails.stop()
  })
  beforeEach(async () => {
    mails.refuse(false)
    mails.received.length = 0
    await own.sql`delete from sign_in_attempts where key like 'mail-test%'`
  })
  const lastTest = async () =>
    (await own.sql<{ after: object }[]>`select after from audit where kind = 'mail tested' order by id desc limit 1`)[0]?.after

  test('goes to the own address, in the name of the portal, and is audited', async () => {
    await caller('PUT', '/settings', { ...choice, portal_title: 'Points' })
    const reply = await caller('POST', '/settings/mail-test', {})
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json().message).toContain(address)
    expect(mails.received).toHaveLength(1)
    expect(mails.received[0]).toMatchObject({ to: [address], text: expect.stringContaining('This is a test.') })
    expect(mails.received[0]?.source).toContain('From: Points <')
    expect(await lastTest()).toEqual({ to: address })
    expect((await caller('GET', '/settings')).json().mail).toMatchObject({ is_configured: true, own_address: address })
  })

  test('goes to another address that was typed; one that is none is refused', async () => {
    await caller('POST', '/settings/mail-test', { to: 'office@test.example' })
    expect(mails.received[0]?.to).toEqual(['office@test.example'])
    for (const to of ['nobody', 'a@b.c, d@e.f', '"x" <a@b.c>', 'a@b.c\nBcc: d@e.f'])
      expect((await caller('POST', '/settings/mail-test', { to })).json().code).toBe('users.invalidEmail')
    expect(mails.received).toHaveLength(1)
  })

  test('refused by the mail server: its reason in words', async () => {
    mails.refuse(true)
    const reply = await caller('POST', '/settings/mail-test', {})
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ code: 'settings.mailRefused', params: { reason: expect.stringContaining('Not now') } })
    expect(await lastTest()).toMatchObject({ to: address, refusal: 'settings.mailRefused' })
  })

  test('after five in ten minutes: 429', async () => {
    for (let sent = 0; sent < 5; sent += 1) expect((await caller('POST', '/settings/mail-test', {})).statusCode).toBe(200)
    const reply = await caller('POST', '/settings/mail-test', {})
    expect(reply.statusCode).toBe(429)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect(mails.received).toHaveLength(5)
  })

  test('without a mail server says so', async () => {
    const reply = await admin('POST', '/settings/mail-test', {})
    expect(reply.statusCode).toBe(409)
    expect(reply.json().code).toBe(messages.settings.mailNotConfigured.key)
    expect((await admin('GET', '/settings')).json().mail.is_configured).toBe(false)
  })

  test.each([
    ['that is not there', 'smtp://127.0.0.1:1', 'settings.mailUnreachable'],
    ['that cannot be found', 'smtp://mail.invalid', 'settings.mailUnknownHost'],
  ])('with a mail server %s: a sentence about it', async (_what, SMTP_URL, code) => {
    const other = await startPortal({ environment: { SMTP_URL } })
    const reply = await (await other.as(await other.make.admin()))('POST', '/settings/mail-test', {})
    expect(reply.json().code).toBe(code)
    await other.stop()
  })

  test('with a wrong password for the mail server: a sentence about it, without the password', async () => {
    const { server, port } = await refusingPasswords()
    const other = await startPortal({ environment: { SMTP_URL: `smtp://portal:hunter22@127.0.0.1:${port}` } })
    const reply = await (await other.as(await other.make.admin()))('POST', '/settings/mail-test', {})
    expect(reply.json().code).toBe('settings.mailSignIn')
    expect(reply.body).not.toContain('hunter22')
    await other.stop()
    server.close()
  })
})

/** A mail server that refuses every password. */
async function refusingPasswords(): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 test\r\n')
    socket.on('data', (data) => {
      const command = data.toString()
      if (command.startsWith('EHLO')) socket.write('250-test\r\n250 AUTH PLAIN\r\n')
      else if (command.startsWith('AUTH')) socket.write('535 Wrong\r\n')
      else socket.end('221 bye\r\n')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : 0 }
}
