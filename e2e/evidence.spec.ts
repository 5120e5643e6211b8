import { readFile } from 'node:fs/promises'
import { type CDPSession, devices, type Locator, type Page } from '@playwright/test'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { ar } from '../contract/languages/ar.ts'
import { messages, speaker } from '../contract/languages/catalogue.ts'
import { ckb } from '../contract/languages/ckb.ts'
import { expect, type Portal, test } from './portal.ts'
import { unreadable } from './readable.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn, unique } from './steps.ts'

const { defaultBrowserType, ...phone } = devices['Pixel 7']
test.use({ ...phone, viewport: { width: 390, height: 844 } })

type NewFile = { name: string; mimeType: string; buffer: Buffer }

/** Of a colour of its own, so that no two tests post the same evidence. */
async function photo(name: string, width = 800, height = 600): Promise<NewFile> {
  const background = `#${crypto.randomUUID().slice(0, 6)}`
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

function pdf(name: string, pages: number, userPassword?: string): Promise<NewFile> {
  const document = new PDFDocument({ size: 'A4', ...(userPassword ? { userPassword } : {}) })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  for (let page = 1; page <= pages; page++) {
    if (page > 1) document.addPage()
    document.fontSize(40).text(`Certificate ${crypto.randomUUID().slice(0, 8)}, ${page}`)
  }
  document.end()
  return new Promise((resolve) =>
    document.on('end', () => resolve({ name, mimeType: 'application/pdf', buffer: Buffer.concat(chunks) })),
  )
}

const image = (page: Page, label = 'Image') => page.getByLabel(new RegExp(`^${label}`))
const chosen = (page: Page) => page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
const thumbnails = (page: Page | Locator) => page.getByRole('button', { name: /^Enlarge/ })
const viewer = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Zoom in' }) })
const position = (page: Page) => viewer(page).getByRole('status')
const submit = (page: Page) => page.getByRole('form').getByRole('button', { name: /^(Post|Update) Activity$/ })
const previews = (page: Page) => page.getByRole('img', { name: /^Preview/ })

async function addActivity({ sql }: Portal): Promise<string> {
  const name = unique('Open day')
  await sql`insert into activities (name, description, type, score) values (${name}, 'What it is', 'Elective', 2)`
  return name
}

/** The form, filled in but for the evidence. */
async function openFilled(page: Page, portal: Portal) {
  const person = await addPerson(portal, 'staff')
  const name = await addActivity(portal)
  await signIn(page, person)
  await page.goto('/staff-dashboard?tab=your-activity')
  await page.getByLabel('Activity', { exact: true }).fill(name)
  await page.getByRole('listbox').getByRole('option').click()
  await page.getByRole('button', { name: 'Today' }).click()
  return { person, name }
}

async function readPostings(page: Page, { id }: Person) {
  const reply = await page.request.get(`/posted-activities?user_id=${id}`)
  return (await reply.json()).postedActivities as {
    id: number
    image_id: string | null
    files: { kind: string; name: string }[]
  }[]
}

/** By the API, as the signed-in person: an image and a PDF of two pages, and two further photos. */
async function postEvidence(page: Page, portal: Portal, names = ['stage.jpg', 'hall.jpg']) {
  const person = await addPerson(portal, 'staff', { name: unique('Dr. Sara Aziz') })
  const name = await addActivity(portal)
  await signIn(page, person)
  const form = new FormData()
  form.set('activity_name', name)
  form.set('starting_date', new Date().toISOString().slice(0, 10))
  const append = (field: string, file: NewFile) =>
    form.append(field, new File([new Uint8Array(file.buffer)], file.name, { type: file.mimeType }))
  append('image', await photo('first.jpg', 1200, 900))
  append('files', await pdf('certificate.pdf', 2))
  for (const file of names) append('files', await photo(file))
  const posted = await page.request.post('/posted-activities', { multipart: form })
  expect(posted.status()).toBe(201)
  return { person, name }
}

test('three photos and a PDF are posted from a phone, and one is removed again', async ({ page, portal }) => {
  const { person } = await openFilled(page, portal)
  await expect(page.getByLabel('Take a photo')).toHaveAttribute('capture', 'environment')
  await expect(image(page)).toHaveAttribute('accept', /image\/jpeg.*application\/pdf/)
  await page.getByLabel('Take a photo').setInputFiles(await photo('image.jpg'))
  await expect(previews(page)).toHaveCount(1)
  // A phone gives every photo of its camera the same name.
  await image(page).setInputFiles([await photo('image.jpg'), await pdf('certificate.pdf', 3), await photo('hall.jpg')])
  await expect(previews(page)).toHaveCount(3)
  await expect(chosen(page)).toHaveText([/^image\.jpg/, /^image \(2\)\.jpg/, /^certificate\.pdf/, /^hall\.jpg/])
  await expect(page.getByText('4 of 5 files')).toBeVisible()
  await page.reload()
  await expect(chosen(page)).toHaveCount(4)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await submit(page).click()
  await expect(page.getByText('Activity posted successfully')).toBeVisible()
  await expect(chosen(page)).toHaveCount(0)
  const [posted] = await readPostings(page, person)
  expect(posted?.image_id).not.toBeNull()
  expect(posted?.files.map(({ kind, name }) => [kind, name])).toEqual([
    ['photo', 'image (2).jpg'],
    ['pdf', 'certificate.pdf'],
    ['photo', 'hall.jpg'],
  ])
  await expect(thumbnails(page)).toHaveCount(4)
  await expect(thumbnails(page).nth(2)).toHaveAccessibleName(/PDF certificate\.pdf, 3 pages/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await page.getByRole('button', { name: /^Edit / }).click()
  await expect(chosen(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Remove file certificate.pdf' }).click()
  await page.getByRole('button', { name: 'Remove image', exact: true }).click()
  await expect(image(page)).toBeFocused()
  await image(page).setInputFiles(await photo('new.jpg'))
  await expect(previews(page)).toHaveCount(1)
  await expect(chosen(page)).toHaveText([/^image \(2\)\.jpg/, /^hall\.jpg/, /^new\.jpg/])
  await submit(page).click()
  await expect(page.getByText('Activity updated successfully')).toBeVisible()
  const [edited] = await readPostings(page, person)
  expect(edited?.image_id).not.toBe(posted?.image_id)
  expect(edited?.image_id).not.toBeNull()
  expect(edited?.files.map(({ name }) => name)).toEqual(['image (2).jpg', 'hall.jpg'])
  await page.getByText('History').click()
  await expect(page.getByText('Further evidence: removed: certificate.pdf')).toBeVisible()
})

test('a posting may have a PDF alone', async ({ page, portal }) => {
  const { person } = await openFilled(page, portal)
  await image(page).setInputFiles(await pdf('certificate.pdf', 1))
  await expect(chosen(page)).toContainText('certificate.pdf')
  await submit(page).click()
  await expect(page.getByText('Activity posted successfully')).toBeVisible()
  const [posted] = await readPostings(page, person)
  expect(posted).toMatchObject({ image_id: null, files: [{ kind: 'pdf', name: 'certificate.pdf' }] })
  await thumbnails(page).tap()
  await expect(viewer(page).getByRole('img', { name: 'certificate.pdf, page 1 of 1' })).toBeVisible()
})

test('a refused PDF is shown with its sentence and keeps the rest', async ({ page, portal }) => {
  const { person } = await openFilled(page, portal)
  await image(page).setInputFiles([await photo('hall.jpg'), await pdf('locked.pdf', 1, 'secret'), await pdf('open.pdf', 1)])
  await expect(previews(page)).toHaveCount(1)
  await submit(page).click()
  const sentence = 'locked.pdf is encrypted. Save it without a password, then choose it again.'
  await expect(image(page)).toHaveAccessibleDescription(sentence)
  await expect(image(page)).toBeFocused()
  await expect(chosen(page).nth(1)).toContainText(sentence)
  await expect(chosen(page)).toHaveCount(3)
  expect(await readPostings(page, person)).toEqual([])
  // Saving again sends nothing: the refused file would be missing.
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await submit(page).click()
  await expect(image(page)).toBeFocused()
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'Remove file locked.pdf' }).click()
  await expect(image(page)).toHaveAccessibleDescription('')
  await submit(page).click()
  await expect(page.getByText('Activity posted successfully')).toBeVisible()
  expect((await readPostings(page, person))[0]?.files.map(({ name }) => name)).toEqual(['open.pdf'])
})

test('a sixth file is named and left out, and nothing else is lost', async ({ page, portal }) => {
  await openFilled(page, portal)
  await image(page).setInputFiles(await Promise.all(['1.jpg', '2.jpg', '3.jpg', '4.jpg'].map((name) => photo(name))))
  await expect(previews(page)).toHaveCount(4)
  await image(page).setInputFiles([await photo('5.jpg'), await photo('6.jpg'), await pdf('7.pdf', 1)])
  await expect(page.getByRole('alert')).toHaveText('At most 5 files. Not added: 6.jpg, 7.pdf')
  await expect(chosen(page)).toHaveText([/^1\.jpg/, /^2\.jpg/, /^3\.jpg/, /^4\.jpg/, /^5\.jpg/])
  await page.getByRole('button', { name: 'Remove image 2.jpg' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await image(page).setInputFiles(await photo('6.jpg'))
  await expect(previews(page)).toHaveCount(5)
})

test('the viewer is used by keyboard: arrows, Home and End, zoom, Escape and Back', async ({ page, portal }) => {
  const broken: string[] = []
  page.on('console', (message) => /Content Security Policy/i.test(message.text()) && broken.push(message.text()))
  const { name } = await postEvidence(page, portal)
  await page.goto('/staff-dashboard?tab=your-activity')
  await expect(thumbnails(page)).toHaveCount(4)
  await thumbnails(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(viewer(page)).toHaveAccessibleName(name)
  await expect(position(page)).toHaveText(/^1 of 5: Image of /)
  await page.keyboard.press('ArrowLeft')
  await expect(position(page)).toHaveText(/^1 of 5/)
  await page.keyboard.press('ArrowRight')
  await expect(position(page)).toHaveText('2 of 5: certificate.pdf, page 1 of 2')
  await expect(viewer(page).getByRole('img')).toHaveAccessibleName('certificate.pdf, page 1 of 2')
  await page.keyboard.press('End')
  await expect(position(page)).toHaveText(/^5 of 5: Photo hall\.jpg/)
  await page.keyboard.press('Home')
  await expect(position(page)).toHaveText(/^1 of 5/)

  // Zoomed, the arrows move the picture.
  await page.keyboard.press('+')
  await expect.poll(() => scaleOf(page)).toBe(1.5)
  const before = await boxOf(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await boxOf(page)).x).toBeLessThan(before.x)
  await expect(position(page)).toHaveText(/^1 of 5/)
  await page.keyboard.press('-')
  await expect.poll(() => scaleOf(page)).toBe(1)
  for (let times = 0; times < 6; times++) await page.keyboard.press('+')
  await expect.poll(() => scaleOf(page)).toBe(5)
  await expect(viewer(page).getByRole('button', { name: 'Zoom in' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('PageDown')
  await expect(position(page)).toHaveText(/^2 of 5/)
  await expect.poll(() => scaleOf(page)).toBe(1)

  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(thumbnails(page).first()).toBeFocused()
  await thumbnails(page).nth(3).press('Enter')
  await expect(position(page)).toHaveText(/^5 of 5/)
  await page.goBack()
  await expect(viewer(page)).toHaveCount(0)
  await expect(thumbnails(page).nth(3)).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Activity')
  expect(broken).toEqual([])
})

test('the viewer is used by touch: swipe, double tap, pinch and pan', async ({ page, portal }) => {
  await postEvidence(page, portal)
  await page.goto('/staff-dashboard?tab=your-activity')
  await thumbnails(page).first().tap()
  await expect(position(page)).toHaveText(/^1 of 5/)
  const touch = await touching(page)
  await touch.swipe({ x: 300, y: 400 }, { x: 80, y: 410 })
  await expect(position(page)).toHaveText(/^2 of 5/)
  await touch.swipe({ x: 80, y: 400 }, { x: 300, y: 390 })
  await expect(position(page)).toHaveText(/^1 of 5/)
  // There is none before the first.
  await touch.swipe({ x: 80, y: 400 }, { x: 300, y: 390 })
  await expect(position(page)).toHaveText(/^1 of 5/)
  await expect.poll(async () => Math.round((await boxOf(page)).x)).toBe(0)

  await touch.tap({ x: 195, y: 420 })
  await touch.tap({ x: 195, y: 420 })
  await expect.poll(() => scaleOf(page)).toBe(2.5)
  const before = await boxOf(page)
  await touch.swipe({ x: 250, y: 420 }, { x: 150, y: 420 })
  await expect.poll(async () => Math.round(before.x - (await boxOf(page)).x)).toBe(100)
  await expect(position(page)).toHaveText(/^1 of 5/)
  await touch.tap({ x: 195, y: 420 })
  await touch.tap({ x: 195, y: 420 })
  await expect.poll(() => scaleOf(page)).toBe(1)

  await touch.pinch({ x: 195, y: 420 }, 40, 120)
  await expect.poll(() => scaleOf(page)).toBeCloseTo(3, 1)
  await touch.pinch({ x: 195, y: 420 }, 120, 20)
  await expect.poll(() => scaleOf(page)).toBe(1)
  await expect(position(page)).toHaveText(/^1 of 5/)
})

test('a reviewer sees the pages of a PDF, large and in the viewer, and downloads it', async ({ page, portal }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { person, name } = await postEvidence(page, portal)
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto(`/admin-dashboard?tab=review&q=${encodeURIComponent(person.name)}`)
  const evidence = page.getByRole('region', { name: 'Evidence' })
  await expect(evidence.getByRole('heading', { level: 2 })).toHaveText(name)
  await expect(thumbnails(evidence)).toHaveCount(4)
  const large = await thumbnails(evidence).first().boundingBox()
  expect(large?.height).toBeGreaterThan(250)
  await evidence.getByRole('button', { name: /PDF certificate\.pdf, 2 pages/ }).click()
  const shown = viewer(page).getByRole('img')
  await expect(shown).toHaveAccessibleName('certificate.pdf, page 1 of 2')
  await expect.poll(() => shown.evaluate((element: HTMLImageElement) => element.naturalHeight)).toBeGreaterThan(1000)
  await viewer(page).getByRole('button', { name: 'Next picture' }).click()
  await expect(shown).toHaveAccessibleName('certificate.pdf, page 2 of 2')
  const downloading = page.waitForEvent('download')
  await viewer(page).getByRole('link', { name: 'Download certificate.pdf' }).click()
  expect((await readFile(await (await downloading).path())).subarray(0, 5).toString()).toBe('%PDF-')
  // The keys of Review do not decide what is behind the viewer.
  await page.keyboard.press('v')
  await page.mouse.move(640, 400)
  await page.mouse.wheel(0, -300)
  await expect.poll(() => scaleOf(page)).toBeGreaterThan(1)
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Verify' }).first()).toBeVisible()

  await page.goto(`/admin-dashboard?tab=staff`)
  await page.getByLabel('Search staff').fill(person.name)
  await page.getByRole('row', { name: person.name }).getByRole('button', { name: 'View Activities' }).click()
  const list = page.getByRole('dialog', { name: `Activities for ${person.name}` })
  await expect(thumbnails(list)).toHaveCount(4)
  await thumbnails(list).nth(1).click()
  await expect(position(page)).toHaveText('2 of 5: certificate.pdf, page 1 of 2')
  await expect(viewer(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(list).toBeVisible()
  await expect(thumbnails(list).nth(1)).toBeFocused()
})

test('a picture that cannot be loaded says so, and is loaded again on request', async ({ page, portal }) => {
  await postEvidence(page, portal)
  await page.goto('/staff-dashboard?tab=your-activity')
  await page.route('**/pages/2.jpg', (route) => route.abort())
  await thumbnails(page).nth(1).tap()
  await viewer(page).getByRole('button', { name: 'Next picture' }).tap()
  await expect(viewer(page).getByRole('alert')).toContainText('This picture could not be loaded.')
  await expectNoAxeViolations(page)
  await page.unroute('**/pages/2.jpg')
  await viewer(page).getByRole('button', { name: 'Try again' }).tap()
  await expect(viewer(page).getByRole('img', { name: 'certificate.pdf, page 2 of 2' })).toBeVisible()
})

for (const { language, say } of [
  { language: 'ckb', say: speaker('ckb', ckb) },
  { language: 'ar', say: speaker('ar', ar) },
])
  test(`in ${language} the next picture is on the left, by touch and by key`, async ({ page, portal }) => {
    await postEvidence(page, portal)
    await page.context().addCookies([{ name: 'language', value: language, url: portal.url }])
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/staff-dashboard?tab=your-activity')
    const words = messages.viewer
    const open = page.getByRole('dialog')
    const at = (number: number) =>
      expect(open.getByRole('status')).toContainText(say(words.position({ number, total: 5 })), { useInnerText: true })
    await page
      .getByRole('button', { name: say(messages.postedActivities.enlarge({ what: '' })).trim() })
      .first()
      .tap()
    await at(1)
    await page.keyboard.press('ArrowLeft')
    await at(2)
    await page.keyboard.press('ArrowRight')
    await at(1)
    const touch = await touching(page)
    await touch.swipe({ x: 80, y: 350 }, { x: 300, y: 350 })
    await at(2)
    await touch.swipe({ x: 300, y: 350 }, { x: 80, y: 350 })
    await at(1)
    await open.getByRole('button', { name: say(words.next) }).tap()
    await at(2)
    await expectNoAxeViolations(page)
    for (const font of ['16px', '32px']) {
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size
      }, font)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      for (const control of await open.locator('button, a').all()) await expect(control).toBeInViewport({ ratio: 1 })
    }
    await page.evaluate(() => {
      document.documentElement.style.fontSize = ''
    })
    await open.getByRole('button', { name: say(messages.actions.close) }).tap()
    await expect(open).toHaveCount(0)
    await image(page, say(messages.fields.image)).setInputFiles([await photo('a.jpg'), await pdf('b.pdf', 1)])
    await expect(page.getByRole('list', { name: say(messages.evidence.chosen) }).getByRole('listitem')).toHaveCount(2)
    expect(await page.evaluate(unreadable)).toEqual([])
    await expectNoAxeViolations(page)
  })

/** The picture on the screen. */
function boxOf(page: Page) {
  return viewer(page)
    .getByRole('img')
    .evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x, y, width, height }
    })
}

function scaleOf(page: Page): Promise<number> {
  return viewer(page)
    .getByRole('img')
    .evaluate((element: HTMLElement) => Number((element.getBoundingClientRect().width / element.offsetWidth).toFixed(3)))
}

type Point = { x: number; y: number }

/** Fingers, as the operating system reports them. */
async function touching(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints.map((point, id) => ({ ...point, id })) })
  const steps = 6
  const between = (from: number, to: number, step: number) => from + ((to - from) * step) / steps
  return {
    async tap(point: Point) {
      await send('touchStart', [point])
      await send('touchEnd', [])
    },
    async swipe(from: Point, to: Point) {
      await send('touchStart', [from])
      for (let step = 1; step <= steps; step++)
        await send('touchMove', [{ x: between(from.x, to.x, step), y: between(from.y, to.y, step) }])
      await send('touchEnd', [])
    },
    /** Two fingers beside a point, from one distance to another. */
    async pinch({ x, y }: Point, from: number, to: number) {
      const fingers = (apart: number) => [
        { x: x - apart, y },
        { x: x + apart, y },
      ]
      await send('touchStart', fingers(from))
      for (let step = 1; step <= steps; step++) await send('touchMove', fingers(between(from, to, step)))
      await send('touchEnd', [])
    },
  }
}
