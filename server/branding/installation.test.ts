import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../../contract/languages/languages.ts'
import { pages } from '../../contract/pages.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-installed-'))
  mkdirSync(join(folder, 'assets'))
  copyFileSync(join(import.meta.dirname, '../../web/public/logo.svg'), join(folder, 'logo.svg'))
  writeFileSync(join(folder, 'service-worker.js'), 'self.addEventListener("fetch", () => {})')
  for (const name of ['index', ...Object.keys(pages)])
    for (const language of languages) writeFileSync(join(folder, `${name}.${language}.html`), '<html></html>')
  portal = await startPortal({ pages: folder, environment: { PORTAL_TITLE: 'Points for "Staff"', SHORT_TITLE: 'Points' } })
})
afterAll(async () => {
  await portal.stop()
  rmSync(folder, { recursive: true })
})

type Icon = { src: string; sizes: string; type: string; purpose: string }
const get = (url: string, headers: Record<string, string> = {}) => portal.app.inject({ url, headers })
const manifest = async (headers: Record<string, string> = {}) => (await get('/manifest.webmanifest', headers)).json()

describe('the manifest', () => {
  test('has the name of the moment, opens at the beginning without the bars of a browser, and is revalidated each time', async () => {
    const reply = await get('/manifest.webmanifest')
    expect(reply.headers).toMatchObject({
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'no-cache',
    })
    expect(reply.json()).toMatchObject({
      name: 'Points for "Staff"',
      short_name: 'Points',
      lang: 'en',
      dir: 'ltr',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      shortcuts: [
        { name: 'Post', url: '/staff-dashboard?tab=your-activity&post=1' },
        { name: 'Your Activity', url: '/staff-dashboard?tab=your-activity' },
      ],
    })
  })

  test.each([
    [{ cookie: 'language=ar' }, 'ar', 'rtl'],
    [{ 'accept-language': 'ckb' }, 'ckb', 'rtl'],
  ])('is in the language of the reader: %j', async (headers, lang, dir) => {
    const reply = await get('/manifest.webmanifest', headers as Record<string, string>)
    expect(reply.json()).toMatchObject({ lang, dir })
    expect(reply.headers['vary']).toMatch(/^Cookie, Accept-Language/)
    const names = reply.json().shortcuts.map(({ name }: { name: string }) => name)
    expect(names).not.toContain('Your Activity')
    expect(names).not.toContain('Post')
  })

  test('takes photos and PDF files that a phone shares, as a form', async () => {
    const { share_target } = await manifest()
    expect(share_target).toMatchObject({ action: '/share', method: 'POST', enctype: 'multipart/form-data' })
    const [{ name, accept }] = share_target.params.files
    expect(name).toBe('files')
    expect(accept).toEqual(expect.arrayContaining(['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf']))
  })

  test('lists icons that are as large as it says', async () => {
    const { icons } = await manifest()
    expect(icons.map(({ sizes, purpose }: Icon) => `${purpose} ${sizes}`)).toEqual([
      'any 192x192',
      'any 512x512',
      'maskable 512x512',
    ])
    for (const { src, sizes } of icons as Icon[]) {
      const reply = await get(src)
      expect(reply.headers['content-type']).toBe('image/png')
      const { width, height } = await sharp(reply.rawPayload).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
  })
})

describe('the icons', () => {
  const pixel = async (name: string, x: number, y: number) => {
    const { rawPayload } = await get(`/branding/icon/${name}`)
    const { data, info } = await sharp(rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
  }

  test('of the portal itself: transparent around the shield, and its dark blue where a phone cuts the icon to its own shape', async () => {
    expect((await pixel('512.png', 2, 2))[3]).toBe(0)
    const [red = 255, green = 255, blue = 0, alpha] = await pixel('maskable-512.png', 2, 2)
    expect(alpha).toBe(255)
    expect(red).toBeLessThan(40)
    expect(green).toBeLessThan(60)
    expect(blue).toBeGreaterThan(40)
    expect((await pixel('apple-180.png', 2, 2))[3]).toBe(255)
  })

  test('follow the uploaded logo, under another address', async () => {
    const image = await sharp({ create: { width: 300, height: 150, channels: 3, background: '#c00020' } })
      .png()
      .toBuffer()
    await portal.sql`insert into portal_logo (image, type) values (${image}, 'image/png')`
    const { icons } = await manifest()
    expect(icons[0].src).toMatch(/^\/branding\/icon\/192\.png\?v=[0-9a-f]{12}$/)
    expect((await get(icons[0].src)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await pixel('maskable-512.png', 256, 256))[0]).toBeGreaterThan(180)
    expect(await pixel('maskable-512.png', 2, 2)).toEqual([255, 255, 255, 255])
    await portal.sql`delete from portal_logo`
    expect((await pixel('maskable-512.png', 2, 2))[0]).toBeLessThan(40)
    expect((await get('/branding/icon/192.png')).headers['cache-control']).toBe('public, max-age=3600')
  })

  test.each(['513.png', '__proto__', '..%2flogo.svg', 'x'.repeat(300)])('there is no other: %s', async (name) => {
    expect((await get(`/branding/icon/${name}`)).statusCode).toBeGreaterThanOrEqual(400)
    expect((await get(`/branding/icon/${name}`)).statusCode).toBeLessThan(500)
  })
})

test('the service worker is revalidated each time, and the Content-Security-Policy names workers and manifest of this origin alone', async () => {
  const reply = await get('/service-worker.js')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['cache-control']).toBe('no-cache')
  expect(reply.headers['content-type']).toMatch(/^(text|application)\/javascript/)
  const policy = String(reply.headers['content-security-policy']).split(';')
  expect(policy).toContain("worker-src 'self'")
  expect(policy).toContain("manifest-src 'self'")
  expect(policy).toContain("script-src 'self'")
})

test('who is signed in gets the end of the session: what a browser stores ends with it', async () => {
  const session = await portal.startSession(await portal.make.staff())
  await portal.sql`update sessions set created_at = now() - interval '2 hours'`
  const { session_ends_at } = (await get('/auth/me', session)).json()
  const [{ begun_at }] = await portal.sql<[{ begun_at: Date }]>`select created_at as begun_at from sessions`
  expect(Date.parse(session_ends_at)).toBe(begun_at.getTime() + 12 * 3_600_000)
})
