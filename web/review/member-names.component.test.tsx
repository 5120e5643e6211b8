import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin()
const department = await portal.make.department('Physics')
const head = await portal.make.head(department.id)
const latin = 'Layla Hassan'
const kurdish = 'لەیلا حەسەن'
await portal.sql`update users set name = ${latin}, other_name = ${kurdish} where id = ${head.id}`
const [term] = await portal.sql<{ id: number; day: string }>`select id, start_date::text as day from terms where is_current`
const termId = term?.id ?? 0
await portal.make.posting(head.id, await portal.make.activity({ name: 'Seminar' }), term?.day ?? '')
await portal.sql`update term_scores set tp = 4 where user_id = ${head.id} and term_id = ${termId}`
await portal.sql`
  insert into score_questions (user_id, term_id, subject, text) values (${head.id}, ${termId}, 'tp', 'Is this the score of last year?')`

for (const { language, shown, hidden } of [
  { language: 'en', shown: latin, hidden: kurdish },
  { language: 'ckb', shown: kurdish, hidden: latin },
] as const) {
  test(`a member is shown in the script of a reader of ${language}: Review, its evidence, questions, heads`, async () => {
    await portal.open('/admin-dashboard?tab=review', admin, { language })
    await expect.element(page.getByRole('main').getByText(shown, { exact: true })).toHaveLength(2)
    await portal.open('/admin-dashboard?tab=review&questions=open', admin, { language })
    await expect.element(page.getByRole('article').getByText(shown).first()).toBeVisible()
    await portal.open('/admin-dashboard?tab=departments', admin, { language })
    await expect.element(page.getByRole('row').getByText(shown)).toBeVisible()
    await expect.element(page.getByText(hidden)).not.toBeInTheDocument()
  })
}
