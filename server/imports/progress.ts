import type { ImportProgress } from '../../contract/imports.ts'
import type { Database } from '../../database/connect.ts'
import { progressQueries } from './progress.queries.ts'

type Step = NonNullable<ImportProgress['step']>
export type Tell = (step: Step, share: number) => void

/** More often than a bar can move. */
const tellEveryMs = 150

/** How far each administrator's import has come. Told beside the import's own transaction, or nobody would see it before its end. */
export function importProgress(database: Database) {
  const queries = progressQueries(database)
  return {
    of: queries.of,

    async telling<T>(userId: number, work: (tell: Tell) => Promise<T>): Promise<T> {
      let toldAt = Number.NEGATIVE_INFINITY
      let toldStep: Step | undefined
      // One after another: a late word must not stand after the end. One that is lost is no reason to stop.
      let telling: Promise<unknown> = Promise.resolve()
      const tell: Tell = (step, share) => {
        if (step === toldStep && performance.now() - toldAt < tellEveryMs) return
        toldAt = performance.now()
        toldStep = step
        telling = telling.then(() => queries.tell(userId, step, share)).catch(() => {})
      }
      tell('reading', 0)
      try {
        return await work(tell)
      } finally {
        await telling
        await queries.end(userId).catch(() => {})
      }
    },
  }
}
