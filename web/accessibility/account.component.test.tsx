import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeViolations, giveTimeToAxe } from '../../testing/components/axe.ts'
import { loaded } from '../../testing/components/loaded.ts'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { standInBrowser } from '../../testing/components/push-browser.ts'

giveTimeToAxe()
const portal = await startPortal({
  PUBLIC_URL: location.origin,
  SMTP_URL: 'smtp://127.0.0.1:9',
  SSO_ISSUER: 'http://localhost:9',
  SSO_CLIENT_ID: 'portal',
  SSO_CLIENT_SECRET: 'a secret of the provider',
  SSO_NAME: 'Test University',
  SSO_DOMAINS: 'test.example',
})
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const physics = await portal.make.department('Physics')
await portal.make.staff({ name: 'Zeynep Öztürk', department_id: physics.id })
await portal.make.activity({ name: 'Seminar', names: { ar: 'ندوة علمية' } })
const password = 'a long test sentence'
const phone = { width: 390, height: 844 }

const dialog = () => page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function openMenu() {
  await portal.open('/admin-dashboard?tab=terms', admin)
  await loaded('Terms')
  await page.getByRole('button', { name: 'Rana Wahid Your account' }).click()
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Weekly email' })).toBeVisible()
}

async function choose(item: string) {
  await openMenu()
  await page.getByRole('menuitem', { name: item }).click()
  await expect.element(dialog()).toBeVisible()
}

test('the menu of the account, and the own details with an error', async () => {
  await portal.make.staff({ username: 'taken' })
  const [taken] = await portal.sql<{ email: string }>`select email from users where username = 'taken'`
  await openMenu()
  await expectNoAxeViolations()
  await page.getByRole('menuitem', { name: 'Your details' }).click()
  await dialog()
    .getByRole('textbox', { name: 'Email' })
    .fill(taken?.email ?? '')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog()).toHaveTextContent('Another member already uses this email address.')
  await expectNoAxeViolations()
})

test('the devices of Sign-in security, of which one stays signed in', async () => {
  await portal.sql`insert into sessions (token_hash, user_id, device, stays) values (sha256('phone'), ${admin.id}, 'Chrome · Android', true)`
  await choose('Sign-in security')
  await expect.element(dialog()).toHaveTextContent('Stays signed in until')
  await expectNoAxeViolations()
})

test('the calendar address, when there is none and when it is shown', async () => {
  await choose('Calendar address')
  await dialog().getByRole('button', { name: 'Create address' }).click()
  await expect.element(dialog().getByLabelText('Your calendar address')).toBeVisible()
  await expectNoAxeViolations()
})

test('notices on this device: a browser that blocks them, and one in which they are off', async () => {
  await choose('Notices on this device')
  await expect.element(dialog().getByRole('checkbox', { name: 'Returned activities' })).toBeVisible()
  await expectNoAxeViolations()
  await userEvent.keyboard('{Escape}')
  standInBrowser()
  await choose('Notices on this device')
  await expect.element(dialog().getByRole('button', { name: 'Turn on' })).toBeVisible()
  await expectNoAxeViolations()
  vi.restoreAllMocks()
})

test('the panel to open first', async () => {
  await choose('Panel to open first')
  await expect.element(dialog().getByRole('radio', { name: 'Terms' })).toBeVisible()
  await expectNoAxeViolations()
})

test('linking the university account, with a password that is not right', async () => {
  await choose('Link Test University')
  await dialog().getByLabelText('Current password').fill('not the password')
  await dialog().getByRole('button', { name: 'Continue with Test University' }).click()
  await expect.element(dialog().getByText('The current password is incorrect.')).toBeVisible()
  await expectNoAxeViolations()
})

test('another password with its errors, from right to left, in Arabic', async () => {
  const member = await portal.make.staff({ name: 'عمر كامل' })
  await portal.open('/staff-dashboard', member, { language: 'ar' })
  await page.getByRole('button', { name: /عمر كامل/ }).click()
  await page.getByRole('menuitem', { name: 'تغيير كلمة المرور' }).click()
  await dialog().getByLabelText('كلمة المرور الجديدة', { exact: true }).fill('short')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog().getByLabelText('كلمة المرور الجديدة', { exact: true })).toHaveAccessibleDescription()
  await expectNoAxeViolations()
})

