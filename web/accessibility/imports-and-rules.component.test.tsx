import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeViolations, giveTimeToAxe } from '../../testing/components/axe.ts'
import { loaded } from '../../testing/components/loaded.ts'
import { intercept } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

giveTimeToAxe()
const portal = await startPortal({ PUBLIC_URL: location.origin, SMTP_URL: 'smtp://127.0.0.1:9' })
const admin = await portal.make.admin({ name: 'Rana Wahid' })
await portal.make.department('Physics')
const phone = { width: 390, height: 844 }

type Options = Parameters<typeof portal.open>[2]

async function open(tab: string, title: string | RegExp, options?: Options) {
  await portal.open(`/admin-dashboard?tab=${tab}`, admin, options)
  await loaded(title)
}

const dialog = () => page.getByRole('dialog')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const header = 'Name,Email,UserName,Department,Gender'
const choose = (...rows: string[]) =>
  dialog()
    .getByLabelText('File to import')
    .upload(new File([rows.join('\n')], 'staff.csv', { type: 'text/csv' }))

test('an import: the choice of a file, and its preview with wrong rows, on a large screen and on a phone', async () => {
  await open('users', 'Users')
  await button('Import').click()
  await expect.element(dialog().getByRole('heading', { level: 2 })).toHaveTextContent('Import users')
  await expectNoAxeViolations()
  await choose(header, 'Lina,lina@test.example,lina,Physics,Female', 'X,x,y,z,w')
  await expect.element(dialog().getByRole('table', { name: 'File rows' }).getByRole('row').nth(2)).toBeVisible()
  await expectNoAxeViolations()
  await page.viewport(phone.width, phone.height)
  await expectNoAxeViolations()
})

test('the imports, what one of them changed, and the question before its undo, on a large screen and on a phone', async () => {
  const member = await portal.make.staff({ title: 'p' })
  await open('users', 'Users')
  await button('Import').click()
  await choose('UserName,Title', `${member.username},l`)
  await button('Import 1 user').click()
  await button('See what changed').click()
  await loaded('staff.csv')
  await expect.element(page.getByRole('row').nth(1)).toHaveTextContent('Can be undone')
  await expectNoAxeViolations()
  await button('Undo import').click()
  await expectNoAxeViolations()
  await button('Cancel').click()
  await page.viewport(phone.width, phone.height)
  await expectNoAxeViolations()
  await open('imports', 'Imports')
  await expect.element(page.getByRole('link', { name: 'staff.csv' })).toBeVisible()
  await expectNoAxeViolations()
})

test('the columns of an unknown file, and a row that is corrected', async () => {
  await open('users', 'Users')
  await button('Import').click()
  await choose('Wer,Name,Email,Department,Gender', 'lina,Lina,,Phisics,Female')
  const column = dialog().getByRole('combobox', { name: 'Import "Wer" as' })
  await expect.element(column).toBeVisible()
  await expectNoAxeViolations()
  await column.selectOptions('UserName')
  await button('Correct row 2').click()
  await expect.element(dialog().getByRole('form', { name: 'Correct row 2' })).toBeVisible()
  await expectNoAxeViolations()
})

test('initial passwords after an import, while they are made, and as a list', async () => {
  await open('users', 'Users')
  await button('Import').click()
  await choose(header, 'Omar Nuri,omar@test.example,omar,Physics,Male')
  await button('Import 1 user').click()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  intercept('POST', '/imports/users/initial-passwords', async (_, pass) => {
    await held
    return pass()
  })
  await button('Create initial passwords').click()
  await expect.element(dialog().getByRole('progressbar')).toBeVisible()
  await expectNoAxeViolations()
  answer()
  await expect.element(button('Download list')).toBeVisible()
  await expectNoAxeViolations()
})

