import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { connect, type Database } from '../database/connect.ts'
import { openEmbedded, serverRole } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { guardedFolder } from './guarded.ts'

export interface TestDatabase {
  url: string
  /** The address for the role of the server. */
  serverUrl: string
  sql: Database
  drop(): Promise<void>
}

/** One PostgreSQL for a whole run of tests, with a migrated database in it that the tests copy. */
export async function startTestCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = guardedFolder('portal-test-')
  const cluster = await openEmbedded({
    dataDir,
    // The databases of the tests need not survive a power failure.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  const stop = async () => {
    await cluster.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await makeTemplate(cluster.url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: cluster.url, stop }
}

async function makeTemplate(clusterUrl: string): Promise<void> {
  const cluster = connect(clusterUrl, { max: 1, timeLimitMs: 0 })
  await cluster`create database portal_template`
  await cluster.end()
  const template = connect(addressOf(clusterUrl, 'portal_template'), { timeLimitMs: 0 })
  await migrate(template, { serverRole }).finally(() => template.end())
}

/** A database of its own, with today's schema and nothing in it. */
export async function copyTemplate(clusterUrl: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const url = addressOf(clusterUrl, name)
  const cluster = connect(clusterUrl, { max: 1, timeLimitMs: 0 })
  // Copying page by page through the write-ahead log is quicker than the checkpoint that copying files needs.
  await cluster`create database ${cluster.identifier(name)} template portal_template strategy wal_log`
  const sql = connect(url, { timeLimitMs: 0 })
  const asServer = new URL(url)
  asServer.username = serverRole
  return {
    url,
    serverUrl: asServer.href,
    sql,
    drop: async () => {
      await sql.end()
      await cluster`drop database ${cluster.identifier(name)} with (force)`
      await cluster.end()
    },
  }
}

function addressOf(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${database}`
  return url.href
}
