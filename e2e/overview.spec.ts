import { expect, type Portal, test } from './portal.ts'
import { addPerson, type Person, signIn, unique } from './steps.ts'

// The bars of the Overview count all members.
test.use({ ownPortal: true })

/** Adds a posting in the term of that day. */
async function addPosting({ sql }: Portal, person: Person, day: string) {
  await sql`with activity as (insert into activities (name, description, type, score) values (${unique('Lecture')}, 'What it is', 'Elective', 2.5) returning *)
    insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
    select ${person.id}, id, name, type, score, ${day}::date, term_of(${day}::date) from activity`
}

test('a bar of the Overview leads to its members, who are still there after a reload; and Back', async ({ page, portal }) => {
  const member = await addPerson(portal, 'staff', { name: 'Ann' })
  await addPosting(portal, member, new Date().toISOString().slice(0, 10))
  await signIn(page, await addPerson(portal, 'admin'))
  await page.goto('/admin-dashboard')
  await page.getByRole('link', { name: 'Overview' }).click()
  const grades = page.getByRole('region', { name: 'Grade with feedback by department' })
  await grades.getByRole('link', { name: 'Unknown Department, grade E: 1 member' }).click()
  const names = page.getByRole('rowheader')
  await expect(names).toHaveText([/Ann/])
  await expect(page).toHaveURL(/tab=staff&term=\d+&department_id=none&grade=E$/)
  await page.reload()
  await expect(names).toHaveText([/Ann/])
  await page.goBack()
  await expect(grades).toBeVisible()
})

test('the form stays when the script of the path cannot be loaded', async ({ page, portal }) => {
  const member = await addPerson(portal, 'staff')
  await portal.sql`insert into terms (name, start_date, end_date) values ('Year 1999', '1999-01-01', '1999-12-31')`
  await addPosting(portal, member, '1999-03-01')
  await signIn(page, member)
  await page.route('**/assets/your-path-*.js', (route) => route.abort())
  await page.goto('/staff-dashboard?tab=your-activity')
  await expect(page.getByText('Failed to load your progress. Please try again later.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Post New Activity' })).toBeVisible()
})
