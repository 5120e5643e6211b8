import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { intercept, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
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

test('a term is added and edited; errors are at their fields and the input stays', async () => {
  const other = await addTerm(2180)
  await open()
  await page.getByRole('button', { name: 'Add Term' }).click()
  const field = (label: string) => form('New term').getByLabelText(label)
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
  await expect.element(end).toHaveAccessibleDescription(/^The end may not be before the start\./)
  await saveWith({ name: 'Year 2181', start: '2180-11-12', end: '2181-11-12' })
  await expect.element(start).toHaveAccessibleDescription(/^These dates overlap with Year 2180\./)
  await saveWith({ name: other.name.toUpperCase(), start: '2181-01-05', end: '2181-11-12' })
  await expect.element(name).toHaveAccessibleDescription('A term with this name already exists.')
  await expect.element(start).toHaveValue('2181-01-05')

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
  await form('Edit Year 2181').getByLabelText('Name').fill('Year 2181 of all')
  await page.getByRole('button', { name: 'Update Term' }).click()
  await expect.element(toasts()).toHaveTextContent('Term updated successfully')
  await expect.element(rowOf('Year 2181 of all')).toBeVisible()
})

test('another term becomes the current one', async () => {
  const [before] = (await portal.sql`select name from terms where is_current`) as [{ name: string }]
  const term = await addTerm(2190)
  await open()
  await expect.element(rowOf(before.name)).toHaveTextContent('Current')
  await menu(before).click()
  await expect.poll(() => textsOf(page.getByRole('menuitem'))).toEqual(['Results', 'Close'])
  await userEvent.keyboard('{Escape}')
  await expect.element(menu(before)).toHaveFocus()

  const restore = intercept('PUT', /^\/terms\/make-current\//, replyWith(500))
  await choose('Make current', term)
  await expect.element(page.getByRole('alertdialog', { name: `Make ${term.name} the current term?` })).toBeVisible()
  await expect.element(question()).toHaveTextContent(`It takes the place of ${before.name}.`)
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
    .toHaveTextContent('Something was posted or scored in this term, so it cannot be deleted.')
  await question().getByRole('button', { name: 'Cancel' }).click()
  await choose('Delete', empty)
  await question().getByRole('button', { name: 'Delete' }).click()
  await expect.element(toasts()).toHaveTextContent('Term deleted successfully')
  await expect.element(rowOf(empty.name)).not.toBeInTheDocument()
  await expect.element(rowOf(scored.name)).toBeVisible()
})
