import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { languageCookie, languages } from '../contract/languages/languages.ts'
import type { Step } from '../database/embedded.ts'
import { findChromium } from '../scripts/chromium.mjs'
import { administrator } from './fill.ts'
import { median } from './load.ts'
import { type Caller, openStage, type People, password, project, type Server, signInPeople } from './stage.ts'

/** Two sizes of a database: the rows of a middling faculty's dashboard, and as many rows as any university has. */
const faculty = { staff: 100, postings: 2000 }
const university = { staff: 10_000, postings: 50_000 }
/** The number of runs of each measurement: a disturbance on a shared machine appears in one of them, the page's own work in all. */
const runs = 5

/** The waiting times in the browser: Lighthouse on three pages, and the two large tables while they are worked in. */
export async function benchBrowser(step: Step) {
  const stage = await openStage({ profile: false }, step)
  try {
    const lighthouse = findLighthouse()
    if (lighthouse) await benchLighthouse(lighthouse, await stage.portal(faculty), step)
    else console.log('Lighthouse is not in the folder BROWSER_TOOLS: skipped (docs/performance-browser.md).')
    await stage.stopServers()
    const tables = await stage.portal(university)
    for (const table of [users, staff]) {
      console.table(await step(`${table.name} with ${university.staff} rows`, () => measureTable(tables, table)))
    }
  } finally {
    await stage.close()
  }
}

async function benchLighthouse(program: string, portal: Server, step: Step) {
  const people = await signInPeople(portal, faculty)
  const medians: Record<string, object> = {}
  for (const { name, address, who } of lighthousePages)
    for (const language of languages) {
      const title = `${name}, ${language}`
      const cookies = [`${languageCookie}=${language}`, who?.(people)?.cookie].filter(Boolean).join('; ')
      const all = await step(`Lighthouse, ${title}`, () => runLighthouse(program, addressOf(portal) + address, cookies))
      const middle = all[Math.floor(all.length / 2)]
      medians[title] = { ...middle, all: all.map(({ score }) => score).join(' '), goal: lighthouseGoal }
    }
  console.table(medians)
  console.log(`Lighthouse, mobile: the median of ${runs}, at commit ${await commit()}.`)
}

const addressOf = ({ port }: Server) => `http://127.0.0.1:${port}`
const chromiumProgram = () => findChromium(chromium.executablePath()) ?? chromium.executablePath()

/** Signs in inside the page, so that the cookie is the browser's own. */
async function signIn({ username, password }: { username: string; password: string }): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch('/auth/login', { method: 'POST', headers, body: JSON.stringify({ username, password }) })
  if (!reply.ok) throw new Error(`${username} cannot sign in: ${reply.status}`)
}

interface Table {
  name: string
  address: string
  data: string
  /** The columns to sort by, one of each kind: text, a number, a rank. */
  sorted: string[]
  words: string
}

const users: Table = {
  name: 'Users',
  address: '/admin-dashboard?tab=users',
  data: '/users',
  sorted: ['Name', 'Email', 'Department', 'Role'],
  words: 'ahmed arden',
}
const staff: Table = {
  name: 'Staff',
  address: '/admin-dashboard?tab=staff',
  data: '/staff',
  sorted: ['Name', 'Email', 'T P.', 'Total', 'Grade'],
  words: 'ahmed arden',
}

