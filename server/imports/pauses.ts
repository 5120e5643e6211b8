import { setImmediate } from 'node:timers/promises'
import { atATime } from '../../contract/limits.ts'

/**
 * Pauses for long loops, so that the event loop serves other requests in between. `await pause(characters)` stands before the work on a row:
 * a long one counts as several.
 */
export function pauses(): (characters?: number) => Promise<void> | undefined {
  let done = 0
  return (characters = 0) => {
    done += 1 + characters / 100
    if (done < atATime.betweenPauses) return undefined
    done = 0
    return setImmediate()
  }
}
