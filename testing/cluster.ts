import type { TestProject } from 'vitest/node'
import { startTestCluster } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    clusterUrl: string
  }
}

export default async function setup(project: TestProject) {
  const { url, stop } = await startTestCluster()
  project.provide('clusterUrl', url)
  return stop
}
