import type { Route } from '../contract/endpoints.ts'
import { type Input, NoResponse, send } from './api.ts'
import { saveBlob } from './ui/export-file.ts'

/** Fetches a file and saves it under the server's file name. */
export async function downloadFile<R extends Route>(route: R, input: Input<R>, otherwise: string) {
  const response = await send(route, input)
  const file = await response.blob().catch((cause: unknown) => {
    throw new NoResponse(cause)
  })
  saveBlob(file, /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? otherwise)
}
