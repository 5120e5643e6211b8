import type { Language } from '../../../contract/languages/languages.ts'
import type { Sql } from '../../../database/connect.ts'

/** What a member hears of by e-mail. */
export type FactorChange =
  | 'passkey added'
  | 'passkey removed'
  | 'app added'
  | 'app removed'
  | 'codes made'
  | 'code used'
  | 'factors removed'

export interface FactorMail {
  id: number
  change: FactorChange
  passkey: string | null
  name: string
  email: string
  /** Null: never chosen. */
  language: Language | null
}

const tooOldHours = 24
const tryAgainMinutes = 10

/** In the transaction of the change, so that no change goes unnoticed. */
export async function noteChange(tx: Sql, userId: number, change: FactorChange, passkey: string | null = null) {
  await tx`insert into second_factor_mails (user_id, change, name) values (${userId}, ${change}, ${passkey})`
}

export function factorMails(sql: Sql) {
  return {
    /** Taken, so that no other server sends the same. One that could not be sent is tried again. */
    async take(): Promise<FactorMail | undefined> {
      const [mail] = await sql<FactorMail[]>`
        with due as (
          select m.id from second_factor_mails m join users u on u.id = m.user_id
          where u.email is not null and u.removed_at is null and m.created_at > now() - make_interval(hours => ${tooOldHours})
            and (m.taken_at is null or m.taken_at < now() - make_interval(mins => ${tryAgainMinutes}))
          order by m.id limit 1 for update of m skip locked),
        taken as (update second_factor_mails m set taken_at = now() from due where m.id = due.id returning m.*)
        select m.id::int as id, m.change, m.name as passkey, u.name, u.email, c.language
        from taken m join users u on u.id = m.user_id left join user_preferences c on c.user_id = u.id`
      return mail
    },

    async remove(id: number) {
      await sql`delete from second_factor_mails where id = ${id}`
    },
  }
}
