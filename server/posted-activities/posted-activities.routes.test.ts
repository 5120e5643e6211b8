import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { type FilePart, multipart } from '../../testing/multipart.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let owner: MadeUser
let session: { cookie: string }
let activity: MadeActivity
beforeAll(async () => {
  portal = await startPortal()
  await portal.make.term('Autumn 2026', '2026-09-01', '2027-01-31')
  await portal.make.term('Spring 2026', '2026-02-01', '2026-08-31')
})
afterAll(() => portal.stop())
beforeEach(async () => {
  owner = await portal.make.staff({ title: 'al' })
  session = await portal.startSession(owner)
  activity = await portal.make.activity({ type: 'Attending', score: 3.25 })
})

const photo = (options: { width?: number; height?: number } = {}) =>
  sharp({ create: { width: options.width ?? 320, height: options.height ?? 200, channels: 3, background: '#2a6' } })

function send(method: 'POST' | 'PUT', url: string, fields: Record<string, string>, image?: FilePart, who = session) {
  const { payload, headers } = multipart(fields, image)
  return portal.app.inject({ method, url, payload, headers: { ...headers, ...who } })
}
function form(given: Record<string, string> = {}) {
  return { activity_name: activity.name, starting_date: '2026-10-05', link: '', user_id: String(owner.id), ...given }
}
const post = (given: Record<string, string> = {}, image?: FilePart) => send('POST', '/posted-activities', form(given), image)
const scores = async (query = '') =>
  (await portal.app.inject({ url: `/users/id/${owner.id}${query}`, headers: session })).json().user
const list = async () =>
  (await portal.app.inject({ url: `/posted-activities?user_id=${owner.id}`, headers: session })).json().postedActivities

