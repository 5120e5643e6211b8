import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../../contract/languages/languages.ts'
import { pages } from '../../contract/pages.ts'
import { connect } from '../../database/connect.ts'
import { testPassword } from '../../testing/factories.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { buildApp } from '../app.ts'
import { createLogger } from '../process/logging.ts'
import { readSettings } from '../settings.ts'

const script = 'console.log("hello")'.repeat(100)
let portal: Portal
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-pages-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'logo.svg'), '<svg/>')
  writeFileSync(join(folder, 'assets/main-abc123.js'), script)
  writeFileSync(join(folder, 'assets/main-abc123.js.br'), brotliCompressSync(script))
  const inline = '<style>p{color:red}</style><script>const title="{portal_title}"</script>'
  const head = '<title>{portal_title}</title><meta name="university_name" content="{university_name}">'
  const buttons = languages.map((language) => `<li class="{hide_${language}}">${language}</li>`).join('')
  const words = '<script type="application/json" id="page-words">{"ask":"Ask {contact}"}</script>'
  for (const name of ['index', ...Object.keys(pages)])
    for (const language of languages)
      writeFileSync(
        join(folder, `${name}.${language}.html`),
        `<html lang="${language}">${inline}${head}<div id="root"><p>${name} {constructor}</p></div>${buttons}${words}`.padEnd(
          2000,
        ),
      )
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, '.vite/manifest.json'), '{}')
  portal = await startPortal({ pages: folder, environment: { UNIVERSITY_NAME: `Test "Univer$&sity" <&>` } })
})
afterAll(async () => {
  await portal.stop()
  rmSync(folder, { recursive: true })
})

const open = (url: string, headers: Record<string, string> = {}) =>
  portal.app.inject({ url, headers: { accept: 'text/html', ...headers } })

