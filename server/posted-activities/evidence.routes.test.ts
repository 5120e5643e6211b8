import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { largestFileBytes } from '../../contract/limits.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { type FilePart, multipart } from '../../testing/multipart.ts'
import { attached, bombs, makePdf, scripted } from '../../testing/pdfs.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { displayName } from '../http/display-name.ts'

let portal: Portal
let physics: number
let owner: MadeUser
let session: { cookie: string }
let activity: MadeActivity
let admin: MadeUser
beforeAll(async () => {
  portal = await startPortal()
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
  physics = (await portal.make.department('Physics')).id
  admin = await portal.make.admin()
})
afterAll(() => portal.stop())
beforeEach(async () => {
  owner = await portal.make.staff({ department_id: physics })
  session = await portal.startSession(owner)
  activity = await portal.make.activity()
})

function send(
  method: 'POST' | 'PUT',
  url: string,
  files: readonly FilePart[],
  fields: Record<string, string> = {},
  headers: Record<string, string> = session,
) {
  const form = multipart({ activity_name: activity.name, starting_date: '2026-10-05', ...fields }, files)
  return portal.app.inject({ method, url, payload: form.payload, headers: { ...form.headers, ...headers } })
}
const post = (files: readonly FilePart[], fields?: Record<string, string>, headers?: Record<string, string>) =>
  send('POST', '/posted-activities', files, fields, headers)
const edit = (id: number, files: readonly FilePart[], fields?: Record<string, string>) =>
  send('PUT', `/posted-activities/${id}`, files, fields)

const file = (name: string, bytes: Buffer): FilePart => ({ field: 'files', name, bytes, type: 'application/octet-stream' })
const jpeg = (background = '#2a6', width = 320, height = 200) =>
  sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toBuffer()
const photo = async (name = 'photo.jpg', background?: string) => file(name, await jpeg(background))
const certificate = () => file('certificate.pdf', makePdf({ copies: 2 }))
const rows = () => portal.sql<{ name: string }[]>`
  select f.name from evidence_files f join posted_activities p on p.id = f.posted_activity_id where p.user_id = ${owner.id} order by position`
async function encrypted(password: object): Promise<Buffer> {
  const document = new PDFDocument({ ...password })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => document.on('end', resolve))
  document.text('Certificate')
  document.end()
  await ended
  return Buffer.concat(chunks)
}

