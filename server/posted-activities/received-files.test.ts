import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { receivedFiles as limits } from '../../contract/limits.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { type FilePart, multipart } from '../../testing/multipart.ts'
import { makePdf, scripted, stream } from '../../testing/pdfs.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { receivedFiles } from './received-files.queries.ts'

let portal: Portal
let port: number
let owner: MadeUser
let session: { cookie: string }
let activity: MadeActivity
beforeAll(async () => {
  portal = await startPortal()
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
  await portal.app.listen({ host: '127.0.0.1', port: 0 })
  port = Number(new URL(portal.app.listeningOrigin).port)
})
afterAll(() => portal.stop())
beforeEach(async () => {
  owner = await portal.make.staff()
  session = await portal.startSession(owner)
  activity = await portal.make.activity()
})

const file = (name: string, bytes: Buffer): FilePart => ({ field: 'files', name, bytes })
/** A PDF of several pieces, the last of which is not full. */
const large = Math.round(2.5 * limits.piece)
/** No two pieces are the same, and two scans differ in their last one. */
const scan = (letter: string) => {
  const lines = Array.from({ length: large / 8 }, (_, index) => `${10_000_000 + index}`).join('')
  return makePdf({ objects: [stream('', lines + letter)] })
}
async function send(method: 'POST' | 'PUT', url: string, files: readonly FilePart[], headers = {}) {
  const form = multipart({ activity_name: activity.name, starting_date: '2026-10-05' }, files)
  // The form comes from a socket, which hands it out in chunks.
  const reply = await fetch(`http://127.0.0.1:${port}${url}`, {
    method,
    body: new Uint8Array(form.payload),
    headers: { ...form.headers, ...session, ...headers },
  })
  return { statusCode: reply.status, ...((await reply.json()) as { postedActivity: PostedActivity }) }
}
async function pieces(): Promise<number> {
  const [row] = await portal.sql<[{ count: number }]>`select count(*)::int as count from received_pieces`
  return row.count
}
const stored = async (id: string) =>
  (await portal.app.inject({ url: `/uploads/evidence/${id}.pdf`, headers: session })).rawPayload

test('a large PDF is stored byte for byte, with a posting and with an edit of it; nothing of it stays among what was received', async () => {
  const [first, second] = [scan('a'), scan('b')]
  const photo = await sharp({
    create: { width: 1500, height: 1000, channels: 3, background: '#2a6', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .jpeg({ quality: 95 })
    .toBuffer()
  expect(photo.length).toBeGreaterThan(limits.piece)
  const posted = await send('POST', '/posted-activities', [file('a.pdf', first), file('photo.jpg', photo)])
  expect(posted.statusCode).toBe(201)
  const { id } = posted.postedActivity
  const edited = await send('PUT', `/posted-activities/${id}`, [file('b.pdf', second)])
  const { files } = edited.postedActivity
  expect(files).toMatchObject([{ kind: 'pdf' }, { kind: 'photo', width: 1500, height: 1000 }, { kind: 'pdf' }])
  // A difference of two large files would take minutes to be written out.
  expect((await stored(String(files[0]?.id))).equals(first)).toBe(true)
  expect((await stored(String(files[2]?.id))).equals(second)).toBe(true)
  expect(await pieces()).toBe(0)
})

test('one that is refused leaves nothing behind', async () => {
  const refused = Buffer.concat([(scripted['when it opens'] as () => Buffer)(), Buffer.alloc(large, ' ')])
  expect((await send('POST', '/posted-activities', [file('a.pdf', scan('a')), file('b.pdf', refused)])).statusCode).toBe(400)
  expect(await pieces()).toBe(0)
})

test('nor does one whose sender disconnects', async () => {
  const { payload, headers } = multipart({ activity_name: activity.name, starting_date: '2026-10-05' }, [
    file('a.pdf', scan('a')),
  ])
  const upload = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/posted-activities',
    headers: { ...headers, ...session, 'content-length': payload.length },
  })
  upload.on('error', () => {})
  upload.write(payload.subarray(0, large - 1000))
  await expect.poll(pieces, { timeout: 30_000 }).toBeGreaterThan(0)
  upload.destroy()
  await expect.poll(pieces, { timeout: 30_000 }).toBe(0)
})

test('the same large form twice with one key is one posting, another file with that key is refused', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const first = await send('POST', '/posted-activities', [file('a.pdf', scan('a'))], key)
  const again = await send('POST', '/posted-activities', [file('a.pdf', scan('a'))], key)
  expect(again.postedActivity).toEqual(first.postedActivity)
  expect((await send('POST', '/posted-activities', [file('a.pdf', scan('b'))], key)).statusCode).toBe(422)
})

test('what a server that ended has left is deleted later, and not what is being received', async () => {
  const storage = receivedFiles(portal.database)
  const [old, fresh] = [randomUUID(), randomUUID()]
  for (const id of [old, fresh]) await storage.add(id, 1, Buffer.from('piece'))
  await portal.sql`update received_pieces set received_at = now() - make_interval(mins => ${limits.minutes + 1}) where file_id = ${old}`
  await storage.forgetOld()
  expect(await portal.sql`select file_id from received_pieces`).toEqual([{ file_id: fresh }])
  await storage.remove([fresh])
})
