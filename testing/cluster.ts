import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../database/connect.ts'
import { openEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    clusterUrl: string
  }
}

/** One PostgreSQL for a whole run of tests, with a migrated database in it that the tests copy. */
export async function startTestCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'portal-test-'))
  const cluster = await openEmbedded({
    dataDir,
    // Nothing here has to survive a power cut.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  await makeTemplate(cluster.url)
  return {
    url: cluster.url,
    stop: async () => {
      await cluster.stop()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function makeTemplate(clusterUrl: string): Promise<void> {
  const cluster = connect(clusterUrl, { max: 1 })
  await cluster`create database portal_template`
  await cluster.end()
  const url = new URL(clusterUrl)
  url.pathname = '/portal_template'
  const template = connect(url.href, { max: 1 })
  await migrate(template)
  await template.end()
}

export default async function setup(project: TestProject) {
  const { url, stop } = await startTestCluster()
  project.provide('clusterUrl', url)
  return stop
}
