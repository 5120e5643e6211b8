import { Unavailable } from '../errors.ts'
import { fairQueue, type Requester } from '../process/fair-queue.ts'
import { workerProcess } from '../worker-process.ts'
import type { PaperAnswer, PaperOrder } from './paper-worker.ts'

const ask = workerProcess<PaperOrder, PaperAnswer>('paper-worker', import.meta.url, 128)
const queue = fairQueue({ concurrency: 1, maxPerPerson: 5, maxWaiting: 50 })

/** In a process of its own: laying out a page takes a while in which nobody else would be answered, and the fonts take memory. */
export async function makePaper(order: PaperOrder, requester: Requester): Promise<Buffer> {
  const answer = await queue(requester, () => ask(order))
  // The process died or took too long. The next request starts another one.
  if (!answer) throw new Unavailable()
  if ('failure' in answer) throw new Error(answer.failure)
  return Buffer.from(answer.pdf)
}