async function measureTable(server: Server, table: Table) {
  const browser = await chromium.launch({ executablePath: chromiumProgram(), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ baseURL: addressOf(server), viewport: { width: 1280, height: 800 } })
    await page.goto('/')
    await page.evaluate(signIn, { username: administrator, password })
    // The program that runs these files (tsx) names functions with a helper that a page does not have.
    await page.addInitScript('globalThis.__name = (named) => named')
    await page.addInitScript(watchRows)
    await page.addInitScript(watchKeys)
    const session = await page.context().newCDPSession(page)
    // The first opening is not measured: it warms up the code and the server's lists.
    await open(page, table)
    const kinds: Record<string, Longest[][]> = {}
    const painted: number[] = []
    const keyDelays: number[] = []
    for (let run = 0; run < runs; run += 1) {
      const steps: Record<string, Longest[]> = { opening: [await traced(session, () => open(page, table))] }
      painted.push(await page.evaluate(paintedAfter, table.data))
      Object.assign(steps, await workIn(page, session, table))
      keyDelays.push(await page.evaluate(() => window.longestKeyDelay ?? 0))
      for (const [kind, longest] of Object.entries(steps)) {
        kinds[kind] ??= []
        kinds[kind].push(longest)
      }
    }
    return {
      ...Object.fromEntries(Object.entries(kinds).map(([kind, all]) => [kind, longestOf(all)])),
      'data to painted rows': { median: Math.round(median(painted)), worst: Math.round(Math.max(...painted)) },
      'wait of a key': { median: Math.round(median(keyDelays)), worst: Math.round(Math.max(...keyDelays)) },
    }
  } finally {
    await browser.close()
  }
}

/** The longest task of every single step: the same steps in the same order each time. */
async function workIn(page: Page, session: CDPSession, table: Table): Promise<Record<string, Longest[]>> {
  const longest = (work: () => Promise<void>) => traced(session, work)
  const scrolling: Longest[] = []
  await page.getByRole('region', { name: table.name }).hover()
  for (let turn = 0; turn < 40; turn += 1)
    scrolling.push(
      await longest(async () => {
        await page.mouse.wheel(0, turn < 25 ? 400 : 20_000)
        await drawn(page)
      }),
    )
  const sorting: Longest[] = []
  for (const column of table.sorted) {
    const header = page.getByRole('button', { name: column, exact: true })
    for (let way = 0; way < 2; way += 1)
      sorting.push(
        await longest(async () => {
          await header.click()
          await settled(page)
        }),
      )
  }
  const filtering: Longest[] = []
  const filter = page.getByRole('button', { name: /^Title: / })
  for (const choice of ['Lecturer', 'All titles']) {
    await filter.click()
    filtering.push(
      await longest(async () => {
        await page.getByRole('menuitemcheckbox', { name: choice, exact: true }).click()
        await settled(page)
      }),
    )
    await page.keyboard.press('Escape')
  }
  const typing = await longest(async () => {
    await page.getByRole('searchbox').click()
    await page.keyboard.type(table.words, { delay: 60 })
    for (let letter = 0; letter < table.words.length; letter += 1) await page.keyboard.press('Backspace', { delay: 30 })
    await settled(page)
  })
  return { scrolling, sorting, filtering, typing: [typing] }
}

/** The longest task in ms: the longest of the medians of each step over all runs, and the worst of all steps of all runs. */
function longestOf(all: Longest[][]) {
  const steps = (all[0] ?? []).map((_, step) => all.map((run) => run[step] as Longest))
  const longestMedian = (of: keyof Longest) =>
    Math.max(...steps.map((sameStep) => median(sameStep.map((longest) => longest[of]))))
  return {
    median: Math.round(longestMedian('byClock')),
    medianOfProcessorTime: Math.round(longestMedian('processor')),
    worst: Math.round(Math.max(...steps.flat().map(({ byClock }) => byClock))),
  }
}

async function open(page: Page, table: Table) {
  await page.goto(table.address)
  await page.waitForFunction(() => window.rowsPaintedAt !== undefined)
  await settled(page)
}

async function settled(page: Page) {
  await page.waitForTimeout(500)
}

/** Waits until new rows are drawn: they come over several frames, and what follows them in the frame after. */
async function drawn(page: Page) {
  await page.waitForTimeout(120)
}

declare global {
  interface Window {
    rowsPaintedAt?: number
    longestKeyDelay?: number
  }
}

/** Notes when the first row was painted: the frame in which it stands has been drawn when the task after it runs. */
function watchRows() {
  const look = () => {
    if (!document.querySelector('tbody th[scope=row]')) return requestAnimationFrame(look)
    return requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        window.rowsPaintedAt = performance.now()
      }
      port2.postMessage(undefined)
    })
  }
  requestAnimationFrame(look)
}

