import { giveUpNetwork } from './give-up-network.ts'

/** The loop of a sandbox process (see sandbox.ts), once everything that it needs is loaded. `answer` does not reject. */
export function answerJobs<Job, Result>(answer: (job: Job) => Promise<Result>) {
  giveUpNetwork()
  process.on('message', (job: Job) => {
    answer(job).then((result) => process.send?.(result))
  })
  // The server is gone, or has no more work.
  process.on('disconnect', () => process.exit())
}
