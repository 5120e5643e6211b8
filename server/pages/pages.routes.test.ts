import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../testing/portal.ts'

const script = 'console.log("hello")'.repeat(100)
const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_api.js'] },
  '_api.js': { file: 'assets/api.js' },
  'dashboards/admin-dashboard.tsx': { file: 'assets/admin.js', imports: ['index.html', '_frame.js'] },
  '_frame.js': { file: 'assets/frame.js', imports: ['_api.js'] },
  'users/users-panel.tsx': { file: 'assets/users.js', imports: ['_frame.js'] },
}
const firstPaints = {
  login: '<h1>Sign in to {portal_title}</h1>',
  admin: '<p>{university_name}</p><h1>Users</h1>',
  staff: '<h1>Activity List</h1>',
  tab: '<p>frame</p>',
  failed: '<p hidden>failed</p>',
}
let portal: Portal
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-pages-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'logo.svg'), '<svg/>')
  writeFileSync(join(folder, 'assets/main-abc123.js'), script)
  writeFileSync(join(folder, 'assets/main-abc123.js.br'), brotliCompressSync(script))
  writeFileSync(
    join(folder, 'index.html'),
    '<title>x</title><meta name="portal-title" content=""><meta name="university-name" content=""><link rel="preload" as="font" href="/assets/letters.woff2"><script type="module" crossorigin src="/assets/index.js"></script></head><body><div id="root"></div></body>',
  )
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, '.vite/first-paints.json'), JSON.stringify(firstPaints))
  portal = await startPortal({ pages: folder, environment: { UNIVERSITY_NAME: `Test "Univer$&sity" <&>` } })
})
afterAll(async () => {
  await portal.stop()
  rmSync(folder, { recursive: true })
})

const open = (url: string, headers: Record<string, string> = {}) =>
  portal.app.inject({ url, headers: { accept: 'text/html', ...headers } })

describe('the pages', () => {
  test.each(['/', '/admin-dashboard', '/staff-dashboard', '/admin-dashboard?tab=terms'])(
    '%s is the page, asked for anew each time',
    async (url) => {
      const reply = await open(url)
      expect(reply.statusCode).toBe(200)
      expect(reply.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
      expect(reply.body).toContain('<div id="root"')
    },
  )

  const signedIn = { cookie: 'theme=dark; portal_session=anything' }
  test.each([
    ['/', {}, '<h1>Sign in to Staff Activity and Performance Portal</h1>'],
    ['/', signedIn, ''],
    ['/admin-dashboard', signedIn, '<p>Test &#34;Univer$&#38;sity&#34; &#60;&#38;&#62;</p><h1>Users</h1>'],
    ['/admin-dashboard', {}, ''],
    ['/admin-dashboard?tab=terms', signedIn, '<p>frame</p>'],
    ['/staff-dashboard', signedIn, '<h1>Activity List</h1>'],
    ['/staff-dashboard', { cookie: 'not_portal_session=x' }, ''],
    ['/grade', signedIn, ''],
    ['/no/such/page', {}, ''],
  ])('%s shows something before its scripts are there, to who will stay on it: %j', async (url, headers, paint) => {
    const { body, headers: replied } = await open(url, headers)
    expect(body).toContain(paint ? `<div id="root" inert>${paint}</div><p hidden>failed</p>` : '<div id="root"></div>')
    expect(replied['vary']).toBe('accept-encoding, cookie')
    // Each script once, and waiting where there is something to be painted first.
    const [waiting = ''] = /<template id="scripts">.*?<\/template>/.exec(body) ?? []
    expect(body.match(/<script type="module"/g)).toHaveLength(1)
    expect(waiting.includes('<script type="module"')).toBe(paint !== '')
    expect(body.includes('src="/start.js"')).toBe(paint !== '')
  })

  test('know the branding from their first byte, and it cannot break out', async () => {
    const { body } = await open('/')
    expect(body).toContain('<title>Staff Activity and Performance Portal</title>')
    expect(body).toContain('name="university-name" content="Test &#34;Univer$&#38;sity&#34; &#60;&#38;&#62;"')
  })

  test.each([
    ['/', []],
    ['/admin-dashboard', ['admin', 'frame', 'users']],
    ['/admin-dashboard?tab=terms', ['admin', 'frame']],
    ['/no/such/page', []],
  ])('%s names the scripts it will need, each once: %j', async (url, names) => {
    const { body } = await open(url)
    expect(
      [...body.matchAll(/<link rel="modulepreload" crossorigin href="\/assets\/(\w+)\.js">/g)].map(([, name]) => name),
    ).toEqual(names)
    expect(body.includes('as="font"')).toBe(names.length === 0)
  })

  test('carry the policy: scripts only from here, framed by nobody', async () => {
    const policy = (await open('/')).headers['content-security-policy']
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  })

  test('an unknown address is a 404: a page for a person, a sentence for a program', async () => {
    const page = await open('/no/such/page')
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('<div id="root"></div>')
    const sentence = await portal.app.inject({ url: '/no/such/page', headers: { accept: 'application/json' } })
    expect(sentence.json()).toEqual({ message: 'Not found.' })
  })

  test('an encoding that the client excludes is not used', async () => {
    expect((await open('/', { 'accept-encoding': 'br;q=0, gzip;q=0' })).headers['content-encoding']).toBeUndefined()
    expect((await open('/', { 'accept-encoding': 'br;q=0, gzip;q=0.5' })).headers['content-encoding']).toBe('gzip')
  })

  test('files with a hash in their name are kept for good and come compressed', async () => {
    const reply = await open('/assets/main-abc123.js', { 'accept-encoding': 'br' })
    expect(reply.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' })
    expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(script)
    expect((await open('/assets/main-abc123.js')).body).toBe(script)
  })

  test.each([
    '/assets/../index.html',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2fetc%2fpasswd',
    '/assets/%2e%2e/.vite/manifest.json',
    '/assets/..%2f.vite%2fmanifest.json',
    '/.vite/manifest.json',
    '/assets/none.js',
    '/index.html.br',
  ])('%s leads nowhere', async (url) => {
    const reply = await portal.app.inject({ url })
    expect([400, 403, 404]).toContain(reply.statusCode)
  })
})
