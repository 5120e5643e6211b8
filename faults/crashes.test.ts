import { afterEach, test } from 'vitest'
import { killUnderLoad, written } from './kills.ts'
import { stopPortals } from './portal-process.ts'

afterEach(stopPortals)

// The kills at random moments, and many of them, are in crashes.long.test.ts.
test('kill -9 under load: every acknowledged write is there once, every other whole or absent', () =>
  killUnderLoad([
    { victim: 'the server', moment: (ledger) => written(ledger, 10) },
    { victim: 'a process of PostgreSQL', moment: (ledger) => written(ledger, 25) },
    { victim: 'both', moment: (ledger) => written(ledger, 40) },
  ]))
