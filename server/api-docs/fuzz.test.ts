import { test } from 'vitest'
import { callEveryRoute, startFuzzing } from '../../testing/fuzz.ts'

startFuzzing()

// The calls are the same in every run; others, and more of them: fuzz.long.test.ts.
test('no call of any route gets a 5xx', () => callEveryRoute({ seed: 1, callsPerRoute: 6 }))
