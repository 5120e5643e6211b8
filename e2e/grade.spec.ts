import { expect, type Portal, test } from './portal.ts'
import { addPerson, expectNoAxeViolations, type Person, signIn } from './steps.ts'

async function givePoints({ sql }: Portal, person: Person, tp: number, fb: number) {
  await sql`insert into term_scores (user_id, term_id, tp, fb) select ${person.id}, id, ${tp}, ${fb} from terms where is_current`
}

test('the card links to the scale, where the member’s position is marked; and back', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff', { title: 'ap' })
  await givePoints(portal, person, 33.5, 4)
  await signIn(page, person)
  await page.goto('/staff-dashboard?tab=your-activity')
  await expect(page.getByRole('button', { name: /1.5 points to B/ })).toBeVisible()
  await page.getByRole('link', { name: 'Grade scale' }).click()
  await expect(page).toHaveURL('/grade')
  await expect(page).toHaveTitle(/^Grade scale/)
  const image = page.getByRole('img')
  await expect(image).toHaveCount(1)
  await expect(image).toHaveAccessibleName(
    /^Grade scale\. You, Assistant Professor: 33\.5 points without feedback.*grade C, 1\.5 points to B$/,
  )
  await expect(image).toContainText('You, 33.5')

  // The same for screen readers.
  await expect(page.getByRole('row', { name: /^Lecturer/ })).toHaveText(
    'Lecturer0 to under 66 to under 1515 to under 2424 to under 3535 to under 5555 and more',
  )
  await expect(page.getByRole('row', { name: /^Assistant Professor/ })).toContainText('grade C')
  await page.getByRole('link', { name: 'Your Activity' }).click()
  await expect(page).toHaveURL(/tab=your-activity/)
})

test('on a phone the scale is vertical and fits', async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const person = await addPerson(portal, 'staff', { title: 'al' })
  await givePoints(portal, person, 950, 0)
  await signIn(page, person)
  await page.goto('/grade')
  await expect(page.getByRole('img')).toHaveAccessibleName(/950 points.*grade A\+, the highest grade$/)
  const box = await page.getByRole('img').boundingBox()
  expect(box?.height).toBeGreaterThan(box?.width ?? 0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('a signed-out user has no access; an administrator sees the scale without a position', async ({ page, portal }) => {
  await page.goto('/grade')
  await expect(page).toHaveURL('/')
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto('/grade')
  await expect(page.getByRole('img')).toHaveAccessibleName('Grade scale')
  await page.getByRole('link', { name: 'Back to the portal' }).click()
  await expect(page).toHaveURL('/admin-dashboard')
})

test('axe finds no violations, in light and dark', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'staff'))
  await page.goto('/grade')
  await expect(page.getByRole('img')).toHaveAccessibleName(/You, Professor/)
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoAxeViolations(page)
})
