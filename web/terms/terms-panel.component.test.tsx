import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ckb } from '../../contract/languages/ckb.ts'
import { intercept, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { savedFile } from '../../testing/components/saved-file.ts'
import { textsOf } from '../../testing/components/texts.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })

const open = () => portal.open('/admin-dashboard?tab=terms', admin)
const addTerm = (year: number) => portal.make.term(`Year ${year}`, `${year}-01-05`, `${year}-11-12`)
const form = (name: string) => page.getByRole('form', { name })
const question = () => page.getByRole('alertdialog')
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const toasts = () => page.getByRole('region', { name: 'Notifications' })
const menu = ({ name }: { name: string }) => page.getByRole('button', { name: `More actions for ${name}`, exact: true })

async function choose(action: 'Make current' | 'Delete', term: { name: string }) {
  await menu(term).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('the form of a new term opens with the name, the dates and the days that follow from the terms so far', async () => {
  await portal.make.term('Years 2170–2171', '2170-09-01', '2171-06-30')
  await portal.sql`update terms set closing_on = '2171-07-31' where name = 'Years 2170–2171'`
  await open()
  await page.getByRole('button', { name: 'Add Term' }).click()
  const field = (label: string) => form('New term').getByLabelText(label, { exact: true })
  await expect.element(field('Name')).toHaveValue('Years 2171–2172')
  await expect.element(field('Start')).toHaveValue('01/09/2171')
  await expect.element(field('End')).toHaveValue('30/06/2172')
  await expect.element(form('New term').getByLabelText('Closing of the term')).toHaveValue('31/07/2172')
})

test('a term is added and edited; errors are at their fields and the input stays', async () => {
  const other = await addTerm(2180)
  await open()
  await page.getByRole('button', { name: 'Add Term' }).click()
  const field = (label: string) => form('New term').getByLabelText(label, { exact: true })
  const [name, start, end] = [field('Name'), field('Start'), field('End')]
  const save = form('New term').getByRole('button', { name: 'Add Term' })
  async function saveWith(values: { name: string; start: string; end: string }) {
    await name.fill(values.name)
    await start.fill(values.start)
    await end.fill(values.end)
    await save.click()
  }
  await expect.element(name).toHaveFocus()
  await save.click()
  await expect.element(name).toHaveAccessibleDescription('Enter a name.')
  await expect.element(start).toHaveAccessibleDescription('Enter the first day.')
  await expect.element(end).toHaveAccessibleDescription('Enter the last day.')

  await saveWith({ name: 'Year 2181', start: '2181-11-12', end: '2181-01-05' })
  await expect.element(end).toHaveAccessibleDescription(/^The end cannot be before the start\./)
  await saveWith({ name: 'Year 2181', start: '2180-11-12', end: '2181-11-12' })
  await expect.element(start).toHaveAccessibleDescription(/^These dates overlap Year 2180\./)
  await saveWith({ name: other.name.toUpperCase(), start: '2181-01-05', end: '2181-11-12' })
  await expect.element(name).toHaveAccessibleDescription('A term with this name already exists.')
  await expect.element(start).toHaveValue('05/01/2181')

  await name.fill('Year 2181')
  const restore = intercept('POST', '/terms', replyWith(500))
  await save.click()
  await expect.element(toasts()).toHaveTextContent('Failed to add term. Please try again later.')
  await expect.element(name).toHaveValue('Year 2181')
  restore()
  await save.click()
  await expect.element(toasts()).toHaveTextContent('Term added successfully')
  await expect.element(form('New term')).not.toBeInTheDocument()
  await expect.element(rowOf('Year 2181')).toHaveTextContent('5 Jan 218112 Nov 2181Open')

  await page.getByRole('button', { name: 'Edit Year 2181' }).click()
  await form('Edit Year 2181').getByLabelText('Name', { exact: true }).fill('Year 2181 of all')
  await page.getByRole('button', { name: 'Update Term' }).click()
  await expect.element(toasts()).toHaveTextContent('Term updated successfully')
  await expect.element(rowOf('Year 2181 of all')).toBeVisible()
})

test('the days of the term before are proposed, in their distance from the begin; one in the wrong order is refused at its field', async () => {
  const [before, term] = [await addTerm(2185), await addTerm(2186)]
  await portal.sql`update terms set posting_until = '2185-10-05', questions_until = '2185-12-01' where id = ${before.id}`
  await open()
  await page.getByRole('button', { name: `Edit ${term.name}` }).click()
  const edited = form(`Edit ${term.name}`)
  await edited.getByRole('button', { name: `Propose the days of ${before.name}` }).click()
  const [posting, questions] = [edited.getByLabelText('Posting until'), edited.getByLabelText('Deadline for questions')]
  await expect.element(posting).toHaveValue('05/10/2186')
  await expect.element(questions).toHaveValue('01/12/2186')
  await expect.element(questions).toHaveAccessibleDescription(/After the last day of the term/)
  await edited.getByLabelText('Review until').fill('2186-10-04')
  await edited.getByRole('button', { name: 'Update Term' }).click()
  await expect.element(edited.getByLabelText('Review until')).toHaveAccessibleDescription(/^This is before “Posting until”\./)
  await edited.getByLabelText('Review until').fill('')
  await edited.getByRole('button', { name: 'Update Term' }).click()
  await expect.element(edited).not.toBeInTheDocument()
  const [stored] = await portal.sql`select posting_until::text, review_until from terms where id = ${term.id}`
  expect(stored).toEqual({ posting_until: '2186-10-05', review_until: null })
  // They are in the row, and all of them behind it.
  await rowOf(term.name).getByRole('button', { name: 'Posting until: 5 Oct 2186' }).click()
  await expect.element(page.getByRole('dialog')).toHaveTextContent('Deadline for questions1 Dec 2186')
  await userEvent.keyboard('{Escape}')
})

test('another term becomes the current one', async () => {
  const [before] = (await portal.sql`select name from terms where is_current`) as [{ name: string }]
  const term = await addTerm(2190)
  await open()
  await expect.element(rowOf(before.name)).toHaveTextContent('Current')
  await menu(before).click()
  await expect.poll(() => textsOf(page.getByRole('menuitem'))).toEqual(['Results', 'Reopen for…', 'Close'])
  await userEvent.keyboard('{Escape}')
  await expect.element(menu(before)).toHaveFocus()

  const restore = intercept('PUT', /^\/terms\/make-current\//, replyWith(500))
  await choose('Make current', term)
  await expect.element(page.getByRole('alertdialog', { name: `Make ${term.name} the current term?` })).toBeVisible()
  await expect.element(question()).toHaveTextContent(`It replaces ${before.name}.`)
  await question().getByRole('button', { name: 'Make current' }).click()
  await expect
    .element(question().getByRole('alert'))
    .toHaveTextContent('Failed to make the term current. Please try again later.')
  restore()
  await question().getByRole('button', { name: 'Make current' }).click()
  await expect.element(toasts()).toHaveTextContent('Term made current successfully')
  await expect.element(rowOf(term.name)).toHaveTextContent('Current')
  await expect.element(rowOf(before.name)).not.toHaveTextContent('Current')
})

test('an empty term is deleted; one that was scored is not', async () => {
  const [empty, scored] = [await addTerm(2195), await addTerm(2196)]
  const member = await portal.make.staff()
  await portal.sql`insert into term_scores (user_id, term_id, fb) values (${member.id}, ${scored.id}, 4)`
  await open()
  await choose('Delete', scored)
  await question().getByRole('button', { name: 'Delete' }).click()
  await expect
    .element(question().getByRole('alert'))
    .toHaveTextContent('This term has postings or scores, so it cannot be deleted.')
  await question().getByRole('button', { name: 'Cancel' }).click()
  await choose('Delete', empty)
  await question().getByRole('button', { name: 'Delete' }).click()
  await expect.element(toasts()).toHaveTextContent('Term deleted successfully')
  await expect.element(rowOf(empty.name)).not.toBeInTheDocument()
  await expect.element(rowOf(scored.name)).toBeVisible()
})

test('a term has a name in every language, and is shown by it to who reads that language', async () => {
  const term = await addTerm(2197)
  await open()
  await page.getByRole('button', { name: `Edit ${term.name}` }).click()
  const edited = form(`Edit ${term.name}`)
  await edited.getByText('Other languages').click()
  await edited.getByLabelText('Name (Kurdish)').fill('ساڵی 2197')
  await edited.getByRole('button', { name: 'Update Term' }).click()
  await expect.element(edited).not.toBeInTheDocument()
  await expect.element(rowOf(term.name)).toBeVisible()
  await portal.open('/admin-dashboard?tab=terms', admin, { language: 'ckb' })
  await expect.element(rowOf('ساڵی 2197')).toBeVisible()
  await portal.open('/admin-dashboard?tab=staff', admin, { language: 'ckb' })
  await expect.element(page.getByRole('option', { name: 'ساڵی 2197' })).toBeInTheDocument()
  await portal.open('/admin-dashboard?tab=terms', admin, { language: 'ar' })
  await expect.element(rowOf(term.name)).toBeVisible()
})

test('terms are found by any of their names, and exported with the name that the page shows', async () => {
  await portal.make.term('Autumn of 2198', '2198-01-05', '2198-11-12', { names: { ckb: 'پاییزی 2198', ar: 'خريف 2198' } })
  await portal.make.term('Spring of 2199', '2199-01-05', '2199-11-12', { names: { ckb: 'بەهاری 2199' } })
  await portal.open('/admin-dashboard?tab=terms', admin, { language: 'ckb' })
  for (const name of ['پاییزی', 'خريف', 'autumn']) {
    await page.getByRole('searchbox').fill(name)
    await expect.poll(() => textsOf(page.getByRole('rowheader'))).toEqual(['پاییزی 2198'])
  }
  const csv = await savedFile(async () => {
    await page.getByRole('button', { name: ckb.actions.export }).click()
    await page.getByRole('menuitem', { name: /CSV/ }).click()
  })
  expect(await csv.text()).toMatch(/^پاییزی 2198,/m)
})
