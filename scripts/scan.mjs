import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from './build.mjs'
import { freePort } from './free-port.mjs'
import { install } from './install.mjs'
import { project } from './project.mjs'
import { tools } from './scan-tools.mjs'
import { CannotStart, main, step } from './steps.mjs'

/**
 * Lets scanners of other people loose on a portal of its own, on this machine: those that are installed. sqlmap and wapiti are
 * looked for on the PATH; redocly, spectral and csp_evaluator there, or in the folder SCAN_TOOLS (see docs/scan.md).
 * `npm run scan -- wapiti` runs one of them.
 */
const wanted = process.argv.slice(2)

/** Findings that are accepted, and why. Any other finding fails the scan. */
const accepted = [
  {
    tool: 'wapiti',
    finding: 'X-XSS-Protection is not set',
    why: 'It is set, to 0: the filter it once turned on is gone from browsers and was a hole itself.',
  },
  {
    tool: 'csp_evaluator',
    finding: "script-src 'self' can be problematic",
    why: 'Nothing that people upload is served as a script: images are re-encoded and sent as image/jpeg with nosniff. No JSONP.',
  },
  {
    tool: 'redocly',
    finding: 'no-required-schema-properties-undefined',
    why: 'Maps such as from each grade to a number: their names stand under propertyNames, where that rule does not look.',
  },
  { tool: 'redocly', finding: 'info-license', why: 'The portal has no public license.' },
  { tool: 'spectral', finding: 'info-contact', why: 'Each university has its own, and the footer of the portal names it.' },
  { tool: 'spectral', finding: 'operation-description', why: 'Each call has a summary; a second text would repeat it.' },
  { tool: 'spectral', finding: 'operation-tags', why: 'One page in reading order needs no groups.' },
]

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => interrupted.abort())