describe('posting an activity', () => {
  test('replies 201 with the posting, and its points count at once', async () => {
    const reply = await post({ link: 'https://events.test.example/5', id: '1', role_id: '1' })
    expect(reply.statusCode).toBe(201)
    expect(reply.json().postedActivity).toEqual({
      id: expect.any(Number),
      user_id: owner.id,
      activity_id: activity.id,
      activity_name: activity.name,
      activity_names: {},
      type: 'Attending',
      score: 3.25,
      counted_points: 3.25,
      over_limit: null,
      starting_date: '2026-10-05',
      link: 'https://events.test.example/5',
      image_id: null,
      files: [],
      event: null,
      term_id: expect.any(Number),
      term_name: 'Autumn 2026',
      term_names: {},
      term_status: 'open',
      state: 'posted',
      returned_reason: null,
      returned_reasons: {},
      reviewed_by_name: null,
      reviewed_at: null,
      seen_at: null,
      version: 1,
    })
    expect(await scores()).toMatchObject({ atts: 3.25, total_score: 3.25 })
  })

  test('replies what it did to the total and to the own grade, which is without feedback', async () => {
    await portal.sql`insert into term_scores (user_id, term_id, tp, fb) select ${owner.id}, id, 2, 30 from terms where name = 'Autumn 2026'`
    expect((await post()).json().effect).toEqual({ points: 3.25, grade_before: 'E', grade: 'E' })
    expect((await post({ starting_date: '2026-10-06' })).json().effect).toEqual({ points: 3.25, grade_before: 'E', grade: 'D' })
    expect((await post({ starting_date: '2026-03-06' })).json().effect).toEqual({ points: 3.25, grade_before: 'E', grade: 'E' })
  })

  test('of five that arrive together, each replies what it added itself', async () => {
    const replies = await Promise.all([1, 2, 3, 4, 5].map((day) => post({ starting_date: `2026-10-0${day}` })))
    for (const reply of replies) expect(reply.json().effect.points).toBe(3.25)
    expect(await scores()).toMatchObject({ atts: 16.25 })
  })

  test('accepts activity_id instead of the name', async () => {
    const { activity_name: _, ...rest } = form()
    const reply = await send('POST', '/posted-activities', { ...rest, activity_id: String(activity.id) })
    expect(reply.json().postedActivity.activity_id).toBe(activity.id)
  })

  test.each([
    ['activity_name', '', 'Choose one of the activities.'],
    ['activity_name', 'Not in the catalogue', 'Choose one of the activities.'],
    ['starting_date', '', 'Enter the starting date.'],
    ['starting_date', '2026-02-30', 'Enter the starting date.'],
    ['starting_date', '05/10/2026', 'Enter the starting date.'],
    ['starting_date', '0026-10-05', 'Enter a four-digit year from 1900 to 2199.'],
    ['link', 'javascript:alert(1)', 'The link must start with http:// or https://.'],
    ['link', 'data:text/html,x', 'The link must start with http:// or https://.'],
    ['link', 'not a url', 'The link must start with http:// or https://.'],
    ['link', 'https://', 'The link must start with http:// or https://.'],
    ['link', 'http:x.example', 'The link must start with http:// or https://.'],
    ['link', `https://x.example/${'a'.repeat(2000)}`, 'Use 2000 characters or fewer.'],
  ])('%s = %s is refused at its field and nothing is stored', async (field, value, sentence) => {
    const reply = await post({ [field]: value })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ message: sentence, errors: [{ field, message: sentence }] })
    expect(await list()).toEqual([])
  })

  test('a retired activity cannot be posted, and is not offered', async () => {
    await portal.sql`update activities set removed_at = now() where id = ${activity.id}`
    expect((await post()).statusCode).toBe(400)
    const { availableActivities } = (await portal.app.inject({ url: '/posted-activities/available', headers: session })).json()
    expect(availableActivities.map(({ id }: { id: number }) => id)).not.toContain(activity.id)
    expect(availableActivities.length).toBeGreaterThan(0)
  })

  test('the same activity and date twice: 409, also when five arrive together', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => post()))
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([201, 409, 409, 409, 409])
    expect(replies.find((reply) => reply.statusCode === 409)?.json().message).toBe(
      'You already posted this activity for that date.',
    )
    expect(await scores()).toMatchObject({ atts: 3.25 })
    expect((await post({ starting_date: '2026-10-06' })).statusCode).toBe(201)
  })

  test('counts in the term of its date, else in the current one', async () => {
    expect((await post({ starting_date: '2026-03-01' })).json().postedActivity.term_name).toBe('Spring 2026')
    expect((await post({ starting_date: '2020-03-01' })).json().postedActivity.term_name).toBe('Autumn 2026')
  })

  test('JSON instead of a form is 415', async () => {
    const reply = await portal.app.inject({ method: 'POST', url: '/posted-activities', headers: session, payload: form() })
    expect(reply.statusCode).toBe(415)
    expect(reply.json().message).toBe('Send the form as multipart/form-data.')
  })

  test('a broken form, and one with hundreds of fields, is a 4xx', async () => {
    const broken = await portal.app.inject({
      method: 'POST',
      url: '/posted-activities',
      headers: { ...session, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\nContent-Disposition: form-data; name="activity_name"\r\n\r\nhalf',
    })
    expect(broken.statusCode).toBeGreaterThanOrEqual(400)
    expect(broken.statusCode).toBeLessThan(500)
    const many = await post(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`field${i}`, 'x'])))
    expect(many.statusCode).toBeGreaterThanOrEqual(400)
    expect(many.statusCode).toBeLessThan(500)
    expect((await post({ constructor: 'x' })).statusCode).toBe(400)
    const smuggled = await post({ score: '999', term_id: '1', type: 'Elective', image_id: '1' })
    expect(smuggled.json().postedActivity).toMatchObject({ score: 3.25, type: 'Attending', image_id: null })
  })
})

