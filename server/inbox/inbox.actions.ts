import type { LineKey } from '../../contract/inbox.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Taken } from '../../contract/taken.ts'
import type { Database } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { Conflict, NotFound } from '../errors/errors.ts'
import type { Viewer } from '../policy/policy.ts'
import { inbox, takes } from './inbox.queries.ts'

/** Takes a line of the viewer's inbox. Of two people at once, the second is told who has it. */
export async function takeLine(
  database: Database,
  viewer: Viewer,
  { from_id, ...line }: LineKey & { from_id?: number | undefined },
  actor: Actor,
): Promise<Taken> {
  return auditedTransaction(database, actor, async (tx, by) => {
    if (!(await inbox(tx, viewer).hasLine(line))) throw new NotFound(messages.inbox.lineDone)
    await takes(tx).forgetDone()
    const isTaken = await takes(tx).take(line, by, from_id)
    const taken = await takes(tx).read(line)
    // Given back at this moment: the next attempt takes it.
    if (!taken) throw new NotFound(messages.inbox.lineDone)
    if (!isTaken) throw new Conflict(messages.inbox.takenBy({ name: taken.by_name }))
    return taken
  })
}

/** Gives back a line that the actor has; of another person's nothing changes. */
export async function giveLineBack(database: Database, line: LineKey, actor: Actor) {
  await auditedTransaction(database, actor, (tx, by) => takes(tx).giveBack(line, by))
}
