import type { FastifyReply, FastifyRequest } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import { jobMemory, largestLogoBytes, queues } from '../../contract/limits.ts'
import type { StoredLogo } from '../branding/branding.queries.ts'
import { BadRequest, TooLarge, Unavailable } from '../errors/errors.ts'
import { withForm } from '../http/multipart.ts'
import { impatient } from '../http/requester.ts'
import { fairQueue } from '../process/fair-queue.ts'
import { sandbox } from '../process/sandbox.ts'
import type { LogoResult } from './logo.sandbox.ts'

const expected = {
  field: 'logo',
  maxBytes: largestLogoBytes,
  tooLarge: () => new TooLarge(messages.settings.logoTooLarge, 'logo'),
}

const queue = fairQueue(queues.logo)
const decode = sandbox<Buffer, LogoResult>('logo.sandbox', import.meta.url, { memoryMb: jobMemory.logo, addons: true })

/** The type is decided by the first bytes, so that no other decoder (SVG, PDF, …) ever reads an untrusted file. */
function isLogoType(bytes: Buffer): boolean {
  const isPng = bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isPng || isJpeg || isWebp
}

/** The logo of a form: decided by its content, decoded and encoded anew, at most 512 pixels wide and high, without metadata. */
export async function readLogoForm(request: FastifyRequest, reply: FastifyReply): Promise<StoredLogo> {
  const { logoMissing, logoType, logoTooManyPixels, logoDamaged } = messages.settings
  const result = await withForm(request, reply, [expected], async ({ files }, requester) => {
    const file = files[0]?.start
    if (!file?.length) throw new BadRequest(logoMissing, 'logo')
    if (!isLogoType(file)) throw new BadRequest(logoType, 'logo')
    return queue(impatient(request, requester, 'logo'), () => decode(file))
  })
  // The decoder crashed or timed out.
  if (!result) throw new Unavailable()
  if ('image' in result) return { image: Buffer.from(result.image), type: result.type }
  const refusals = { damaged: logoDamaged, 'too-many-pixels': logoTooManyPixels, 'other-type': logoType }
  throw new BadRequest(refusals[result.refusal], 'logo')
}
