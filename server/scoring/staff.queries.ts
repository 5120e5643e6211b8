import type { z } from 'zod'
import { messages } from '../../contract/languages/catalogue.ts'
import type { MemberScores } from '../../contract/scoring.ts'
import type { Sql } from '../../database/connect.ts'
import { jsonList } from '../../database/json.ts'
import { NotFound } from '../http/errors.ts'
import { visibleMembers } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'

export type Standing = z.infer<typeof MemberScores> & { grade: string; is_member: boolean; was_frozen: boolean }

export function staff(sql: Sql) {
  return {
    /** Those of today in an open term, those of its closing in a closed one. */
    async list(viewer: Viewer, termId: number | undefined): Promise<string> {
      const [term] = await sql<{ id: number }[]>`
        select id from terms where ${termId === undefined ? sql`is_current` : sql`id = ${termId}`}`
      if (!term) throw new NotFound(messages.terms.notFound)
      return jsonList(
        sql,
        'staff',
        sql`
          select user_id as id, name, degree, title, department_id, department_name, department_name_ckb, department_name_ar, email,
            tp, fb, tp_set, fb_set, atts, acts, escore, total_score, posted_count, verified_count, returned_count, grade
          from term_standing m where term_id = ${term.id} and is_member and ${visibleMembers(sql, viewer, 'm')} order by name_sort_key(name), user_id`,
      )
    },

    async standing(userId: number, termId: number): Promise<Standing | undefined> {
      const [standing] = await sql<Standing[]>`
        select tp, fb, tp_set, fb_set, atts, acts, escore, total_score, posted_count, grade, is_member, was_frozen
        from term_standing where term_id = ${termId} and user_id = ${userId}`
      return standing
    },

    async isVisible(viewer: Viewer, userId: number, termId: number): Promise<boolean> {
      const rows = await sql`
        select from term_standing m where term_id = ${termId} and user_id = ${userId} and ${visibleMembers(sql, viewer, 'm')}`
      return rows.length > 0
    },
  }
}