describe('posting as another member', () => {
  test('is refused, and nothing changes', async () => {
    const other = await portal.make.staff()
    const reply = await post({ user_id: String(other.id) })
    expect(reply.statusCode).toBe(403)
    expect(reply.json().message).toBe('You can only post and change your own activities.')
    expect(await portal.sql`select from posted_activities where user_id in (${owner.id}, ${other.id})`).toHaveLength(0)
  })

  test("editing or deleting another's posting finds nothing, whatever the user_id", async () => {
    const posting = (await post({}, { name: 'a.jpg', bytes: await photo().jpeg().toBuffer() })).json().postedActivity
    const other = await portal.make.staff()
    const stranger = await portal.startSession(other)
    const before = await list()
    for (const user_id of [String(other.id), String(owner.id)]) {
      const edited = await send(
        'PUT',
        `/posted-activities/${posting.id}`,
        form({ user_id, link: 'https://x.example' }),
        undefined,
        stranger,
      )
      expect([403, 404]).toContain(edited.statusCode)
      const deleted = await portal.app.inject({
        method: 'DELETE',
        url: `/posted-activities/${posting.id}?user_id=${user_id}`,
        headers: stranger,
      })
      expect([403, 404]).toContain(deleted.statusCode)
    }
    const image = await portal.app.inject({ url: `/uploads/activities/${posting.image_id}.jpg`, headers: stranger })
    expect(image.statusCode).toBe(404)
    expect(await list()).toEqual(before)
  })

  test('an administrator cannot post', async () => {
    const admin = await portal.startSession(await portal.make.admin())
    expect((await send('POST', '/posted-activities', form(), undefined, admin)).statusCode).toBe(403)
  })
})

describe('editing a posting', () => {
  test('another activity earns what it is worth today; the same one keeps what it earned', async () => {
    const { id } = (await post()).json().postedActivity
    await portal.sql`update activities set score = 900, type = 'Elective' where id = ${activity.id}`
    const kept = await send('PUT', `/posted-activities/${id}`, form({ link: 'https://x.example/new' }))
    expect(kept.statusCode).toBe(200)
    expect(kept.json().postedActivity).toMatchObject({ score: 3.25, type: 'Attending', link: 'https://x.example/new' })
    const other = await portal.make.activity({ type: 'Compulsory', score: 7 })
    const moved = await send('PUT', `/posted-activities/${id}`, form({ activity_name: other.name }))
    expect(moved.json().postedActivity).toMatchObject({ score: 7, type: 'Compulsory', link: null })
    expect(await scores()).toMatchObject({ atts: 0, acts: 7, total_score: 7 })
  })

  test('the same activity in other letters is still the same: it keeps what it earned', async () => {
    const { id } = (await post()).json().postedActivity
    await portal.sql`update activities set score = 900 where id = ${activity.id}`
    const kept = await send('PUT', `/posted-activities/${id}`, form({ activity_name: activity.name.toUpperCase() }))
    expect(kept.json().postedActivity.score).toBe(3.25)
  })

  test('a new date moves it to the term of that date', async () => {
    const { id } = (await post()).json().postedActivity
    const moved = await send('PUT', `/posted-activities/${id}`, form({ starting_date: '2026-02-01' }))
    expect(moved.json().postedActivity.term_name).toBe('Spring 2026')
    expect(await scores()).toMatchObject({ atts: 0 })
  })

  test('a form with a version does not overwrite what was saved since', async () => {
    const { id, version } = (await post()).json().postedActivity
    const link = 'https://x.example/second'
    const second = await send('PUT', `/posted-activities/${id}`, form({ link, version: String(version) }))
    expect(second.statusCode).toBe(200)
    const first = await send(
      'PUT',
      `/posted-activities/${id}`,
      form({ link: 'https://x.example/first', version: String(version) }),
    )
    expect(first.statusCode).toBe(409)
    expect(first.json().message).toMatch(/^This posting has changed since you opened it/)
    expect((await portal.sql`select link from posted_activities where id = ${id}`)[0]).toEqual({ link })
    const seen = second.json().postedActivity.version
    expect((await send('PUT', `/posted-activities/${id}`, form({ version: String(seen) }))).statusCode).toBe(200)
  })

  test('to a day where the activity is posted already: 409', async () => {
    const { id } = (await post()).json().postedActivity
    await post({ starting_date: '2026-10-06' })
    expect((await send('PUT', `/posted-activities/${id}`, form({ starting_date: '2026-10-06' }))).statusCode).toBe(409)
  })

  test('keeps the image unless it is replaced or removed; the old one is deleted', async () => {
    const bytes = await photo().jpeg().toBuffer()
    const first = (await post({}, { name: 'a.jpg', bytes })).json().postedActivity
    const kept = (await send('PUT', `/posted-activities/${first.id}`, form())).json().postedActivity
    expect(kept.image_id).toBe(first.image_id)
    const replaced = (await send('PUT', `/posted-activities/${first.id}`, form(), { name: 'b.jpg', bytes })).json().postedActivity
    expect(replaced.image_id).not.toBe(first.image_id)
    expect((await portal.app.inject({ url: `/uploads/activities/${first.image_id}.jpg`, headers: session })).statusCode).toBe(404)
    const removed = (await send('PUT', `/posted-activities/${first.id}`, form({ remove_image: 'true' }))).json().postedActivity
    expect(removed.image_id).toBeNull()
    expect(await portal.sql`select from posted_images where posted_activity_id = ${first.id}`).toHaveLength(0)
  })
})

