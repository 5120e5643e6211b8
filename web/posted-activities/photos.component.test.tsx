import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { photo, photoTaken } from '../../testing/components/evidence.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { storePerson, storeShared } from '../sharing/shared-files.ts'

const portal = await startPortal()
/** The server draws the pages of a PDF in a process of its own. */
const timeout = 60_000
const [{ today = '' } = {}] = await portal.sql<{ today: string }>`select current_date::text as today`
await portal.sql`update terms set start_date = least(start_date, current_date - 30) where is_current`

const image = () => page.getByLabelText(/^Image/)
const chosen = () => page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
const button = (name: string | RegExp) => page.getByRole('button', { name })
const edge = (name: string) => page.getByRole('slider', { name })
const names = () =>
  chosen()
    .elements()
    .map((row) => row.querySelector('[title]')?.getAttribute('title'))

const open = (person: { username: string }) => portal.open('/staff-dashboard?tab=your-activity', person)

async function post({ name }: { name: string }) {
  await page.getByLabelText('Activity', { exact: true }).fill(name)
  await page.getByRole('option', { name }).click()
  await button('Today').first().click()
  await button('Post Activity').click()
  await expect.element(page.getByText('Activity posted successfully')).toBeVisible()
}

/** The size of the picture that is shown in small. */
async function sizeOfPreview() {
  const preview = page.getByRole('img', { name: /^Preview/ })
  await expect.element(preview).toBeVisible()
  const shown = preview.element() as HTMLImageElement
  await shown.decode()
  return { width: shown.naturalWidth, height: shown.naturalHeight }
}

const bytesOfPreview = async () => {
  const { src } = page.getByRole('img', { name: /^Preview/ }).element() as HTMLImageElement
  return new TextDecoder('latin1').decode(await (await fetch(src)).arrayBuffer())
}

test('photos become the pages of one PDF, which the server takes, and the proposed day stays', { timeout }, async () => {
  const person = await portal.make.staff()
  const activity = await portal.make.activity()
  await open(person)
  await image().upload([await photo('1.jpg'), await photoTaken('2.jpg', `${today.replaceAll('-', ':')} 09:30:00`)])
  await expect.element(page.getByText(/^Proposal: .*, when the photo was taken$/)).toBeVisible()
  await button('Put the 2 photos into one PDF').click()
  await expect.element(page.getByText('The 2 photos are now pages of 1.pdf')).toBeVisible()
  expect(names()).toEqual(['1.pdf'])
  await expect.element(image()).toHaveFocus()
  await expect.element(page.getByText(/^Proposal: .*, when the photo was taken$/)).toBeVisible()
  await post(activity)
  const stored = await portal.sql`
    select f.kind, f.name, f.page_count as pages from evidence_files f join posted_activities p on p.id = f.posted_activity_id
    where p.user_id = ${person.id}`
  expect(stored).toEqual([{ kind: 'pdf', name: '1.pdf', pages: 2 }])
})

test('one photo is not offered a PDF, other files stay, and photos in a PDF come back with Undo', async () => {
  await open(await portal.make.staff())
  await image().upload([await photo('1.jpg')])
  await expect.element(button('Crop and turn 1.jpg')).toBeVisible()
  await expect.element(button(/into one PDF/)).not.toBeInTheDocument()
  const pdf = new File(['%PDF-1.4\n%%EOF'], '1.pdf', { type: 'application/pdf' })
  await image().upload([pdf, await photo('2.jpg')])
  await button('Put the 2 photos into one PDF').click()
  await expect.poll(names).toEqual(['1 (2).pdf', '1.pdf'])
  await button('Undo').click()
  await expect.poll(names).toEqual(['1.jpg', '2.jpg', '1.pdf'])
})

