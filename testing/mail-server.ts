import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string[]
  /** The sender in the envelope, to which reports go. */
  from: string
  /** The e-mail as it was sent, with its headers. */
  source: string
  /** The text of the e-mail, decoded. */
  text: string
  /** The HTML of the e-mail, if it has any. */
  html: string | undefined
}

/** A real mail server on loopback that stores the e-mails it receives. */
export async function startMailServer() {
  const received: ReceivedMail[] = []
  /** The response code for an address that is refused. */
  let refusalFor: (address: string) => number | undefined = () => undefined
  /** The reply to an e-mail whose content is refused. */
  let refusalOfContent: (source: string) => string | undefined = () => undefined
  const tried: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      tried.push(address)
      const responseCode = refusalFor(address)
      done(responseCode ? Object.assign(new Error('Not now'), { responseCode }) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString()
        const refusal = refusalOfContent(source)
        if (refusal) return done(Object.assign(new Error(refusal), { responseCode: 554 }))
        const { rcptTo, mailFrom } = session.envelope
        received.push({
          to: rcptTo.map(({ address }) => address),
          from: mailFrom ? mailFrom.address : '',
          source,
          ...bodiesOf(source),
        })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    /** Every address that an e-mail was meant for, refused or not. */
    tried,
    refuse: (isRefusing: boolean) => {
      refusalFor = () => (isRefusing ? 450 : undefined)
    },
    refuseAddresses: (codeFor: typeof refusalFor) => {
      refusalFor = codeFor
    },
    refuseContent: (replyTo: typeof refusalOfContent) => {
      refusalOfContent = replyTo
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
