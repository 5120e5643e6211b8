import { randomBytes } from 'node:crypto'

export interface FilePart {
  /** The form's field it stands in. */
  field?: string
  name: string
  bytes: Buffer
  type?: string
}

/** A form as a browser sends it. */
export function multipart(fields: Record<string, string>, image?: FilePart) {
  const boundary = `----portal${randomBytes(8).toString('hex')}`
  const parts: Uint8Array[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  if (image)
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${image.field ?? 'image'}"; filename="${image.name}"\r\nContent-Type: ${image.type ?? 'image/jpeg'}\r\n\r\n`,
      ),
      image.bytes,
      Buffer.from('\r\n'),
    )
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return { payload: Buffer.concat(parts), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}
