import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ar } from '../../contract/languages/ar.ts'
import { messages, speaker } from '../../contract/languages/catalogue.ts'
import { ckb } from '../../contract/languages/ckb.ts'
import { pdf, photo } from '../../testing/components/evidence.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { unreadable } from '../../testing/components/readable.ts'

const portal = await startPortal()
const owner = await portal.make.staff({ name: 'Dr. Sara Aziz' })
const activity = await portal.make.activity({ name: 'Open day' })
const yourActivity = '/staff-dashboard?tab=your-activity'
/** The server renders every PDF in a process of its own. */
const timeout = 120_000
const phone = { width: 390, height: 844 }

// The evidence is an image, a PDF of two pages and two further photos: five pictures.
beforeAll(async () => {
  const further = [pdf('certificate.pdf', 2), await photo('stage.jpg', 800, 600), await photo('hall.jpg', 800, 600)]
  await post(owner, await photo('first.jpg', 1200, 900), further)
}, timeout)

async function post(person: { username: string }, image: File, further: readonly File[]) {
  await portal.open(yourActivity, person, phone)
  const form = new FormData()
  form.set('activity_name', activity.name)
  form.set('starting_date', new Date().toISOString().slice(0, 10))
  form.set('image', image)
  for (const file of further) form.append('files', file)
  const reply = await fetch(`${import.meta.env['VITE_API_BASE']}/posted-activities`, { method: 'POST', body: form })
  expect(reply.status).toBe(201)
  await portal.open('/grade', person, phone)
}

const thumbnails = (within: Pick<typeof page, 'getByRole'> = page) => within.getByRole('button', { name: /^Enlarge/ })
const viewer = () => page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Zoom in' }) })
const picture = () => viewer().getByRole('img')
const position = () => viewer().getByRole('status')
const closed = () => expect.element(viewer()).not.toBeInTheDocument()
const boxOf = () => picture().element().getBoundingClientRect()

/** Waits until the picture is loaded: before that there is nothing to zoom. */
const loaded = (image: () => Element | null = () => picture().element()) =>
  expect.poll(() => (image() as HTMLImageElement | null)?.naturalWidth, { timeout: 10_000 }).toBeGreaterThan(0)

function scale(): number {
  const shown = picture().element() as HTMLImageElement
  return Number((shown.getBoundingClientRect().width / shown.offsetWidth).toFixed(3))
}

test('the viewer is used by keyboard: arrows, Home and End, zoom, Escape', async () => {
  await portal.open(yourActivity, owner, phone)
  await expect.element(thumbnails().nth(3)).toBeVisible()
  expect(thumbnails().elements()).toHaveLength(4)
  const [first] = thumbnails().elements() as HTMLElement[]
  first?.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(viewer()).toHaveAccessibleName(activity.name)
  await expect.element(position()).toHaveTextContent(/^1 of 5: Image for /)
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(position()).toHaveTextContent(/^1 of 5/)
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(position()).toHaveTextContent(/^2 of 5: certificate\.pdf, page 1 of 2$/)
  await expect.element(picture()).toHaveAccessibleName('certificate.pdf, page 1 of 2')
  await userEvent.keyboard('{End}')
  await expect.element(position()).toHaveTextContent(/^5 of 5: Photo hall\.jpg/)
  await userEvent.keyboard('{Home}')
  await expect.element(position()).toHaveTextContent(/^1 of 5/)

  // The arrows move a zoomed picture.
  await loaded()
  await userEvent.keyboard('+')
  await expect.poll(scale).toBe(1.5)
  const before = boxOf()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => boxOf().x).toBeLessThan(before.x)
  await expect.element(position()).toHaveTextContent(/^1 of 5/)
  await userEvent.keyboard('-')
  await expect.poll(scale).toBe(1)
  await userEvent.keyboard('++++++')
  await expect.poll(scale).toBe(5)
  await expect.element(viewer().getByRole('button', { name: 'Zoom in' })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{PageDown}')
  await expect.element(position()).toHaveTextContent(/^2 of 5/)
  await expect.poll(scale).toBe(1)

  await userEvent.keyboard('{Escape}')
  await closed()
  await expect.element(thumbnails().first()).toHaveFocus()
  const last = thumbnails().nth(3).element() as HTMLElement
  last.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(position()).toHaveTextContent(/^5 of 5/)
})

