import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const { make, sql } = portal
const admin = await make.admin({ name: 'Rana Wahid' })
const physics = await make.department('Physics')
const chemistry = await make.department('Chemistry')
const head = await make.head(physics.id)
const member = await make.staff({ name: 'Layla Hassan', other_name: 'لەیلا حەسەن', department_id: physics.id })
const chemist = await make.staff({ name: 'Omar Kadir', department_id: chemistry.id })
const seminar = await make.activity({ name: 'Seminar on stars', score: 3 })
const [term] = await sql<{
  id: number
  name: string
  start_date: string
}>`select id, name, start_date from terms where is_current`
const posting = await make.posting(member.id, seminar, String(term?.start_date))
const call = portal.as(admin)
await call('PUT', `/users/edit-tp/${member.id}`, { tp: 4.5 })
await call('PUT', '/review', { state: 'returned', reason: 'The programme is missing.', postings: [{ id: posting, version: 1 }] })
await make.question(member.id, 'tp', { text: 'Is 4.5 right?' })

const heading = () => page.getByRole('heading', { level: 1 })
const section = (name: string) => page.getByRole('region', { name, exact: true })
const tall = { width: 1280, height: 4000 }

test('everything about a person stands on one page, with who set and decided it', async () => {
  await portal.open(`/admin-dashboard?tab=person&id=${member.id}`, admin, tall)
  await expect.element(heading()).toHaveTextContent('Layla Hassan')
  await expect.element(section('Details')).toHaveTextContent('Other spellingلەیلا حەسەن')
  await expect.element(section('Details')).toHaveTextContent('Never signed in')
  const terms = section('Scores in all terms')
  await expect.element(terms).toHaveTextContent(/T P\.4\.5Rana Wahid/)
  await expect.element(terms).toHaveTextContent('F B.–not set')
  await expect.element(terms.getByRole('link', { name: 'Rana Wahid' })).toBeVisible()
  await expect.element(section('Postings')).toHaveTextContent('Seminar on stars')
  await expect.element(section('Postings')).toHaveTextContent('The programme is missing.')
  await expect.element(section('Questions').first()).toHaveTextContent('Is 4.5 right?')
  await expect
    .element(section('Decisions on postings'))
    .toHaveTextContent('Seminar on starsreturnedThe programme is missing.Rana Wahid')
  await expect.element(section('Records about this person').first()).toHaveTextContent('Teacher points: not set → 4.5')
  await expect.element(section('Sign-ins and devices')).toHaveTextContent('Not signed in on any device')

  // What the administrator decided is on the administrator's own page.
  await terms.getByRole('link', { name: 'Rana Wahid' }).click()
  await expect.element(heading()).toHaveTextContent('Rana Wahid')
  await page.getByRole('combobox', { name: 'Which decisions' }).selectOptions('Made by this person')
  await expect.element(section('Decisions on postings').getByRole('link', { name: 'Layla Hassan' })).toBeVisible()
  history.back()
  await expect.element(heading()).toHaveTextContent('Layla Hassan')
})

test('a reader learns nothing about how the person signs in', async () => {
  await portal.open(`/admin-dashboard?tab=person&id=${member.id}`, admin, tall)
  await expect.element(section('Details')).toHaveTextContent('Second factor')
  await portal.open(`/admin-dashboard?tab=person&id=${member.id}`, await make.withRights(['reader']), tall)
  await expect.element(section('Details')).toHaveTextContent('RoleStaff')
  await expect.element(section('Details')).not.toHaveTextContent(/Second factor|Signs in with|signed in/)
})

test('the rights of a person stand beside the role', async () => {
  const both = await make.withRights(['administrator', 'score_keeper'], { department_id: physics.id })
  await portal.open(`/admin-dashboard?tab=person&id=${both.id}`, admin, tall)
  await expect.element(section('Details')).toHaveTextContent(/RoleStaffAdministratorSet scores/)
  await portal.open(`/admin-dashboard?tab=person&id=${admin.id}`, admin, tall)
  await expect.element(section('Details')).toHaveTextContent('RoleAdmin')
  await expect.element(section('Details')).not.toHaveTextContent(/Give/)
})

