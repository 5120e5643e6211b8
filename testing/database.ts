import { inject } from 'vitest'
import { copyTemplate, type TestDatabase } from './template.ts'

export type { TestDatabase }

/** A database of its own for a test, with today's schema and nothing in it. */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('clusterUrl'))
}
