import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { ApiError, refusalOf } from '../http/api.ts'

/** The score that somebody else saved first, if that is why this one was refused. */
export function savedMeanwhile(error: unknown): number | undefined {
  const reason = error instanceof ApiError ? error.reason : undefined
  if (reason?.key !== messages.scoring.changedMeanwhile({ now: '' }).key) return undefined
  const now = Number(reason.values?.['now'])
  return Number.isFinite(now) ? now : undefined
}

/** Why a score was not saved, and for a conflict the way out. */
export function whyNotSaved(error: unknown, fallback: Message): Message {
  const reason = refusalOf(error) ?? fallback
  return savedMeanwhile(error) === undefined ? reason : messages.scoreSheet.saveAgain({ reason })
}