describe('further files of a posting', () => {
  test('photos and PDF files are posted beside the image, and listed in their order', async () => {
    const reply = await post([
      { name: 'a.jpg', bytes: await jpeg() },
      certificate(),
      file('IMG 1.jpg', await jpeg('#00f', 3200, 1600)),
    ])
    expect(reply.statusCode).toBe(201)
    const { postedActivity } = reply.json()
    const files = [
      { id: expect.any(String), kind: 'pdf', name: 'certificate.pdf', pages: 2, width: 1131, height: 1600 },
      { id: expect.any(String), kind: 'photo', name: 'IMG 1.jpg', pages: null, width: 1600, height: 800 },
    ]
    expect(postedActivity).toMatchObject({ image_id: expect.any(String), files })
    const list = await portal.app.inject({ url: `/posted-activities?user_id=${owner.id}`, headers: session })
    expect(list.json().postedActivities).toMatchObject([{ id: postedActivity.id, files }])
    const queue = await (await portal.as(admin))('GET', `/review?posting_id=${postedActivity.id}`)
    expect(queue.json().postings).toMatchObject([{ id: postedActivity.id, files }])
  })

  test('a photo is encoded anew, without metadata; a PDF is stored as it was sent', async () => {
    const [sent, picture] = [makePdf(), await jpeg()]
    const [pdf, photo] = (await post([file('a.pdf', sent), file('b.jpg', picture)])).json().postedActivity.files
    const get = (url: string) => portal.app.inject({ url: `/uploads/evidence/${url}`, headers: session })
    expect((await get(`${pdf.id}.pdf`)).rawPayload).toEqual(sent)
    const served = await get(`${photo.id}.jpg`)
    expect(served.headers['content-type']).toBe('image/jpeg')
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 200 })
    expect((await sharp(served.rawPayload).metadata()).exif).toBeUndefined()
    const page = await get(`${pdf.id}/pages/1.jpg`)
    expect(page.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
    expect(await sharp(page.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1131, height: 1600 })
    // The page has a blue rectangle on white.
    const inside = await sharp(page.rawPayload).extract({ left: 300, top: 700, width: 200, height: 200 }).toBuffer()
    const { dominant } = await sharp(inside).stats()
    expect(dominant.b).toBeGreaterThan(dominant.r + 80)
  })

  test('a PDF is a download that no browser shows, under its own name', async () => {
    const [stored] = (await post([file('شهادة 2026.PDF', makePdf())])).json().postedActivity.files
    expect(stored.name).toBe('شهادة 2026.PDF')
    const reply = await portal.app.inject({ url: `/uploads/evidence/${stored.id}.pdf`, headers: session })
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="_____ 2026.pdf"; filename*=UTF-8''${encodeURIComponent('شهادة 2026')}.pdf`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
  })

  test('are asked for each time, and not sent again: the right to read them is checked before', async () => {
    const posting = await portal.make.posting(owner.id, activity, '2026-10-05')
    const [photo, pdf] = [await portal.make.evidence(posting, 'photo'), await portal.make.evidence(posting, 'pdf')]
    const [image] = await portal.sql<[{ id: string }]>`
      insert into posted_images (posted_activity_id, bytes) values (${posting}, '\\xffd8ffd9') returning id`
    const urls = [`activities/${image.id}.jpg`, `evidence/${photo}.jpg`, `evidence/${pdf}.pdf`, `evidence/${pdf}/pages/1.jpg`]
    urls.push(`activities/${image.id}/thumbnail.jpg`, `evidence/${photo}/thumbnail.jpg`, `evidence/${pdf}/thumbnail.jpg`)
    const stranger = await portal.startSession(await portal.make.staff())
    for (const url of urls.map((rest) => `/uploads/${rest}`)) {
      const first = await portal.app.inject({ url, headers: session })
      expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'private, no-cache'])
      const known = { 'if-none-match': String(first.headers['etag']) }
      const again = await portal.app.inject({ url, headers: { ...session, ...known } })
      expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([304, '', 'private, no-cache'])
      expect((await portal.app.inject({ url, headers: { ...session, 'if-none-match': '"another"' } })).statusCode).toBe(200)
      expect((await portal.app.inject({ url, headers: { ...stranger, ...known } })).statusCode).toBe(404)
      expect((await portal.app.inject({ url, headers: known })).statusCode).toBe(401)
    }
  })

  test('are for whom may see the posting; for anybody else they are not there', async () => {
    const posting = await portal.make.posting(owner.id, activity, '2026-10-05')
    const urls = [
      `${await portal.make.evidence(posting, 'photo')}.jpg`,
      `${await portal.make.evidence(posting, 'pdf')}.pdf`,
      `${await portal.make.evidence(posting, 'pdf')}/pages/1.jpg`,
    ]
    const people = { admin, owner, head: await portal.make.head(physics), stranger: await portal.make.staff(), nobody: null }
    const expected = { admin: 200, owner: 200, head: 200, stranger: 404, nobody: 401 }
    for (const [who, user] of Object.entries(people)) {
      const call = await portal.as(user)
      for (const url of urls)
        expect({ who, url, status: (await call('GET', `/uploads/evidence/${url}`)).statusCode }).toEqual({
          who,
          url,
          status: expected[who as keyof typeof expected],
        })
    }
    const call = await portal.as(owner)
    const [photoUrl = '', pdfUrl = ''] = urls
    for (const url of [photoUrl.replace('.jpg', '.pdf'), pdfUrl.replace('.pdf', '.jpg'), pdfUrl.replace('.pdf', '/pages/2.jpg')])
      expect((await call('GET', `/uploads/evidence/${url}`)).statusCode).toBe(404)
    for (const url of ['x.pdf', 'x.jpg', `${crypto.randomUUID()}/pages/x.jpg`, `${crypto.randomUUID()}/pages/99999999999.jpg`])
      expect((await call('GET', `/uploads/evidence/${url}`)).statusCode).toBe(400)
  })

  test('an edit adds and removes them; a file of another posting is not removed', async () => {
    const { id, files } = (await post([await photo('a.jpg', '#f00'), await photo('b.jpg', '#0f0')])).json().postedActivity
    const changed = await edit(id, [certificate()], { remove_files: files[0].id })
    expect(changed.statusCode).toBe(200)
    expect(changed.json().postedActivity.files).toMatchObject([{ name: 'b.jpg', id: files[1].id }, { name: 'certificate.pdf' }])
    const other = await portal.make.posting((await portal.make.staff()).id, activity, '2026-10-05')
    const foreign = await portal.make.evidence(other, 'photo')
    expect((await edit(id, [], { remove_files: `${files[1].id},${foreign}` })).statusCode).toBe(409)
    expect((await edit(id, [], { remove_files: 'all' })).statusCode).toBe(400)
    expect(await rows()).toEqual([{ name: 'b.jpg' }, { name: 'certificate.pdf' }])
    expect((await edit(id, [], {})).json().postedActivity.files).toHaveLength(2)
  })

  test('adding or removing one is enough to answer a return', async () => {
    const { id, files } = (await post([await photo()])).json().postedActivity
    const asAdmin = await portal.as(admin)
    const giveBack = async () => {
      const [{ version }] = await portal.sql<[{ version: number }]>`select version from posted_activities where id = ${id}`
      await asAdmin('PUT', '/review', { state: 'returned', reason: 'The certificate is missing', postings: [{ id, version }] })
    }
    await giveBack()
    expect((await edit(id, [])).statusCode).toBe(400)
    expect((await edit(id, [await photo('b.jpg')])).json().postedActivity.state).toBe('posted')
    await giveBack()
    expect((await edit(id, [], { remove_files: files[0].id })).json().postedActivity.state).toBe('posted')
  })

  test('of a verified posting stay as they are, in the database too; no file or page is ever changed', async () => {
    const id = await portal.make.posting(owner.id, activity, '2026-10-05')
    const pdf = await portal.make.evidence(id, 'pdf')
    await expect(portal.sql`update evidence_files set name = 'other.pdf' where id = ${pdf}`).rejects.toThrow(/append-only/)
    await expect(portal.sql`update evidence_pages set bytes = 'x' where file_id = ${pdf}`).rejects.toThrow(/stay as they are/)
    await expect(portal.sql`delete from evidence_pages where file_id = ${pdf}`).rejects.toThrow(/stay as they are/)
    await portal.sql`update posted_activities set state = 'verified', reviewed_by = ${admin.id}, reviewed_at = now() where id = ${id}`
    expect((await edit(id, [await photo()])).statusCode).toBe(409)
    expect((await edit(id, [], { remove_files: pdf })).statusCode).toBe(409)
    await expect(portal.sql`delete from evidence_files where id = ${pdf}`).rejects.toThrow(/is verified/)
    await expect(portal.sql`insert into evidence_pages values (${pdf}, 2, 'x')`).rejects.toThrow(/stay as they are/)
  })

  test('go with their posting', async () => {
    const id = await portal.make.posting(owner.id, activity, '2026-10-05')
    const pdf = await portal.make.evidence(id, 'pdf')
    expect((await (await portal.as(owner))('DELETE', `/posted-activities/${id}`)).statusCode).toBe(200)
    expect(await portal.sql`select from evidence_files where id = ${pdf}`).toHaveLength(0)
    expect(await portal.sql`select from evidence_pages where file_id = ${pdf}`).toHaveLength(0)
  })

  test('the same form twice with one key is one posting, another file with that key is refused', async () => {
    const headers = { ...session, 'idempotency-key': crypto.randomUUID() }
    // The two files have the same name and length: a viewer ignores what follows the end of a JPEG.
    const bytes = await jpeg()
    const [first, second] = [1, 2].map((end) => file('a.jpg', Buffer.concat([bytes, Buffer.from([end])]))) as [FilePart, FilePart]
    const replies = [await post([first], {}, headers), await post([first], {}, headers)]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(replies[1]?.json()).toEqual(replies[0]?.json())
    expect(await rows()).toHaveLength(1)
    expect((await post([second], {}, headers)).statusCode).toBe(422)
  })
})

describe('five files at most', () => {
  test('with the image, in one form and over several', async () => {
    const photos = await Promise.all(['1', '2', '3', '4', '5', '6'].map((name) => photo(`${name}.jpg`)))
    const tooMany = { code: 'postedActivities.tooManyFiles', errors: [{ field: 'files' }] }
    expect((await post(photos)).json()).toMatchObject(tooMany)
    const image = { name: 'a.jpg', bytes: await jpeg() }
    expect((await post([image, ...photos.slice(0, 5)])).json()).toMatchObject(tooMany)
    expect(await rows()).toEqual([])
    const { id, files } = (await post([image, ...photos.slice(0, 3)])).json().postedActivity
    expect((await edit(id, photos.slice(3, 5))).json()).toMatchObject(tooMany)
    expect(await rows()).toHaveLength(3)
    expect((await edit(id, photos.slice(3, 4))).statusCode).toBe(200)
    // Another image takes the place of the first one.
    expect((await edit(id, [image])).statusCode).toBe(200)
    expect((await edit(id, photos.slice(4, 5), { remove_files: files[0].id })).statusCode).toBe(200)
    expect((await edit(id, photos.slice(5, 6), { remove_image: 'true' })).statusCode).toBe(200)
    expect((await edit(id, [image])).json()).toMatchObject(tooMany)
  })

  test('whatever is added and removed at once, in the database itself', async () => {
    const step = fc.constantFrom('file', 'file', 'file', 'image', 'remove')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (steps) => {
        const id = await portal.make.posting(owner.id, await portal.make.activity(), '2026-10-05')
        await Promise.allSettled(
          steps.map((what, index) =>
            portal.sql.begin(async (tx) => {
              if (what === 'remove')
                await tx`delete from evidence_files where id = (select id from evidence_files where posted_activity_id = ${id} limit 1)`
              else if (what === 'image') await tx`insert into posted_images (posted_activity_id, bytes) values (${id}, 'x')`
              else
                await tx`insert into evidence_files (posted_activity_id, position, kind, name, bytes, width, height)
                  values (${id}, ${index + 1}, 'photo', 'a.jpg', 'x', 1, 1)`
            }),
          ),
        )
        const [{ count }] = await portal.sql<[{ count: number }]>`
          select (select count(*) from evidence_files where posted_activity_id = ${id})::int
            + (select count(*) from posted_images where posted_activity_id = ${id})::int as count`
        expect(count).toBeLessThanOrEqual(5)
        if (!steps.includes('remove')) expect(count).toBe(Math.min(5, new Set(steps.map((s, i) => (s === 'image' ? s : i))).size))
      }),
      { numRuns: 15 },
    )
  })
})

describe('a file is refused with its own sentence, and nothing of the posting is saved', () => {
  const refused: Record<string, () => Promise<{ sent: FilePart; status?: number; code: string; sentence: string }>> = {
    'a PNG named .jpg': async () => ({
      sent: file(
        'a.jpg',
        await sharp(await jpeg())
          .png()
          .toBuffer(),
      ),
      code: 'fileNotAccepted',
      sentence: 'a.jpg cannot be read as a photo or a PDF.',
    }),
    'HTML named .pdf': async () => ({
      sent: file('a.pdf', Buffer.from('<html><script>alert(1)</script></html>')),
      code: 'fileNotAccepted',
      sentence: 'a.pdf cannot be read as a photo or a PDF.',
    }),
    'an empty file': async () => ({ sent: file('a.pdf', Buffer.alloc(0)), code: 'fileEmpty', sentence: 'a.pdf is empty.' }),
    'more than 10 MB': async () => ({
      sent: file('a.pdf', Buffer.alloc(largestFileBytes + 1, 'x')),
      status: 413,
      code: 'fileTooLarge',
      sentence: 'a.pdf is larger than 10 MB.',
    }),
    'a truncated photo': async () => ({
      sent: file('a.jpg', (await jpeg()).subarray(0, 300)),
      code: 'fileUnreadable',
      sentence: 'a.jpg cannot be read. It may be damaged or too complex.',
    }),
    'a truncated PDF': async () => ({
      sent: file('a.pdf', makePdf().subarray(0, 200)),
      code: 'fileUnreadable',
      sentence: 'a.pdf cannot be read. It may be damaged or too complex.',
    }),
    'a PDF with a password': async () => ({
      sent: file('a.pdf', await encrypted({ userPassword: 'secret' })),
      code: 'pdfEncrypted',
      sentence: 'a.pdf is encrypted. Save a copy without a password and choose that instead.',
    }),
    'a PDF with an owner’s password': async () => ({
      sent: file('a.pdf', await encrypted({ ownerPassword: 'secret' })),
      code: 'pdfEncrypted',
      sentence: 'a.pdf is encrypted. Save a copy without a password and choose that instead.',
    }),
    'a PDF with a script': async () => ({
      sent: file('a.pdf', (scripted['in a compressed object'] as () => Buffer)()),
      code: 'pdfHasScripts',
      sentence: 'a.pdf contains scripts or actions. Print it to a new PDF and choose that instead.',
    }),
    'a PDF with an attachment': async () => ({
      sent: file('a.pdf', (attached['as an associated file'] as () => Buffer)()),
      code: 'pdfHasAttachments',
      sentence: 'a.pdf contains attached files. Add them one by one instead.',
    }),
    'a PDF with 21 pages': async () => ({
      sent: file('a.pdf', makePdf({ copies: 21 })),
      code: 'pdfHasTooManyPages',
      sentence: 'a.pdf has more than 20 pages. Include only the pages that serve as evidence.',
    }),
    'a bomb': async () => ({
      sent: file('a.pdf', (bombs['a page with 600 MB of content'] as () => Buffer)()),
      code: 'fileUnreadable',
      sentence: 'a.pdf cannot be read. It may be damaged or too complex.',
    }),
  }

  test.for(Object.entries(refused))('%s', async ([, make]) => {
    const { sent, status = 400, code, sentence } = await make()
    // Names are isolated from the direction of the sentence.
    const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '')
    const reply = await post([await photo('fine.jpg'), sent])
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject({ code: `postedActivities.${code}`, errors: [{ field: 'files' }] })
    expect(plain(reply.json().message)).toBe(sentence)
    expect(await portal.sql`select from posted_activities where user_id = ${owner.id}`).toHaveLength(0)
  })

  test('the name of a file is for display: the last part of a path, without what nobody sees, at most 200 characters', () => {
    expect(displayName('..\\..\\C:\\etc/passwd.pdf')).toBe('passwd.pdf')
    expect(displayName('a\u0000\u202efdp.exe\r\n.pdf')).toBe('afdp.exe.pdf')
    expect(displayName('کارنامه\u200cها.pdf')).toBe('کارنامه\u200cها.pdf')
    expect(displayName('   ')).toBe('')
    expect(displayName('a\ufe0f\u3164\u2800\u2028.pdf')).toBe('a.pdf')
    const long = displayName(`${'😀'.repeat(300)}.pdf`)
    expect([...long]).toHaveLength(200)
    expect(long).toMatch(/\.pdf$/)
  })
})

describe('what knows the image knows the files', () => {
  test('the audit trail has the name and checksum of each one; the history shows a save as one step', async () => {
    const posted = (await post([await photo('a.jpg', '#f00'), await photo('b.jpg', '#0f0')])).json().postedActivity
    await edit(posted.id, [await photo('c.jpg', '#00f')], {
      remove_files: posted.files.map(({ id }: { id: string }) => id).join(),
    })
    const sums = await portal.sql<
      { after: { files: { name: string; checksum: string }[] } | null; before: object; kind: string }[]
    >`
      select kind, before, after from audit where subject = 'posting' and subject_id = ${posted.id} order by id`
    const named = (name: string) => expect.objectContaining({ name, checksum: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(sums).toMatchObject([
      { kind: 'posted', after: { files: [named('a.jpg'), named('b.jpg')] } },
      { kind: 'edited', before: { files: [named('a.jpg'), named('b.jpg')] }, after: { files: [named('b.jpg')] } },
      { kind: 'edited', before: { files: [named('b.jpg')] }, after: { files: null } },
      { kind: 'edited', before: { files: null }, after: { files: [named('c.jpg')] } },
    ])
    const [stored] = await portal.sql<[{ sum: string }]>`
      select encode(sha256(bytes), 'hex') as sum from evidence_files where posted_activity_id = ${posted.id}`
    expect(sums.at(-1)?.after?.files[0]?.checksum).toBe(stored.sum)
    const history = (await (await portal.as(owner))('GET', `/posted-activities/${posted.id}/history`)).json().entries
    expect(history).toMatchObject([
      { kind: 'posted' },
      {
        kind: 'edited',
        before: { files: [{ name: 'a.jpg' }, { name: 'b.jpg' }] },
        after: { files: [{ name: 'c.jpg', checksum: stored.sum.slice(0, 12) }] },
      },
    ])
  })

  test('the same file elsewhere is found, also if it is the image there', async () => {
    const pdf = file('certificate.pdf', makePdf({ mediaBox: '0 0 300 400' }))
    const picture = await jpeg('#abc')
    const first = (await post([pdf, file('p.jpg', picture)])).json().postedActivity
    const other = await portal.make.staff()
    const headers = await portal.startSession(other)
    const second = (await post([pdf], {}, headers)).json().postedActivity
    const third = (await post([{ name: 'x.jpg', bytes: picture }], { starting_date: '2026-10-06' }, headers)).json()
      .postedActivity
    const asAdmin = await portal.as(admin)
    const same = async (id: number) =>
      (await asAdmin('GET', `/review?posting_id=${id}`))
        .json()
        .postings[0].same_image.map(({ posting_id }: { posting_id: number }) => posting_id)
        .toSorted((a: number, b: number) => a - b)
    expect(await same(first.id)).toEqual([second.id, third.id])
    expect(await same(second.id)).toEqual([first.id])
    expect(await same(third.id)).toEqual([first.id])
  })
})