describe('deleting a posting', () => {
  test('removes its points and its image', async () => {
    const { id, image_id } = (await post({}, { name: 'a.jpg', bytes: await photo().jpeg().toBuffer() })).json().postedActivity
    const reply = await portal.app.inject({
      method: 'DELETE',
      url: `/posted-activities/${id}?user_id=${owner.id}`,
      headers: session,
    })
    expect(reply.json()).toEqual({ message: 'Activity deleted successfully' })
    expect(await scores()).toMatchObject({ atts: 0, total_score: 0 })
    expect(await portal.sql`select from posted_images where id = ${image_id}`).toHaveLength(0)
    const again = await portal.app.inject({ method: 'DELETE', url: `/posted-activities/${id}`, headers: session })
    expect(again.statusCode).toBe(404)
  })
})

describe('in a closed term', () => {
  test('posting, editing and deleting are refused: This term is closed.', async () => {
    const own = await startPortal()
    try {
      const [member, admin] = [await own.make.staff(), await own.as(await own.make.admin())]
      const term = await own.make.term('Old', '2025-01-01', '2025-12-31')
      await own.make.term('New', '2026-01-01', '2026-12-31')
      const known = await own.make.activity()
      const posting = await own.make.posting(member.id, known, '2025-05-05')
      await admin('PUT', `/terms/close/${term.id}`)
      const headers = await own.signIn(member)
      const request = (method: 'POST' | 'PUT', url: string, starting_date: string) => {
        const { payload, headers: type } = multipart({ activity_name: known.name, starting_date })
        return own.app.inject({ method, url, payload, headers: { ...type, ...headers } })
      }
      const replies = [
        await request('POST', '/posted-activities', '2025-06-06'),
        await request('PUT', `/posted-activities/${posting}`, '2025-05-05'),
        await request('PUT', `/posted-activities/${posting}`, '2026-05-05'),
        await own.app.inject({ method: 'DELETE', url: `/posted-activities/${posting}`, headers }),
      ]
      for (const reply of replies) {
        expect(reply.statusCode).toBe(409)
        expect(reply.json()).toEqual({
          message: 'This term is closed.',
          code: 'terms.closed',
          explanation: expect.stringMatching(/^This term is closed\. By .+, .+\.$/),
        })
      }
      const open = (await request('POST', '/posted-activities', '2026-05-05')).json().postedActivity
      expect((await request('PUT', `/posted-activities/${open.id}`, '2025-07-07')).statusCode).toBe(409)
    } finally {
      await own.stop()
    }
  })
})

