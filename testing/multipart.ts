import { randomBytes } from 'node:crypto'

export interface FilePart {
  /** The name of the form's field. */
  field?: string
  name: string
  bytes: Buffer
  type?: string
}

/** A form as a browser sends it. */
export function multipart(fields: Record<string, string>, files: FilePart | readonly FilePart[] = []) {
  const boundary = `----portal${randomBytes(8).toString('hex')}`
  const parts: Uint8Array[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  for (const { field = 'image', name, bytes, type = 'image/jpeg' } of [files].flat())
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    )
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return { payload: Buffer.concat(parts), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}
