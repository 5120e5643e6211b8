import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,database,deploy,server,web,faults,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['testing/cluster.ts'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
