import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openLedger } from './acknowledged-writes.ts'
import { printFigures, summaryOf } from './figures.ts'
import {
  embeddedAddress,
  freePort,
  makeFolder,
  type PortalProcess,
  postmasterOf,
  startPortalProcess,
  statusOf,
} from './portal-process.ts'

const rounds = Number(process.env['FAULT_ROUNDS'] ?? 5)
const victims = ['the server', 'PostgreSQL', 'both', 'a process of PostgreSQL', 'the server'] as const

const dataDir = makeFolder()
let portal: PortalProcess | undefined
afterAll(async () => {
  await portal?.stop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

/** Any of its processes: it then ends all others by itself and starts over. */
function oneOfPostgres(): number {
  const children = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readStat(pid)?.split(') ')[1]?.split(' ')[1] === String(postmasterOf(dataDir)))
  return Number(children[Math.floor(Math.random() * children.length)] ?? postmasterOf(dataDir))
}

function readStat(pid: string): string | undefined {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
}

test('kill -9 at any moment: every acknowledged write is there once, every other whole or absent', {
  timeout: 60_000 + rounds * 20_000,
}, async () => {
  const settings = { DATA_DIR: dataDir, PORT: String(await freePort()) }
  portal = await startPortalProcess(settings)
  const ledger = await openLedger(portal.url, 4)
  const address = embeddedAddress(dataDir)
  const backAfter: number[] = []
  let stored = 0

  for (let round = 0; round < rounds; round += 1) {
    const victim = victims[round % victims.length]
    await ledger.writeWhile(async () => {
      await pause(150 + Math.random() * 500)
      if (victim === 'both' || victim === 'PostgreSQL') process.kill(postmasterOf(dataDir), 'SIGKILL')
      if (victim === 'both' || victim === 'the server') await portal?.kill()
      if (victim === 'a process of PostgreSQL') process.kill(oneOfPostgres(), 'SIGKILL')
      const began = performance.now()
      if (victim === 'both' || victim === 'the server') portal = await startPortalProcess(settings)
      await expect.poll(() => statusOf(`${portal?.url}/health`), { timeout: 30_000 }).toBe(200)
      backAfter.push(performance.now() - began)
      // Served again, not only alive.
      await pause(100)
    })
    stored = await ledger.verify(address)
  }
  expect(ledger.count.acknowledged).toBeGreaterThan(rounds * 10)
  const slowest = Math.round(Math.max(...backAfter))
  printFigures(`kill -9, ${rounds} rounds: ${summaryOf(ledger, stored)}; back after ${slowest} ms at most`)
})
