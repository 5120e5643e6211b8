import { readFile } from 'node:fs/promises'
import { expect, test } from './portal.ts'
import { addPerson, signIn, unique } from './steps.ts'

test('a head opens the members of the own department, verifies an activity, and downloads a statement', async ({
  page,
  portal,
}) => {
  const [head, member] = [
    await addPerson(portal, 'staff', { name: unique('Hana Karim') }),
    await addPerson(portal, 'staff', { name: unique('Sara Aziz') }),
  ]
  await portal.sql`
    with department as (insert into departments (name) values (${unique('Physics')}) returning id),
    members as (update users set department_id = department.id from department where users.id in (${head.id}, ${member.id}) returning users.id)
    select count(*) from members`
  await portal.sql`insert into department_heads (user_id, department_id) select id, department_id from users where id = ${head.id}`
  await portal.sql`
    with activity as (insert into activities (name, description, type, score) values (${unique('Seminar')}, 'Talks', 'Compulsory', 3) returning *)
    insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
    select ${member.id}, a.id, a.name, a.type, a.score, t.start_date, t.id from activity a, terms t where t.is_current`

  await signIn(page, head)
  await page.goto('/staff-dashboard')
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('link', { name: 'Members' }).click()
  await page.getByRole('button', { name: `View Activities for ${member.name}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Verify / })
    .click()
  await expect(page.getByText('Activity verified successfully')).toBeVisible()

  await page.goto(`/statement?user_id=${member.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(member.name)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF statement' }).click()
  expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe('%PDF-')
})
