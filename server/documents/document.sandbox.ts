import { buffer } from 'node:stream/consumers'
import { answerJobs } from '../process/answer-jobs.ts'
import type { Opening, Part } from './blocks.ts'
import { openDocument } from './document.ts'

/** A step of the drawing process (see render-document.ts). It begins a document, adds parts, ends it, or does all of that at once. */

export interface Step {
  begin?: Opening
  parts?: readonly Part[]
  isLast?: boolean
}

/** The bytes that the step completed. */
export type StepResult = { bytes: Uint8Array } | { failure: string }

let document: ReturnType<typeof openDocument> | undefined

async function run({ begin, parts = [], isLast }: Step): Promise<Uint8Array> {
  if (begin) document = openDocument(begin)
  if (!document) throw new Error('there is no document yet')
  for (const part of parts) document.add(part)
  if (!isLast) return (document.pdf.read() as Buffer | null) ?? Buffer.alloc(0)
  document.end()
  return buffer(document.pdf)
}

answerJobs((json: string) =>
  run(JSON.parse(json))
    .then((bytes): StepResult => ({ bytes }))
    .catch((error: unknown): StepResult => ({ failure: String(error instanceof Error ? error.stack : error) })),
)
