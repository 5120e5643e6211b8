import { grades } from '../../contract/grading.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { database as limits } from '../../contract/limits.ts'
import type { DepartmentMoves, RulesInput, RulesVersion, Simulation, SimulationInput } from '../../contract/rules.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { BadRequest } from '../errors/errors.ts'
import { closedTerm, conflictWith } from '../http/who-changed.queries.ts'
import { terms } from '../terms/terms.queries.ts'
import { rules, type SimulatedMember } from './rules.queries.ts'

async function refuseUnknownActivities(sql: Sql, limits: RulesInput['limits']) {
  const ids = limits.flatMap(({ activity_id }) => activity_id ?? [])
  if (!(await rules(sql).knowsActivities(ids))) throw new BadRequest(messages.rulesEditor.unknownActivity)
}

/** Publishes rules, from the next opened term on, and at once in the chosen open terms: all of it or nothing. */
export async function publishRules(database: Database, input: RulesInput, actor: Actor): Promise<RulesVersion> {
  return auditedTransaction(
    database,
    actor,
    async (tx, by) => {
      // Two administrators who publish come one after the other.
      await terms(tx).lockAll()
      const newest = await rules(tx).newest()
      if (newest !== input.based_on)
        throw await conflictWith(
          tx,
          { subject: 'rules', id: newest },
          messages.rulesEditor.publishedMeanwhile({ number: newest }),
        )
      await refuseUnknownActivities(tx, input.limits)
      const number = newest + 1
      await rules(tx).add(number, input, by)
      for (const id of [...new Set(input.term_ids)].toSorted((a, b) => a - b)) {
        const term = await terms(tx).lock(id)
        if (term.status === 'closed') throw await closedTerm(tx, id)
        await rules(tx).applyTo(id, number, by)
      }
      return rules(tx).byNumber(number)
    },
    { timeLimitMs: limits.long },
  )
}

/** The steps up. A change from no grade, or to none, is no move up or down. */
function stepsUp({ old_grade, new_grade }: SimulatedMember): number {
  const order: readonly string[] = grades
  const [from, to] = [order.indexOf(old_grade), order.indexOf(new_grade)]
  return from < 0 || to < 0 ? 0 : to - from
}

function byDepartment(members: readonly SimulatedMember[]): DepartmentMoves[] {
  const groups = new Map<string, SimulatedMember[]>()
  for (const member of members) {
    // A closed and reopened term may know a department by a former name.
    const key = `${member.department_id} ${member.department_name}`
    groups.set(key, [...(groups.get(key) ?? []), member])
  }
  return [...groups.values()].map((group) => ({
    department_id: group[0]?.department_id ?? null,
    department_name: group[0]?.department_name ?? null,
    department_names: group[0]?.department_names ?? null,
    members: group.length,
    up: group.filter((member) => stepsUp(member) > 0).length,
    down: group.filter((member) => stepsUp(member) < 0).length,
  }))
}

/** The changes that publishing these rules for the term would make. */
export async function simulateRules(database: Database, input: SimulationInput): Promise<Simulation> {
  return database.begin(
    async (tx) => {
      const term = await terms(tx).byId(input.term_id)
      if (term.status === 'closed') throw await closedTerm(tx, term.id)
      await refuseUnknownActivities(tx, input.limits)
      const members = await rules(tx).simulate(input)
      const most = await rules(tx).mostScores(input.term_id)
      const above = await rules(tx).countAbove(input.term_id, { tp: input.most_tp ?? most.tp, fb: input.most_fb ?? most.fb })
      return {
        term: { id: term.id, name: term.name, names: term.names },
        departments: byDepartment(members),
        moves: members
          .filter((member) => member.old_grade !== member.new_grade || member.old_total !== member.new_total)
          .map((member) => ({
            id: member.user_id,
            name: member.name,
            title: member.title,
            department_id: member.department_id,
            before: { total: member.old_total, grade: member.old_grade },
            after: { total: member.new_total, grade: member.new_grade },
          })),
        over_limit_count: members.reduce((sum, { over_limit_count }) => sum + over_limit_count, 0),
        over_limit_now: members.reduce((sum, { over_limit_now }) => sum + over_limit_now, 0),
        above_most: above,
      }
    },
    { mode: 'isolation level repeatable read, read only', timeLimitMs: limits.long },
  )
}
