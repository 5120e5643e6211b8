import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ar } from '../../contract/languages/ar.ts'
import { messages, speaker } from '../../contract/languages/catalogue.ts'
import { expectNoAxeViolations, giveTimeToAxe } from '../../testing/components/axe.ts'
import { loaded } from '../../testing/components/loaded.ts'
import { photo } from '../../testing/components/pictures.ts'
import { startPortal } from '../../testing/components/portal.ts'

giveTimeToAxe()
const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const [{ today = '' } = {}] = await portal.sql<{ today: string }>`select current_date::text as today`
const phone = { width: 390, height: 844 }

type Options = Parameters<typeof portal.open>[2]

async function open(query: string, title: string, options?: Options) {
  await portal.open(`/admin-dashboard?tab=${query}`, admin, options)
  await loaded(title)
}

const dialog = () => page.getByRole('dialog')
const evidence = () => page.getByRole('region', { name: 'Evidence' })
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Adds postings of a new department, which are a queue of their own; the first two have the same photo. */
async function addQueue(name: string, count = 4) {
  const department = await portal.make.department(name, { names: { ar: `قسم ${name}` } })
  const member = await portal.make.staff({ name: `Sara of ${name}`, department_id: department.id })
  const { base64 } = await photo(`#${department.id}48`.slice(0, 4))
  const postings = []
  for (let number = 1; number <= count; number += 1) {
    const activity = await portal.make.activity({ name: `${name} ${number}`, type: 'Attending' })
    const id = await portal.make.posting(member.id, activity, today, 'https://events.test.example/axe')
    if (number < 3)
      await portal.sql`insert into posted_images (posted_activity_id, bytes) values (${id}, decode(${base64}, 'base64'))`
    postings.push(id)
  }
  return { department, member, postings }
}

async function decide(postings: number[], state: 'verified' | 'returned', reason?: string) {
  const decision = { state, postings: postings.map((id) => ({ id, version: 1 })), ...(reason ? { reason } : {}) }
  expect(await portal.as(admin)('PUT', '/review', decision)).toMatchObject({ status: 200 })
}

test('the queue with a selection and evidence that was posted twice, the question before it is verified, and the legend of its keys', async () => {
  const { department } = await addQueue('Physics')
  await open(`review&department_id=${department.id}`, 'Review')
  await expect.element(page.getByRole('list', { name: 'To review' }).getByRole('listitem').nth(3)).toBeVisible()
  await userEvent.keyboard('jx')
  await expect.element(evidence().getByText('Also posted with the same image or file:')).toBeVisible()
  await expectNoAxeViolations()
  await userEvent.keyboard('v')
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await expectNoAxeViolations()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await userEvent.keyboard('?')
  await expect.element(dialog()).toBeVisible()
  await expectNoAxeViolations()
})

test('the reason of a return with its error; the list on a phone', async () => {
  const { department } = await addQueue('Law', 2)
  await open(`review&department_id=${department.id}`, 'Review')
  await evidence().getByRole('button', { name: 'Return', exact: true }).click()
  await dialog().getByRole('button', { name: 'Return' }).click()
  await expect.element(dialog().getByText('Say what needs to change.')).toBeVisible()
  await expectNoAxeViolations()
  await userEvent.keyboard('{Escape}')
  await page.viewport(phone.width, phone.height)
  await page.getByRole('button', { name: / of 2$/ }).click()
  await expect.element(page.getByRole('list', { name: 'To review' }).getByRole('listitem').first()).toBeVisible()
  await expectNoAxeViolations()
})

test('the reasons to choose from when a posting is returned, with its error and with one chosen, on a large screen and on a phone', async () => {
  await portal.sql`insert into return_reasons (name, names, place)
    values ('The link is dead.', '{"ar": "الرابط لا يعمل."}', 1), ('The date is wrong.', '{}', 2)`
  const { department } = await addQueue('Chemistry', 1)
  await open(`review&department_id=${department.id}`, 'Review')
  await evidence().getByRole('button', { name: 'Return', exact: true }).click()
  await dialog().getByRole('button', { name: 'Return' }).click()
  await expect.element(dialog().getByText('Choose a reason, or say what needs to change.')).toBeVisible()
  await expectNoAxeViolations()
  await page.viewport(phone.width, phone.height)
  await dialog().getByText('The date is wrong.').click()
  await expect.element(dialog().getByRole('checkbox', { checked: true })).toBeVisible()
  await expectNoAxeViolations()
})

