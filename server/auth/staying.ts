import type { Settings } from '../settings.ts'

/** The hours of a session that stays: never fewer than those of any other one. */
export function stayingHours({
  STAY_SIGNED_IN_DAYS,
  SESSION_MAX_HOURS,
}: Pick<Settings, 'STAY_SIGNED_IN_DAYS' | 'SESSION_MAX_HOURS'>) {
  return Math.max(STAY_SIGNED_IN_DAYS * 24, SESSION_MAX_HOURS)
}