test('a section that fails says so alone, and tries again', async () => {
  const reconnect = intercept('GET', `/people/${member.id}/terms`, noNetwork)
  await portal.open(`/admin-dashboard?tab=person&id=${member.id}`, admin, tall)
  const terms = section('Scores in all terms')
  await expect.element(terms.getByRole('alert')).toBeVisible()
  await expect.element(section('Postings')).toHaveTextContent('Seminar on stars')
  reconnect()
  await terms.getByRole('button', { name: 'Try again' }).click()
  await expect.element(terms).toHaveTextContent('T P.4.5')
})

test('what is below the window is asked for when the reader comes to it', async () => {
  const asked: string[] = []
  intercept('GET', `/people/${member.id}/reviews`, (request, pass) => {
    asked.push(request.url)
    return pass()
  })
  await portal.open(`/admin-dashboard?tab=person&id=${member.id}`, admin, { width: 390, height: 600 })
  await expect.element(section('Scores in all terms')).toHaveTextContent('T P.4.5')
  expect(asked).toEqual([])
  section('Decisions on postings').element().scrollIntoView()
  await expect.element(section('Decisions on postings')).toHaveTextContent('returned')
  expect(asked).toHaveLength(1)
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('a head sees the members of the department, without records and devices, and nobody else', async () => {
  await portal.open(`/staff-dashboard?tab=person&id=${member.id}`, head, tall)
  await expect.element(heading()).toHaveTextContent('Layla Hassan')
  await expect.element(section('Scores in all terms')).toHaveTextContent('T P.4.5Rana Wahid')
  await expect.element(section('Scores in all terms').getByRole('link', { name: 'Rana Wahid' })).not.toBeInTheDocument()
  await expect.element(section('Decisions on postings')).toHaveTextContent('returned')
  await expect.element(section('Records about this person')).not.toBeInTheDocument()
  await expect.element(section('Sign-ins and devices')).not.toBeInTheDocument()
  await portal.open(`/staff-dashboard?tab=person&id=${chemist.id}`, head)
  await expect.element(page.getByRole('alert')).toBeVisible()
  await portal.open(`/staff-dashboard?tab=person&id=${member.id}`, member)
  await expect
    .element(page.getByText('You are not currently head of a department, so there are no members to show.'))
    .toBeVisible()
  await expect.element(section('Details')).not.toBeInTheDocument()
})

test('an administrator signs a person out on one device', async () => {
  const owner = await make.staff({ name: 'Owner of Two' })
  await portal.sql`insert into sessions (token_hash, user_id, device, stays) values
    (sha256('kept'), ${owner.id}, 'Chrome · Android', true), (sha256('other'), ${owner.id}, 'Firefox · Windows', false)`
  await portal.open(`/admin-dashboard?tab=person&id=${owner.id}`, admin, tall)
  const devices = section('Sign-ins and devices')
  await expect.element(devices).toHaveTextContent('Stays signed in until')
  await devices.getByRole('button', { name: 'Sign out: Chrome · Android' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect.element(devices).not.toHaveTextContent('Stays signed in until')
  await expect.element(devices).toHaveTextContent('Firefox · Windows')
})

test('an administrator signs a person out everywhere', async () => {
  await portal.as(chemist)('GET', '/auth/me')
  await portal.open(`/admin-dashboard?tab=person&id=${chemist.id}`, admin, tall)
  await section('Sign-ins and devices').getByRole('button', { name: 'Sign out on all devices' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out on all devices' }).click()
  await expect.element(page.getByText('device signed out')).toBeVisible()
  await expect.element(section('Sign-ins and devices')).toHaveTextContent('Not signed in on any device')
})

test('a removed person is shown as removed; in Kurdish the page is in Kurdish', async () => {
  const former = await make.staff({ name: 'Former Member', department_id: physics.id })
  expect((await call('DELETE', `/users/${former.id}`)).status).toBe(200)
  await portal.open(`/admin-dashboard?tab=person&id=${former.id}`, admin, { language: 'ckb', width: 390, height: 844 })
  await expect.element(heading()).toHaveTextContent('Former Member')
  await expect.element(page.getByText(/سڕاوەتەوە: .*Rana Wahid/)).toBeVisible()
  expect(document.documentElement.dir).toBe('rtl')
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('the name in a list leads to the page, by keyboard, too', async () => {
  await portal.open('/admin-dashboard?tab=users', admin)
  const link = page.getByRole('rowheader', { name: /Layla Hassan/ }).getByRole('link', { name: 'Layla Hassan' })
  await expect.element(link).toBeVisible()
  ;(link.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading()).toHaveTextContent('Layla Hassan')
  expect(location.search).toBe(`?tab=person&id=${member.id}`)
})
