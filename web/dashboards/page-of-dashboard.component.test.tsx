import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const phone = { width: 390, height: 844 }
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const member = await portal.make.staff({ name: 'Sara Aziz' })

const header = () => page.getByRole('banner')
const openMenu = () => header().getByRole('button', { name: 'Open', exact: true })
const bar = () => page.getByRole('navigation', { name: 'Shortcuts' })
const sheet = { '/statement': 'Sara Aziz', '/grade': 'Grade scale' }

describe.each(Object.entries(sheet))('%s', (address, title) => {
  test('has the header and the bar of the dashboard on a phone, both in view while the page scrolls', async () => {
    await portal.open(address, member, phone)
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeInTheDocument()
    await expect.element(openMenu()).toBeInViewport()
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    await expect.element(openMenu()).toBeInViewport({ ratio: 1 })
    await expect.element(bar()).toBeInViewport({ ratio: 1 })
    expect(
      bar()
        .getByRole('link')
        .elements()
        .map((link) => link.textContent?.replace(/\d/g, '')),
    ).toEqual(['Activity', 'Your Activity', 'Post', 'Notices'])
    // The page is a part of none of them.
    expect(bar().element().querySelector('[aria-current]')).toBeNull()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)

    await openMenu().click()
    await expect.element(page.getByRole('dialog').getByRole('link', { name: 'Your Activity' })).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await bar().getByRole('link', { name: 'Activity', exact: true }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Activity List' })).toBeVisible()
  })

  test('stands alone on a wide screen', async () => {
    await portal.open(address, member)
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeInTheDocument()
    await expect.element(bar()).not.toBeInTheDocument()
    await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
  })
})

test('an administrator has the header of the own dashboard above a statement, and no bar', async () => {
  await portal.open(`/statement?user_id=${member.id}`, admin, phone)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sara Aziz' })).toBeInTheDocument()
  await expect.element(bar()).not.toBeInTheDocument()
  await openMenu().click()
  await expect.element(page.getByRole('dialog').getByRole('link', { name: 'Departments' })).toBeVisible()
})
