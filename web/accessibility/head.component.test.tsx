import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ar } from '../../contract/languages/ar.ts'
import { messages, speaker } from '../../contract/languages/catalogue.ts'
import { ckb } from '../../contract/languages/ckb.ts'
import { en } from '../../contract/languages/en.ts'
import { expectNoAxeViolations, giveTimeToAxe } from '../../testing/components/axe.ts'
import { loaded } from '../../testing/components/loaded.ts'
import { startPortal } from '../../testing/components/portal.ts'

giveTimeToAxe()
const portal = await startPortal()
const physics = await portal.make.department('Physics', { names: { ckb: 'بەشی فیزیا', ar: 'قسم الفيزياء' } })
const head = await portal.make.head(physics.id)
const member = await portal.make.staff({ name: 'Sara Aziz', department_id: physics.id })
const [{ today = '' } = {}] = await portal.sql<{ today: string }>`select current_date::text as today`
await portal.make.posting(member.id, await portal.make.activity({ name: 'Seminar' }), today, 'https://events.test.example/1')
await portal.make.delegation(await portal.make.admin({ name: 'Rana Wahid' }), head)

const { fields, panels } = messages

for (const { tab, title, language, words, width, height } of [
  { tab: 'staff', title: fields.members, language: 'en', words: en, width: 1280, height: 800 },
  { tab: 'overview', title: panels.overview, language: 'ckb', words: ckb, width: 390, height: 844 },
  { tab: 'postings', title: panels.postings, language: 'ckb', words: ckb, width: 1280, height: 800 },
  { tab: 'review', title: panels.review, language: 'ar', words: ar, width: 390, height: 844 },
] as const)
  test(`${tab} of a head of department, ${language} at ${width} px`, async () => {
    await portal.open(`/staff-dashboard?tab=${tab}`, head, { language, width, height })
    await loaded(speaker(language, words)(title))
    await expect.element(page.getByText(/Physics|الفيزياء|فیزیا/).first()).toBeInTheDocument()
    await expectNoAxeViolations()
  })

test('the page of a member, for the head of the department', async () => {
  await portal.open(`/staff-dashboard?tab=person&id=${member.id}`, head, { width: 390, height: 3000 })
  await loaded('Sara Aziz')
  await expect.element(page.getByRole('region', { name: 'Postings', exact: true })).toHaveTextContent('Seminar')
  await expectNoAxeViolations()
})

test('a panel that a user may not see', async () => {
  await portal.open('/staff-dashboard?tab=staff', member)
  await expect.element(page.getByRole('alert').or(page.getByText('head of a department')).first()).toBeVisible()
  await expectNoAxeViolations()
})
