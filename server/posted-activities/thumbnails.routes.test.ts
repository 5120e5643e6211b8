import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { type FilePart, multipart } from '../../testing/multipart.ts'
import { makePdf } from '../../testing/pdfs.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { thumbnails } from './thumbnails.queries.ts'

let portal: Portal
let owner: MadeUser
let session: { cookie: string }
let activity: MadeActivity
beforeAll(async () => {
  portal = await startPortal()
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
})
afterAll(() => portal.stop())
beforeEach(async () => {
  owner = await portal.make.staff()
  session = await portal.startSession(owner)
  activity = await portal.make.activity()
})

const [red, blue] = ['#c00', '#00c']
const plain = (background: string, width: number, height: number) => sharp({ create: { width, height, channels: 3, background } })

/** As a phone stores it: on its side, with a note to turn it. Upright it is 800 wide, 1200 high, and red above blue. */
async function turnedPhoto() {
  const right = await plain(blue, 600, 800).png().toBuffer()
  return plain(red, 1200, 800)
    .composite([{ input: right, gravity: 'east' }])
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}
/** In its own size it takes 10 kB at the usual quality. */
const noise = () =>
  sharp(randomBytes(160 * 160 * 3), { raw: { width: 160, height: 160, channels: 3 } })
    .jpeg()
    .toBuffer()

async function post(image: Buffer, ...files: FilePart[]): Promise<PostedActivity> {
  const form = multipart({ activity_name: activity.name, starting_date: '2026-10-05' }, [
    { name: 'a.jpg', bytes: image },
    ...files,
  ])
  const reply = await portal.app.inject({
    method: 'POST',
    url: '/posted-activities',
    payload: form.payload,
    headers: { ...form.headers, ...session },
  })
  expect(reply.statusCode).toBe(201)
  return reply.json().postedActivity
}
const file = (name: string, bytes: Buffer): FilePart => ({ field: 'files', name, bytes })

const get = (url: string, headers: Record<string, string> = session) =>
  portal.app.inject({ url: `/uploads/${url}/thumbnail.jpg`, headers })
async function thumbnail(url: string) {
  const reply = await get(url)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/jpeg'])
  const { width, height, exif } = await sharp(reply.rawPayload).metadata()
  return { bytes: reply.rawPayload, width, height, exif }
}
async function colourAt(bytes: Buffer, left: number, top: number) {
  const part = await sharp(bytes).extract({ left, top, width: 8, height: 8 }).toBuffer()
  const { dominant } = await sharp(part).stats()
  return dominant.r > dominant.b ? 'red' : 'blue'
}
const stored = async (posting: PostedActivity) => {
  const [row] = await portal.sql<[{ images: number; files: number }]>`
    select (select count(*)::int from image_thumbnails where posted_activity_id = ${posting.id}) as images,
      (select count(*)::int from file_thumbnails t join evidence_files f on f.id = t.file_id where f.posted_activity_id = ${posting.id}) as files`
  return row
}

test('an image, a photo and a PDF have a thumbnail as soon as they are stored: upright, of the same proportions, at most 8 kB', async () => {
  const posting = await post(await turnedPhoto(), file('b.jpg', await noise()), file('c.pdf', makePdf()))
  expect(await stored(posting)).toEqual({ images: 1, files: 2 })
  const image = await thumbnail(`activities/${posting.image_id}`)
  expect(image).toMatchObject({ width: 107, height: 160, exif: undefined })
  expect([await colourAt(image.bytes, 50, 20), await colourAt(image.bytes, 50, 130)]).toEqual(['red', 'blue'])
  const [photo, pdf] = await Promise.all(posting.files.map(({ id }) => thumbnail(`evidence/${id}`)))
  expect(photo).toMatchObject({ width: 160, height: 160 })
  expect(pdf).toMatchObject({ width: 113, height: 160 })
  for (const one of [image, photo, pdf]) expect(one?.bytes.length).toBeLessThanOrEqual(8192)
})

test('one that is missing is made at its first request, once for two at the same moment, and neither audited nor counted', async () => {
  const posting = await post(await turnedPhoto(), file('b.jpg', await noise()), file('c.pdf', makePdf()))
  const urls = [`activities/${posting.image_id}`, ...posting.files.map(({ id }) => `evidence/${id}`)]
  const before = await Promise.all(urls.map(thumbnail))
  // As the release before stores them, and verified: nothing of the posting may change any more.
  await portal.sql`delete from image_thumbnails`
  await portal.sql`delete from file_thumbnails`
  const admin = await portal.make.admin()
  await portal.sql`update posted_activities set state = 'verified', reviewed_by = ${admin.id}, reviewed_at = now() where id = ${posting.id}`
  const state = () => portal.sql`
    select (select count(*)::int from audit) as records, (select sum(bytes)::int from evidence_sizes where user_id = ${owner.id}) as bytes,
      (select version from posted_activities where id = ${posting.id}) as version`
  const [recorded] = await state()
  const made = await Promise.all([...urls, ...urls].map(thumbnail))
  expect(made).toEqual([...before, ...before])
  // The second one of two finds it stored.
  const again = Buffer.from('another')
  await thumbnails(portal.database).storeOfImage(String(posting.image_id), again)
  for (const { id } of posting.files) await thumbnails(portal.database).storeOfFile(id, again)
  expect(await stored(posting)).toEqual({ images: 1, files: 2 })
  expect(await state()).toEqual([recorded])
})

test('of an image that another release has replaced, it is of the new image', async () => {
  const posting = await post(await plain(red, 400, 200).jpeg().toBuffer())
  const replaced = await plain(blue, 200, 400).jpeg().toBuffer()
  const [image] = await portal.sql<[{ id: string }]>`
    update posted_images set id = gen_random_uuid(), bytes = ${replaced} where posted_activity_id = ${posting.id} returning id`
  const shown = await thumbnail(`activities/${image.id}`)
  expect(shown).toMatchObject({ width: 80, height: 160 })
  expect(await colourAt(shown.bytes, 40, 80)).toBe('blue')
  expect((await get(`activities/${posting.image_id}`)).statusCode).toBe(404)
  await portal.sql`delete from posted_activities where id = ${posting.id}`
  expect(await stored(posting)).toEqual({ images: 0, files: 0 })
})

test('is asked for each time and not sent again; for who may not see the picture it is not there, and is not made', async () => {
  const posting = await post(await turnedPhoto())
  const url = `activities/${posting.image_id}`
  const first = await get(url)
  const known = { 'if-none-match': String(first.headers['etag']) }
  expect((await get(url, { ...session, ...known })).statusCode).toBe(304)
  await portal.sql`delete from image_thumbnails`
  const stranger = await portal.startSession(await portal.make.staff())
  for (const headers of [stranger, { ...stranger, ...known }]) expect((await get(url, headers)).statusCode).toBe(404)
  expect(await stored(posting)).toEqual({ images: 0, files: 0 })
})

test('a picture that cannot be decoded is sent as it is, and not as its thumbnail', async () => {
  const posting = await portal.make.posting(owner.id, activity, '2026-10-05')
  const damaged = Buffer.from('no picture')
  const photo = await portal.make.evidence(posting, 'photo', damaged)
  const reply = await get(`evidence/${photo}`)
  expect([reply.statusCode, reply.rawPayload, reply.headers['etag']]).toEqual([200, damaged, `"${photo}"`])
})
