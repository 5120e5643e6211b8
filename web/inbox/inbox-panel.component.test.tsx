import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addDays } from '../../contract/term-days.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const { make, sql } = portal
const admin = await make.admin({ name: 'Rana Wahid' })
const colleague = await make.admin({ name: 'Dilan Karim' })
await sql`insert into first_sign_ins (user_id) select id from users on conflict do nothing`
const physics = await make.department('Physics')
const head = await make.head(physics.id)
const member = await make.staff({ name: 'Ann Aziz', department_id: physics.id })
await sql`insert into first_sign_ins (user_id) values (${member.id}), (${head.id}) on conflict do nothing`
const today = new Date().toISOString().slice(0, 10)
const group = (name: string) => page.getByRole('region', { name, exact: true })
const item = page.getByRole('link', { name: /^What waits/ })

test('nothing waits: the panel says so, and neither the sidebar nor the first panel has a number', async () => {
  await portal.open('/admin-dashboard?tab=inbox', admin)
  await expect.element(page.getByText('Everything is done.')).toBeVisible()
  await expect.element(item).toHaveTextContent(/^What waits$/)
})

test('each group says what waits, with whom and since when, and leads to where it is done', async () => {
  const question = await make.question(member.id)
  const late = await make.posting(member.id, await make.activity({ name: 'A lecture' }), today)
  await sql`update posted_activities set created_at = now() - interval '16 days' where id = ${late}`
  const newcomer = await make.staff({ name: 'Ben Baker', department_id: physics.id })
  await sql`insert into mail_failures (user_id, email, attempts, reason, is_refused, retry_at)
    values (${newcomer.id}, ${newcomer.email}, 2, '550 No such user', true, now() + interval '30 days')`
  await sql`update terms set review_until = ${addDays(today, 3)} where is_current`
  await portal.open('/admin-dashboard?tab=inbox', admin)
  await expect.element(page.getByText(/^4 things wait · Review until/)).toBeVisible()
  await expect.element(item).toHaveTextContent(/What waits 4 things wait/)
  await expect.element(group('1 question to answer')).toHaveTextContent(/Ann Aziz: .*Physics · since today/)
  await expect
    .element(group('1 activity has waited for review for more than 14 days'))
    .toHaveTextContent(`Physics: 1 activityfor 16 days · with ${head.name}, head`)
  await expect
    .element(page.getByRole('link', { name: head.name, exact: true }))
    .toHaveAttribute('href', `/admin-dashboard?tab=person&id=${head.id}`)
  await expect.element(group('1 member has never signed in')).toHaveTextContent('Physics: 1 member')
  await expect.element(group('Emails to 1 person came back')).toHaveTextContent('The mail server says: 550 No such user')
  await expect.element(group('Days that come')).toHaveTextContent(/Review until: .*in 3 days/)
  await page.getByRole('link', { name: /^Invite: Physics/ }).click()
  await expect.element(page.getByRole('rowheader')).toHaveTextContent('Ben Baker')
  await page.getByRole('button', { name: 'Invite (1)' }).click()
  await expect.element(page.getByRole('dialog')).toHaveTextContent('Tell 1 member how to sign in')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await item.click()
  await page.getByRole('link', { name: /^Answer: Ann Aziz/ }).click()
  await expect.element(page.getByText('1 to answer, oldest first')).toBeVisible()
  expect(location.search).toMatch(/questions=mine/)
  await item.click()
  await sql`update score_questions set state = 'withdrawn' where id = ${question}`
})

test('departments beyond the first ones open on demand, and the links lead to those that wait for more than 14 days', async () => {
  const lecture = await make.activity({ name: 'A seminar' })
  for (let number = 1; number <= 7; number += 1) {
    const department = await make.department(`Department ${number}`)
    const owner = await make.staff({ department_id: department.id })
    await sql`insert into first_sign_ins (user_id) values (${owner.id}) on conflict do nothing`
    const id = await make.posting(owner.id, lecture, today)
    await sql`update posted_activities set created_at = now() - interval '15 days' where id = ${id}`
    await make.posting(owner.id, await make.activity(), today)
  }
  await portal.open('/admin-dashboard?tab=inbox', admin)
  const late = group('8 activities have waited for review for more than 14 days')
  await late.getByRole('button', { name: 'Show 2 more departments' }).click()
  await expect.element(late).toHaveTextContent('Department 7: 1 activity')
  await expect.element(late.getByRole('button', { name: 'Show fewer departments' })).toHaveAttribute('aria-expanded', 'true')
  await late.getByRole('link', { name: 'Review: Department 7: 1 activity' }).click()
  await expect.element(page.getByText('1 to review, oldest first')).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Show only' })).toHaveValue('late')
  await item.click()
  await late.getByRole('link', { name: 'Show all 8' }).click()
  await expect.element(page.getByText('8 to review, oldest first')).toBeVisible()
  await sql`update posted_activities set state = 'verified', reviewed_at = now(), reviewed_by = ${admin.id}
    where user_id in (select u.id from users u join departments d on d.id = u.department_id where d.name like 'Department %')`
})

