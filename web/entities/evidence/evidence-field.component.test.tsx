import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pdf, photo } from '../../../testing/components/evidence.ts'
import { startPortal } from '../../../testing/components/portal.ts'
import { interceptUploads } from '../../../testing/components/uploads.ts'

const portal = await startPortal()
/** The server renders every PDF in a process of its own. */
const timeout = 120_000

const image = () => page.getByLabelText(/^Image/)
const chosen = () => page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
const namesOfChosen = () =>
  chosen()
    .elements()
    .map((element) => element.querySelector('p')?.textContent)
const previews = () => page.getByRole('img', { name: /^Preview/ })
const submit = () => page.getByRole('form').getByRole('button', { name: /^(Post|Update) Activity$/ })

/** The form, filled in but for the evidence. */
async function openFilled() {
  const person = await portal.make.staff()
  const { name } = await portal.make.activity()
  await portal.open('/staff-dashboard?tab=your-activity', person, { width: 390, height: 844 })
  await page.getByLabelText('Activity', { exact: true }).fill(name)
  await page.getByRole('option', { name }).click()
  await page.getByRole('button', { name: 'Today' }).click()
  return person
}

const readFiles = ({ id }: { id: number }) => portal.sql`
  select f.kind, f.name from evidence_files f join posted_activities p on p.id = f.posted_activity_id
  where p.user_id = ${id} order by f.position`

test('a posting may have a PDF alone', { timeout }, async () => {
  const person = await openFilled()
  await image().upload(pdf('certificate.pdf'))
  await expect.element(chosen()).toHaveTextContent('certificate.pdf')
  await submit().click()
  await expect.element(page.getByText('Activity posted successfully')).toBeVisible()
  expect(await readFiles(person)).toEqual([{ kind: 'pdf', name: 'certificate.pdf' }])
  expect(
    await portal.sql`
    select i.id from posted_images i join posted_activities p on p.id = i.posted_activity_id where p.user_id = ${person.id}`,
  ).toEqual([])
  await page.getByRole('button', { name: /^Enlarge/ }).click()
  await expect.element(page.getByRole('dialog').getByRole('img', { name: 'certificate.pdf, page 1 of 1' })).toBeVisible()
})

test('a PDF that the server refuses is shown with its sentence and keeps the rest', { timeout }, async () => {
  const person = await openFilled()
  const damaged = new File([pdf('damaged.pdf').slice(0, 200)], 'damaged.pdf', { type: 'application/pdf' })
  await image().upload([await photo('hall.jpg'), damaged, await photo('stage.jpg')])
  await expect.element(previews().nth(1)).toBeVisible()
  let sent = 0
  interceptUploads(({ pass }) => {
    sent += 1
    pass()
  })
  await submit().click()
  const sentence = /damaged\.pdf\S* cannot be read\. It may be damaged or too complex\.$/
  await expect.element(image()).toHaveAccessibleDescription(expect.stringMatching(sentence))
  const remove = page.getByRole('button', { name: 'Remove: damaged.pdf' })
  await expect.element(remove).toHaveFocus()
  await expect.element(chosen().nth(1)).toHaveTextContent(sentence)
  expect(namesOfChosen()).toEqual(['hall.jpg', 'damaged.pdf', 'stage.jpg'])
  expect(await portal.sql`select from posted_activities where user_id = ${person.id}`).toEqual([])
  // Saving again sends nothing: the refused file would be missing.
  await submit().click()
  await expect.element(remove).toHaveFocus()
  expect(sent).toBe(1)
  await page.getByRole('button', { name: 'Remove file damaged.pdf' }).click()
  await expect.element(image()).not.toHaveAccessibleDescription()
  await submit().click()
  await expect.element(page.getByText('Activity posted successfully')).toBeVisible()
  expect(await readFiles(person)).toEqual([{ kind: 'photo', name: 'stage.jpg' }])
})

test('a sixth file is named and left out, and nothing else is lost', async () => {
  await openFilled()
  await image().upload(await Promise.all(['1.jpg', '2.jpg', '3.jpg', '4.jpg'].map((name) => photo(name))))
  await expect.element(previews().nth(3)).toBeVisible()
  await image().upload([await photo('5.jpg'), await photo('6.jpg'), pdf('7.pdf')])
  await expect.element(page.getByRole('alert')).toHaveTextContent(/^You can add up to 5 files. Not added: \S*6\.jpg, 7\.pdf\S*$/)
  expect(namesOfChosen()).toEqual(['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg'])
  await page.getByRole('button', { name: 'Remove image 2.jpg' }).click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await image().upload(await photo('6.jpg'))
  await expect.element(previews().nth(4)).toBeVisible()
  expect(previews().elements()).toHaveLength(5)
})
