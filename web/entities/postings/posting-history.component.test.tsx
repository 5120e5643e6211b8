import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startPortal } from '../../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const [term] = (await portal.sql<{ id: number; day: string }>`
  select id, start_date::text as day from terms where is_current`) as [{ id: number; day: string }]
const wrong = 'https://events.test.example/wrong'
const right = 'https://events.test.example/right'

const evidence = () => page.getByRole('region', { name: 'Evidence' })
const opened = () => evidence().getByRole('heading', { level: 2 })
const tab = (name: string) => page.getByRole('navigation', { name: 'Review lists' }).getByRole('link', { name })
const steps = () =>
  [...page.getByRole('list', { name: 'History' }).element().children].map((step) => step.textContent?.replace(/\s+/g, ' '))
const dialog = () => page.getByRole('dialog')
const banner = () => page.getByRole('region', { name: 'An activity was returned to you and does not count.' })
const own = () => page.getByRole('list', { name: 'Your Posted Activities' }).getByRole('listitem')
const total = () => page.getByText('Total Score', { exact: true }).element().closest('dl > div')?.textContent

async function decide(id: number, decision: { state: 'verified' | 'posted' } | { state: 'returned'; reason: string }) {
  const postings = await portal.sql`select id, version from posted_activities where id = ${id}`
  expect((await portal.as(admin)('PUT', '/review', { ...decision, postings })).status).toBe(200)
}

test('a member reads why a posting was returned and edits it, so that it counts again; a verified one is locked', async () => {
  const department = await portal.make.department('Physics')
  const member = await portal.make.staff({ name: 'Sara Aziz', department_id: department.id })
  const [seminar, workshop] = [
    await portal.make.activity({ name: 'Seminar', score: 4.5 }),
    await portal.make.activity({ name: 'Workshop', score: 3 }),
  ]
  await decide(await portal.make.posting(member.id, seminar, term.day, wrong), {
    state: 'returned',
    reason: 'The link is wrong.',
  })
  await decide(await portal.make.posting(member.id, workshop, term.day), { state: 'verified' })

  // The form is far below the banner on a phone.
  await portal.open('/staff-dashboard?tab=your-activity', member, { width: 390, height: 844 })
  await expect.element(banner()).toHaveTextContent('Edit it to make it count again.')
  await expect.element(banner()).toHaveTextContent('The link is wrong.')
  await expect.poll(total).toContain('Total Score3')
  await expect.element(page.getByText('Returned activities would add 4.5 points.')).toBeVisible()
  await expect.element(page.getByText(/^2 in .*, 3 points/)).toBeVisible()
  const locked = own().filter({ hasText: 'Workshop' })
  await expect.element(locked).toHaveTextContent(/Verified by Rana Wahid, \d+ \w{3} \d{4}/)
  await expect.element(locked).toHaveTextContent('This activity has been verified and is locked.')
  await expect.element(locked.getByRole('button', { name: /^(Edit|Delete)/ })).not.toBeInTheDocument()
  const entry = own().filter({ hasText: 'Seminar' })
  for (const text of ['Returned by Rana Wahid', 'The link is wrong.', 'does not count'])
    await expect.element(entry).toHaveTextContent(text)

  await banner().getByRole('link', { name: 'Seminar' }).click()
  await expect.element(page.getByRole('heading', { name: 'Edit Activity' })).toBeInViewport()
  await expect.poll(() => window.location.search).not.toContain('posting=')
  await expect.element(page.getByRole('heading', { name: 'Edit Activity' })).toBeInViewport()
  await expect.element(page.getByRole('form')).toHaveTextContent('The link is wrong.')
  await page.getByLabelText('Link').fill(right)
  await page.getByRole('button', { name: 'Update Activity' }).click()
  await expect.element(page.getByText('Activity updated successfully')).toBeVisible()
  await expect.element(banner()).not.toBeInTheDocument()
  await expect.poll(total).toContain('Total Score7.5')
  await expect.element(entry).not.toHaveTextContent('Returned')

  // The reviewer sees the reason, the changes since, and the history before.
  await portal.open(`/admin-dashboard?tab=review&department_id=${department.id}`, admin)
  await expect.element(opened()).toHaveTextContent('Seminar')
  await expect.element(page.getByRole('list', { name: 'To review' })).toHaveTextContent('Previously returned')
  await expect.element(evidence()).toHaveTextContent('Previously returnedThe link is wrong.Changed since then:')
  await expect.element(evidence()).toHaveTextContent(`Link: ${wrong} → ${right}`)
  await evidence().getByText('History').click()
  await expect.element(page.getByRole('list', { name: 'History' })).toHaveTextContent('Edited by Sara Aziz')
  expect(steps()).toEqual([
    expect.stringMatching(/^Posted by Sara Aziz/),
    expect.stringMatching(/^Returned by Rana Wahid.*The link is wrong\.$/),
    expect.stringMatching(new RegExp(`^Edited by Sara Aziz.*Link: ${wrong} → ${right}$`)),
  ])
})

test('the history of a verified posting is shown in Review, in View Activities and to its owner', async () => {
  const department = await portal.make.department('Chemistry')
  const member = await portal.make.staff({ name: 'Omar Kadir', department_id: department.id })
  const posting = await portal.make.posting(member.id, await portal.make.activity({ name: 'Colloquium' }), term.day)
  await decide(posting, { state: 'returned', reason: 'No photo' })
  await decide(posting, { state: 'posted' })
  await decide(posting, { state: 'verified' })

  // The list of verified postings opens the posting at once, and its review can be taken back.
  await portal.open(`/admin-dashboard?tab=review&department_id=${department.id}`, admin)
  await expect.element(tab('To review')).toHaveAttribute('aria-current', 'page')
  await tab('Verified').click()
  await expect.element(tab('Verified')).toHaveAttribute('aria-current', 'page')
  await expect.element(tab('To review')).not.toHaveAttribute('aria-current')
  expect(window.location.search).toContain('state=verified')
  await expect.element(page.getByText('1 verified, most recent first')).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Verified' })).toHaveTextContent('by Rana Wahid')
  await expect.element(page.getByRole('list', { name: 'History' })).toHaveTextContent('Verified by Rana Wahid')
  expect(steps()).toHaveLength(4)
  await evidence()
    .getByRole('button', { name: /^Undo review/ })
    .click()
  await expect.element(page.getByText('Nothing verified here')).toBeVisible()
  await tab('To review').click()
  await expect.element(opened()).toHaveTextContent('Colloquium')

  await portal.open(`/admin-dashboard?tab=staff&term=${term.id}&member=${member.id}&posting=${posting}`, admin)
  const item = dialog().getByRole('listitem').filter({ hasText: 'Colloquium' })
  await expect.element(item).toHaveAttribute('aria-current', 'true')
  await item.getByText('History').click()
  await expect.element(page.getByRole('list', { name: 'History' })).toBeVisible()
  expect(steps()).toHaveLength(5)
  expect(steps()[4]).toContain('Review undone by Rana Wahid')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.poll(() => window.location.search).not.toContain('member=')

  await portal.open('/staff-dashboard?tab=your-activity', member)
  await own().getByText('History').click()
  await expect.element(page.getByRole('list', { name: 'History' })).toBeVisible()
  expect(steps()).toHaveLength(5)
  expect(steps()[1]).toContain('Returned by Rana Wahid')
})