describe('images', () => {
  test('are rotated upright, at most 1600 wide, as JPEG without metadata', async () => {
    const bytes = await photo({ width: 3000, height: 2000 })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'somebody', Make: 'a phone' }, IFD3: { GPSLatitude: '36/1 0/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { image_id } = (await post({}, { name: 'photo.jpg', bytes })).json().postedActivity
    const reply = await portal.app.inject({ url: `/uploads/activities/${image_id}.jpg`, headers: session })
    expect(reply.headers['content-type']).toBe('image/jpeg')
    const stored = await sharp(reply.rawPayload).metadata()
    expect(stored).toMatchObject({ format: 'jpeg', width: 1067, height: 1600 })
    expect(stored.exif).toBeUndefined()
    expect(stored.orientation).toBeUndefined()
    expect(reply.rawPayload.includes('somebody')).toBe(false)
  })

  const [notJpg, damaged] = ['Only .jpg images are accepted.', 'This .jpg file is damaged and cannot be read.']
  const refused: [string, string, () => Promise<Buffer>][] = [
    ['a PNG', notJpg, () => photo().png().toBuffer()],
    ['an SVG', notJpg, async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', notJpg, async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    [
      'HTML behind a JPEG header',
      damaged,
      async () => Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), Buffer.from('<html>'.repeat(50))]),
    ],
    ['a truncated JPEG', damaged, async () => (await photo({ width: 800, height: 800 }).jpeg().toBuffer()).subarray(0, 2000)],
    ['a GIF', notJpg, () => photo().gif().toBuffer()],
    ['three bytes', damaged, async () => Buffer.from('ffd8ff', 'hex')],
    ['nothing', 'This file is empty.', async () => Buffer.alloc(0)],
  ]
  test.each(refused)('%s named .jpg is refused at its field: %s', async (_, message, make) => {
    const reply = await post({}, { name: 'photo.jpg', bytes: await make() })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toMatchObject([{ field: 'image', message }])
    expect(await list()).toEqual([])
  })

  test('an empty file field is no image', async () => {
    expect((await post({}, { name: '', bytes: Buffer.alloc(0) })).json().postedActivity.image_id).toBeNull()
  })

  test('over 5 MB is 413 with a message; just under is accepted', async () => {
    const bytes = await photo().jpeg().toBuffer()
    const padded = (size: number) => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)])
    const reply = await post({}, { name: 'big.jpg', bytes: padded(5 * 1024 * 1024 + 1) })
    expect(reply.statusCode).toBe(413)
    expect(reply.json().errors).toMatchObject([{ field: 'image', message: 'The image is larger than 5 MB.' }])
    expect((await post({}, { name: 'big.jpg', bytes: padded(5 * 1024 * 1024) })).statusCode).toBe(201)
  })

  test('65500 x 65500 pixels are refused before they are decoded', async () => {
    // The file is a real JPEG whose header claims more than it has.
    const bytes = await photo().jpeg().toBuffer()
    const frame = bytes.indexOf(Buffer.from('ffc0', 'hex'))
    bytes.writeUInt16BE(65_500, frame + 5)
    bytes.writeUInt16BE(65_500, frame + 7)
    const before = process.memoryUsage().rss
    const reply = await post({}, { name: 'bomb.jpg', bytes })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors[0].field).toBe('image')
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024)
  })

  test.each(['../../x.jpg', `${'x'.repeat(300)}.jpg`, 'a\u0000b.jpg', 'photo.jpeg', 'IMG.JPG', 'none'])(
    'the file name %j has no effect',
    async (name) => {
      const reply = await post({}, { name, bytes: await photo().jpeg().toBuffer() })
      expect(reply.statusCode).toBe(201)
      expect(reply.json().postedActivity.image_id).toMatch(/^[0-9a-f-]{36}$/)
    },
  )
})

