import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { messages } from '../../contract/messages.ts'
import { BadRequest } from '../errors.ts'
import { slots } from '../slots.ts'
import type { ImageAnswer } from './image-worker.ts'

const oneAtATime = slots(1)
const idleMs = 10_000
const patienceMs = 20_000

let worker: ChildProcess | undefined
let ending: NodeJS.Timeout | undefined

function startWorker(): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts')
  const file = fileURLToPath(new URL(`./image-worker.${isSource ? 'ts' : 'js'}`, import.meta.url))
  const started = fork(file, {
    serialization: 'advanced',
    execArgv: isSource ? ['--import', 'tsx'] : [],
    // glibc would otherwise keep a pool of freed memory for every thread that ever decoded.
    env: { ...process.env, MALLOC_ARENA_MAX: '1' },
  })
  // Waiting for work must not keep the server from ending.
  started.unref()
  started.channel?.unref()
  return started
}

async function ask(bytes: Buffer): Promise<ImageAnswer> {
  if (!worker?.connected) worker = startWorker()
  const asked = worker
  clearTimeout(ending)
  const tooLong = setTimeout(() => asked.kill('SIGKILL'), patienceMs)
  try {
    return await new Promise<ImageAnswer>((resolve) => {
      asked.once('message', (answer) => resolve(answer as ImageAnswer))
      // A file that kills its decoder, or keeps it busy for ever, is no image.
      asked.once('exit', () => resolve({ refusal: 'not-jpeg' }))
      asked.send(bytes, (error) => error && resolve({ refusal: 'not-jpeg' }))
    })
  } finally {
    clearTimeout(tooLong)
    asked.removeAllListeners('message')
    asked.removeAllListeners('exit')
    ending = setTimeout(endWorker, idleMs).unref()
  }
}

function endWorker() {
  if (worker?.connected) worker.disconnect()
  worker = undefined
}

function isJpeg(bytes: Buffer) {
  return bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
}

/** Whatever its name says: what cannot be decoded as a JPEG is none. Comes out upright, at most 1600 wide and high, without metadata. */
export async function readImage(bytes: Buffer): Promise<Buffer> {
  // Looked at first, so that no other decoder (SVG, PDF, …) is ever handed a stranger's file.
  const answer = isJpeg(bytes) ? await oneAtATime(() => ask(bytes)) : ({ refusal: 'not-jpeg' } as const)
  if ('image' in answer) return Buffer.from(answer.image)
  const { onlyJpg, tooManyPixels } = messages.postedActivities
  throw new BadRequest(answer.refusal === 'too-many-pixels' ? tooManyPixels : onlyJpg, 'image')
}
