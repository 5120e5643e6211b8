import type { OverviewReply } from '../../contract/overview.ts'
import type { Sql } from '../../database/connect.ts'
import type { Viewer } from '../policy/policy.ts'
import { changesOf, departmentsOf, facultiesOf, groupOf, pointsOf, titlesOf } from './groups.ts'
import { overview } from './overview.queries.ts'

interface Chosen {
  term_id?: number | undefined
  against_id?: number | undefined
}

/** All numbers of a term, from one snapshot of the database. */
export async function readOverview(sql: Sql, viewer: Viewer, { term_id, against_id }: Chosen): Promise<OverviewReply> {
  const queries = overview(sql)
  const { is_closed: _, ...term } = await queries.term(term_id)
  const other = against_id === undefined ? await queries.termBefore(term) : await queries.term(against_id)
  const cells = await queries.cells(viewer, other ? [term.id, other.id] : [term.id])
  const inTerm = (id: number) => cells.filter((cell) => cell.term_id === id)
  const own = inTerm(term.id)
  const faculties = facultiesOf(own)
  return {
    term,
    all: groupOf(own),
    departments: departmentsOf(own),
    ...(faculties.length > 0 && { faculties }),
    titles: titlesOf(own),
    points: pointsOf(own),
    against: other ? { term: other, all: groupOf(inTerm(other.id)), departments: changesOf(own, inTerm(other.id)) } : null,
  }
}
