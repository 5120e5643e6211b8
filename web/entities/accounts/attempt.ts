import { useState } from 'react'
import type { Message } from '../../../contract/languages/catalogue.ts'
import { ApiError, messageOf } from '../../http/api.ts'

/** One request at a time, and the reason why the last one failed. */
export function useAttempt(failed: Message) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<{ message: Message }>()

  /** Runs the request. Returns false if it failed. */
  async function attempt(
    work: () => Promise<void>,
    explain = (failure: unknown) => messageOf(failure, failed),
  ): Promise<boolean> {
    setBusy(true)
    setError(undefined)
    try {
      await work()
      return true
    } catch (failure) {
      setError({ message: explain(failure) })
      return false
    } finally {
      setBusy(false)
    }
  }

  return { busy, error: error?.message, attempt, clearError: () => setError(undefined) }
}

export function isRefusal(failure: unknown, ...reasons: Message[]): failure is ApiError {
  return failure instanceof ApiError && reasons.some(({ key }) => failure.reason?.key === key)
}
