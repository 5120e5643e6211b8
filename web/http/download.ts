import type { Route } from '../../contract/endpoints.ts'
import { saveBlob } from '../ui/export-file.ts'
import { type Input, NoResponse, send } from './api.ts'

/** Fetches a file and saves it under the server's file name. */
export async function downloadFile<R extends Route>(route: R, input: Input<R>, otherwise: string) {
  const { blob, name } = await fetchFile(route, input, otherwise)
  saveBlob(blob, name)
}

/** Fetches a file, with the server's name for it. */
export async function fetchFile<R extends Route>(route: R, input: Input<R>, otherwise: string) {
  const response = await send(route, input)
  const blob = await response.blob().catch((cause: unknown) => {
    throw new NoResponse(cause)
  })
  return { blob, name: fileNameIn(response.headers.get('Content-Disposition') ?? '') ?? otherwise }
}

/** The file name in a header. A name with letters beyond ASCII has a second form (RFC 6266), which is the right one. */
export function fileNameIn(disposition: string): string | undefined {
  const plain = /filename="([^"]+)"/.exec(disposition)?.[1]
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  try {
    return encoded ? decodeURIComponent(encoded) : plain
  } catch {
    return plain
  }
}
