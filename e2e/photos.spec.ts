import { randomBytes } from 'node:crypto'
import { devices, type Page } from '@playwright/test'
import sharp from 'sharp'
import { browser as limits } from '../contract/limits.ts'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, signIn } from './steps.ts'

const { defaultBrowserType, ...phone } = devices['Pixel 7']
test.use({ ...phone, viewport: { width: 390, height: 844 } })

const photoOf = (format: 'jpeg' | 'png' | 'webp', width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 30, alpha: format === 'jpeg' ? 1 : 0 } } })
    .toFormat(format)
    .toBuffer()

const preview = (page: Page) => page.getByRole('img', { name: 'Preview' })
const image = (page: Page) => page.getByLabel(/^Image/)

/** The form, filled in but for the photo. */
async function openFilled(page: Page, portal: Portal) {
  const person = await addPerson(portal, 'staff')
  const name = `Open day ${crypto.randomUUID().slice(0, 8)}`
  await portal.sql`insert into activities (name, description, type, score) values (${name}, 'What it is', 'Elective', 2)`
  await signIn(page, person)
  await page.goto('/staff-dashboard?tab=your-activity')
  await page.getByLabel('Activity', { exact: true }).fill(name)
  await page.getByRole('listbox').getByRole('option').click()
  await page.getByRole('button', { name: 'Today' }).click()
  return person
}

/** Posts the activity, and reads the photo as it was sent. Chromium does not report the bytes of a file in a request. */
async function post(page: Page) {
  const sent = page.evaluate(
    () =>
      new Promise<{ name: string; url: string }>((resolve) => {
        const { send } = XMLHttpRequest.prototype
        XMLHttpRequest.prototype.send = function (body) {
          const file = (body as FormData).get('image') as File
          const reader = new FileReader()
          reader.onload = () => resolve({ name: file.name, url: String(reader.result) })
          reader.readAsDataURL(file)
          send.call(this, body)
        }
      }),
  )
  await page.getByRole('button', { name: 'Post Activity' }).click()
  await expect(page.getByText('Activity posted successfully')).toBeVisible()
  const { name, url } = await sent
  return { name, bytes: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') }
}

test('a photo over the limit of 5 MB arrives upright and small', async ({ page, portal }) => {
  await openFilled(page, portal)
  const noise = sharp(randomBytes(1500 * 1000 * 3), { raw: { width: 1500, height: 1000, channels: 3 } }).resize(3900, 2600)
  const large = await noise.withMetadata({ orientation: 6 }).jpeg({ quality: 98 }).toBuffer()
  expect(large.length).toBeGreaterThan(5 * 1024 * 1024)
  await image(page).setInputFiles({ name: 'IMG_0007.JPG', mimeType: 'image/jpeg', buffer: large })
  await expect(preview(page)).toBeVisible()
  const sent = await post(page)
  expect(sent.name).toBe('IMG_0007.jpg')
  const { width, height, format, exif } = await sharp(sent.bytes).metadata()
  expect({ width, height, format, exif }).toEqual({ width: 1333, height: 2000, format: 'jpeg', exif: undefined })
  expect(sent.bytes.length).toBeLessThan(2 * 1024 * 1024)
})

for (const format of ['png', 'webp'] as const)
  test(`a ${format} becomes a .jpg, white where it was transparent`, async ({ page, portal }) => {
    const { id } = await openFilled(page, portal)
    await image(page).setInputFiles({
      name: `shot.${format}`,
      mimeType: `image/${format}`,
      buffer: await photoOf(format, 90, 60),
    })
    await expect(preview(page)).toBeVisible()
    const sent = await post(page)
    expect(sent.name).toBe('shot.jpg')
    expect((await sharp(sent.bytes).metadata()).format).toBe('jpeg')
    expect([...(await sharp(sent.bytes).resize(1, 1).raw().toBuffer())].map((value) => value > 250)).toEqual([true, true, true])
    const [stored] =
      await portal.sql`select count(*)::int as images from posted_images join posted_activities p on p.id = posted_activity_id where p.user_id = ${id}`
    expect(stored).toEqual({ images: 1 })
  })

test('a small .jpg is sent as it is, byte by byte', async ({ page, portal }) => {
  await openFilled(page, portal)
  const small = await photoOf('jpeg', 640, 480)
  await image(page).setInputFiles({ name: 'small.jpg', mimeType: 'image/jpeg', buffer: small })
  await expect(preview(page)).toBeVisible()
  const { bytes } = await post(page)
  expect(bytes.equals(small)).toBe(true)
})

test('on a slow connection a photo may take longer than any other request, shows its progress and is posted once', async ({
  page,
  portal,
}) => {
  const { id } = await openFilled(page, portal)
  const noise = randomBytes(480 * 480 * 3)
  const photo = await sharp(noise, { raw: { width: 480, height: 480, channels: 3 } })
    .jpeg({ quality: 98 })
    .toBuffer()
  await image(page).setInputFiles({ name: 'slow.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(preview(page)).toBeVisible()
  const shares: number[] = []
  await page.exposeFunction('noteShare', (share: number) => shares.push(share))
  await page.evaluate(() =>
    new MutationObserver(() => {
      const now = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')
      if (now) Object(window).noteShare(Number(now))
    }).observe(document.body, { subtree: true, childList: true, attributes: true }),
  )
  const devtools = await page.context().newCDPSession(page)
  const bytesPerSecond = photo.length / ((limits.call / 1000) * 1.5)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    uploadThroughput: bytesPerSecond,
    downloadThroughput: 4 * bytesPerSecond,
  })
  const begun = Date.now()
  await page.getByRole('button', { name: 'Post Activity' }).click()
  await expect(page.getByText('Activity posted successfully')).toBeVisible({ timeout: 45_000 })
  expect(Date.now() - begun).toBeGreaterThan(limits.call)
  // The progress has several steps, and never goes backwards.
  expect(new Set(shares).size).toBeGreaterThan(3)
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  const [posted] = await portal.sql`select count(*)::int as count from posted_activities where user_id = ${id}`
  expect(posted).toEqual({ count: 1 })
})

test('a photo that this browser cannot decode is refused with a way out, and the input stays', async ({ page, portal }) => {
  await openFilled(page, portal)
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 0x24]), Buffer.from('ftypheic'), Buffer.alloc(200)])
  await image(page).setInputFiles({ name: 'IMG_0008.HEIC', mimeType: 'image/heic', buffer: heic })
  await expect(image(page)).toHaveAccessibleDescription(/cannot read HEIC photos\. Choose a \.jpg/)
  await image(page).setInputFiles({ name: 'ok.jpg', mimeType: 'image/jpeg', buffer: await photoOf('jpeg', 64, 48) })
  await expect(preview(page)).toBeVisible()
  await post(page)
})
