import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { intercept, noNetwork, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'
import { textsOf } from '../../testing/components/texts.ts'

type Named = { id: number; name: string }

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })

const previews = /^\/terms\/close\//
const open = (size = {}) => portal.open('/admin-dashboard?tab=terms', admin, size)
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const toasts = () => page.getByRole('region', { name: 'Notifications' })
const dialog = ({ name }: Named) => page.getByRole('alertdialog', { name: `Close ${name}?` })
const closeButton = () => page.getByRole('button', { name: 'Close term', exact: true })

let year = 2175
const addTerm = () => {
  year += 1
  return portal.make.term(`Year ${year}`, `${year}-01-05`, `${year}-11-12`)
}
const addTp = (member: Named, term: Named, tp: number) =>
  portal.sql`insert into term_scores (user_id, term_id, tp) values (${member.id}, ${term.id}, ${tp})`

async function askToClose({ name }: Named) {
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Close' }).click()
}

async function call(url: string, payload: object) {
  expect((await portal.as(admin)('PUT', url, payload)).status).toBe(200)
}

/** Closes a term and opens it again, as Rana Wahid. */
async function closeAndReopen({ id }: Named) {
  await call(`/terms/close/${id}`, {})
  await call(`/terms/reopen/${id}`, { reason: 'A late certificate' })
}

