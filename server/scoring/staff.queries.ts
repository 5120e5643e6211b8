import type { z } from 'zod'
import { messages } from '../../contract/languages/catalogue.ts'
import type { MemberScores } from '../../contract/scoring.ts'
import type { Sql } from '../../database/connect.ts'
import { jsonList } from '../../database/json.ts'
import { translatedDegrees } from '../degrees/degrees.queries.ts'
import { type TermOfNames, translatedDepartments, translatedFaculties } from '../departments/translated-departments.queries.ts'
import { NotFound } from '../errors/errors.ts'
import { scorableMembers, standingFor, visibleMembers } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'

export type Standing = z.infer<typeof MemberScores> & { grade: string; is_member: boolean; was_frozen: boolean }

export function staff(sql: Sql) {
  return {
    /** The members: those of today in an open term, those of its closing in a closed one. */
    async list(viewer: Viewer, termId: number | undefined): Promise<string> {
      const [term] = await sql<({ id: number; holds_scores: boolean; has_faculties: boolean } & TermOfNames)[]>`
        select id, status, closing_id, holds_scores,
          exists (select from faculties where removed_at is null)
            or exists (select from term_results r where r.closing_id = terms.closing_id and r.faculty_id is not null) as has_faculties
        from terms where ${termId === undefined ? sql`is_current` : sql`id = ${termId}`}`
      if (!term) throw new NotFound(messages.terms.notFound)
      const rows = sql`
        select user_id as id, name, other_name, degree, title, department_id, department_name, email,
          tp, fb, tp_set, fb_set, atts, acts, escore, total_score, posted_count, verified_count, returned_count, grade
          ${term.holds_scores ? sql`, tp_draft, fb_draft` : sql``} ${term.has_faculties ? sql`, faculty_id, faculty_name` : sql``}
        from ${standingFor(sql, viewer, term.holds_scores)} m where term_id = ${term.id} and is_member and ${visibleMembers(sql, viewer, 'm')} order by sort_name, user_id`
      return jsonList(sql, 'staff', rows, {
        department_names: translatedDepartments(sql, term),
        degree_names: translatedDegrees(sql),
        ...(term.has_faculties && { faculty_names: translatedFaculties(sql, term) }),
      })
    },

    /** The standing as the office sees it. */
    async standing(userId: number, termId: number): Promise<Standing | undefined> {
      const [standing] = await sql<Standing[]>`
        select tp, fb, tp_set, fb_set, atts, acts, escore, total_score, posted_count, grade, is_member, was_frozen, tp_draft, fb_draft
        from office_standing where term_id = ${termId} and user_id = ${userId}`
      return standing
    },

    /** Whether the viewer sets the scores of the member in the term. */
    async isScorable(viewer: Viewer, userId: number, termId: number): Promise<boolean> {
      const rows = await sql`
        select from term_standing m where term_id = ${termId} and user_id = ${userId} and ${scorableMembers(sql, viewer, 'm')}`
      return rows.length > 0
    },
  }
}
