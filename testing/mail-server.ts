import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string[]
  /** As it was sent, with its headers. */
  source: string
  /** Its text, decoded. */
  text: string
  /** Its HTML, if it has any. */
  html: string | undefined
}

/** A real mail server on loopback that stores what it gets. */
export async function startMailServer() {
  const received: ReceivedMail[] = []
  let refuses = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refuses ? new Error('Not now') : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString()
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source, ...bodiesOf(source) })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    refuse: (isRefusing: boolean) => {
      refuses = isRefusing
    },
    stop: () => new Promise<void>((done) => server.close(done)),
  }
}

function bodiesOf(source: string): Pick<ReceivedMail, 'text' | 'html'> {
  const [, boundary] = /^content-type: multipart\/alternative;\s+boundary="([^"]+)"/im.exec(source) ?? []
  if (boundary === undefined) return { text: bodyOf(source), html: undefined }
  const parts = source.split(`--${boundary}`)
  const partOf = (type: string) => parts.find((part) => part.trimStart().startsWith(`Content-Type: ${type}`)) ?? ''
  return { text: bodyOf(partOf('text/plain')), html: bodyOf(partOf('text/html')) }
}

function bodyOf(source: string): string {
  const body = source.slice(source.indexOf('\r\n\r\n') + 4)
  if (/^content-transfer-encoding: base64/im.test(source)) return Buffer.from(body, 'base64').toString()
  return body.replaceAll('=\r\n', '').replace(/(=[0-9A-F]{2})+/g, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString())
}