await main(async () => {
  const chosen = tools.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  if (chosen.length < wanted.length) throw new CannotStart(`The tools are ${tools.map(({ name }) => name).join(', ')}.`)
  await install({ everything: false })
  await build()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portal-scan-'))
  const portal = await startPortal()
  const results = []
  try {
    await step('Starting a portal to scan', () => portal.ready())
    const about = await signInAndRead(portal.address, portal.adminPassword)
    for (const tool of chosen) {
      const result = await scan(tool, { ...about, address: portal.address, folder, signal: interrupted.signal })
      results.push({ tool: tool.name, ...result })
    }
  } finally {
    await portal.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  report(results, portal.failures())
})

/** Starts the portal as behind a proxy with https, so that the scanners see what people get: cookies, headers, addresses. */
async function startPortal() {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'portal-scan-data-'))
  const adminPassword = randomBytes(12).toString('base64url')
  const child = spawn(process.execPath, ['scripts/demo.mjs'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C is for this process, which then ends the others in order.
    detached: process.platform !== 'win32',
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      ADMIN_PASSWORD: adminPassword,
      PUBLIC_URL: 'https://portal.example.edu',
      TRUST_PROXY: 'loopback',
      API_DOCS: 'admins',
      METRICS: 'local',
      LOG_LEVEL: 'warn',
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const exited = new Promise((resolve) => child.on('exit', resolve))
  const isRunning = () => child.exitCode === null && child.signalCode === null

  return {
    address,
    adminPassword,
    async ready() {
      while (isRunning() && !interrupted.signal.aborted) {
        const answer = await fetch(`${address}/health`).catch(() => undefined)
        if (answer?.ok) return
        await sleep(200)
      }
      throw new CannotStart(`The portal to scan did not start.\n${output}`)
    },
    async stop() {
      if (isRunning()) child.kill('SIGTERM')
      await exited
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
    /** The unexpected errors of the server, whatever the tools made of them. */
    failures: () => {
      const lines = [...output.matchAll(/^\{.*"unexpected error".*\}$/gm)]
      return new Set(lines.map(([line]) => JSON.parse(line).err?.message))
    },
  }
}

async function signInAndRead(address, adminPassword) {
  const signIn = async (username, password) => {
    const reply = await fetch(`${address}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    if (!reply.ok) throw new CannotStart(`Nobody can sign in as ${username}: ${await reply.text()}`)
    return reply.headers.getSetCookie()[0].split(';')[0]
  }
  const cookies = { admin: await signIn('admin', adminPassword), staff: await signIn('l.hassan', 'made-up university') }
  const ask = async (place, cookie) => (await fetch(address + place, { headers: { cookie } })).json()
  const document = await ask('/openapi.json', cookies.admin)
  const { user } = await ask('/auth/me', cookies.staff)
  const { availableActivities } = await ask('/posted-activities/available', cookies.staff)
  const { postedActivities } = await ask(`/posted-activities?user_id=${user.id}`, cookies.staff)
  const { terms } = await ask('/terms', cookies.staff)
  // Both lists are newest first: the first posting can be edited, and the last term is closed.
  const own = {
    id: user.id,
    activity: availableActivities[0].name,
    posting: postedActivities[0].id,
    currentTerm: terms.find((term) => term.is_current).id,
    oldTerm: terms.at(-1).id,
  }
  return { cookies, document, own }
}

async function scan(tool, about) {
  const program = tool.find()
  if (!program) return { state: 'not installed', findings: [] }
  const before = await requestsSoFar(about.address)
  try {
    const { version, findings } = await step(`Running ${tool.name}`, () => tool.scan(program, about))
    const requests = difference(await requestsSoFar(about.address), before)
    const ended = await endedSessions(about)
    return { state: 'ran', version, requests: requests.count, findings: [...findings, ...requests.failed, ...ended] }
  } catch (error) {
    if (about.signal.aborted) throw new CannotStart('The scan was ended.')
    return { state: 'failed', findings: [`did not finish: ${error.message}`] }
  }
}

/** The sessions that ended: a tool that lost its session looked at refusals only. */
async function endedSessions({ address, cookies }) {
  const answers = Object.entries(cookies).map(async ([who, cookie]) => {
    const reply = await fetch(`${address}/auth/me`, { headers: { cookie } })
    return reply.ok ? [] : [`the session of ${who} ended during the scan`]
  })
  return (await Promise.all(answers)).flat()
}

/**
 * The portal's own count of its requests: whether a tool reached it at all, and whether any of its requests was answered with a failure.
 */
async function requestsSoFar(address) {
  const text = await (await fetch(`${address}/metrics`)).text()
  const lines = text.matchAll(/^portal_request_seconds_count\{method="(\w+)",route="([^"]*)",status="(\d+)"\} (\d+)$/gm)
  return new Map([...lines].map(([, method, route, status, count]) => [`${status} ${method} ${route}`, Number(count)]))
}

function difference(after, before) {
  const fresh = [...after]
    .map(([call, count]) => ({ call, count: count - (before.get(call) ?? 0) }))
    .filter(({ count }) => count > 0)
  const own = fresh.filter(({ call }) => !call.endsWith(' /metrics'))
  return {
    count: own.reduce((sum, { count }) => sum + count, 0),
    failed: own
      .filter(({ call }) => call.startsWith('5'))
      .map(({ call, count }) => `the portal answered ${call} (${count} times)`),
  }
}

function report(results, failures) {
  const judged = results.map((result) => {
    const reasonFor = (finding) => accepted.find((one) => one.tool === result.tool && finding.includes(one.finding))
    return {
      ...result,
      standing: result.findings.filter((finding) => !reasonFor(finding)),
      excused: accepted.filter((one) => result.findings.some((finding) => reasonFor(finding) === one)),
    }
  })

  const inWords = ({ state, standing, excused }) => {
    if (state === 'not installed') return 'not installed, skipped'
    if (standing.length > 0) return `${standing.length} ${standing.length === 1 ? 'finding' : 'findings'}`
    return excused.length > 0 ? `clean (${excused.length} accepted)` : 'clean'
  }
  const row = (...cells) => console.log(`  ${cells[0].padEnd(15)}${cells[1].padEnd(10)}${cells[2].padStart(8)}  ${cells[3]}`)
  console.log()
  row('Tool', 'Version', 'Requests', 'Result')
  for (const result of judged) row(result.tool, result.version ?? '', String(result.requests ?? ''), inWords(result))

  for (const { tool, excused } of judged)
    for (const { finding, why } of excused) console.log(`\n  Accepted, ${tool}: ${finding}\n    ${why}`)
  for (const { tool, standing } of judged) for (const finding of standing) console.log(`\n  Found by ${tool}: ${finding}`)
  for (const message of failures) console.log(`\n  An unexpected error in the log of the portal: ${message}`)

  if (results.every(({ state }) => state === 'not installed'))
    throw new CannotStart('None of the tools is installed, so nothing was looked at: see docs/scan.md.')
  if (judged.some(({ standing }) => standing.length > 0) || failures.size > 0) process.exit(1)
}