test('a new initial password that is about to be lost', async () => {
  await portal.make.staff({ name: 'Dana Karim' })
  await open('users&q=Dana&signed_in=never', 'Users')
  await button('New initial password (1)').click()
  await button('Create initial passwords').click()
  await expect.element(dialog().getByRole('row', { name: 'Dana Karim' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('shown only once')
  await expectNoAxeViolations()
})

test('how members learn to sign in', async () => {
  await portal.make.staff({ name: 'Hana Aziz' })
  await open('users&q=Hana', 'Users')
  await button('Tell Hana Aziz how to sign in').click()
  await expect.element(dialog().getByRole('combobox')).toBeVisible()
  await dialog().getByRole('checkbox').click()
  await dialog().getByRole('combobox').selectOptions('For the 1 member')
  await expect.element(dialog().getByRole('checkbox')).toHaveLength(2)
  await expectNoAxeViolations()
})

test('Settings with names in other languages, and an e-mail that could not be sent', async () => {
  await open('settings', 'Settings')
  const section = page.getByRole('region', { name: 'Portal', exact: true })
  await section.getByText('Other languages').click()
  await button('Send test email').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expectNoAxeViolations()
})

test('the return reasons of Settings: none, one that is added with its error, and the list on a phone', async () => {
  const section = page.getByRole('region', { name: 'Return reasons' })
  await open('settings&open=return-reasons', 'Settings')
  await expect.element(section).toHaveTextContent('No return reasons yet')
  await expectNoAxeViolations()
  await section.getByRole('button', { name: 'Add Reason' }).click()
  const form = page.getByRole('form', { name: 'New reason' })
  await form.getByText('Other languages').click()
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect
    .element(form.getByRole('textbox', { name: 'Text', exact: true }))
    .toHaveAccessibleDescription('The text of a reason cannot be empty.')
  await expectNoAxeViolations()
  await form.getByRole('textbox', { name: 'Text', exact: true }).fill('The link is dead.')
  await form.getByRole('textbox', { name: 'Text (Arabic)' }).fill('الرابط لا يعمل.')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await page.viewport(phone.width, phone.height)
  await expect.element(section.getByRole('listitem')).toHaveTextContent('الرابط لا يعمل.')
  await expectNoAxeViolations()
})

test('new rules: errors at their fields, and their simulation', async () => {
  const activity = await portal.make.activity({ name: 'Seminar', type: 'Elective', score: 4 })
  const member = await portal.make.staff({ name: 'Lana Simulated', title: 'l' })
  const days = await portal.sql<{ day: string }>`
    select (start_date + n)::text as day from terms, generate_series(1, 2) n where is_current`
  for (const { day } of days) await portal.make.posting(member.id, activity, day)
  await open('settings', 'Settings')
  await button('New version').click()
  const editor = page.getByRole('form', { name: /^Version \d+ \(unpublished\)$/ })
  const bound = editor.getByLabelText('Lecturer: D from', { exact: true })
  await bound.fill('15')
  await button('Add limit').click()
  await button('Simulate').click()
  await expect.element(editor.getByLabelText('Limit for')).toHaveAccessibleDescription('Choose an activity or a type.')
  await expectNoAxeViolations()
  await bound.fill('5')
  await editor.getByLabelText('Limit for').selectOptions('Seminar')
  await editor.getByLabelText('Maximum times').fill('1')
  await button('Simulate').click()
  const simulation = editor.getByRole('region', { name: 'Simulation' })
  await simulation.getByText('Unknown Department').click()
  await expect.element(simulation.getByRole('row', { name: 'Lana Simulated' })).toHaveTextContent('8 → 4')
  await expectNoAxeViolations()
})

test('Settings and its editor of the rules from right to left, on a phone', async () => {
  await portal.sql`insert into user_preferences (user_id, language) values (${admin.id}, 'ar')`
  await open('settings', /\S/, { ...phone, language: 'ar' })
  await button('إصدار جديد').click()
  await button('إضافة حد').click()
  await expect.element(page.getByLabelText(/^أستاذ: بداية التقدير \u2068?D/)).toBeVisible()
  await expectNoAxeViolations()
})