test('closing first shows what is frozen; reopening requires a reason and shows it', async () => {
  const term = await addTerm()
  const member = await portal.make.staff({ name: 'Dr. Aal Hassan' })
  await addTp(member, term, 80)
  // The dialog is opened after the Staff panel: its cached data must not be used instead of a new request.
  await portal.open(`/admin-dashboard?tab=staff&term=${term.id}`, admin)
  await expect.element(rowOf(member.name)).toBeVisible()
  await page.getByRole('link', { name: 'Terms' }).click()
  await askToClose(term)
  await expect.element(dialog(term).getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expect.element(dialog(term)).toHaveTextContent('1 member · 0 posted activities')
  await expect.element(dialog(term)).toHaveTextContent(/It does not end until 12 Nov(ember)? \d{4}\./)
  const best = dialog(term).getByRole('list', { name: 'Grade with feedback' }).getByRole('listitem').filter({ hasText: 'A+' })
  await expect.element(best).toHaveTextContent(/^1/)
  const closable = intercept('PUT', previews, replyWith(500))
  await closeButton().click()
  await expect.element(dialog(term).getByRole('alert')).toHaveTextContent('Failed to close term. Please try again later.')
  closable()
  await closeButton().click()
  await expect.element(toasts()).toHaveTextContent('Term closed successfully')
  const row = rowOf(term.name)
  await expect.element(row).toHaveTextContent('Closed')
  await expect.poll(() => textsOf(row.getByRole('button'))).toEqual(['Results', 'Reopen'])

  await row.getByRole('button', { name: 'Reopen' }).click()
  const reopening = page.getByRole('dialog', { name: `Reopen ${term.name}?` })
  const reopen = reopening.getByRole('button', { name: 'Reopen term' })
  const reason = reopening.getByRole('textbox', { name: 'Reason' })
  await reopen.click()
  await expect.element(reason).toHaveAccessibleDescription(/Enter a reason\./)
  await reason.fill('A late certificate')
  const reopenable = intercept('PUT', /^\/terms\/reopen\//, replyWith(500))
  await reopen.click()
  await expect.element(reopening.getByRole('alert')).toHaveTextContent('Failed to reopen term. Please try again later.')
  await expect.element(reason).toHaveValue('A late certificate')
  reopenable()
  await reopen.click()
  await expect.element(toasts()).toHaveTextContent('Term reopened successfully')
  await expect.element(row).toHaveTextContent(/Reopened \d+ \w{3} \d{4} by Rana Wahid: A late certificate/)
  await expect.element(row).toHaveTextContent('Open')
  await page.getByRole('button', { name: `More actions for ${term.name}` }).click()
  await expect.poll(() => textsOf(page.getByRole('menuitem'))).toEqual(['Results', 'Reopen for…', 'Make current', 'Close'])
})

test('closing mentions unreviewed and returned postings only if there are any', async () => {
  const term = await addTerm()
  const [first, second] = [await portal.make.staff(), await portal.make.staff()]
  const activity = await portal.make.activity({ type: 'Elective', score: 2 })
  async function post({ id }: Named, state: 'posted' | 'verified' | 'returned', day: number) {
    const posting = await portal.make.posting(id, activity, `${year}-02-0${day}`)
    if (state === 'posted') return
    await portal.sql`
      update posted_activities set state = ${state}, reviewed_by = ${admin.id}, reviewed_at = now(),
        returned_reason = ${state === 'returned' ? 'No photo' : null} where id = ${posting}`
  }
  await post(first, 'verified', 1)
  await open()
  await askToClose(term)
  await expect.element(dialog(term).getByRole('list', { name: 'Grade with feedback' })).toBeVisible()
  await expect.element(dialog(term)).toHaveTextContent('1 posted activity')
  await expect.element(dialog(term)).not.toHaveTextContent(/review|returned/)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog(term)).not.toBeInTheDocument()

  await post(first, 'posted', 2)
  await post(second, 'posted', 3)
  await post(second, 'returned', 4)
  await askToClose(term)
  await expect
    .element(dialog(term).getByText('2 postings have not been reviewed. They count in full, as verified ones do.'))
    .toBeVisible()
  await expect.element(dialog(term).getByText('1 posting was returned and does not count.')).toBeVisible()
})

test('closing says how many members have no T P. or no F B.', async () => {
  const term = await addTerm()
  const [{ count } = { count: 0 }] = await portal.sql<{ count: number }>`
    select count(*)::int as count from users where role_id = 2 and removed_at is null`
  const member = await portal.make.staff()
  const sentence = (number: number) =>
    `${number} member${number === 1 ? ' has' : 's have'} no T P. or no F B.: what is not set counts as 0.`
  await addTp(member, term, 2)
  await open()
  await askToClose(term)
  await expect.element(dialog(term).getByText(sentence(count + 1))).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await portal.sql`update term_scores set fb = 1 where user_id = ${member.id}`
  await askToClose(term)
  await expect.element(dialog(term).getByText(sentence(count))).toBeVisible()
})

test('on a phone of 360 pixels the dialog fits, with every grade and a long name', async () => {
  const term = await addTerm()
  const graded = await portal.make.staff({ title: 'p' })
  await portal.make.staff({ title: 'p' })
  const promoted = await portal.make.admin({ name: 'Alexandrina Theodora '.repeat(6).trim() })
  for (const member of [graded, promoted]) await addTp(member, term, 3)
  await open({ width: 360, height: 740 })
  await askToClose(term)
  await expect.element(dialog(term).getByRole('list', { name: 'Not in the results' })).toBeVisible()
  for (const direction of ['rtl', 'ltr']) {
    document.documentElement.dir = direction
    const { left, right } = dialog(term).element().getBoundingClientRect()
    expect([left, right], direction).toEqual([16, 344])
    expect(dialog(term).element().scrollWidth, direction).toBeLessThanOrEqual(328)
  }
})

test('closing names who has points in the term and would not be in its results', async () => {
  const term = await addTerm()
  const member = await portal.make.staff({ name: 'Dr. Zanst Promoted' })
  await addTp(member, term, 58)
  await open()
  await askToClose(term)
  await expect.element(dialog(term).getByRole('list', { name: 'Grade with feedback' })).toBeVisible()
  await expect.element(dialog(term)).not.toHaveTextContent('would not be in its results')
  await userEvent.keyboard('{Escape}')
  await call(`/users/toggle-role/${member.id}`, {})
  await askToClose(term)
  await expect
    .element(dialog(term))
    .toHaveTextContent('1 person has points or activities in this term, and would not be in its results:')
  await expect
    .element(dialog(term).getByRole('list', { name: 'Not in the results' }).getByRole('listitem'))
    .toHaveTextContent('Dr. Zanst Promoted: 58 points, 0 activities (administrator now)')
  await expect.element(dialog(term).getByRole('link', { name: 'Dr. Zanst Promoted' })).toBeVisible()
})

test('closing again says how many joined since and are not in the results', async () => {
  const term = await addTerm()
  await closeAndReopen(term)
  await portal.make.staff({ name: 'Dr. Joined Since' })
  await open()
  await askToClose(term)
  await expect
    .element(dialog(term))
    .toHaveTextContent('1 member joined since the previous closing, has nothing in this term, and is not in its results.')
})

test('closing again shows whose scores differ from the closing before, and neither who was renamed nor who was removed', async () => {
  const term = await addTerm()
  const [mended, renamed, removed] = [
    await portal.make.staff({ name: 'Dr. Mended', title: 'al' }),
    await portal.make.staff({ name: 'Dr. Renamed', title: 'l' }),
    await portal.make.staff({ name: 'Dr. Removed' }),
  ]
  for (const member of [mended, renamed, removed]) await addTp(member, term, 24)
  await closeAndReopen(term)
  await portal.sql`update users set name = 'Prof. Married', title = 'p' where id = ${renamed.id}`
  expect((await portal.as(admin)('DELETE', `/users/${removed.id}`)).status).toBe(200)
  await call(`/users/edit-tp/${mended.id}?term_id=${term.id}`, { tp: 25 })

  let previewed = 0
  intercept('GET', previews, (_, pass) => {
    previewed += 1
    return pass()
  })
  await open()
  await askToClose(term)
  await expect
    .element(dialog(term).getByText(/^1 member has changed since the closing on \d+ \w{3} \d{4} by Rana Wahid:$/))
    .toBeVisible()
  const rows = dialog(term).getByRole('table', { name: 'Differences' }).getByRole('row')
  await expect
    .poll(() => textsOf(rows))
    .toEqual(['MemberWhat changed', 'Dr. MendedT P. 24 → 25Total 24 → 25Grade with feedback B → A'])
  await expect
    .element(rows.getByRole('link', { name: 'Dr. Mended' }))
    .toHaveAttribute('href', `/admin-dashboard?tab=person&id=${mended.id}`)
  await closeButton().click()
  await expect.element(dialog(term)).not.toBeInTheDocument()
  await expect.element(rowOf(term.name)).toHaveTextContent('Closed')
  expect(previewed, 'none is fetched for a term that has just been closed').toBe(1)
})

test('a change while the differences are read is reported, and they are shown again', async () => {
  const term = await addTerm()
  await addTp(await portal.make.staff(), term, 24)
  await closeAndReopen(term)
  const joined = await portal.make.staff({ name: 'Dr. Joined' })
  const loadable = intercept('GET', previews, noNetwork)
  await open()
  await askToClose(term)
  await expect
    .element(dialog(term).getByRole('alert'))
    .toHaveTextContent('Failed to load the closing preview. Please try again later.')
  await expect.element(closeButton()).toBeDisabled()
  loadable()
  await dialog(term).getByRole('button', { name: 'Try again' }).click()
  await expect
    .element(dialog(term).getByText(/^Nothing has changed since the closing on \d+ \w{3} \d{4} by Rana Wahid\.$/))
    .toBeVisible()

  await call(`/users/edit-tp/${joined.id}?term_id=${term.id}`, { tp: 61.5 })
  await closeButton().click()
  await expect
    .element(dialog(term).getByRole('alert'))
    .toHaveTextContent('Something in this term has changed. Review the differences again.')
  await expect
    .element(dialog(term).getByRole('row').filter({ hasText: joined.name }))
    .toHaveTextContent(/^Dr\. JoinedNot in the previous closingTotal 61\.5Grade with feedback A$/)
  expect(dialog(term).getByRole('row').elements()).toHaveLength(2)
  await closeButton().click()
  await expect.element(toasts()).toHaveTextContent('Term closed successfully')
  await expect.element(rowOf(term.name)).toHaveTextContent('Closed')
})

test('hundreds of differences cause no layout shift; rows outside the viewport are rendered on scroll', async () => {
  const term = await addTerm()
  await closeAndReopen(term)
  const scores = (tp: number) => ({ tp, fb: 0, atts: 0, acts: 0, escore: 0, total_score: tp, grade: 'E' })
  const differences = Array.from({ length: 300 }, (_, index) => ({
    id: index + 1,
    name: `Member ${index + 1}`,
    before: scores(1),
    after: scores(2),
  }))
  let respond = () => {}
  const held = new Promise<void>((resolve) => {
    respond = resolve
  })
  intercept('GET', previews, async (_, pass) => {
    const preview = await (await pass()).json()
    await held
    return Response.json({ ...preview, differences })
  })
  await open()
  await askToClose(term)
  await expect.element(dialog(term).getByRole('status')).toHaveTextContent('Loading...')
  await document.fonts.ready
  const place = () => dialog(term).element().getBoundingClientRect().toJSON()
  const before = place()
  respond()
  await expect.element(dialog(term).getByText('300 members have changed since')).toBeVisible()
  expect(place()).toEqual(before)

  const frame = dialog(term).getByRole('region', { name: 'Differences' })
  const rendered = () => frame.getByRole('row').elements().length
  expect(rendered()).toBeLessThan(100)
  ;(frame.element() as HTMLElement).focus()
  await expect
    .poll(async () => {
      await userEvent.keyboard('{End}')
      return rendered()
    })
    .toBe(301)
  await userEvent.keyboard('{End}')
  await expect.element(frame.getByText('Member 300', { exact: true })).toBeInViewport()
  await expect.element(frame.getByRole('columnheader', { name: 'What changed' })).toBeInViewport()
})

test('differences are never wider than a phone, in both directions', async () => {
  const term = await addTerm()
  const member = await portal.make.staff({ name: 'Alexandrina Theodora '.repeat(8).trim() })
  await addTp(member, term, 24.5)
  await closeAndReopen(term)
  await portal.sql`update term_scores set tp = 1000, fb = 1000, atts = 1012.75, acts = 1012.75, escore = 1012.75
    where user_id = ${member.id} and term_id = ${term.id}`
  await open({ width: 390, height: 844 })
  await askToClose(term)
  const frame = page.getByRole('region', { name: 'Differences' })
  await expect.element(frame).toBeVisible()
  for (const direction of ['rtl', 'ltr']) {
    document.documentElement.dir = direction
    expect(document.documentElement.scrollWidth, direction).toBe(390)
    const { scrollWidth, clientWidth } = frame.element()
    expect(scrollWidth, direction).toBe(clientWidth)
  }
})
