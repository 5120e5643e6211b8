import { membersHeader } from '../../../contract/counted-file.ts'
import type { PaperLanguage } from '../../entities/statements/paper-language.tsx'
import { NoResponse, send } from '../../http/api.ts'
import { fileNameIn } from '../../http/download.ts'
import { saveBlob } from '../../ui/export-file.ts'
import { partCounter } from './count-parts.ts'

/** The progress of a file: `done` members of `total`. Undefined until the server begins to send it. */
export type Progress = { done: number; total: number } | undefined

export type ResultsRoute = 'GET /results/report' | 'GET /results/statements' | 'GET /results/archive'

interface Wanted {
  route: ResultsRoute
  query: { term_id: number; department_id?: number | undefined; language: PaperLanguage }
  /** The name of the file, if the server does not send one. */
  otherwise: string
}

/** Fetches and saves a file. It is buffered in parts, counted as they arrive, until it is complete: half a file is never saved. */
export async function downloadCounted(
  { route, query, otherwise }: Wanted,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<string> {
  const input = { query: { ...query, term_id: String(query.term_id), department_id: query.department_id?.toString() }, signal }
  const response = await send(route, input)
  const total = Number(response.headers.get(membersHeader))
  const count = partCounter()
  const parts: Uint8Array<ArrayBuffer>[] = []
  try {
    const reader = response.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value)
      const done = count(part.value)
      if (total > 0) onProgress({ done: Math.min(done, total), total })
    }
  } catch (cause) {
    throw new NoResponse(cause)
  }
  const name = fileNameIn(response.headers.get('Content-Disposition') ?? '') ?? otherwise
  saveBlob(new Blob(parts, { type: response.headers.get('Content-Type') ?? '' }), name)
  return name
}
