import assert from 'node:assert/strict'
import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { browser as limits } from '../../contract/limits.ts'
import { isUnavailable } from '../../database/errors.ts'
import { type Ledger, openLedger } from '../acknowledged-writes.ts'
import { Cluster, until } from './cluster.ts'
import { type Loss, losses } from './losses.ts'
import { recoverFromMistake } from './recovery.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    'without-recovery': { type: 'boolean' },
    keep: { type: 'boolean' },
  },
})
const folder = positionals[0] as string

interface Round {
  kind: string
  gapMs: number
  slowestMs: number
  refused: number
}

const print = (text: string) => process.stdout.write(`${text}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Random numbers from a seed: the same seed chooses the same losses at the same moments. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function chosenLosses(random: () => number): Loss[] {
  const parts = (options.only ?? '').split(',')
  const wanted = losses.filter(({ kind }) => parts.some((part) => kind.includes(part)))
  assert.ok(wanted.length > 0, `The kinds are: ${losses.map(({ kind }) => kind).join('; ')}.`)
  if (!options.rounds) return wanted
  return Array.from({ length: Number(options.rounds) }, () => wanted[Math.floor(random() * wanted.length)] as Loss)
}

async function moreWritten(ledger: Ledger) {
  const { acknowledged } = ledger.count
  await until('people can write again', async () => ledger.count.acknowledged > acknowledged + 20)
}

/** Verifies on the primary, again if it is switched meanwhile: that ends the connection, and the next primary is read instead. */
async function verifyStored(cluster: Cluster, ledger: Ledger): Promise<number> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await ledger.verify(cluster.addressOn(await cluster.leader()))
    } catch (error) {
      if (attempt === 3 || !isUnavailable(error)) throw error
      await cluster.healthy()
    }
}

async function lossUnderLoad(cluster: Cluster, ledger: Ledger, loss: Loss, random: () => number): Promise<Round> {
  await cluster.healthy()
  const { unconfirmed } = ledger.count
  ledger.count.slowestWithoutImageMs = 0
  await ledger.writeWhile(async () => {
    await moreWritten(ledger)
    await pause(random() * 1000)
    const bringBack = await loss.lose(cluster, ledger, random)
    await moreWritten(ledger)
    await bringBack()
    await cluster.healthy()
  })
  const round = {
    kind: loss.kind,
    gapMs: ledger.count.longestGapMs,
    slowestMs: ledger.count.slowestWithoutImageMs,
    refused: ledger.count.unconfirmed - unconfirmed,
  }
  await verifyStored(cluster, ledger)
  // The limit is that of the other faults: on busy cores twice a browser's timeout is a hang, and a little more than it is not. A request
  // that waits for a row first and then for a commit that no standby confirms is refused after almost exactly that time.
  assert.ok(round.slowestMs <= 2 * limits.call, `${loss.kind}: a reply took ${round.slowestMs} ms`)
  if (loss.isUnnoticed) assert.equal(round.refused, 0, `${loss.kind}: requests that failed`)
  return round
}

function table(rounds: Round[]) {
  const rows = losses.flatMap(({ kind }) => {
    const own = rounds.filter((round) => round.kind === kind)
    if (own.length === 0) return []
    const most = (key: 'gapMs' | 'slowestMs' | 'refused') => Math.max(...own.map((round) => round[key]))
    return [[kind, String(own.length), seconds(most('gapMs')), String(most('refused')), seconds(most('slowestMs'))]]
  })
  const heads = ['Loss', 'Rounds', 'Longest without writes', 'Requests refused', 'Slowest reply']
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Checks that Patroni really has the series that the alerts name. */
async function checkAlerts(cluster: Cluster) {
  const alerts = fs.readFileSync(new URL('../../deploy/cluster/alerts.yml', import.meta.url), 'utf8')
  const leader = await cluster.leader()
  const metrics = await (await fetch(`https://${leader.address}:8008/metrics`)).text()
  const unknown = [...alerts.matchAll(/\bpatroni_\w+/g)].map(([name]) => name).filter((name) => !metrics.includes(`${name}{`))
  assert.deepEqual(unknown, [], 'series in the alerts that Patroni does not have')
}

const seed = Number(options.seed ?? Math.floor(Math.random() * 1e9))
const random = randomFrom(seed)
const chosen = chosenLosses(random)
print(`\n  Seed ${seed}, ${chosen.length} rounds`)

const cluster = new Cluster(folder)
const began = performance.now()
await cluster.start()
print(`  Three database servers, a backup server and two portal servers are up after ${seconds(performance.now() - began)}`)
await checkAlerts(cluster)
const ledger = await openLedger(cluster.urls, 3, { pauseMs: 50 })
if (!options['without-recovery']) await cluster.backup.run('pgbackrest --stanza=portal --type=full backup', 'postgres')

const rounds: Round[] = []
for (const [index, loss] of chosen.entries()) {
  const round = await lossUnderLoad(cluster, ledger, loss, random).catch((error) => {
    print(`  ${index + 1}. ${loss.kind}: failed (npm run test:cluster -- --seed ${seed} --keep leaves the logs behind)`)
    throw error
  })
  rounds.push(round)
  print(
    `  ${index + 1}. ${loss.kind}: longest without writes ${seconds(round.gapMs)}, ${round.refused} refused, slowest reply ${seconds(round.slowestMs)}`,
  )
}
const stored = await verifyStored(cluster, ledger)
print(`\n${table(rounds)}\n`)
print(
  `  ${ledger.count.acknowledged} writes acknowledged, ${ledger.count.unconfirmed} refused or without a reply, ${stored} postings stored`,
)
print('  Acknowledged writes lost 0, doubled 0; sums equal a recount; no 500; no hang')
if (!options['without-recovery']) {
  const recovered = await recoverFromMistake(cluster, ledger, folder)
  print(
    `  All postings deleted by SQL: ${recovered.stored} of ${stored} restored to the moment before, after ${recovered.seconds} s`,
  )
}
process.exit(0)
