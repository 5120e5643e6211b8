import type { ImportProgress } from '../../contract/imports.ts'

const nothing: ImportProgress = { step: null, share: 0 }

export type Tell = (step: NonNullable<ImportProgress['step']>, share: number) => void

/** How far each administrator's import has come, in the memory of the server that does it: for a bar on a screen, nothing rests on it. */
export function importProgress() {
  const running = new Map<number, ImportProgress>()
  return {
    of: (userId: number): ImportProgress => running.get(userId) ?? nothing,

    async telling<T>(userId: number, work: (tell: Tell) => Promise<T>): Promise<T> {
      running.set(userId, { step: 'reading', share: 0 })
      try {
        return await work((step, share) => void running.set(userId, { step, share }))
      } finally {
        running.delete(userId)
      }
    },
  }
}
