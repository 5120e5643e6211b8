import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import type { Step } from '../database/embedded.ts'
import { findChromium } from '../scripts/chromium.mjs'
import { administrator } from './fill.ts'
import { median } from './load.ts'
import { type Caller, openStage, type People, password, type Server, signInPeople } from './stage.ts'

/** As many as a dashboard shows at a middling faculty, and as many as any university has. */
const faculty = { staff: 100, postings: 2000 }
const university = { staff: 10_000, postings: 50_000 }
/** Of each thing that is measured: what comes between on a shared machine comes between in one of them, what the page does in all. */
const runs = 5

/** What people wait for in the browser: Lighthouse on three pages, and the two large tables while they are worked in. */
export async function benchBrowser(step: Step) {
  const stage = await openStage({ profile: false }, step)
  try {
    const tables = await stage.portal(university)
    for (const table of [users, staff]) {
      console.table(await step(`${table.name} with ${university.staff} rows`, () => measureTable(tables, table)))
    }
    await stage.stopServers()
    const lighthouse = findLighthouse()
    if (!lighthouse) return console.log('Lighthouse is not in the folder BROWSER_TOOLS: skipped (docs/performance-browser.md).')
    const dashboards = await stage.portal(faculty)
    const people = await signInPeople(dashboards, faculty)
    for (const { name, address, who } of lighthousePages)
      console.table(
        await step(`Lighthouse, ${name}`, () => runLighthouse(lighthouse, addressOf(dashboards) + address, who?.(people))),
      )
  } finally {
    await stage.close()
  }
}

const addressOf = ({ port }: Server) => `http://127.0.0.1:${port}`
const chromiumProgram = () => findChromium(chromium.executablePath()) ?? chromium.executablePath()

/** In the page, so that the cookie is the browser's own. */
async function signIn({ username, password }: { username: string; password: string }): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch('/auth/login', { method: 'POST', headers, body: JSON.stringify({ username, password }) })
  if (!reply.ok) throw new Error(`${username} cannot sign in: ${reply.status}`)
}

interface Table {
  name: string
  address: string
  data: string
  /** One of each kind: text, a number, a rank. */
  sorted: string[]
  filter: string
  words: string
}

const users: Table = {
  name: 'Users',
  address: '/admin-dashboard?tab=users',
  data: '/users',
  sorted: ['Name', 'Email', 'Department', 'Role'],
  filter: 'Title',
  words: 'ahmed arden',
}
const staff: Table = {
  name: 'Staff',
  address: '/admin-dashboard?tab=staff',
  data: '/staff',
  sorted: ['Name', 'Email', 'T P.', 'Total', 'Grade'],
  filter: 'Title',
  words: 'ahmed arden',
}

async function measureTable(server: Server, table: Table) {
  const browser = await chromium.launch({ executablePath: chromiumProgram(), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ baseURL: addressOf(server), viewport: { width: 1280, height: 800 } })
    await page.goto('/')
    await page.evaluate(signIn, { username: administrator, password })
    // What runs these files names functions with a helper that a page does not have.
    await page.addInitScript('globalThis.__name = (named) => named')
    await page.addInitScript(watchRows)
    await page.addInitScript(watchKeys)
    const session = await page.context().newCDPSession(page)
    // Once for the code and the server's lists to be warm.
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
  for (const index of [1, 0])
    filtering.push(
      await longest(async () => {
        await page.getByLabel(table.filter, { exact: true }).selectOption({ index })
        await settled(page)
      }),
    )
  const typing = await longest(async () => {
    await page.getByRole('searchbox').click()
    await page.keyboard.type(table.words, { delay: 60 })
    for (let letter = 0; letter < table.words.length; letter += 1) await page.keyboard.press('Backspace', { delay: 30 })
    await settled(page)
  })
  return { scrolling, sorting, filtering, typing: [typing] }
}

/** In ms. For each step the median of all runs, and of those the longest; and the worst of all steps of all runs. */
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

/** New rows come over several frames, and what follows them in the frame after. */
async function drawn(page: Page) {
  await page.waitForTimeout(120)
}

declare global {
  interface Window {
    rowsPaintedAt?: number
    longestKeyDelay?: number
  }
}

/** The frame in which the first row stands has been drawn when the task after it runs. */
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

/** How long a key waited for the page to hear of it. */
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

/** Of several tasks the longest, in ms. */
interface Longest {
  /** By the clock, and in time of the processor. They differ where something else on the machine came between. */
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

/** Not among the project's own packages: it is large, and only this asks for it. */
function findLighthouse(): string | undefined {
  const program = path.join(process.env['BROWSER_TOOLS'] ?? '', 'node_modules', 'lighthouse', 'cli', 'index.js')
  return process.env['BROWSER_TOOLS'] && existsSync(program) ? program : undefined
}

interface LighthousePage {
  name: string
  address: string
  who?: (people: People) => Caller | undefined
}

const lighthousePages: LighthousePage[] = [
  { name: 'login', address: '/' },
  { name: "administrator's dashboard", address: '/admin-dashboard', who: ({ admin }) => admin },
  { name: "member's dashboard", address: '/staff-dashboard', who: ({ members }) => members[0] },
]

/** As a phone on a slow line, Lighthouse's own preset; nothing in the cache. */
async function runLighthouse(program: string, address: string, caller: Caller | undefined) {
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
      ...(caller ? [`--extra-headers=${JSON.stringify({ cookie: caller.cookie })}`] : []),
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
      // Of this machine, at that moment: where it is low or jumps, the score says more of the machine than of the page.
      machine: environment.benchmarkIndex,
    }))
}
