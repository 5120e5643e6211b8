import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connect, type Database } from '../database/connect.ts'

export interface TestDatabase {
  url: string
  sql: Database
  drop(): Promise<void>
}

/** A database of its own for a test, with today's schema and nothing in it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('clusterUrl'))
}

export async function copyTemplate(clusterUrl: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const cluster = connect(clusterUrl, { max: 1 })
  await cluster`create database ${cluster(name)} template portal_template`
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  const sql = connect(url.href, { max: 5 })
  return {
    url: url.href,
    sql,
    drop: async () => {
      await sql.end({ timeout: 5 })
      await cluster`drop database ${cluster(name)} with (force)`
      await cluster.end()
    },
  }
}
