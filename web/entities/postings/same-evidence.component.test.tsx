import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../../testing/components/portal.ts'
import type { MadeActivity } from '../../../testing/factories.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const [term] = (await portal.sql<{ id: number; day: string; year: string }>`
  select id, start_date::text as day, to_char(start_date, 'YYYY') as year from terms where is_current`) as [
  { id: number; day: string; year: string },
]

async function addPosting(member: { id: number }, activity: MadeActivity, image: string, link?: string) {
  const id = await portal.make.posting(member.id, activity, term.day, link)
  await portal.sql`insert into posted_images (posted_activity_id, bytes) values (${id}, convert_to(${image}, 'UTF8'))`
  return id
}

const evidence = () => page.getByRole('region', { name: 'Evidence' })
const dialog = () => page.getByRole('dialog')
const tab = (name: string) => page.getByRole('navigation', { name: 'Review lists' }).getByRole('link', { name })
const search = () => window.location.search

test('a warning leads to the other posting; the page of an event is only a note', async () => {
  const department = await portal.make.department('Physics')
  const first = await portal.make.staff({ name: 'Sara Aziz', department_id: department.id })
  const second = await portal.make.staff({ name: 'Omar Kadir', department_id: department.id })
  const activity = await portal.make.activity({ name: 'Open day' })
  const link = 'https://events.test.example/open-day'
  const earlier = await addPosting(first, activity, 'one image', link)
  const later = await addPosting(second, activity, 'one image', `${link}/?utm_source=mail`)
  await portal.sql`update posted_activities set state = 'verified', reviewed_by = ${admin.id}, reviewed_at = now() where id = ${earlier}`
  const nameOf = ({ name }: { name: string }) => `${name}, Open day, 1 Sep ${term.year}`

  await portal.open(`/admin-dashboard?tab=review&department_id=${department.id}`, admin)
  await expect.element(evidence()).toHaveTextContent('Also posted with the same image or file:')
  await expect.element(evidence()).not.toHaveTextContent('Also posted with this link:')
  await expect.element(evidence().getByText('Colleagues also posted this activity with the same link')).toBeVisible()
  await evidence()
    .getByRole('link', { name: nameOf(first) })
    .first()
    .click()
  await expect.poll(search).toContain(`posting=${earlier}`)
  await expect.element(tab('Verified')).toHaveAttribute('aria-current', 'page')
  await expect.element(evidence()).toHaveTextContent('Sara Aziz')
  await expect.poll(() => page.getByRole('list', { name: 'Verified' }).getByRole('listitem').elements().length).toBe(1)
  window.history.back()
  await expect.element(evidence()).toHaveTextContent('Omar Kadir')

  await portal.open(`/admin-dashboard?tab=staff&term=${term.id}&member=${first.id}`, admin)
  await expect.element(dialog()).toHaveTextContent('Also posted with the same image or file:')
  await dialog()
    .getByRole('link', { name: nameOf(second) })
    .first()
    .click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.poll(search).toMatch(new RegExp(`tab=review.*posting=${later}`))
  await expect.element(evidence()).toHaveTextContent('Omar Kadir')
})

test('of many postings with the same image ten are named, and the others counted', async () => {
  const department = await portal.make.department('Astronomy')
  const activity = await portal.make.activity({ name: 'Night of stars' })
  for (let number = 1; number <= 40; number += 1)
    await addPosting(await portal.make.staff({ name: `Star ${number}`, department_id: department.id }), activity, 'stars')
  await portal.open(`/admin-dashboard?tab=review&department_id=${department.id}`, admin)
  await expect.element(evidence()).toHaveTextContent('Also posted with the same image or file:Star 2, Night of stars')
  await expect.element(evidence().getByText('and 29 more')).toBeVisible()
})

test('a head sees that the same image is in another department, without a name or a link', async () => {
  const [department, other] = [await portal.make.department('Chemistry'), await portal.make.department('Biology')]
  const head = await portal.make.head(department.id)
  const member = await portal.make.staff({ name: 'Lana Rashid', department_id: department.id })
  const stranger = await portal.make.staff({ name: 'Ali Hama', department_id: other.id })
  const activity = await portal.make.activity({ name: 'Excursion' })
  await addPosting(stranger, activity, 'another image')
  await addPosting(member, activity, 'another image')
  const sentence = 'Someone in another department posted the same image or file.'
  await portal.open('/staff-dashboard?tab=review', head)
  await expect.element(evidence()).toHaveTextContent(sentence)
  await expect.element(evidence()).not.toHaveTextContent('Ali Hama')
  expect(
    evidence()
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Lana Rashid'])
  await portal.open(`/staff-dashboard?tab=staff&term=${term.id}&member=${member.id}`, head)
  await expect.element(dialog()).toHaveTextContent(sentence)
  await expect.element(dialog()).not.toHaveTextContent('Ali Hama')
})
