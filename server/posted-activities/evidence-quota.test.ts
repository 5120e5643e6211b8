import { once } from 'node:events'
import { connect } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { type FilePart, multipart } from '../../testing/multipart.ts'
import { makePdf } from '../../testing/pdfs.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { evidenceQuota } from './evidence-quota.queries.ts'

const megabyte = 1024 * 1024
let portal: Portal
let terms: { autumn: number; spring: number }
let owner: MadeUser
let session: { cookie: string }
let activity: MadeActivity
let picture: Buffer
beforeAll(async () => {
  portal = await startPortal({ environment: { EVIDENCE_QUOTA_MB: '1' } })
  const autumn = (await portal.make.term('Autumn', '2026-09-01', '2027-01-31')).id
  terms = { autumn, spring: (await portal.make.term('Spring', '2027-02-01', '2027-06-30')).id }
  await portal.app.listen({ host: '127.0.0.1', port: 0 })
  picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#2a6' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => portal.stop())
beforeEach(async () => {
  owner = await portal.make.staff()
  session = await portal.startSession(owner)
  activity = await portal.make.activity()
})

let nextDay = 1
function send(method: 'POST' | 'PUT', url: string, files: readonly FilePart[], fields: Record<string, string>) {
  const form = multipart(fields, files)
  return portal.app.inject({ method, url, payload: form.payload, headers: { ...form.headers, ...session } })
}
function post(files: readonly FilePart[], starting_date = `2026-10-${String(nextDay++).padStart(2, '0')}`) {
  return send('POST', '/posted-activities', files, { activity_name: activity.name, starting_date })
}
const photo = (): FilePart => ({ field: 'files', name: 'photo.jpg', bytes: picture })
/** A posting with a file of this many bytes. */
async function store(bytes: number, day = '2026-12-24') {
  const id = await portal.make.posting(owner.id, await portal.make.activity(), day)
  const [{ id: fileId }] = (await portal.sql`
    insert into evidence_files (posted_activity_id, position, kind, name, bytes, width, height)
    values (${id}, 1, 'photo', 'large.jpg', convert_to(repeat('x', ${bytes}), 'UTF8'), 1, 1) returning id`) as [{ id: string }]
  return { id, fileId }
}
const used = async () =>
  (await portal.app.inject({ url: '/posted-activities/quota', headers: session })).json() as {
    quota: number
    used: { term_id: number; bytes: number }[]
  }
const usedIn = async (term: number) => (await used()).used.find(({ term_id }) => term_id === term)?.bytes
const sentence = (left: string) => `Only ${left} MB of the 1 MB for your files in this term is left.`
const refusal = (reply: { statusCode: number; json: () => { errors?: { field: string; message: string }[] } }) => [
  reply.statusCode,
  reply.json().errors?.map(({ field, message }) => [field, message]),
]

test('what is stored counts, a PDF with the pictures of its pages; more than the quota is refused with what is left', async () => {
  expect(await used()).toMatchObject({ quota: megabyte })
  expect(
    (
      await post([
        { name: 'a.jpg', bytes: picture },
        { field: 'files', name: 'a.pdf', bytes: makePdf() },
      ])
    ).statusCode,
  ).toBe(201)
  const [sizes] = await portal.sql<[{ image: number; file: number; pages: number }]>`
    select length(i.bytes) as image, length(f.bytes) as file, (select sum(length(bytes))::int from evidence_pages where file_id = f.id) as pages
    from posted_activities p join posted_images i on i.posted_activity_id = p.id join evidence_files f on f.posted_activity_id = p.id
    where p.user_id = ${owner.id}`
  expect(await usedIn(terms.autumn)).toBe(sizes.image + sizes.file + sizes.pages)

  await store(800_000)
  const full = await store(150_000)
  const before = await usedIn(terms.autumn)
  const noise = await sharp(Buffer.alloc(900 * 600 * 3, 1), { raw: { width: 900, height: 600, channels: 3 } })
    .composite([
      {
        input: {
          create: { width: 900, height: 600, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
        },
      },
    ])
    .jpeg({ quality: 90 })
    .toBuffer()
  const large: FilePart = { field: 'files', name: 'noise.jpg', bytes: noise }
  const left = (Math.floor(((megabyte - (before ?? 0)) / megabyte) * 10) / 10).toFixed(1)
  expect(refusal(await post([large]))).toEqual([413, [['files', sentence(left)]]])
  expect(await usedIn(terms.autumn)).toBe(before)
  // A posting without evidence is not limited by the quota, and another term has its own.
  expect((await post([])).statusCode).toBe(201)
  expect((await post([large], '2027-03-01')).statusCode).toBe(201)
  // A deleted posting makes room.
  expect((await portal.app.inject({ method: 'DELETE', url: `/posted-activities/${full.id}`, headers: session })).statusCode).toBe(
    200,
  )
  expect((await post([photo()])).statusCode).toBe(201)
})

test('what another request adds at the same moment is waited for, and counted', async () => {
  await store(megabyte - Math.floor(picture.length * 1.5))
  const id = await portal.make.posting(owner.id, await portal.make.activity(), '2026-12-25')
  const isWaiting = async () => (await portal.sql`select from pg_locks where locktype = 'advisory' and not granted`).length > 0
  let waiting: ReturnType<typeof send> | undefined
  await portal.sql.begin(async (other) => {
    await evidenceQuota(other, megabyte).refuseOverQuota(owner.id, terms.autumn, 0, 'files')
    await other`insert into posted_images (posted_activity_id, bytes) values (${id}, ${picture})`
    // A posting waits for the sums of its member besides, a question for nothing else.
    const form = { subject: 'missing', text: 'May', term_id: String(terms.autumn) }
    waiting = send('POST', '/questions', [{ name: 'a.jpg', bytes: picture }], form)
    await expect.poll(isWaiting, { timeout: 60_000 }).toBe(true)
  })
  expect((await waiting)?.statusCode).toBe(413)
  expect(await usedIn(terms.autumn)).toBeLessThanOrEqual(megabyte)
})

test('of two postings at once that both fit alone, one is refused', async () => {
  await store(megabyte - Math.floor(picture.length * 1.5))
  const replies = await Promise.all([post([photo()]), post([photo()])])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 413])
})

test('an edit counts what it adds and not what it removes, and takes its evidence along to another term', async () => {
  const { id, fileId } = await store(megabyte - 100)
  const fields = { activity_id: String(activity.id), starting_date: '2026-12-23' }
  const edit = (files: readonly FilePart[], more = {}) => send('PUT', `/posted-activities/${id}`, files, { ...fields, ...more })
  expect(refusal(await edit([photo()]))).toEqual([413, [['files', sentence('0.0')]]])
  expect((await edit([photo()], { remove_files: fileId })).statusCode).toBe(200)

  await store(megabyte - 100, '2027-03-02')
  expect(refusal(await edit([], { starting_date: '2027-03-03' }))).toEqual([413, [['files', sentence('0.0')]]])
  // The quota was lowered: what is stored stays, and the rest of the posting can be changed.
  await store(megabyte)
  expect((await edit([], { link: 'https://uni.test.example' })).statusCode).toBe(200)
})

test('the image of a question counts, too', async () => {
  await store(megabyte - 100)
  const ask = (term_id: number) =>
    send('POST', '/questions', [{ name: 'a.jpg', bytes: picture }], { subject: 'missing', text: 'May', term_id: String(term_id) })
  expect(refusal(await ask(terms.autumn))).toEqual([413, [['image', sentence('0.0')]]])
  expect((await ask(terms.spring)).statusCode).toBe(201)
  expect(await usedIn(terms.spring)).toBeGreaterThan(0)
})

test.each(['/posted-activities', '/questions'])(
  'POST %s is refused by its length alone, before its body has arrived',
  async (path) => {
    await store(megabyte / 2)
    await store(megabyte / 4, '2027-03-02')
    const address = new URL(portal.app.listeningOrigin)
    const socket = connect(Number(address.port), address.hostname)
    const head = `POST ${path} HTTP/1.1\r\nHost: ${address.host}\r\nCookie: ${session.cookie}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${megabyte}\r\n\r\n`
    socket.write(head)
    const [reply] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(reply.toString()).toMatch(/^HTTP\/1.1 413 /)
    expect(reply.toString()).toContain('0.7 MB of the 1 MB')
  },
)
