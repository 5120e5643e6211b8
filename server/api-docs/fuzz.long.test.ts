import { test } from 'vitest'
import { callEveryRoute, startFuzzing } from '../../testing/fuzz.ts'

startFuzzing()

const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const callsPerRoute = Number(process.env['FUZZ_RUNS'] ?? 300)

test(`no call of any route gets a 5xx, or takes more than three seconds (FUZZ_SEED=${seed})`, {
  timeout: 3_600_000,
}, async () => {
  process.stdout.write(`  • ${callsPerRoute} calls of each route with FUZZ_SEED=${seed}\n`)
  await callEveryRoute({ seed, callsPerRoute, slowestMs: 3000 })
})
