import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { intercept, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { makeStatements } from '../../testing/components/statements.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const { makeStory, giveScores } = makeStatements(portal, admin)

const lines = () => page.getByRole('table', { name: 'How it adds up' })
const row = (name: RegExp) => lines().getByRole('row', { name })
const link = (name: string | RegExp) => page.getByRole('link', { name })

async function expectTheStory(name: string, year: number, seen: string) {
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const sum = page.getByRole('region', { name: 'How it adds up' })
  for (const text of [
    'Compulsory4.15Attending3+Elective0+Teacher points16.4+Feedback4.4+Total27.95=',
    'BGrade with feedback: 27.95The total of all lines. As in the Staff table.',
    `CCurrent grade (without feedback): 23.55The total minus feedback. ${seen}`,
    'There are two grades because Your Scores leaves feedback out',
  ])
    await expect.element(sum).toHaveTextContent(text)
  for (const text of [`2 Oct ${year}`, 'Verified']) await expect.element(row(/Curriculum workshop/)).toHaveTextContent(text)
  await expect.element(row(/^Teacher points/)).toHaveTextContent(/set by Rana Wahid on \d+ \w{3} \d{4}16\.4/)
  await expect.element(row(/^Total/)).toHaveTextContent(/^Total27\.95$/)
  await expect.element(lines()).not.toHaveTextContent('Guest lecture')
  const returned = page.getByRole('region', { name: 'Returned, not counted' })
  await expect.element(returned).toHaveTextContent('would add 2.5')
  await expect.element(returned.getByRole('row', { name: /Guest lecture at Koya/ })).toHaveTextContent('The link leads nowhere')
}

test('a total of the Staff panel, and the postings of a member, link to the statement in a new tab', async () => {
  const { member } = await makeStory('Dr. Omar Karim')
  await portal.open('/admin-dashboard?tab=staff', admin)
  const total = link('7.15: how it adds up for Dr. Omar Karim')
  const postings = page.getByRole('button', { name: 'View Activities for Dr. Omar Karim' })
  await expect.element(total).toHaveAttribute('href', `/statement?user_id=${member.id}`)
  await expect.element(total).toHaveAttribute('target', '_blank')
  await postings.click()
  const fromPostings = page.getByRole('dialog').getByRole('link', { name: /How it adds up/ })
  await expect.element(fromPostings).toHaveAttribute('href', `/statement?user_id=${member.id}`)
  await expect.element(fromPostings).toHaveAttribute('target', '_blank')
})

test('the administrator and the member see the same lines and both grades, and why there are two', async () => {
  const { member, year } = await makeStory('Dr. Sara Aziz')
  await giveScores(member)
  await portal.open(`/statement?user_id=${member.id}`, admin)
  await expectTheStory('Dr. Sara Aziz', year, 'As the member sees it in Your Scores.')
  const seenByAdmin = lines().element().textContent
  await link('Staff').click()
  await expect.element(page.getByRole('searchbox', { name: 'Search staff' })).toBeVisible()
  expect(location.pathname + location.search).toBe('/admin-dashboard?tab=staff')

  await portal.open('/staff-dashboard?tab=your-activity', member)
  await link('How it adds up').click()
  await expectTheStory('Dr. Sara Aziz', year, 'As in Your Scores.')
  expect(location.pathname + location.search).toBe('/statement')
  expect(lines().element().textContent).toBe(seenByAdmin)
  await link('Your Activity').click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Your Activity' })).toBeVisible()
})

test('a score that an administrator changes is on the open page at once', async () => {
  const { member } = await makeStory('Dr. Hana Said')
  await giveScores(member)
  await portal.open('/statement', member)
  await expect.element(row(/^Total/)).toHaveTextContent(/^Total27\.95$/)
  for (const [tp, sum] of [
    [17.4, /^Total28\.95$/],
    [10, /^Total21\.55$/],
  ] as const) {
    await giveScores(member, { tp })
    await expect.element(row(/^Total/)).toHaveTextContent(sum)
  }
})

test('a PDF that cannot be created shows an error and can be requested again', async () => {
  await portal.open('/statement', await portal.make.staff())
  const pdf = page.getByRole('button', { name: 'PDF statement' })
  intercept('GET', '/statements/pdf', replyWith(500, { message: 'x' }))
  await pdf.click()
  await expect.element(page.getByText('Failed to create the PDF statement. Please try again later.')).toBeVisible()
  await expect.element(pdf).toBeEnabled()
})

test('the PDF is in the language of the page, or in the one that the reader chooses', async () => {
  const asked: (string | null)[] = []
  intercept('GET', '/statements/pdf', (request) => {
    asked.push(new URL(request.url).searchParams.get('language'))
    return new Response('%PDF')
  })
  await portal.open('/statement', await portal.make.staff())
  const pdf = page.getByRole('button', { name: 'PDF statement' })
  const picker = page.getByRole('combobox', { name: 'Language of the PDF' })
  await expect.element(picker).toHaveValue('en')
  await pdf.click()
  await expect.poll(() => asked).toEqual([null])
  await picker.selectOptions('کوردی')
  await pdf.click()
  await expect.poll(() => asked).toEqual([null, 'ckb'])
})

test('a member sees no other member; an administrator without a member gets a link to choose one', async () => {
  await portal.open('/statement', null)
  await expect.element(page.getByLabelText('Username')).toBeVisible()
  const other = await portal.make.staff()
  await portal.open(`/statement?user_id=${other.id}`, await portal.make.staff())
  await expect.element(page.getByRole('alert')).toHaveTextContent('Permission denied: Admins only.')
  await expect.element(lines()).not.toBeInTheDocument()
  await portal.open('/statement', admin)
  await expect.element(page.getByText('Choose a member', { exact: true })).toBeVisible()
  await expect.element(link('Staff')).toBeVisible()
})

test('a closed term shows when it was frozen; another term can be selected', async () => {
  const member = await portal.make.staff({ name: 'Frozen Member' })
  const old = await portal.make.term('Old', '1990-01-01', '1990-12-31')
  expect((await portal.as(admin)('PUT', `/terms/close/${old.id}`, {})).status).toBe(200)
  await portal.sql`update users set name = 'New Name' where id = ${member.id}`
  await portal.open(`/statement?user_id=${member.id}&term=${old.id}`, admin)
  await expect.element(page.getByRole('heading', { name: 'Frozen Member' })).toBeVisible()
  await expect.element(page.getByText(/^Closed and frozen on \d+ \w{3} \d{4} by Rana Wahid$/)).toBeVisible()
  const [current] = await portal.sql<{ id: number }>`select id from terms where is_current`
  await page.getByLabelText('Term').selectOptions(String(current?.id))
  await expect.element(page.getByRole('heading', { name: 'New Name' })).toBeVisible()
  await expect.element(page.getByText('Open: this can still change')).toBeVisible()
})

test.each(['en', 'ckb'] as const)('nothing is wider than a phone, in %s', async (language) => {
  const { member } = await makeStory('د. ڕێبوار ئەحمەد')
  await portal.open('/statement', member, { width: 390, height: 844, language })
  await expect.element(page.getByRole('heading', { level: 1, name: 'د. ڕێبوار ئەحمەد' })).toBeVisible()
  expect(getComputedStyle(document.documentElement).direction).toBe(language === 'en' ? 'ltr' : 'rtl')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
