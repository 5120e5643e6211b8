import { answerJobs } from '../server/process/answer-jobs.ts'
import { type Targets, tryAll } from './attempts.ts'

/** A reader of files that has been taken over: it does what it can, and reports what became of it. */

export interface AttackReport {
  outcomes: Record<string, string>
  environment: string[]
}

answerJobs(
  async (targets: Targets): Promise<AttackReport> => ({ outcomes: await tryAll(targets), environment: Object.keys(process.env) }),
)