test('a list loads thumbnails, in places that are there before, and a photo only when the viewer is opened', async () => {
  await portal.open(yourActivity, owner, phone)
  await expect.element(thumbnails().nth(3)).toBeVisible()
  const images = thumbnails()
    .elements()
    .map((button) => button.querySelector('img') as HTMLImageElement)
  for (const image of images) await loaded(() => image)
  const shown = [...document.images].filter(({ src }) => src.includes('/uploads/'))
  expect(shown.map(({ currentSrc }) => currentSrc.split('/').at(-1))).toEqual(Array(4).fill('thumbnail.jpg'))
  for (const image of images) {
    expect(Math.max(image.naturalWidth, image.naturalHeight)).toBe(160)
    expect([image.loading, image.decoding]).toEqual(['lazy', 'async'])
    // Inside of its button, which may have a border.
    expect(image.height).toBeLessThanOrEqual(Number(image.parentElement?.offsetHeight))
  }
  const places = images.map((image) => [image.getAttribute('width'), image.getAttribute('height')].join('x'))
  expect(places).toEqual(['64x48', '56x44', '56x44', '56x44'])
  await thumbnails().first().click()
  await loaded()
  expect((picture().element() as HTMLImageElement).naturalWidth).toBe(1200)
})

test('a reviewer sees the pages of a PDF, large and in the viewer, whose keys decide nothing behind it', async () => {
  await portal.open(`/admin-dashboard?tab=review&q=${encodeURIComponent(owner.name)}`, await portal.make.admin())
  const evidence = page.getByRole('region', { name: 'Evidence' })
  await expect.element(evidence.getByRole('heading', { level: 2 })).toHaveTextContent(activity.name)
  await expect.element(thumbnails(evidence).nth(3)).toBeVisible()
  expect(thumbnails(evidence).elements()).toHaveLength(4)
  expect(thumbnails(evidence).first().element().getBoundingClientRect().height).toBeGreaterThan(250)
  await evidence.getByRole('button', { name: /PDF certificate\.pdf, 2 pages/ }).click()
  await expect.element(picture()).toHaveAccessibleName('certificate.pdf, page 1 of 2')
  await loaded()
  expect((picture().element() as HTMLImageElement).naturalHeight).toBeGreaterThan(1000)
  await viewer().getByRole('button', { name: 'Next image' }).click()
  await expect.element(picture()).toHaveAccessibleName('certificate.pdf, page 2 of 2')
  const download = viewer().getByRole('link', { name: 'Download certificate.pdf' })
  await expect.element(download).toHaveAttribute('download', 'certificate.pdf')
  await loaded()
  await userEvent.keyboard('v')
  await userEvent.wheel(picture(), { delta: { y: -300 } })
  await expect.poll(scale).toBeGreaterThan(1)
  await userEvent.keyboard('{Escape}')
  await closed()
  await expect.element(page.getByRole('button', { name: 'Verify' }).first()).toBeVisible()
  expect(await portal.sql`select state from posted_activities where user_id = ${owner.id}`).toEqual([{ state: 'posted' }])
})

