import { expect, test } from './portal.ts'
import { addPerson, signIn } from './steps.ts'

test('the scale is opened from the card, and by its address with the member’s position', async ({ page, portal }) => {
  const person = await addPerson(portal, 'staff', { title: 'ap' })
  await portal.sql`insert into term_scores (user_id, term_id, tp, fb) select ${person.id}, id, 33.5, 4 from terms where is_current`
  await signIn(page, person)
  await page.goto('/staff-dashboard?tab=your-activity')
  await page.getByRole('link', { name: 'Grade scale' }).click()
  await expect(page).toHaveURL('/grade')
  await page.reload()
  await expect(page).toHaveTitle(/^Grade scale/)
  await expect(page.getByRole('img')).toHaveAccessibleName(/You, Assistant Professor: 33\.5 points in /)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Activity')
})
