import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()

const section = () => page.getByRole('region', { name: 'Logo', exact: true })
const preview = () => section().getByRole('img')
const toasts = () => page.getByRole('region', { name: 'Notifications' })
const sidebar = () => page.getByRole('complementary')

async function choose(content: BlobPart, name: string, type: string) {
  await expect.element(preview()).toBeVisible()
  const input = section().element().querySelector('input[type=file]')
  if (!input) throw new Error('there is no file input')
  await page.elementLocator(input).upload(new File([content], name, { type }))
}

/** A picture of a square, 80 pixels wide. */
function drawPng(): Promise<Blob> {
  const canvas = new OffscreenCanvas(80, 80)
  canvas.getContext('2d')?.fillRect(0, 0, 40, 40)
  return canvas.convertToBlob({ type: 'image/png' })
}

test('a logo is uploaded with a preview, stands in the sidebar, and can be removed', async () => {
  const damaged: string[] = []
  const noteDamaged = ({ target }: Event) => target instanceof HTMLImageElement && damaged.push(target.src)
  document.addEventListener('error', noteDamaged, true)
  onTestFinished(() => document.removeEventListener('error', noteDamaged, true))
  await portal.open('/admin-dashboard?tab=settings', await portal.make.admin())

  await choose('<svg/>', 'logo.svg', 'image/svg+xml')
  await expect.element(section().getByText('Only PNG, JPEG and WebP images are accepted.')).toBeVisible()
  // A text with the name of a photo is refused before it is sent.
  await choose('no photo', 'fake.jpg', 'image/jpeg')
  await expect.element(section().getByText('This image is damaged and cannot be read.')).toBeVisible()
  await expect.element(section().getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  await expect.element(preview()).toHaveAttribute('src', '/logo.svg')

  damaged.length = 0
  for (const name of ['old-arms.png', 'arms.png']) {
    await choose(await drawPng(), name, 'image/png')
    await expect.element(section().getByText(name, { exact: true })).toBeVisible()
    await expect.poll(() => (preview().element() as HTMLImageElement).naturalWidth, { timeout: 10_000 }).toBe(80)
  }
  expect(damaged).toEqual([])
  await section().getByRole('button', { name: 'Save' }).click()
  await expect.element(toasts()).toHaveTextContent('Logo saved successfully')
  const logo = page.elementLocator(sidebar().element().querySelector('img') ?? document.body)
  await expect.element(logo).toHaveAttribute('src', expect.stringMatching(/^\/branding\/logo\?v=/))

  await section().getByRole('button', { name: 'Remove logo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove logo' }).click()
  await expect.element(toasts()).toHaveTextContent('Logo removed successfully')
  await expect.element(logo).toHaveAttribute('src', '/logo.svg')
})