test('what was verified with its history; what was returned, on a phone', async () => {
  const { department, postings } = await addQueue('History', 3)
  const [first = 0, second = 0, third = 0] = postings
  await decide([first, second], 'verified')
  await decide([third], 'returned', 'No photo')
  await open(`review&department_id=${department.id}&state=verified`, 'Review')
  await expect.element(page.getByRole('list', { name: 'History' }).getByRole('listitem').nth(1)).toBeVisible()
  await expectNoAxeViolations()
  await open(`review&department_id=${department.id}&state=returned`, 'Review', phone)
  await button('1 of 1').click()
  await expect.element(page.getByRole('list', { name: 'Returned' }).getByRole('listitem').first()).toBeVisible()
  await expectNoAxeViolations()
})

test('the queue from right to left, in Arabic', async () => {
  const { department } = await addQueue('Geology', 2)
  await open(`review&department_id=${department.id}`, speaker('ar', ar)(messages.panels.review), { language: 'ar' })
  await expect.element(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expectNoAxeViolations()
})

test('the dialog that lends Review, with delegations and with its errors', async () => {
  await portal.make.delegation(admin, await portal.make.staff({ name: 'Omar Kadir' }))
  await open('review', 'Review')
  await button('Delegate reviews').click()
  await expect
    .element(dialog().getByRole('region', { name: 'Delegated by you' }).getByRole('listitem'))
    .toHaveTextContent('Omar Kadir')
  await expect.element(dialog().getByText('Nothing is delegated at the moment.')).toBeVisible()
  await dialog().getByRole('button', { name: 'Delegate', exact: true }).click()
  await expect.element(dialog().getByLabelText('Last day')).toHaveAccessibleDescription('Choose the last day.')
  await expectNoAxeViolations()
})

test('the questions of members, and the dialog that answers one', async () => {
  const { member, postings } = await addQueue('Art', 1)
  const other = await portal.make.admin({ name: 'Dara Nuri' })
  await decide(postings, 'returned', 'No list of names')
  await portal.sql`insert into score_questions (user_id, term_id, subject, posted_activity_id, activity_name, text, link, decided_by)
    select user_id, term_id, 'posting', id, activity_name, 'The list of names is online.', 'https://uni.test.example/list', ${admin.id}
    from posted_activities where id = ${postings[0]}`
  await portal.open('/admin-dashboard?tab=review&questions=open', other)
  await loaded('Questions')
  await expect.element(page.getByRole('article', { name: 'Art 1' })).toBeVisible()
  await page.getByRole('article', { name: 'Art 1' }).getByRole('button', { name: 'Write a message' }).click()
  await expectNoAxeViolations()
  await button('Cancel').click()
  await button(`Accept ${member.name}'s question about Art 1`).click()
  await expect.element(dialog()).toHaveTextContent('The posting is verified: it counts and is locked.')
  await dialog().getByRole('button', { name: 'Accept' }).click()
  await expect.element(dialog().getByLabelText('Reason')).toHaveAccessibleDescription()
  await expectNoAxeViolations()
})

test('scores in the table of the staff: one that is not valid, and one that is not saved yet', async () => {
  for (const name of ['Gamma 01', 'Gamma 02']) await portal.make.staff({ name })
  await open('staff&q=Gamma', 'Staff')
  const score = (name: string) => page.getByRole('row', { name }).getByRole('button', { name: /^Edit Teacher Points/ })
  await score('Gamma 02').click()
  await userEvent.keyboard('7')
  await score('Gamma 01').click()
  await userEvent.keyboard('-1{Enter}')
  await expect.element(page.getByText('1 unsaved score')).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'Gamma 01' }).getByRole('alert')).toBeVisible()
  await expectNoAxeViolations()
})

test('the activities of a member, with the history of a posting and of the scores', async () => {
  const { member, postings } = await addQueue('Music', 3)
  await decide(postings.slice(0, 1), 'returned', 'The link is wrong.')
  const scored = await portal.as(admin)('PUT', `/users/edit-tp/${member.id}`, { tp: 4.5 })
  expect(scored).toMatchObject({ status: 200 })
  await open(`staff&member=${member.id}&posting=${postings[0]}`, 'Staff')
  await expect.element(dialog().getByText('Also posted with the same image or file:').first()).toBeVisible()
  await dialog()
    .getByText(/^History/)
    .first()
    .click()
  await expect.element(page.getByRole('list', { name: 'History' }).getByRole('listitem').first()).toBeVisible()
  await dialog().getByText('Score history').click()
  await expect.element(dialog().getByText('Teacher points not set → 4.5')).toBeVisible()
  await expectNoAxeViolations()
})
