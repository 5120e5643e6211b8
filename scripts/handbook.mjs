import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { build } from './build.mjs'
import { chromiumArguments, findChromium } from './chromium.mjs'
import { freePort } from './free-port.mjs'
import { install } from './install.mjs'
import { project } from './project.mjs'
import { CannotStart, main, step } from './steps.mjs'

// Makes the pictures of the handbook anew: starts the demo in a folder of its own, opens the panels in every language, and writes one small
// PNG per page: `npm run handbook`, or `npm run handbook -- posting` for some pages. They are committed, because the machines on which the portal runs have no browser.

const folder = path.join(project, 'server/handbook/pictures')
const languages = ['en', 'ckb', 'ar']
/** The pictures of all languages together. They are part of every installation. */
const mostBytes = 2_000_000

const admin = 'admin'
const member = 'l.hassan'
const adminPanel = (search) => ({ by: admin, at: `/admin-dashboard?tab=${search}` })
const staffPanel = (search) => ({ by: member, at: `/staff-dashboard?tab=${search}` })

/** The pages with a picture: who opens what, where `{member}` is the id of the member. A dialog fills the picture; otherwise it is the panel. */
const pictures = {
  'signing-in': { at: '/' },
  // On a phone and a tablet, a bar at the lower edge would hide the end of the form.
  posting: { ...staffPanel('your-activity'), of: '#main form', size: { width: 1040, height: 800 } },
  scores: { ...staffPanel('your-activity'), of: 'section:has(a[href^="/grade"])' },
  phone: { ...staffPanel('your-activity'), size: { width: 390, height: 640 } },
  questions: adminPanel('review&questions=open'),
  statements: { by: member, at: '/statement' },
  inbox: adminPanel('inbox'),
  reviewing: adminPanel('review'),
  lending: adminPanel('review&open=lend'),
  members: adminPanel('overview'),
  person: adminPanel('person&id={member}'),
  postings: adminPanel('postings&section=done'),
  users: adminPanel('users'),
  imports: adminPanel('users&open=import'),
  departments: adminPanel('departments'),
  catalogue: adminPanel('activity'),
  terms: adminPanel('terms'),
  scoring: adminPanel('staff'),
  messages: adminPanel('messages&open=write'),
  audit: adminPanel('audit'),
  settings: adminPanel('settings'),
}
const size = { width: 860, height: 560 }
/** The width of a picture in the portal; a phone is narrower. */
const drawnWidth = 720

async function startDemo(dataDir) {
  const port = await freePort()
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    TIME_ZONE: 'Asia/Baghdad',
  }
  const server = spawn(process.execPath, [path.join(project, 'scripts/demo.mjs')], { cwd: project, env })
  let output = ''
  const password = await new Promise((resolve, reject) => {
    server.stdout.on('data', (chunk) => {
      output += chunk
      const found = /the password "([^"]+)"/.exec(output)?.[1]
      if (found) resolve(found)
    })
    server.on('close', () => reject(new CannotStart(`The demo did not start:\n${output}`)))
  })
  const stop = () =>
    new Promise((resolve) => {
      server.on('close', resolve)
      server.kill('SIGTERM')
    })
  return { address: `http://127.0.0.1:${port}`, password, stop }
}

/** The ids of the users by their names. */
const ids = new Map()

/** A signed-in browser context for each user of the pictures. */
async function signIn(browser, address, username, password) {
  const context = await browser.newContext({ baseURL: address, reducedMotion: 'reduce' })
  if (username) {
    const reply = await context.request.post('/auth/login', { data: { username, password }, headers: { origin: address } })
    if (!reply.ok()) throw new CannotStart(`${username} could not sign in to the demo: ${await reply.text()}`)
    const { user } = await reply.json()
    ids.set(username, user.id)
    const stored = { user_id: user.id, role_id: user.role_id, username: user.username, name: user.name }
    await context.addInitScript((values) => {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, String(value))
    }, stored)
  }
  return context
}

async function take(context, address, language, { at, of, size: own = size }) {
  await context.addCookies([{ name: 'language', value: language, url: address }])
  const page = await context.newPage()
  try {
    await page.setViewportSize(own)
    await page.goto(at.replace('{member}', ids.get(member)))
    await page
      .locator(at === '/' ? 'form' : '#main h1')
      .first()
      .waitFor()
    const dialog = page.getByRole('dialog')
    if (at.includes('open=')) await dialog.waitFor()
    // What is still loading shows a spinner in a status, or is busy. The notices never stop loading, so the network is no sign.
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true], #main [role=status] svg'))
    await page.waitForTimeout(400)
    const main = page.locator('#main, main').first()
    const target = of ? page.locator(of).first() : (await dialog.count()) > 0 ? dialog.first() : main
    await target.scrollIntoViewIfNeeded()
    await page.evaluate(() => document.fonts.ready)
    const box = await target.boundingBox()
    const top = Math.max(0, box.y)
    const clip = {
      x: Math.max(0, box.x),
      y: top,
      width: Math.min(box.width, own.width),
      height: Math.min(box.height, own.height - top),
    }
    return await page.screenshot({ clip })
  } finally {
    await page.close()
  }
}

/** Screens have few colours: a palette makes a picture a third as large, and a PDF can hold it as it is. */
async function write(file, picture) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  await sharp(picture)
    .resize({ width: drawnWidth, withoutEnlargement: true })
    .png({ palette: true, colours: 32, dither: 0, compressionLevel: 9, effort: 10 })
    .toFile(file)
}

const wanted = process.argv.slice(2)
const chosen = Object.entries(pictures).filter(([name]) => wanted.length === 0 || wanted.includes(name))

/** The size of all pictures, also of those that were made before. */
function writtenBytes() {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0)
}

await main(async () => {
  await install({ everything: true })
  await build()
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'portal-handbook-'))
  // The account of PostgreSQL passes through this folder.
  fs.chmodSync(dataDir, 0o711)
  const demo = await step('Starting the demo', () => startDemo(path.join(dataDir, 'data')))
  const browser = await chromium.launch({ executablePath: findChromium(chromium.executablePath()), args: chromiumArguments })
  try {
    const contexts = new Map()
    for (const by of [undefined, admin, member]) contexts.set(by, await signIn(browser, demo.address, by, demo.password))
    for (const language of languages)
      await step(`Pictures in ${language}`, async () => {
        for (const [name, picture] of chosen) {
          const taken = await take(contexts.get(picture.by), demo.address, language, picture)
          await write(path.join(folder, language, `${name}.png`), taken)
        }
      })
    const bytes = writtenBytes()
    console.log(`\n  ${chosen.length} pictures made in each language; all together are ${(bytes / 1000).toFixed(0)} kB`)
    if (bytes > mostBytes) throw new CannotStart(`The pictures are larger than ${mostBytes / 1000} kB together.`)
  } finally {
    await browser.close()
    await demo.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
})