/** Notes how long a key waited until the page received its event. */
function watchKeys() {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.name === 'keydown' || entry.name === 'input')
        window.longestKeyDelay = Math.max(window.longestKeyDelay ?? 0, entry.processingStart - entry.startTime)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

function paintedAfter(data: string): number {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const answer = entries.findLast(({ name }) => new URL(name).pathname === data)
  return Math.round((window.rowsPaintedAt ?? Number.NaN) - (answer?.responseEnd ?? Number.NaN))
}

/** The longest of several tasks, in ms. */
interface Longest {
  /** The duration by the clock, and the processor time. They differ where another process on the machine came between. */
  byClock: number
  processor: number
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** The longest tasks of the page's own thread while something is done. */
async function traced(session: CDPSession, work: () => Promise<void>): Promise<Longest> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => {
    events.push(...(value as TraceEvent[]))
  }
  session.on('Tracing.dataCollected', collect)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
  })
  await work()
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await complete
  session.off('Tracing.dataCollected', collect)

  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = events.filter(({ name, pid, tid }) => name === 'RunTask' && mains.has(`${pid} ${tid}`))
  const longest = (times: (number | undefined)[]) => Math.max(0, ...times.map((time) => time ?? 0)) / 1000
  return { byClock: longest(tasks.map(({ dur }) => dur)), processor: longest(tasks.map(({ tdur }) => tdur)) }
}

interface LighthouseResult {
  categories: { performance: { score: number } }
  audits: Record<string, { numericValue?: number }>
  environment: { benchmarkIndex: number }
}

/** Lighthouse is not among the project's own packages: it is large, and only this measurement needs it. */
function findLighthouse(): string | undefined {
  const program = path.join(process.env['BROWSER_TOOLS'] ?? '', 'node_modules', 'lighthouse', 'cli', 'index.js')
  return process.env['BROWSER_TOOLS'] && existsSync(program) ? program : undefined
}

interface LighthousePage {
  name: string
  address: string
  who?: (people: People) => Caller | undefined
}

const lighthouseGoal = 90
const lighthousePages: LighthousePage[] = [
  { name: 'login', address: '/' },
  { name: 'Your Activity', address: '/staff-dashboard?tab=your-activity', who: ({ members }) => members[0] },
  { name: 'Staff', address: '/admin-dashboard', who: ({ admin }) => admin },
]

async function commit(): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['describe', '--always', '--dirty'], { cwd: project })
  return stdout.trim()
}

/** Runs Lighthouse with its own preset, a phone on a slow line, and an empty cache. */
async function runLighthouse(program: string, address: string, cookie: string) {
  const results: LighthouseResult[] = []
  for (let index = 0; index < runs; index += 1) {
    const args = [
      ...[
        program,
        address,
        '--quiet',
        '--output=json',
        '--only-categories=performance',
        '--chrome-flags=--headless=new --no-sandbox',
      ],
      `--extra-headers=${JSON.stringify({ cookie })}`,
    ]
    const env = { ...process.env, CHROME_PATH: chromiumProgram() }
    const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 64_000_000 })
    results.push(JSON.parse(stdout))
  }
  return results
    .sort((a, b) => a.categories.performance.score - b.categories.performance.score)
    .map(({ categories, audits, environment }) => ({
      score: Math.round(categories.performance.score * 100),
      firstPaint: Math.round(audits['first-contentful-paint']?.numericValue ?? Number.NaN),
      largestPaint: Math.round(audits['largest-contentful-paint']?.numericValue ?? Number.NaN),
      blocked: Math.round(audits['total-blocking-time']?.numericValue ?? Number.NaN),
      shift: audits['cumulative-layout-shift']?.numericValue,
      // The speed of this machine at that moment: where it is low or jumps, the score says more about the machine than about the page.
      machine: environment.benchmarkIndex,
    }))
}
