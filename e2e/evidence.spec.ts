import { readFile } from 'node:fs/promises'
import { type CDPSession, devices, type Locator, type Page } from '@playwright/test'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { ar } from '../contract/languages/ar.ts'
import { messages, speaker } from '../contract/languages/catalogue.ts'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, type Person, signIn, unique } from './steps.ts'

const { defaultBrowserType, ...phone } = devices['Pixel 7']
test.use({ ...phone, viewport: { width: 390, height: 844 } })

type NewFile = { name: string; mimeType: string; buffer: Buffer }

/** A photo with a colour of its own, so that no two tests post the same evidence. */
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

/** Posts through the API, as the signed-in person, an image and a PDF of two pages, and two further photos. */
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

test('three photos and a PDF are posted from a phone, the PDF is downloaded, and one is removed again', async ({
  page,
  portal,
}) => {
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
  await thumbnails(page).nth(2).tap()
  const downloading = page.waitForEvent('download')
  await viewer(page).getByRole('link', { name: 'Download certificate.pdf' }).tap()
  expect((await readFile(await (await downloading).path())).subarray(0, 5).toString()).toBe('%PDF-')
  await viewer(page).getByRole('button', { name: 'Close' }).tap()
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
  await expect(page.getByText('More evidence: removed: certificate.pdf')).toBeVisible()
})

test('the viewer is used by touch: swipe, double tap, pinch and pan; in Arabic the next picture is on the left', async ({
  page,
  portal,
}) => {
  await postEvidence(page, portal)
  await page.goto('/staff-dashboard?tab=your-activity')
  await thumbnails(page).first().tap()
  await expect(position(page)).toHaveText(/^1 of 5/)
  const touch = await touching(page)
  await touch.swipe({ x: 300, y: 400 }, { x: 80, y: 410 })
  await expect(position(page)).toHaveText(/^2 of 5/)
  await touch.swipe({ x: 80, y: 400 }, { x: 300, y: 390 })
  await expect(position(page)).toHaveText(/^1 of 5/)
  // There is no picture before the first.
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

  await page.context().addCookies([{ name: 'language', value: 'ar', url: portal.url }])
  await page.reload()
  const say = speaker('ar', ar)
  const at = (number: number) =>
    expect(page.getByRole('dialog').getByRole('status')).toContainText(say(messages.viewer.position({ number, total: 5 })))
  await page
    .getByRole('button', { name: say(messages.postedActivities.enlarge({ what: '' })).trim() })
    .first()
    .tap()
  await at(1)
  await touch.swipe({ x: 80, y: 400 }, { x: 300, y: 400 })
  await at(2)
  await touch.swipe({ x: 300, y: 400 }, { x: 80, y: 400 })
  await at(1)
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

/** The gestures of fingers, as the operating system reports them. */
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
    /** Moves two fingers beside a point, from one distance to another. */
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

/** Whether the browser itself has the file, without asking the server. */
function isCached(page: Page, address: string): Promise<boolean> {
  return page.evaluate(
    (url) =>
      fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ ok }) => ok,
        () => false,
      ),
    address,
  )
}

test('after logging out the browser has no picture of the evidence, and Back shows nothing', async ({ page, portal }) => {
  await openFilled(page, portal)
  await image(page).setInputFiles([await photo('stage.jpg'), await pdf('certificate.pdf', 1)])
  await submit(page).click()
  const pictures = thumbnails(page).locator('img')
  await expect(pictures).toHaveCount(2)
  const addresses = await pictures.evaluateAll((images) => images.map((one) => (one as HTMLImageElement).src))
  for (const address of addresses) await expect.poll(() => isCached(page, address)).toBe(true)

  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
  for (const address of addresses) expect(await isCached(page, address)).toBe(false)
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
  await expect(pictures).toHaveCount(0)
})