test('above a dialog, Escape closes the viewer alone and focus returns into the dialog', async () => {
  await portal.open('/admin-dashboard?tab=staff', await portal.make.admin())
  await page.getByLabelText('Search staff').fill(owner.name)
  await page.getByRole('row', { name: owner.name }).getByRole('button', { name: 'View Activities' }).click()
  const list = page.getByRole('dialog', { name: `Activities for ${owner.name}` })
  await expect.element(thumbnails(list).nth(3)).toBeVisible()
  expect(thumbnails(list).elements()).toHaveLength(4)
  await thumbnails(list).nth(1).click()
  await expect.element(position()).toHaveTextContent(/^2 of 5: certificate\.pdf, page 1 of 2$/)
  await expect.element(viewer()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await closed()
  await expect.element(list).toBeVisible()
  await expect.element(thumbnails(list).nth(1)).toHaveFocus()
})

test('a picture that cannot be loaded says so, and is loaded again on request', { timeout }, async () => {
  const [person, stranger] = [await portal.make.staff(), await portal.make.staff()]
  await post(person, await photo('first.jpg'), [pdf('certificate.pdf', 2)])
  await portal.open(yourActivity, person, phone)
  const last = thumbnails().nth(1)
  await expect.element(last).toBeVisible()
  last.element().scrollIntoView()
  await loaded(() => last.element().querySelector('img'))

  // The server sends the picture to no other user.
  await portal.sql`update sessions set user_id = ${stranger.id} where user_id = ${person.id}`
  await last.click()
  await viewer().getByRole('button', { name: 'Next image' }).click()
  await expect.element(viewer().getByRole('alert')).toHaveTextContent('This image could not be loaded.')
  await portal.sql`update sessions set user_id = ${person.id} where user_id = ${stranger.id}`
  await viewer().getByRole('button', { name: 'Try again' }).click()
  await expect.element(viewer().getByRole('img', { name: 'certificate.pdf, page 2 of 2' })).toBeVisible()
})

test('a page of which nothing could be drawn says so', { timeout }, async () => {
  const person = await portal.make.staff()
  await post(person, await photo('first.jpg'), [pdf('certificate.pdf', 1, 'nothing that can be drawn')])
  await portal.open(yourActivity, person, phone)
  await thumbnails().nth(1).click()
  await expect.element(viewer().getByRole('alert')).toHaveTextContent('This page is empty, or it could not be drawn.')
  await expect.element(viewer().getByRole('link', { name: 'Download certificate.pdf' })).toBeVisible()
  await expect.element(viewer().getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  expect(unreadable()).toEqual([])
})

for (const { language, say } of [
  { language: 'ckb', say: speaker('ckb', ckb) },
  { language: 'ar', say: speaker('ar', ar) },
] as const)
  test(`in ${language} the next picture is on the left, and every control is on the screen in large letters too`, async () => {
    await portal.open(yourActivity, owner, { language, width: 360, height: 740 })
    const words = messages.viewer
    const dialog = page.getByRole('dialog')
    const at = (number: number) =>
      expect.element(dialog.getByRole('status')).toHaveTextContent(say(words.position({ number, total: 5 })))
    const enlarge = say(messages.postedActivities.enlarge({ what: '' })).replaceAll(/[\u2066-\u2069]/g, '')
    await page.getByRole('button', { name: enlarge.trim() }).first().click()
    await at(1)
    await userEvent.keyboard('{ArrowLeft}')
    await at(2)
    await userEvent.keyboard('{ArrowRight}')
    await at(1)
    await dialog.getByRole('button', { name: say(words.next) }).click()
    await at(2)

    onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
    for (const size of ['16px', '32px']) {
      document.documentElement.style.fontSize = size
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
      for (const control of dialog.element().querySelectorAll('button, a'))
        await expect.element(page.elementLocator(control)).toBeInViewport({ ratio: 1 })
    }
    document.documentElement.style.removeProperty('font-size')
    await dialog.getByRole('button', { name: say(messages.actions.close) }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await page.getByLabelText(new RegExp(`^${say(messages.fields.image)}`)).upload([await photo('a.jpg'), pdf('b.pdf')])
    const chosen = page.getByRole('list', { name: say(messages.evidence.chosen) }).getByRole('listitem')
    await expect.element(chosen.nth(1)).toBeVisible()
    expect(chosen.elements()).toHaveLength(2)
    expect(unreadable()).toEqual([])
  })
