import { database as limits } from '../../contract/limits.ts'
import type { OverviewReply } from '../../contract/overview.ts'
import type { Database } from '../../database/connect.ts'
import { readOverview } from '../overview/overview.ts'
import type { Viewer } from '../policy/policy.ts'
import { type GradeMoves, type Participation, type ResultsTerm, results } from './results.queries.ts'

/** A term in numbers, as its report prints them. */
export interface Report {
  term: ResultsTerm
  overview: OverviewReply
  participation: Participation[]
  /** The moves of grades; empty if there is no term before. */
  moves: GradeMoves[]
  made_at: string
}

/** The report, all of it from one snapshot. */
export async function readReport(database: Database, viewer: Viewer, termId: number): Promise<Report> {
  return database.begin(
    async (tx) => {
      const term = await results(tx).term(termId)
      const overview = await readOverview(tx, viewer, { term_id: termId })
      return {
        term,
        overview,
        participation: await results(tx).participation(termId),
        moves: overview.against ? await results(tx).gradeMoves(termId, overview.against.term.id) : [],
        made_at: new Date().toISOString(),
      }
    },
    { mode: 'isolation level repeatable read, read only', timeLimitMs: limits.long },
  )
}
