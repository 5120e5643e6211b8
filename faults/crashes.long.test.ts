import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, test } from 'vitest'
import { killUnderLoad } from './kills.ts'
import { stopPortals } from './portal-process.ts'

const rounds = Number(process.env['FAULT_ROUNDS'] ?? 5)
const victims = ['the server', 'PostgreSQL', 'both', 'a process of PostgreSQL', 'the server'] as const

afterEach(stopPortals)

test(
  'kill -9 at any moment: every acknowledged write is there once, every other whole or absent',
  {
    timeout: 60_000 + rounds * 20_000,
  },
  () =>
    killUnderLoad(
      Array.from({ length: rounds }, (_, round) => ({
        victim: victims[round % victims.length] ?? 'the server',
        moment: () => pause(150 + Math.random() * 500),
      })),
    ),
)
