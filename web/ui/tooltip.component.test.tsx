import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

/** The headings of the Staff table are the abbreviations that need a tooltip. */
const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
await portal.make.staff({ name: 'Aylin' })
const staffPanel = '/admin-dashboard?tab=staff'

const heading = (name: string) => page.getByRole('button', { name, exact: true })
const column = (name: string) => page.getByRole('columnheader', { name, exact: true })
const tooltip = () => page.getByRole('tooltip')
const attended = 'Attended-activity score: the points of activities of type Attending'

test('an abbreviated heading explains itself on hover and on focus, and Escape closes it', async () => {
  await portal.open(staffPanel, admin)
  await expect.element(heading('ATT S.')).toHaveAccessibleDescription(attended)
  await expect.element(tooltip()).not.toBeInTheDocument()
  await heading('ATT S.').hover()
  await expect.element(tooltip()).toHaveTextContent(attended)
  await expect.element(tooltip()).toBeInViewport({ ratio: 1 })
  await page.getByRole('searchbox').hover()
  await expect.element(tooltip()).not.toBeInTheDocument()

  await page.getByRole('region', { name: 'Staff', exact: true }).element().focus()
  for (const title of ['Teacher Points', 'Feedback', 'Attended-activity', 'Activity score', 'Event activity']) {
    while (!tooltip().elements()[0]?.textContent.startsWith(title)) await userEvent.tab()
    await expect.element(tooltip()).toHaveTextContent(title)
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(tooltip()).not.toBeInTheDocument()
  await expect.element(heading('E S.')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(column('E S.')).toHaveAttribute('aria-sort', 'descending')
})

test('a click sorts and needs no explanation to close first', async () => {
  await portal.open(staffPanel, admin)
  await expect.element(page.getByRole('row', { name: /Aylin/ })).toBeVisible()
  await heading('ATT S.').click()
  await expect.element(column('ATT S.')).toHaveAttribute('aria-sort', 'descending')
  await heading('ATT S.').click()
  await expect.element(column('ATT S.')).toHaveAttribute('aria-sort', 'ascending')
})
