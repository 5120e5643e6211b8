import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ar } from '../../contract/languages/ar.ts'
import { messages, speaker } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import { expectNoAxeViolations, giveTimeToAxe } from '../../testing/components/axe.ts'
import { loaded } from '../../testing/components/loaded.ts'
import { photo } from '../../testing/components/pictures.ts'
import { startPortal } from '../../testing/components/portal.ts'

giveTimeToAxe()
const portal = await startPortal()
const phone = { width: 390, height: 844 }
const inArabic = speaker('ar', ar)
const activity = await portal.make.activity({ name: 'Open day' })
const member = await portal.make.staff()
const [{ today = '' } = {}] = await portal.sql<{ today: string }>`select current_date::text as today`
const posting = await portal.make.posting(member.id, activity, today)
const { base64 } = await photo('#246')
await portal.sql`insert into posted_images (posted_activity_id, bytes) values (${posting}, decode(${base64}, 'base64'))`
// The bytes of the PDF are no picture: it cannot be shown.
await portal.make.evidence(posting, 'pdf')

const viewer = () => page.getByRole('dialog')

test('the viewer with a picture, and with one that cannot be loaded', async () => {
  await portal.open('/staff-dashboard?tab=your-activity', member)
  await loaded('Your Activity')
  await page
    .getByRole('button', { name: /^Enlarge/ })
    .first()
    .click()
  await expect.element(viewer().getByRole('img', { name: /^Image for Open day/ })).toBeVisible()
  await expectNoAxeViolations()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(viewer().getByRole('alert')).toHaveTextContent('This image could not be loaded.')
  await expectNoAxeViolations()
})

test('the viewer on a phone, in Arabic', async () => {
  await portal.open('/staff-dashboard?tab=your-activity', member, { ...phone, language: 'ar' })
  await loaded(inArabic(messages.panels.yourActivity))
  await page
    .getByRole('button', { name: inArabic(messages.postedActivities.enlarge({ what: '' })).trim() })
    .first()
    .click()
  await expect.element(viewer().getByRole('status')).toBeInTheDocument()
  await expectNoAxeViolations()
})

test('chosen files, one of which is refused, on a phone, in Arabic', async () => {
  await portal.open('/staff-dashboard?tab=your-activity', member, { ...phone, language: 'ar' })
  await loaded(inArabic(messages.panels.yourActivity))
  const { file } = await photo('#642', 'a.jpg')
  const text = new File(['no picture'], 'b.txt', { type: 'text/plain' })
  await page.getByLabelText(new RegExp(`^${inArabic(messages.fields.image)}`)).upload([file, text])
  await expect
    .element(
      page
        .getByRole('list', { name: inArabic(messages.evidence.chosen) })
        .getByRole('listitem')
        .first(),
    )
    .toBeVisible()
  await expectNoAxeViolations()
})

test('a posting that is edited, with the preview of a new image', async () => {
  await portal.open('/staff-dashboard?tab=your-activity', member)
  await loaded('Your Activity')
  await page.getByRole('list', { name: 'Your Posted Activities' }).getByRole('button', { name: 'Edit' }).first().click()
  await expect.element(page.getByRole('heading', { name: 'Edit Activity' })).toBeVisible()
  await page.getByLabelText(/^Image/).upload((await photo('#264')).file)
  await expect.element(page.getByRole('img', { name: /^Preview/ }).first()).toBeVisible()
  await expectNoAxeViolations()
})

test.each([{ language: 'en' as const }, { language: 'ar' as const, ...phone }])(
  'a photo that is cropped and turned, and several that can become one PDF: %j',
  async (size) => {
    const say = size.language === 'ar' ? inArabic : speaker('en', en)
    await portal.open('/staff-dashboard?tab=your-activity', member, size)
    await loaded(say(messages.panels.yourActivity))
    const { file } = await photo('#462', 'a.jpg')
    await page.getByLabelText(new RegExp(`^${say(messages.fields.image)}`)).upload([file, (await photo('#624', 'b.jpg')).file])
    await expect.element(page.getByRole('button', { name: say(messages.photos.join({ count: 2 })) })).toBeVisible()
    await expectNoAxeViolations()
    await page.getByRole('button', { name: say(messages.photos.editNamed({ file: 'a.jpg' })) }).click()
    const slider = page.getByRole('slider', { name: say(messages.photos.edges.left) })
    await expect.element(slider).toBeVisible()
    const { width, height } = slider.element().getBoundingClientRect()
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    await expectNoAxeViolations()
  },
)