test('the list behind the addresses that came back has them alone', async () => {
  await portal.open('/admin-dashboard?tab=users&signed_in=refused', admin)
  await expect.element(page.getByRole('rowheader')).toHaveTextContent('Ben Baker')
})

test('a line is taken, given back, and taken over from a colleague; who came second reads by whom', async () => {
  const id = await make.question(member.id)
  await portal.open('/admin-dashboard?tab=inbox', admin)
  const questions = group('1 question to answer')
  await questions.getByRole('button', { name: /^I take this/ }).click()
  await expect.element(questions).toHaveTextContent('You have this since')
  await questions.getByRole('button', { name: /^Give back/ }).click()
  const take = questions.getByRole('button', { name: /^I take this/ })
  await expect.element(take).toBeVisible()
  await portal.as(colleague)('PUT', '/inbox/take', { kind: 'question', id })
  await take.click()
  await expect.element(page.getByText('Dilan Karim has already taken this.')).toBeVisible()
  await expect.element(questions).toHaveTextContent('Dilan Karim has this since')
  await expect.element(questions.getByRole('link', { name: 'Dilan Karim' })).toBeVisible()
  await portal.open('/staff-dashboard?tab=inbox', head)
  await expect.element(questions).toHaveTextContent('Dilan Karim has this since')
  await expect.element(questions.getByRole('link', { name: 'Dilan Karim' })).not.toBeInTheDocument()
  await expect
    .element(questions.getByRole('link', { name: 'Ann Aziz', exact: true }))
    .toHaveAttribute('href', `/staff-dashboard?tab=person&id=${member.id}`)
  await portal.open('/admin-dashboard?tab=inbox', admin)
  await questions.getByRole('button', { name: /^Take over/ }).click()
  await expect.element(questions).toHaveTextContent('You have this since')
})

test('one line at the top of the first panel says what waits, moves nothing, and leads there', async () => {
  await portal.open('/admin-dashboard', admin)
  const line = page.getByRole('link', { name: '4 things wait. Look' })
  await expect.element(line).toBeVisible()
  const { bottom } = line.element().getBoundingClientRect()
  expect(bottom).toBeLessThanOrEqual(page.getByRole('heading', { level: 1 }).element().getBoundingClientRect().top)
  const { parentElement } = line.element()
  expect(parentElement && getComputedStyle(parentElement).position).toBe('absolute')
  await line.click()
  await expect.element(group('1 question to answer')).toBeVisible()
  await expect.element(line).not.toBeInTheDocument()
})

test('a head has the lines of the own department, without accounts, on a phone too', async () => {
  await portal.open('/staff-dashboard?tab=inbox', head, { width: 360, height: 780 })
  await expect.element(group('1 question to answer')).toBeVisible()
  await expect.element(page.getByText('2 things wait')).toBeVisible()
  await expect.element(group('1 member has never signed in')).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth - window.innerWidth).toBe(0)
})

test('somebody to whom a head lent Review has the lines of that department, with names as text', async () => {
  const delegate = await make.staff()
  await make.delegation(head, delegate)
  await portal.open('/staff-dashboard', delegate)
  await expect.element(item).toHaveTextContent(/What waits 1 thing waits|What waits 2 things wait/)
  await item.click()
  const questions = group('1 question to answer')
  await expect.element(questions).toHaveTextContent('Ann Aziz')
  await expect.element(questions.getByRole('link', { name: 'Ann Aziz', exact: true })).not.toBeInTheDocument()
  await expect.element(group('1 member has never signed in')).not.toBeInTheDocument()
  await page.getByRole('link', { name: /^Answer: Ann Aziz/ }).click()
  await expect.element(page.getByText('1 to answer, oldest first')).toBeVisible()
})

test('a member has no such panel', async () => {
  await portal.open('/staff-dashboard?tab=inbox', member)
  await expect.element(page.getByText('You have nothing to review')).toBeVisible()
})
