import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startPortal } from '../../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()

const card = () => page.getByRole('region', { name: 'First steps' })
const toasts = () => page.getByRole('region', { name: 'Notifications' })
const form = () => page.getByRole('form')
const field = (label: string) => form().getByLabelText(label, { exact: true })
const goTo = (panel: string) => page.getByRole('link', { name: panel, exact: true }).click()
const openDashboard = () => portal.open('/admin-dashboard', admin, { firstSteps: true })

test('"Not now" hides the first steps until the next sign-in', async () => {
  await openDashboard()
  await card().getByRole('button', { name: 'Not now' }).click()
  await expect.element(card()).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toHaveFocus()
  await goTo('Departments')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Departments')
  await goTo('Users')
  await expect.element(page.getByRole('searchbox', { name: 'Search users' })).toBeVisible()
  await expect.element(card()).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.element(page.getByLabelText('Username')).toBeVisible()
  await openDashboard()
  await expect.element(card()).toBeVisible()
})

test('a new portal shows its administrators the first steps; they tick themselves off and lead to their places', {
  timeout: 60_000,
}, async () => {
  await openDashboard()
  await expect.element(card()).toHaveTextContent('0 of 5 done')
  await card().getByRole('button', { name: 'Dates are correct' }).click()
  await expect.element(card()).toHaveTextContent('1 of 5 done')
  await expect.element(card().getByRole('button', { name: 'Dates are correct' })).not.toBeInTheDocument()

  await card().getByRole('link', { name: 'Open Settings' }).click()
  await page.getByLabelText('University name', { exact: true }).fill('University of Arden')
  await page.getByRole('region', { name: 'Portal' }).getByRole('button', { name: 'Save' }).click()
  await expect.element(toasts()).toHaveTextContent('Settings saved successfully')

  await goTo('Overview')
  await expect.element(card()).toHaveTextContent('2 of 5 done')
  await card().getByRole('link', { name: 'Open Departments' }).click()
  await expect.element(page.getByText('No departments available')).toBeVisible()
  await page.getByRole('button', { name: 'Enter a name' }).click()
  await expect.element(field('Department name')).toHaveFocus()
  await userEvent.keyboard('Physics{Enter}')
  await expect.element(toasts()).toHaveTextContent('Department added successfully')

  await goTo('Users')
  await expect.element(card()).toHaveTextContent('3 of 5 done')
  await card().getByRole('link', { name: 'Add Activity' }).click()
  await expect.element(page.getByText('No activities available')).toBeVisible()
  await field('Name').fill('Open Day')
  await field('Description').fill('Guided tours')
  await field('Score').fill('2')
  await form().getByRole('button', { name: 'Add Activity' }).click()
  await expect.element(page.getByRole('row').filter({ hasText: 'Open Day' })).toBeVisible()

  await goTo('Users')
  await card().getByRole('button', { name: 'Add User' }).click()
  await expect.element(field('Name')).toHaveFocus()
  await field('Name').fill('Dr. Sara Aziz')
  await field('Email').fill('sara@test.example')
  await field('UserName').fill('sara.aziz')
  await field('Password').fill('a long test sentence')
  await field('Department').selectOptions('Physics')
  await form().getByRole('button', { name: 'Add User' }).click()
  await expect.element(card()).toHaveTextContent('The portal is ready.')

  await goTo('Departments')
  await expect.element(page.getByText('Physics')).toBeVisible()
  await goTo('Users')
  await expect.element(page.getByRole('row').filter({ hasText: 'sara.aziz' })).toBeVisible()
  await expect.element(card()).not.toBeInTheDocument()
})
