import type { FirstSteps } from '../../contract/first-steps.ts'
import type { Sql } from '../../database/connect.ts'

export function firstSteps(sql: Sql) {
  return {
    /** The steps that are done. The term that the portal created by itself has no user who saved it. */
    async read(): Promise<FirstSteps> {
      const [steps] = await sql<[FirstSteps]>`
        select exists (
            select from portal_settings where university_name is not null or university_names <> '{}') as university,
          exists (select from terms where updated_by is not null) as terms,
          exists (select from departments where removed_at is null) as departments,
          exists (select from activities where removed_at is null) as catalogue,
          exists (select from users where role_id = 2 and removed_at is null) as people`
      return steps
    },

    /** Confirms the term as if an administrator had saved it as it is. Nothing of it changes, so its trigger records nothing. */
    async confirmCurrentTerm(by: number) {
      await sql`
        with confirmed as (
          update terms set updated_by = ${by} where is_current and updated_by is null returning id, name, start_date, end_date)
        select write_audit('term', 'confirmed', id, name, null, null,
          jsonb_build_object('start_date', start_date, 'end_date', end_date)) from confirmed`
    },
  }
}