describe('the pages', () => {
  test.each([
    ['/', 'login'],
    ['/forgot-password', 'forgotPassword'],
    ['/reset-password', 'resetPassword'],
    ['/admin-dashboard', 'adminDashboard'],
    ['/admin-dashboard?tab=terms', 'adminDashboard'],
    ['/staff-dashboard', 'staffDashboard'],
    ['/grade', 'grade'],
    ['/statement', 'statement'],
  ])('%s has its own HTML file, the same for every user and revalidated each time: %s', async (url, name) => {
    const reply = await open(url)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    expect(reply.body).toContain(`<p>${name} {constructor}</p>`)
    expect((await open(url, { cookie: 'portal_session=anything' })).body).toBe(reply.body)
  })

  test.each([
    [{}, 'en'],
    [{ 'accept-language': 'ckb-IQ,ar;q=0.8' }, 'ckb'],
    [{ 'accept-language': 'en', cookie: 'language=ar' }, 'ar'],
    [{ 'accept-language': 'fr' }, 'en'],
  ])('are in the language of the request: %j gets %s', async (headers, language) => {
    for (const url of ['/', '/no/such/page']) {
      const reply = await open(url, headers as Record<string, string>)
      expect(reply.body).toContain(`<html lang="${language}">`)
      expect(reply.headers['vary']).toMatch(/^Cookie, Accept-Language/)
    }
  })

  test('contain the branding, escaped', async () => {
    const { body } = await open('/')
    expect(body).toContain('<title>Staff Activity and Performance Portal</title>')
    expect(body).toContain('name="university_name" content="Test &#34;Univer$&#38;sity&#34; &#60;&#38;&#62;"')
  })

  test('are not sent again to a browser that has them; a page that does not exist stays a 404', async () => {
    const etag = String((await open('/')).headers['etag'])
    const again = await open('/', { 'if-none-match': etag })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect((await open('/', { 'if-none-match': etag, cookie: 'language=ar' })).statusCode).toBe(200)
    const missing = String((await open('/no/such/page')).headers['etag'])
    expect((await open('/no/such/page', { 'if-none-match': missing })).statusCode).toBe(404)
  })

  test('hide the buttons of languages that are not offered; their own words keep their names in braces', async () => {
    await portal.sql`insert into portal_settings (languages, default_language, contact) values ('{en,ar}', 'ar', 'Desk')`
    const { body } = await open('/')
    expect(body).toContain('<li class="">en</li><li class="hidden">ckb</li><li class="">ar</li>')
    expect(body).toContain('{"ask":"Ask {contact}"}')
    await portal.sql`delete from portal_settings`
  })

  test('come in the default language to a browser whose language is not offered, with a cookie for the files they download', async () => {
    await portal.sql`insert into portal_settings (languages, default_language) values ('{en,ar}', 'ar')`
    for (const headers of [{ cookie: 'language=ckb' }, { 'accept-language': 'ckb' }]) {
      const reply = await open('/', headers as Record<string, string>)
      expect(reply.body).toContain('<html lang="ar">')
      expect(reply.cookies).toMatchObject([{ name: 'language', value: 'ar' }])
    }
    expect((await open('/', { cookie: 'language=en' })).cookies).toEqual([])
    expect((await open('/')).body).toContain('<html lang="en">')
    await portal.sql`delete from portal_settings`
  })

  test('open without the database, with the names that are known', async () => {
    const nowhere = connect('postgresql://nobody@127.0.0.1:1/none')
    const app = await buildApp(
      nowhere,
      readSettings({ PORTAL_TITLE: 'Points', LOG_LEVEL: 'silent' }),
      createLogger('silent'),
      folder,
    )
    const reply = await app.inject({ url: '/', headers: { accept: 'text/html' } })
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('<title>Points</title><meta name="university_name" content="Your University">')
    expect((await app.inject({ url: '/branding' })).json()).toMatchObject({ portal_title: 'Points' })
    await app.close()
    await nowhere.end()
  })

  test('carry the Content-Security-Policy: scripts only from this origin, no framing', async () => {
    const policy = (await open('/')).headers['content-security-policy']
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  })

  test('allow the styles and scripts that stand in the page itself by their hashes, and no others', async () => {
    const { body, headers } = await open('/')
    const hashOf = (tag: string) => {
      const [, text = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`).exec(body) ?? []
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    }
    // Scripts are not filled in, so that they have the same hash in every portal.
    expect(body).toContain('<script>const title="{portal_title}"</script>')
    const directives = String(headers['content-security-policy']).split(';')
    expect(directives).toContain(`script-src 'self' ${hashOf('script')}`)
    expect(directives).toContain(`style-src 'self' ${hashOf('style')}`)
    const file = await open('/logo.svg')
    expect(String(file.headers['content-security-policy']).split(';')).toContain("script-src 'self'")
  })

  test('an unknown path is a 404: a page for browsers, a JSON message for programs', async () => {
    const page = await open('/no/such/page')
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('<p>index {constructor}</p>')
    const sentence = await portal.app.inject({ url: '/no/such/page', headers: { accept: 'application/json' } })
    expect(sentence.json()).toEqual({ message: 'Not found.', code: 'general.notFound' })
  })

  test('an encoding that the client excludes is not used', async () => {
    expect((await open('/', { 'accept-encoding': 'br;q=0, gzip;q=0' })).headers['content-encoding']).toBeUndefined()
    expect((await open('/', { 'accept-encoding': 'br;q=0, gzip;q=0.5' })).headers['content-encoding']).toBe('gzip')
  })

  test('files with a hash in their name are immutable and compressed', async () => {
    const reply = await open('/assets/main-abc123.js', { 'accept-encoding': 'br' })
    expect(reply.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' })
    expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(script)
    expect((await open('/assets/main-abc123.js')).body).toBe(script)
  })

  test('files with a hash in their name have none of the headers that only documents need', async () => {
    const { headers } = await open('/assets/main-abc123.js')
    expect(headers).not.toHaveProperty('content-security-policy')
    expect(headers).not.toHaveProperty('x-frame-options')
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' })
  })

  test.each([
    '/assets/../index.en.html',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2fetc%2fpasswd',
    '/assets/%2e%2e/.vite/manifest.json',
    '/assets/..%2f.vite%2fmanifest.json',
    '/.vite/manifest.json',
    '/assets/none.js',
    '/index.en.html',
    '/index.en.html.br',
  ])('%s is refused', async (url) => {
    const reply = await portal.app.inject({ url })
    expect([400, 403, 404]).toContain(reply.statusCode)
  })
})

describe('the login page', () => {
  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'
  async function signIn(stay_signed_in: boolean) {
    const { username } = await portal.make.staff()
    const payload = { username, password: testPassword, stay_signed_in }
    const reply = await portal.app.inject({ method: 'POST', url: '/auth/login', payload, headers: { 'user-agent': agent } })
    return { cookie: `portal_session=${reply.cookies[0]?.value}`, 'user-agent': agent, 'sec-fetch-mode': 'navigate' }
  }

  test('leads who stays signed in to their dashboard, also after the browser has deleted what pages store', async () => {
    const reply = await open('/', await signIn(true))
    expect([reply.statusCode, reply.headers.location, reply.headers['cache-control']]).toEqual([
      303,
      '/staff-dashboard',
      'no-store',
    ])
  })

  test('is the page itself for everybody else, for the service worker, and with the outcome of a sign-in', async () => {
    const staying = await signIn(true)
    const ended = { ...staying, cookie: 'portal_session=ended' }
    const worker = { ...staying, 'sec-fetch-mode': 'cors' }
    for (const headers of [{}, await signIn(false), ended, worker]) expect((await open('/', headers)).statusCode).toBe(200)
    expect((await open('/?sso=linked', staying)).statusCode).toBe(200)
  })
})
