import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
/** Shorter than this is not worth packing. */
const packFrom = 1024
/** Answers are packed while somebody waits: nearly as small as with more effort, in a tenth of the time. */
const effort = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }
const packable = /^(application\/json|text\/csv|text\/html)/

/** The pages are packed when they are built; this is for what is answered. Most answers are short and pass at once. */
export function packAnswers(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
    const isLong = isText ? payload.length >= packFrom : payload instanceof Readable
    if (!isLong || reply.hasHeader('content-encoding')) return done(null, payload)
    const preferred = acceptedEncoding(request.headers['accept-encoding'])
    const type = reply.getHeader('content-type')
    if (!preferred || !packable.test(String(type))) return done(null, payload)
    reply.header('content-encoding', preferred).header('vary', 'accept-encoding').removeHeader('content-length')
    pack(preferred, payload as string | Buffer | Readable).then(
      (packed) => done(null, packed),
      (error) => done(error),
    )
  })
}

/** The better one of what the client accepts; `gzip;q=0` means that it does not. */
function acceptedEncoding(header: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const accepted = String(header ?? '')
    .split(',')
    .map((each) => each.trim().split(/\s*;\s*q=/))
    .flatMap(([name, quality = '1']) => (Number(quality) > 0 ? name : []))
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding))
}

async function pack(encoding: 'br' | 'gzip', payload: string | Buffer | Readable): Promise<Buffer | Readable> {
  if (!(payload instanceof Readable)) return encoding === 'br' ? brotli(payload, effort) : gzip(payload)
  const packing = encoding === 'br' ? zlib.createBrotliCompress(effort) : zlib.createGzip()
  payload.on('error', (error) => packing.destroy(error))
  packing.on('close', () => payload.destroy())
  return payload.pipe(packing)
}
