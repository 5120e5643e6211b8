import { jobMemory } from '../../contract/limits.ts'
import { Unavailable } from '../errors/errors.ts'
import { openSandbox, sandbox } from '../process/sandbox.ts'
import type { Document, Opening, Part } from './blocks.ts'
import type { Step, StepResult } from './document.sandbox.ts'

/** Documents are drawn in child processes: the layout of a page would block the event loop, and the fonts take memory. */

const memory = { memoryMb: jobMemory.document }

/** A message has a form in JSON, but cannot be sent as it is (see contract/languages/catalogue.ts). */
function bytesOf(run: (json: string) => Promise<StepResult | undefined>) {
  return async (step: Step): Promise<Buffer> => {
    const result = await run(JSON.stringify(step))
    // The process died or timed out. The next request starts another one.
    if (!result) throw new Unavailable()
    if ('failure' in result) throw new Error(result.failure)
    return Buffer.from(result.bytes)
  }
}

/** Whole documents, one at a time, in a process of its own: those of another renderer do not wait for them. */
export function documentRenderer(options: { leastTimeoutMs?: number } = {}) {
  const run = bytesOf(sandbox<string, StepResult>('document.sandbox', import.meta.url, { ...memory, ...options }))
  return ({ blocks, foot, ...begin }: Document) => run({ begin, parts: [{ blocks, ...(foot ? { foot } : {}) }], isLast: true })
}

/**
 * A long document. The process that draws it is given some parts at a time and the next ones only when those before have been taken, so
 * neither it nor the server holds more than these, however slow the reader is.
 */
export async function* streamDocument(begin: Opening, batches: AsyncIterable<Part[]>): AsyncGenerator<Uint8Array> {
  const process = openSandbox<string, StepResult>('document.sandbox', import.meta.url, memory)
  const run = bytesOf(process.run)
  try {
    yield await run({ begin })
    for await (const parts of batches) yield await run({ parts })
    yield await run({ isLast: true })
  } finally {
    process.end()
  }
}
