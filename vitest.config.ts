import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Some wait for what a server does after seconds: a third goes on meanwhile.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          globalSetup: ['testing/cluster.ts'],
          include: ['{contract,database,deploy,server,faults,bench}/**/*.test.ts'],
          // Each file has a database of its own and changes no module: loading them anew for each file took a third of the time.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'] } },
    ],
  },
})
