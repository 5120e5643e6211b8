import type { ToDo } from '../../contract/overview.ts'
import type { Sql } from '../../database/connect.ts'
import { can, type Viewer } from '../policy/policy.ts'
import { questions } from '../questions/questions.queries.ts'
import { review } from '../review/review.queries.ts'
import { ownPasswords } from '../users/own-passwords.queries.ts'
import type { Cell } from './overview.queries.ts'

/** The tasks for the Overview and the weekly digest. The cells are those of the term that the viewer sees. */
export async function readToDo(sql: Sql, viewer: Viewer, termId: number, cells: readonly Cell[]): Promise<ToDo> {
  const add = (value: (cell: Cell) => number) => cells.reduce((sum, cell) => sum + value(cell), 0)
  const [to_review, no_password, questionCount] = await Promise.all([
    can(viewer, 'review') ? review(sql).count({ term_id: termId }, viewer) : null,
    can(viewer, 'admin') ? ownPasswords(sql).missing() : null,
    can(viewer, 'review') ? questions(sql).count({ state: 'mine' }, viewer) : null,
  ])
  return {
    members: can(viewer, 'see-members') ? add((cell) => cell.members) : null,
    to_review,
    not_scored: can(viewer, 'score') ? add((cell) => cell.not_scored) : null,
    no_password,
    posted_nothing: can(viewer, 'see-members') ? add((cell) => cell.posted_nothing) : null,
    questions: questionCount,
  }
}
