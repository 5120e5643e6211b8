import fs from 'node:fs'
import { expect } from 'vitest'
import { type Ledger, openLedger } from './acknowledged-writes.ts'
import { printFigures, summaryOf } from './figures.ts'
import { embeddedAddress, freePort, makeFolder, postmasterOf, startPortalProcess, statusOf } from './portal-process.ts'

type Victim = 'the server' | 'PostgreSQL' | 'both' | 'a process of PostgreSQL'

interface Kill {
  victim: Victim
  /** Resolves at the moment of the kill, under load. */
  moment: (ledger: Ledger) => Promise<unknown>
}

/** Kills one victim after the other, and compares the database with the ledger after each. */
export async function killUnderLoad(kills: Kill[]) {
  const dataDir = makeFolder()
  const settings = { DATA_DIR: dataDir, PORT: String(await freePort()) }
  let portal = await startPortalProcess(settings)
  const ledger = await openLedger(portal.url, 4)
  const backAfter: number[] = []
  let stored = 0

  for (const { victim, moment } of kills) {
    await ledger.writeWhile(async () => {
      await moment(ledger)
      if (victim === 'both' || victim === 'PostgreSQL') process.kill(postmasterOf(dataDir), 'SIGKILL')
      if (victim === 'both' || victim === 'the server') await portal.kill()
      if (victim === 'a process of PostgreSQL') killOneOfPostgres(dataDir)
      const began = performance.now()
      if (victim === 'both' || victim === 'the server') portal = await startPortalProcess(settings)
      await expect.poll(() => statusOf(`${portal.url}/health`)).toBe(200)
      backAfter.push(performance.now() - began)
      // The portal serves again, it is not only alive.
      await written(ledger, 5)
    })
    stored = await ledger.verify(embeddedAddress(dataDir))
  }
  const slowest = Math.round(Math.max(...backAfter))
  printFigures(`kill -9, ${kills.length} times: ${summaryOf(ledger, stored)}; back after ${slowest} ms at most`)
}

/** Resolves when `more` further writes have been acknowledged. */
export function written({ count }: Ledger, more: number) {
  const { acknowledged } = count
  return expect.poll(() => count.acknowledged).toBeGreaterThanOrEqual(acknowledged + more)
}

/** Kills one process of PostgreSQL, another one if it ended meanwhile. */
function killOneOfPostgres(dataDir: string) {
  for (;;) {
    try {
      return process.kill(oneOfPostgres(dataDir), 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** Any process of PostgreSQL: after its end PostgreSQL ends all others by itself and starts over. */
function oneOfPostgres(dataDir: string): number {
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
