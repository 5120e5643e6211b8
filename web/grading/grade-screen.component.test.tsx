import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const { make, sql } = portal

/** A member of that title with these points in the current term. */
async function memberWith(title: string, tp: number, fb = 0) {
  const member = await make.staff({ title })
  await sql`insert into term_scores (user_id, term_id, tp, fb) select ${member.id}, id, ${tp}, ${fb} from terms where is_current`
  return member
}

const scale = () => page.getByRole('img')

test('the card links to the scale, where the member’s position is marked; and back', async () => {
  await portal.open('/staff-dashboard?tab=your-activity', await memberWith('ap', 33.5, 4))
  await expect.element(page.getByRole('button', { name: /1.5 points to B/ })).toBeVisible()
  await page.getByRole('link', { name: 'Grade scale' }).click()
  await expect
    .element(scale())
    .toHaveAccessibleName(
      expect.stringMatching(
        /^Grade scale\. You, Assistant Professor: 33\.5 points in .+, Current grade \(without feedback\) C, 1\.5 points to B\. Grade with feedback: B$/,
      ),
    )
  await expect.element(scale()).toHaveTextContent('You, 33.5')
  expect(location.pathname + location.search).toBe('/grade')
  expect(document.title).toMatch(/^Grade scale/)

  // Screen readers get the same as a table.
  await expect
    .element(page.getByRole('row', { name: /^Lecturer/ }))
    .toHaveTextContent(
      'Lecturer0 to less than 66 to less than 1515 to less than 2424 to less than 3535 to less than 5555 or more',
    )
  await expect
    .element(page.getByRole('row', { name: /^Assistant Professor/ }))
    .toHaveTextContent('Current grade (without feedback) C')
  await page.getByRole('link', { name: 'Your Activity' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Your Activity')
  expect(location.search).toContain('tab=your-activity')
})

test('a member with nothing scored and nothing posted reads that beside the scale', async () => {
  const nothing = page.getByText('Nothing scored yet')
  await portal.open('/grade', await make.staff())
  await expect.element(nothing).toBeVisible()
  await portal.open('/grade', await memberWith('al', 1))
  await expect.element(scale()).toBeVisible()
  await expect.element(nothing).not.toBeInTheDocument()
})

test('on a phone the scale is vertical and fits', async () => {
  await portal.open('/grade', await memberWith('al', 950), { width: 360, height: 740 })
  await expect
    .element(scale())
    .toHaveAccessibleName(expect.stringMatching(/950 points.*Current grade \(without feedback\) A\+, the highest grade$/))
  const { width, height } = scale().element().getBoundingClientRect()
  expect(height).toBeGreaterThan(width)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})

test('a signed-out user has no access; an administrator sees the scale without a position', async () => {
  await portal.open('/grade', null)
  await expect.element(page.getByLabelText('Username')).toBeVisible()
  expect(location.pathname).toBe('/')
  await portal.open('/grade', await make.admin())
  await expect.element(scale()).toHaveAccessibleName('Grade scale')
  await page.getByRole('link', { name: 'Back to the portal' }).click()
  await expect.poll(() => location.pathname + location.search).toBe('/admin-dashboard')
})