test('sign-in security: its list, and the password that is asked for before a passkey is added', async () => {
  await choose('Sign-in security')
  await expect.element(dialog().getByRole('heading', { name: 'Passkeys' })).toBeVisible()
  await expectNoAxeViolations()
  await button('Add a passkey').click()
  await dialog().getByLabelText('Passkey name').fill('Office PC')
  await button('Continue').click()
  await dialog().getByLabelText('Current password').fill('not it')
  await button('Continue').click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('The current password is incorrect.')
  await expectNoAxeViolations()
})

test('an authenticator app is set up, on a phone, in Arabic', async () => {
  const member = await portal.make.staff({ name: 'سارة عزيز' })
  await portal.open('/staff-dashboard', member, { ...phone, language: 'ar' })
  await loaded('قائمة الأنشطة')
  await page.getByRole('button', { name: 'فتح', exact: true }).click()
  await page.getByRole('button', { name: /حسابك/ }).click()
  await page.getByRole('menuitem', { name: 'أمان تسجيل الدخول' }).click()
  await button('إعداد التطبيق').click()
  await dialog().getByLabelText('كلمة المرور الحالية').fill(password)
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog().getByRole('definition')).toBeVisible()
  await expectNoAxeViolations()
})

async function find(text: string) {
  await portal.open('/admin-dashboard?tab=terms', admin)
  await loaded('Terms')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(dialog().getByRole('option', { name: 'Overview' })).toBeVisible()
  if (text) await dialog().getByRole('combobox').fill(text)
}

test('the search of the portal: its panels, results, nothing found, and a search that failed', async () => {
  await find('')
  await expectNoAxeViolations()
  await dialog().getByRole('combobox').fill('Physics')
  await expect.element(page.getByRole('group', { name: 'Departments' }).getByRole('option')).toBeVisible()
  await expectNoAxeViolations()
  await dialog().getByRole('combobox').fill('qqqqqq')
  await expect.element(page.getByText('Nothing found for “qqqqqq”.')).toBeVisible()
  await expectNoAxeViolations()
  intercept('GET', '/find', noNetwork)
  await dialog().getByRole('combobox').fill('Seminar')
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('The search failed.')
  await expectNoAxeViolations()
})

test('the search of the portal on a phone, in Arabic', async () => {
  const member = await portal.make.staff()
  await portal.open('/staff-dashboard?tab=your-activity', member, { ...phone, language: 'ar' })
  await page.getByRole('button', { name: 'بحث شامل' }).click()
  await dialog().getByRole('combobox').fill('ندوه علميه')
  await expect.element(dialog().getByRole('option')).toBeVisible()
  await expectNoAxeViolations()
})

test('notices, read and unread, beside the sidebar and on a phone; and none', async () => {
  const member = await portal.make.staff()
  await portal.open('/staff-dashboard?tab=notices', member, phone)
  await loaded('Notices')
  await expectNoAxeViolations()
  await portal.sql`insert into notices (user_id, kind, term_id, details, created_at, read_at)
    select ${member.id}, 'scored', t.id, jsonb_build_object('field', 'tp', 'from', n - 1, 'to', n), now() - make_interval(mins => 31 - n),
      case when n % 2 = 0 then now() end
    from generate_series(1, 31) n, terms t where t.is_current`
  await portal.open('/staff-dashboard?tab=activity', member)
  await loaded('Activity List')
  await page.getByRole('button', { name: /^Notices/ }).click()
  await expect.element(dialog().getByRole('listitem').nth(29)).toBeInTheDocument()
  await expectNoAxeViolations()
  await portal.open('/staff-dashboard?tab=notices', member, phone)
  await expect.element(page.getByRole('region', { name: 'Notices' }).getByRole('listitem').nth(29)).toBeInTheDocument()
  await expectNoAxeViolations()
})

test('the handbook, beside its contents and on a phone', async () => {
  await choose('Help')
  await expect.element(dialog().getByRole('heading', { level: 3 })).toBeVisible()
  await expectNoAxeViolations()
  await page.viewport(phone.width, phone.height)
  await expect.element(dialog().getByRole('combobox', { name: 'Page of the handbook' })).toBeVisible()
  await expectNoAxeViolations()
})
