import { dayIn } from '../../contract/dates.ts'
import { CannotStart } from '../../database/cannot-start.ts'
import { type Database, noTimeLimit } from '../../database/connect.ts'
import { HttpError } from '../errors/errors.ts'
import { sayIn } from '../http/language.ts'
import type { Settings } from '../settings.ts'
import { firstStart } from './first-start.queries.ts'
import { hashPassword, randomPassword, refuseWeakPassword } from './passwords.ts'

/** The academic year of a day, from 1 September to 31 August. */
export function academicYearOf(today: string) {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const startYear = month >= 9 ? year : year - 1
  return { name: `${startYear}/${startYear + 1}`, start_date: `${startYear}-09-01`, end_date: `${startYear + 1}-08-31` }
}

export interface FirstAdministrator {
  username: string
  /** The password only if it was generated: it is printed once and not stored. */
  password: string | undefined
}

/**
 * Fills an empty database with one administrator and the current academic year. Anything there already stays as it is. Servers that start
 * together wait for each other.
 */
export async function prepareFirstStart(database: Database, settings: Settings): Promise<FirstAdministrator | undefined> {
  return database.begin(async (tx) => {
    const tables = firstStart(tx)
    await tables.lock()
    if (await tables.hasUsers()) return undefined
    const username = settings.ADMIN_USERNAME
    const given = settings.ADMIN_PASSWORD
    try {
      if (given) refuseWeakPassword(given, username, 'ADMIN_PASSWORD')
    } catch (error) {
      if (error instanceof HttpError) throw new CannotStart(`ADMIN_PASSWORD is not safe: ${sayIn('en')(error.reason)}`)
      throw error
    }
    const password = given ?? randomPassword()
    // A password that the operator chose is their own.
    await tables.addAdministrator(username, await hashPassword(password), !given)
    await tables.addCurrentTermIfNone(academicYearOf(dayIn(settings.TIME_ZONE, new Date())))
    return { username, password: given ? undefined : password }
  }, noTimeLimit)
}