describe('the names of an activity in Kurdish and Arabic', () => {
  let number = 0
  beforeEach(async () => {
    number += 1
    activity = await portal.make.activity({
      name: `Seminar ${number}`,
      names: { ckb: `سیمینار ${number}`, ar: `ندوة ${number}` },
    })
  })
  const posted = () => ({
    activity_name: `Seminar ${number}`,
    activity_names: { ckb: `سیمینار ${number}`, ar: `ندوة ${number}` },
  })

  test('stay on a posting when the activity is renamed', async () => {
    const { id } = (await post()).json().postedActivity
    await portal.sql`update activities set names = ${{ ckb: `وتار ${number}` }} where id = ${activity.id}`
    const edited = await send('PUT', `/posted-activities/${id}`, form({ starting_date: '2026-10-06' }))
    expect(edited.json().postedActivity).toMatchObject(posted())
    expect(await list()).toMatchObject([posted()])
  })

  test('are those of the renamed activity once it is chosen under its new name', async () => {
    const { id } = (await post()).json().postedActivity
    const renamed = { name: `Talk ${number}`, names: { ckb: `وتار ${number}`, ar: `محاضرة ${number}` } }
    await portal.sql`update activities set ${portal.sql.set(renamed)} where id = ${activity.id}`
    const edited = await send('PUT', `/posted-activities/${id}`, form({ activity_name: renamed.name }))
    expect(edited.json().postedActivity).toMatchObject({
      activity_name: renamed.name,
      activity_names: renamed.names,
    })
  })

  test('are found with the marks and spaces that are copied along with a name', async () => {
    const reply = await post({ activity_name: `\u200f\u2068ندوة  ${number}\u2069 ` })
    expect(reply.json().postedActivity).toMatchObject(posted())
  })

  test.each(['ckb', 'ar'] as const)('name it in a form (%s), also in one that edits the posting', async (language) => {
    const activity_name = posted().activity_names[language]
    const { id, version } = (await post({ activity_name })).json().postedActivity
    // The posting keeps its score only if the name is found to be its own.
    await portal.sql`update activities set score = 9 where id = ${activity.id}`
    const edited = await send('PUT', `/posted-activities/${id}`, form({ activity_name, starting_date: '2026-10-07' }))
    expect(edited.json().postedActivity).toMatchObject({ ...posted(), score: activity.score, version: version + 1 })
  })

  test('an English name wins over another one’s translation, a Kurdish name over an Arabic one', async () => {
    const [shared, both] = [`Tarikh ${number}`, `مێژوو ${number}`]
    const asArabic = await portal.make.activity({ names: { ckb: shared, ar: both } })
    const english = await portal.make.activity({ name: shared })
    const kurdish = await portal.make.activity({ names: { ckb: both } })
    expect((await post({ activity_name: shared })).json().postedActivity.activity_id).toBe(english.id)
    expect((await post({ activity_name: both })).json().postedActivity.activity_id).toBe(kurdish.id)
    expect(asArabic.id).toBeLessThan(english.id)
  })

  test('a posting that is moved to another activity has the names of that one', async () => {
    const other = await portal.make.activity({ names: { ckb: `پڕۆژە ${number}` } })
    const { id } = (await post()).json().postedActivity
    const moved = await send('PUT', `/posted-activities/${id}`, form({ activity_name: other.name }))
    const names = { activity_name: other.name, activity_names: { ckb: `پڕۆژە ${number}` } }
    expect(moved.json().postedActivity).toMatchObject(names)
  })

  test('a server of the release before, which knows no translations, moves a posting with its names', async () => {
    const other = await portal.make.activity({ names: { ar: `مشروع ${number}` } })
    const id = await portal.make.posting(owner.id, activity, '2026-10-05')
    expect(await list()).toMatchObject([posted()])
    await portal.sql`update posted_activities set activity_id = ${other.id}, activity_name = ${other.name} where id = ${id}`
    const names = { activity_name: other.name, activity_names: { ar: `مشروع ${number}` } }
    expect(await list()).toMatchObject([names])
  })
})
