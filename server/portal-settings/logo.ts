import type { FastifyReply, FastifyRequest } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import { largestLogoBytes } from '../../contract/portal-settings.ts'
import { BadRequest, TooLarge, Unavailable } from '../http/errors.ts'
import { readForm } from '../http/multipart.ts'
import { requesterOf } from '../http/requester.ts'
import { fairQueue } from '../process/fair-queue.ts'
import { sandbox } from '../process/sandbox.ts'
import type { LogoResult } from './logo.sandbox.ts'
import type { StoredLogo } from './portal-settings.queries.ts'

const expected = {
  field: 'logo',
  maxBytes: largestLogoBytes,
  tooLarge: () => new TooLarge(messages.settings.logoTooLarge, 'logo'),
}

const queue = fairQueue({ concurrency: 1, maxPerPerson: 2, maxWaiting: 8 })
const decode = sandbox<Buffer, LogoResult>('logo.sandbox', import.meta.url, 256)

/** By the first bytes, so that no other decoder (SVG, PDF, …) ever reads an untrusted file. */
function isLogoType(bytes: Buffer): boolean {
  const isPng = bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isPng || isJpeg || isWebp
}

/** The logo of a form: decided by its content, decoded and encoded anew, at most 512 pixels wide and high, without metadata. */
export async function readLogoForm(request: FastifyRequest, reply: FastifyReply): Promise<StoredLogo> {
  return queue(requesterOf(request, reply), async () => {
    const { logoMissing, logoType, logoTooManyPixels, logoDamaged } = messages.settings
    const { file } = await readForm(request, expected)
    if (!file?.length) throw new BadRequest(logoMissing, 'logo')
    if (!isLogoType(file)) throw new BadRequest(logoType, 'logo')
    const result = await decode(file)
    // The decoder crashed or timed out.
    if (!result) throw new Unavailable()
    if ('image' in result) return { image: Buffer.from(result.image), type: result.type }
    const refusals = { damaged: logoDamaged, 'too-many-pixels': logoTooManyPixels, 'other-type': logoType }
    throw new BadRequest(refusals[result.refusal], 'logo')
  })
}