test('a photo is turned and cropped with the keyboard; its day stays, and what the camera wrote does not', async () => {
  await open(await portal.make.staff())
  await image().upload(await photoTaken('hall.jpg', `${today.replaceAll('-', ':')} 09:30:00`))
  expect(await sizeOfPreview()).toEqual({ width: 400, height: 300 })
  expect(await bytesOfPreview()).toContain('Exif')

  await button('Crop and turn hall.jpg').click()
  await expect.element(edge('Left edge')).toBeVisible()
  await button('Turn right').click()
  ;(edge('Left edge').element() as HTMLElement).focus()
  await userEvent.keyboard('{PageUp}{ArrowRight}{ArrowRight}{ArrowLeft}')
  await expect.element(edge('Left edge')).toHaveAttribute('aria-valuenow', '11')
  await userEvent.keyboard('{ArrowLeft}')
  await userEvent.tab()
  await expect.element(edge('Upper edge')).toHaveFocus()
  await userEvent.keyboard('{PageDown}{PageDown}')
  await expect.element(edge('Upper edge')).toHaveAttribute('aria-valuenow', '80')
  await userEvent.tab()
  await userEvent.keyboard('{Home}')
  await expect.element(edge('Right edge')).toHaveAttribute('aria-valuetext', '30%')
  await button('Use photo').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button('Crop and turn hall.jpg')).toHaveFocus()
  await expect.poll(sizeOfPreview).toEqual({ width: 60, height: 320 })
  expect(await bytesOfPreview()).not.toContain('Exif')
  await expect.element(page.getByText(/^Proposal: .*, when the photo was taken$/)).toBeVisible()
})

test('the frame is dragged; Whole photo resets it, and Close leaves the photo as it was', async () => {
  await open(await portal.make.staff())
  await image().upload(await photo('hall.jpg'))
  await button('Crop and turn hall.jpg').click()
  const picture = page.getByRole('img', { name: 'hall.jpg' })
  await expect.element(edge('Right edge')).toBeVisible()
  const { width } = picture.element().getBoundingClientRect()
  const drag = (target: Element, x: number, y: number) => {
    const { left, top } = target.getBoundingClientRect()
    const at = (moveX: number, moveY: number) => ({
      bubbles: true,
      pointerId: 1,
      clientX: left + 22 + moveX,
      clientY: top + 22 + moveY,
    })
    Object.assign(target, { setPointerCapture: () => undefined })
    target.dispatchEvent(new PointerEvent('pointerdown', { ...at(0, 0), button: 0 }))
    target.dispatchEvent(new PointerEvent('pointermove', at(x, y)))
    target.dispatchEvent(new PointerEvent('lostpointercapture', at(x, y)))
  }
  drag(edge('Right edge').element(), -width / 4, 0)
  await expect.element(edge('Right edge')).toHaveAttribute('aria-valuenow', '75')
  const corner = document.querySelector('[data-corner="left top"]')
  if (corner) drag(corner, width / 4, 0)
  await expect.element(edge('Left edge')).toHaveAttribute('aria-valuenow', '25')
  await button('Whole photo').click()
  await expect.element(edge('Left edge')).toHaveAttribute('aria-valuenow', '0')
  await button('Turn left').click()
  await button('Close').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(await sizeOfPreview()).toEqual({ width: 400, height: 300 })
})

test('what was shared is added to a posting that was begun, and not to an edit', { timeout }, async () => {
  const person = await portal.make.staff()
  const activity = await portal.make.activity()
  await portal.make.posting(person.id, activity, today)
  await open(person)
  await page.getByLabelText('Link').fill('https://begun.test.example')
  await image().upload(await photo('1.jpg'))
  await expect.poll(names).toEqual(['1.jpg'])
  await page.getByRole('list', { name: 'Your Posted Activities' }).getByRole('button', { name: 'Edit' }).click()
  await expect.element(page.getByRole('heading', { name: 'Edit Activity' })).toBeVisible()

  await storePerson(person.id)
  await storeShared([await photo('1.jpg'), await photo('2.jpg')])
  await portal.open('/staff-dashboard?tab=your-activity&post=1', person)
  await expect.element(page.getByRole('heading', { name: 'Post New Activity' })).toBeVisible()
  await expect.poll(names).toEqual(['1.jpg', '1 (2).jpg', '2.jpg'])
  await expect.element(page.getByLabelText('Link')).toHaveValue('https://begun.test.example')
})
