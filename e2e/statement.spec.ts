import type { Page } from '@playwright/test'
import { expect, type Portal, test } from './portal.ts'
import { addPerson, type Person, signIn } from './steps.ts'

/** A member with two postings that count and one returned. */
async function makeMember({ sql }: Portal, admin: Person, name: string) {
  const member = await addPerson({ sql } as Portal, 'staff', { name, title: 'l' })
  for (const [activity, type, score, state] of [
    ['Curriculum workshop', 'Compulsory', 4.15, 'verified'],
    ['Regional conference', 'Attending', 3, 'posted'],
    ['Guest lecture at Koya', 'Elective', 2.5, 'returned'],
  ] as const) {
    const isReviewed = state !== 'posted'
    await sql`
      with activity as (insert into activities (name, description, type, score)
        values (${`${activity} of ${name}`}, 'What it is', ${type}, ${score}) returning *)
      insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id, state, returned_reason, reviewed_by, reviewed_at)
      select ${member.id}, a.id, ${activity}, a.type, a.score, t.start_date + 31, t.id, ${state},
        ${state === 'returned' ? 'The link leads nowhere' : null}, ${isReviewed ? admin.id : null}, ${isReviewed ? sql`now()` : null}
      from activity a, terms t where t.is_current`
  }
  return member
}

const lines = (page: Page) => page.getByRole('table', { name: 'How it adds up' })

test('the administrator opens a statement in a new tab; its PDF has a code that anyone can check, until something changes', async ({
  page,
  browser,
  portal,
}) => {
  const admin = await addPerson(portal, 'admin', { name: 'Rana Wahid' })
  const member = await makeMember(portal, admin, 'Dr. Layla Hassan')
  await signIn(page, admin)
  await page.goto('/admin-dashboard?tab=staff')
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: '7.15: how it adds up for Dr. Layla Hassan' }).click()
  const statement = await opening
  await expect(statement).toHaveURL(`/statement?user_id=${member.id}`)
  await expect(lines(statement).getByRole('row', { name: /^Total/ })).toHaveText('Total7.15')
  const making = statement.waitForEvent('download')
  await statement.getByRole('button', { name: 'PDF statement' }).click()
  const file = (await making).suggestedFilename()
  const code = /^statement-((\w{4}-){3}\w{4})\.pdf$/.exec(file)?.[1] ?? ''
  expect(code).not.toBe('')

  const stranger = await browser.newContext({ baseURL: portal.url })
  const check = await stranger.newPage()
  await check.goto('/check')
  await check.getByLabel('Code').fill(code.toLowerCase().replaceAll('-', ' '))
  await check.getByRole('button', { name: 'Check' }).first().click()
  await expect(check.getByRole('heading', { name: 'This statement is genuine' })).toBeVisible()
  await expect(check.getByText('It is still up to date')).toBeVisible()
  await expect(check.getByText(member.name)).toBeVisible()
  await expect(check.getByText('7.15')).toBeVisible()
  // The page has the portal's own fonts, although no script or style sheet of the portal is loaded.
  const fonts = () =>
    check.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', '')),
    )
  await expect.poll(fonts).toEqual(expect.arrayContaining(['IBM Plex Sans', 'Source Serif 4 Variable']))
  await portal.sql`update posted_activities set score = 3.5 where user_id = ${member.id} and type = 'Attending'`
  await check.reload()
  await expect(check.getByText('It is out of date')).toBeVisible()
  await check.goto('/check/AAAA-BBBB-CCCC-DDDD')
  await expect(check.getByRole('heading', { name: 'Statement not found' })).toBeVisible()
  await stranger.close()
})

test('printed, there are no buttons, but a letterhead and plain numbers; black on white also in dark mode', async ({
  page,
  portal,
}) => {
  const admin = await addPerson(portal, 'admin', { name: 'Rana Wahid' })
  await signIn(page, await makeMember(portal, admin, 'Dr. Omar Karim'))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/statement')
  await expect(lines(page)).toBeVisible()
  const decoration = () =>
    page
      .locator('article button :is(span, bdi)')
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).textDecorationLine))].sort())
  expect(await decoration()).toEqual(['line-through', 'none', 'underline'])
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await decoration()).toEqual(['line-through', 'none'])
  for (const name of ['Print', 'PDF statement']) await expect(page.getByRole('button', { name })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Your Activity' })).toBeHidden()
  await expect(page.getByText('Your University')).toBeVisible()
  await expect(page.getByText(/^Printed from the portal on/)).toBeVisible()
  const colours = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body)
    return { backgroundColor, color }
  })
  expect(colours).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(24, 32, 47)' })
})
