import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type FindAction, findActions } from '../../contract/find-actions.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { openPanel as adminPanel } from '../dashboards/admin-dashboard.tsx'
import { openPanel as staffPanel } from '../dashboards/staff-dashboard.tsx'
import { placesOfActions } from './actions.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const department = await portal.make.department('Physics')
const head = await portal.make.head(department.id)
const member = await portal.make.staff({ name: 'Ann Lewis', department_id: department.id })

const field = () => page.getByRole('combobox', { name: 'Find' })
const optionsOf = (group: string) => page.getByRole('group', { name: group }).getByRole('option')

async function find(text: string) {
  await page.getByRole('button', { name: 'Find' }).click()
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard(text)
}

test('every action leads to a panel that those who may do it have', () => {
  for (const [action, { tab }] of Object.entries(placesOfActions)) {
    const right = findActions[action as FindAction]
    if (right !== 'staff') expect({ action, tab: adminPanel(tab).tab }).toEqual({ action, tab })
    if (right !== 'admin') expect({ action, tab: staffPanel(tab).tab }).toEqual({ action, tab })
  }
})

test.each([
  ['add user', 'users', () => page.getByRole('form', { name: 'New user' })],
  ['add term', 'terms', () => page.getByRole('form', { name: 'New term' })],
  ['import scores', 'staff', () => page.getByRole('dialog', { name: 'Import scores' })],
  ['portal is set', 'settings', () => page.getByRole('heading', { name: 'How this portal is set' })],
  ['write message', 'messages', () => page.getByRole('dialog', { name: 'Write a message' })],
  ['report of a term', 'terms', () => page.getByRole('dialog', { name: /^Results/ })],
  ['names to sign', 'staff', () => page.getByRole('dialog', { name: /^Names to sign/ })],
])('“%s” and Enter open %s with what it takes, once', async (text, tab, shown) => {
  await portal.open('/admin-dashboard?tab=overview', admin)
  await find(text)
  await expect.element(optionsOf('Actions').first()).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(shown()).toBeInTheDocument()
  await expect.poll(() => location.search).toBe(`?tab=${tab}`)
})

test('in the open panel an action opens its form too', async () => {
  await portal.open('/admin-dashboard?tab=terms', admin)
  await expect.element(page.getByRole('button', { name: 'Add Term' })).toBeVisible()
  await find('add term{Enter}')
  await expect.element(page.getByRole('form', { name: 'New term' })).toBeVisible()
})

test.each([
  ['score statement', '/statement'],
  ['grade scale', '/grade'],
])('a member opens “%s” of the current term from Find', async (text, path) => {
  await portal.open('/staff-dashboard', member)
  await find(text)
  await expect.element(optionsOf('Actions').first()).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.pathname).toBe(path)
})

test('the panel to open first is chosen from Find', async () => {
  await portal.open('/staff-dashboard', member)
  await find('start page{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Panel to open first' })).toBeVisible()
})

test('a head delegates reviews from Find, and opens a page of the handbook', async () => {
  await portal.open('/staff-dashboard', head)
  await find('delegate reviews')
  await optionsOf('Actions').first().click()
  await expect.element(page.getByRole('dialog', { name: 'Delegate reviews' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await find('two grades')
  await optionsOf('Help').first().click()
  await expect
    .element(page.getByRole('dialog', { name: 'Handbook' }).getByRole('heading', { level: 3 }))
    .toHaveTextContent('Your scores and the two grades')
})
