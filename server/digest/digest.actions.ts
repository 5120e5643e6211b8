import type { Language } from '../../contract/languages/languages.ts'
import type { Database } from '../../database/connect.ts'
import { actAs } from '../../database/transaction.ts'
import { hashToken } from '../auth/session-cookie.ts'
import { digestChoices } from './digest.queries.ts'

/**
 * Switches off the digest of the person to whom the e-mail with this token was sent; undefined if there is none. The reader of the e-mail
 * need not sign in.
 */
export async function switchOffByLink(
  database: Database,
  token: string,
  address: string,
): Promise<{ language: Language | null } | undefined> {
  return database.begin(async (tx) => {
    const reader = await digestChoices(tx).readerOf(hashToken(token))
    if (!reader) return undefined
    await actAs(tx, { id: undefined, address })
    await digestChoices(tx).set(reader.user_id, false)
    return { language: reader.language }
  })
}
