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
    const accepted = /\b(br|gzip)\b/.exec(request.headers['accept-encoding'] ?? '')?.[1]
    const type = reply.getHeader('content-type')
    if (!accepted || !packable.test(String(type))) return done(null, payload)
    const preferred = /\bbr\b/.test(String(request.headers['accept-encoding'])) ? 'br' : 'gzip'
    reply.header('content-encoding', preferred).header('vary', 'accept-encoding').removeHeader('content-length')
    pack(preferred, payload as string | Buffer | Readable).then(
      (packed) => done(null, packed),
      (error) => done(error),
    )
  })
}

async function pack(encoding: 'br' | 'gzip', payload: string | Buffer | Readable): Promise<Buffer | Readable> {
  if (!(payload instanceof Readable)) return encoding === 'br' ? brotli(payload, effort) : gzip(payload)
  const packing = encoding === 'br' ? zlib.createBrotliCompress(effort) : zlib.createGzip()
  payload.on('error', (error) => packing.destroy(error))
  packing.on('close', () => payload.destroy())
  return payload.pipe(packing)
}
