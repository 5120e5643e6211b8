import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { connect } from '../../database/connect.ts'
import type { Ledger } from '../acknowledged-writes.ts'
import { type Cluster, until } from './cluster.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The mistake: all postings are deleted by SQL. The moment before it is restored beside the cluster, compared with the ledger, and moved into
 * the cluster as a database of its own, as deploy/cluster/README.md has it. Returns how many postings came back, and after how many seconds.
 */
export async function recoverFromMistake(cluster: Cluster, ledger: Ledger, folder: string) {
  const leader = await cluster.leader()
  const stored = await ledger.verify(cluster.addressOn(leader))
  const moment = await momentBeforeDeletion(cluster)
  await assert.rejects(ledger.verify(cluster.addressOn(leader)), /the posting/)

  const began = performance.now()
  const machine = await cluster.synchronousStandby()
  const recovered = '/var/lib/postgresql/15/recovered'
  await machine.run(
    `pgbackrest --stanza=portal --pg1-path=${recovered} --type=time --target='${moment}' --target-action=promote restore`,
    'postgres',
  )
  const settings = `-c listen_addresses=${machine.address} -c port=5433 -c archive_mode=off -c synchronous_standby_names=`
  await machine.run(
    `/usr/lib/postgresql/15/bin/pg_ctl -D ${recovered} -w -t 300 -l ${recovered}.log -o '${settings}' start`,
    'postgres',
  )
  const beside = cluster.addressOn(machine, 'portal', 5433)
  await until('the recovery has ended', () => isWritable(beside))
  assert.equal(await ledger.verify(beside), stored)

  const target = await cluster.leader()
  const file = path.join(folder, 'recovered.backup')
  await target.run(`psql -q -c 'create database portal_recovered owner portal'`, 'postgres')
  await runScript('backup.mjs', file, beside)
  await runScript('restore.mjs', file, cluster.addressOn(target, 'portal_recovered'))
  // A backup holds no sessions.
  assert.equal(await ledger.verify(cluster.addressOn(target, 'portal_recovered'), { withSessions: false }), stored)
  await machine.run(`/usr/lib/postgresql/15/bin/pg_ctl -D ${recovered} -m fast stop`, 'postgres')
  return { stored, seconds: Math.round((performance.now() - began) / 1000) }
}

async function momentBeforeDeletion(cluster: Cluster): Promise<string> {
  const sql = connect(cluster.addressOn(await cluster.leader()), { max: 1, timeLimitMs: 0 })
  try {
    const [{ moment }] = await sql<[{ moment: string }]>`select clock_timestamp()::text as moment`
    await sql`select pg_sleep(1)`
    await sql`truncate posted_activities cascade`
    return moment
  } finally {
    await sql.end()
    // The log is switched, because otherwise the archive has it only after archive_timeout.
    await (await cluster.leader()).run(`psql -q -c 'select pg_switch_wal()'`, 'postgres')
  }
}

async function isWritable(address: string): Promise<boolean> {
  const sql = connect(address, { max: 1, timeLimitMs: 0 })
  try {
    const [{ isRecovering }] = await sql<[{ isRecovering: boolean }]>`select pg_is_in_recovery() as "isRecovering"`
    return !isRecovering
  } catch {
    return false
  } finally {
    await sql.end()
  }
}

async function runScript(script: string, file: string, address: string) {
  await promisify(execFile)(process.execPath, [path.join(project, 'scripts', script), file], {
    cwd: project,
    env: { ...process.env, DATABASE_URL: address },
  })
}
