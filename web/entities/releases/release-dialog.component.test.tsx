import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { intercept, noNetwork, restoreNetwork } from '../../../testing/components/network.ts'
import { startPortal } from '../../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const physics = await portal.make.department('Physics')
const member = await portal.make.staff({ name: 'Sara Aziz', title: 'p', department_id: physics.id })
await portal.make.staff({ name: 'Azad Omar', title: 'p', department_id: physics.id })
const [term] = await portal.sql<{ id: number }>`update terms set holds_scores = true where is_current returning id`
const termId = term?.id ?? 0
const staff = '/admin-dashboard?tab=staff'

const dialog = () => page.getByRole('dialog')
const score = async (scores: { tp?: number; fb?: number }) => {
  const [name] = Object.keys(scores)
  const path = name === 'tp' ? 'edit-tp' : 'edit-feedback'
  expect((await portal.as(admin)('PUT', `/users/${path}/${member.id}?term_id=${termId}`, scores)).status).toBe(200)
}

test('a score that the term holds back is marked, released from the list, and taken back', async () => {
  await score({ tp: 30 })
  await portal.open(staff, admin)
  await expect.element(page.getByText('1 member has scores that are not released.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /30.*Sara Aziz.*, not released$/ })).toBeVisible()

  await page.getByRole('button', { name: 'Release scores…' }).click()
  await expect.element(dialog().getByText('1 member has scores that are not released:')).toBeVisible()
  const row = dialog().getByRole('row', { name: /Sara Aziz/ })
  await expect.element(row).toHaveTextContent(/T P\. not set.*Total 0.*T P\. 30.*Total 30/)
  await expect.element(dialog().getByText('1 grade rises')).toBeVisible()
  await expect.element(dialog().getByText('2 members have no T P. or no F B.:')).toBeVisible()
  await expect.element(dialog().getByText('Azad Omar: Teacher Points, Feedback')).toBeVisible()
  await dialog().getByRole('button', { name: 'Release for 1 member' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByText('All scores are released.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /, not released$/ })).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'Release scores…' }).click()
  await dialog().getByRole('button', { name: 'Take release 1 back' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
  await expect.element(dialog().getByText(/^Taken back on/)).toBeVisible()
  await expect.element(dialog().getByRole('button', { name: 'Release for 1 member' })).toBeEnabled()
})

test('a release of scores that another administrator changed meanwhile is refused, and the list is fetched again', async () => {
  await score({ tp: 31 })
  await portal.open(staff, admin)
  await page.getByRole('button', { name: 'Release scores…' }).click()
  const row = dialog().getByRole('row', { name: /Sara Aziz/ })
  await expect.element(row).toHaveTextContent('T P. 31')
  await score({ tp: 32 })
  await dialog().getByRole('button', { name: 'Release for 1 member' }).click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('Someone changed scores after you opened this list.')
  await expect.element(row).toHaveTextContent('T P. 32')
})

test('without a network nothing is released, and the list stays', async () => {
  await score({ tp: 33 })
  await portal.open(staff, admin)
  await page.getByRole('button', { name: 'Release scores…' }).click()
  const row = dialog().getByRole('row', { name: /Sara Aziz/ })
  await expect.element(row).toHaveTextContent('T P. 33')
  intercept('GET PUT', /./, noNetwork)
  await dialog().getByRole('button', { name: 'Release for 1 member' }).click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('It is not known whether this arrived.')
  await expect.element(row).toHaveTextContent('T P. 33')
  restoreNetwork()
  await dialog().getByRole('button', { name: 'Release for 1 member' }).click()
  await expect.element(page.getByText('All scores are released.')).toBeVisible()
})

for (const { language, notReleased } of [
  { language: 'en', notReleased: 'Not released yet' },
  { language: 'ckb', notReleased: 'هێشتا بڵاو نەکراوەتەوە' },
] as const)
  test(`a member reads in ${language} that a score is not released yet, on the cards and on the statement`, async () => {
    const reader = await portal.make.staff({ title: 'p' })
    await portal.as(admin)('PUT', `/users/edit-feedback/${reader.id}?term_id=${termId}`, { fb: 7 })
    await portal.open('/staff-dashboard?tab=your-activity', reader, { language, width: 390, height: 844 })
    await expect.element(page.getByRole('button', { name: new RegExp(notReleased) })).toHaveLength(2)
    await portal.open('/statement', reader, { language })
    await expect.element(page.getByRole('table').getByText(notReleased).first()).toBeVisible()
  })

test('a term with scores that are not released cannot be closed', async () => {
  await score({ fb: 8 })
  await portal.open('/admin-dashboard?tab=terms', admin)
  await page
    .getByRole('button', { name: /^More actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Close', exact: true }).click()
  await expect.element(page.getByRole('alertdialog').getByRole('alert')).toHaveTextContent('Release them first.')
  await expect.element(page.getByRole('alertdialog').getByRole('button', { name: 'Close Term' })).toBeDisabled()
})
