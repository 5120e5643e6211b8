import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let activity: MadeActivity
let port: number
beforeAll(async () => {
  portal = await startPortal()
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
  activity = await portal.make.activity()
  await portal.app.listen({ host: '127.0.0.1', port: 0 })
  port = (portal.app.server.address() as AddressInfo).port
})
afterAll(() => portal.stop())

/** A form of 200 kB of which only the beginning is sent. */
async function beginUpload(member: MadeUser) {
  const { payload, headers } = multipart({
    activity_id: String(activity.id),
    starting_date: '2026-10-01',
    filler: 'x'.repeat(5000),
  })
  const session = await portal.startSession(member)
  const upload = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/posted-activities',
    headers: { ...headers, ...session, 'content-length': 200_000 },
  })
  upload.on('error', () => {})
  await new Promise<void>((sent) => upload.write(payload.subarray(0, 1000), () => sent()))
  return upload
}

async function postSmall(member: MadeUser, starting_date: string) {
  const { payload, headers } = multipart({ activity_id: String(activity.id), starting_date })
  return portal.app.inject({
    method: 'POST',
    url: '/posted-activities',
    payload,
    headers: { ...headers, ...(await portal.startSession(member)) },
  })
}

/** The process that decodes images, from the process list. */
function decoder(): number {
  const own = readdirSync('/proc').filter((name) => {
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('image.sandbox') && parentOf(name) === process.pid
    } catch {
      return false
    }
  })
  expect(own).toHaveLength(1)
  return Number(own[0])
}
function parentOf(pid: string) {
  return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

test('a decoder that dies is a 503 with Retry-After, never an error about the image, and the next one works', async () => {
  const member = await portal.startSession(await portal.make.staff())
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const post = (starting_date: string) => {
    const { payload, headers } = multipart({ activity_id: String(activity.id), starting_date }, { name: 'a.jpg', bytes: image })
    return portal.app.inject({ method: 'POST', url: '/posted-activities', payload, headers: { ...headers, ...member } })
  }
  expect((await post('2026-11-01')).statusCode).toBe(201)
  let reply: Awaited<ReturnType<typeof post>>
  let day = 1
  do {
    day += 1
    const pid = decoder()
    process.kill(pid, 'SIGSTOP')
    const posting = post(new Date(Date.UTC(2026, 10, day)).toISOString().slice(0, 10))
    // The stopped decoder answers nothing. If it dies before it gets the image, another one is started, and the next round waits longer.
    await pause(50 * day)
    process.kill(pid, 'SIGKILL')
    reply = await posting
  } while (reply.statusCode === 201)
  expect(reply.statusCode).toBe(503)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  expect((await post('2026-09-01')).statusCode).toBe(201)
})

describe('slow uploads', () => {
  test('do not delay postings without an image, and later uploads only for a limited time', async () => {
    const [slow, other] = [await portal.make.staff(), await portal.make.staff()]
    // There are more uploads than the concurrency limit: the later ones are queued.
    const uploads = [await beginUpload(slow), await beginUpload(slow), await beginUpload(slow)]
    expect((await postSmall(other, '2026-10-02')).statusCode).toBe(201)
    expect((await postSmall(slow, '2026-10-03')).statusCode).toBe(201)
    // The uploads disconnect, the queued ones too; later ones are served.
    for (const upload of uploads) upload.destroy()
    const { payload, headers } = multipart(
      { activity_id: String(activity.id), starting_date: '2026-10-04', filler: 'x'.repeat(9000) },
      undefined,
    )
    const reply = await portal.app.inject({
      method: 'POST',
      url: '/posted-activities',
      payload,
      headers: { ...headers, ...(await portal.startSession(slow)), 'content-length': String(payload.length) },
    })
    expect(reply.statusCode).toBe(201)
    const large = multipart(
      { activity_id: String(activity.id), starting_date: '2026-10-05' },
      { name: 'x.jpg', bytes: Buffer.alloc(100_000) },
    )
    const refused = await portal.app.inject({
      method: 'POST',
      url: '/posted-activities',
      payload: large.payload,
      headers: { ...large.headers, ...(await portal.startSession(slow)) },
    })
    expect(refused.statusCode).toBe(400)
  })
})
