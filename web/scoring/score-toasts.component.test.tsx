import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { intercept } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()

const toasts = () => page.getByRole('region', { name: 'Notifications' })
const cell = (score: string, value: string, name: string) =>
  page.getByRole('button', { name: `Edit ${score}: ${value}, ${name}` })
const field = (score: string, name: string) => page.getByRole('spinbutton', { name: `${score}, ${name}` })

/** Holds the reply to the first request of a path until the test lets it arrive. */
function holdReply(path: string) {
  let arrive = () => {}
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const end = intercept('PUT', path, async (_, pass) => {
    end()
    const reply = await pass()
    await late
    return reply
  })
  return () => arrive()
}

test('both scores of a member, sent side by side, keep their message and their Undo in whichever order the replies arrive', async () => {
  const member = await portal.make.staff({ name: 'Sara Aziz' })
  await portal.open('/admin-dashboard?tab=staff', admin)
  const arrive = holdReply(`/users/edit-tp/${member.id}`)
  await cell('Teacher Points', 'not set', 'Sara Aziz').click()
  await field('Teacher Points', 'Sara Aziz').fill('8')
  await userEvent.keyboard('{Tab}')
  await field('Feedback', 'Sara Aziz').fill('4.5')
  await userEvent.keyboard('{Enter}')
  await expect.element(toasts()).toHaveTextContent('Feedback score updated successfully!')
  arrive()
  await expect.element(toasts()).toHaveTextContent('tp score updated successfully!')
  await expect.element(toasts()).toHaveTextContent('Feedback score updated successfully!')
  expect(toasts().getByRole('button', { name: 'Undo' }).elements()).toHaveLength(2)
})

test('of the same score of two members, the message of the one that was entered last stays', async () => {
  const members = [await portal.make.staff({ name: 'Order A' }), await portal.make.staff({ name: 'Order B' })]
  await portal.open('/admin-dashboard?tab=staff&q=Order', admin)
  const arrive = holdReply(`/users/edit-tp/${members[0]?.id}`)
  await cell('Teacher Points', 'not set', 'Order A').click()
  await field('Teacher Points', 'Order A').fill('1')
  await userEvent.keyboard('{Enter}')
  await field('Teacher Points', 'Order B').fill('2')
  await userEvent.keyboard('{Enter}')
  await expect.element(toasts()).toHaveTextContent('Order B: 2')
  arrive()
  // The reply has arrived: the row shows its sum.
  await expect.element(page.getByRole('link', { name: '1: how it adds up for Order A', exact: true })).toBeVisible()
  await expect.element(toasts()).toHaveTextContent('Order B: 2')
  await expect.element(toasts()).not.toHaveTextContent('Order A')
})
