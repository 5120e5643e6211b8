import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const { make, sql } = portal
const phone = { width: 390, height: 844 }
const admin = await make.admin()
const asAdmin = portal.as(admin)
const talk = await make.activity({ name: 'Guest lecture', type: 'Elective', score: 2.5 })
const paper = await make.activity({
  name: 'Published paper',
  type: 'Compulsory',
  score: 4,
  names: { ckb: 'توێژینەوەی بڵاوکراوە' },
})
// A hundred days are left in the current term, whenever this runs.
await sql`update terms set start_date = current_date - 100, end_date = current_date + 100, name = 'Autumn', names = '{}' where is_current`
const [{ today = '' } = {}] = await sql<{ today: string }>`select current_date::text as today`

type Member = Awaited<ReturnType<typeof make.staff>>
const open = (member: Member, options?: Parameters<typeof portal.open>[2]) => portal.open('/staff-dashboard', member, options)
const block = () => page.getByRole('region', { name: 'What concerns you' })
const heading = () => page.getByRole('heading', { level: 1 })
const top = (part: { element(): Element }) => part.element().getBoundingClientRect().top

async function addReturned({ id }: Member, reason: string, activity = talk) {
  const posting = await make.posting(id, activity, today)
  const decision = { state: 'returned', reason, postings: [{ id: posting, version: 1 }] }
  expect(await asAdmin('PUT', '/review', decision)).toMatchObject({ status: 200 })
  return posting
}

test('the first page begins with grade, what was returned and why, what waits, a suggestion and the days left', async () => {
  const member = await make.staff({ title: 'l' })
  await make.posting(member.id, paper, today)
  await addReturned(member, 'Please add the certificate.')
  expect(await asAdmin('PUT', `/users/edit-feedback/${member.id}`, { fb: 7 })).toMatchObject({ status: 200 })
  for (const options of [undefined, phone]) {
    await open(member, options)
    for (const text of [
      'Current grade (without feedback)E4',
      'With feedbackD 11',
      '2 points to D',
      'Returned: Guest lecture',
      'Please add the certificate. Fixed, it adds 2.5 points, and that makes D.',
      '1 posting waits for review',
      'Autumn: 100 days left to post',
    ])
      await expect.element(block()).toHaveTextContent(text)
    await expect.element(block().getByRole('link', { name: 'Fix Guest lecture' })).toBeInViewport({ ratio: 1 })
  }
})

test('one tap mends what was returned: its edit form opens', async () => {
  const member = await make.staff()
  await addReturned(member, 'Which page?')
  await open(member, phone)
  await block().getByRole('link', { name: 'Fix Guest lecture' }).click()
  await expect
    .element(page.getByRole('form', { name: 'Edit Activity' }).getByLabelText('Activity', { exact: true }))
    .toHaveValue('Guest lecture')
})

test('the suggestion is one tap away from the form in which it is chosen', async () => {
  const member = await make.staff({ title: 'l' })
  await make.posting(member.id, talk, today)
  await open(member, phone)
  await expect.element(block()).toHaveTextContent('Next: Published paper+4. Enough for D.')
  await block().getByRole('link', { name: 'Post Published paper' }).click()
  await expect.element(page.getByRole('form').getByLabelText('Activity', { exact: true })).toHaveValue('Published paper')
})

test('on a wide page the list begins on the first screen, at the same place whatever the block has to say', async () => {
  const [newcomer, busy] = [await make.staff(), await make.staff()]
  await addReturned(busy, 'A long reason. '.repeat(30).trim())
  await addReturned(busy, 'Another one', paper)
  await open(newcomer)
  await expect.element(block()).toBeVisible()
  const place = top(heading())
  await open(busy)
  await expect.element(block()).toHaveTextContent('Returned: ')
  expect(top(heading())).toBe(place)
  await expect.element(page.getByRole('row').filter({ hasText: 'Published paper' })).toBeInViewport({ ratio: 1 })
  expect(place).toBeLessThan(800 / 3)
})

test('a first visit says in three sentences what this is, and Post is the next step', async () => {
  const member = await make.staff()
  await open(member, phone)
  for (const sentence of [
    'Here you post the activities you took part in; each one earns points.',
    'Choose an activity and its date, and add a photo, a PDF or a link as evidence.',
    'A reviewer checks it, and your points decide the grade.',
  ])
    await expect.element(block().getByText(sentence)).toBeInViewport({ ratio: 1 })
  await block().getByRole('link', { name: 'Post New Activity' }).click()
  await expect.element(page.getByRole('heading', { name: 'Post New Activity' })).toBeVisible()
})

test('what is empty says so', async () => {
  const member = await make.staff({ title: null })
  const posting = await make.posting(member.id, paper, today)
  expect(await asAdmin('PUT', '/review', { state: 'verified', postings: [{ id: posting, version: 1 }] })).toMatchObject({
    status: 200,
  })
  await open(member, phone)
  for (const text of ['Nothing was returned to you', 'Nothing of yours waits for review', 'A grade needs a title'])
    await expect.element(block()).toHaveTextContent(text)
})

test('the block that cannot be loaded says so and can be tried again; the list is there all the same', async () => {
  let isDown = true
  intercept('GET', '/home', (_, pass) => (isDown ? noNetwork() : pass()))
  await open(await make.staff(), phone)
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load what concerns you.' })
  await expect.element(failure).toBeVisible()
  await expect.element(page.getByRole('row').filter({ hasText: 'Published paper' })).toBeInTheDocument()
  isDown = false
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect.element(block()).toBeVisible()
})

test('on a phone a kind of activity is one row with its places as choices, and a limit that is used up says so', async () => {
  const kind = { kind: 'Conference', kinds: '{"ckb": "کۆنفرانس"}' }
  for (const [place, score] of [
    ['at the university', 1],
    ['abroad', 3],
  ] as const) {
    const { id } = await make.activity({ name: `Conference ${place}`, type: 'Attending', score })
    await sql`update activities set kind = ${kind.kind}, kinds = ${kind.kinds}::text::jsonb, place = ${place} where id = ${id}`
  }
  const member = await make.staff()
  const row = page.getByRole('row').filter({ hasText: 'Conference' })
  await open(member)
  await expect.element(row).toHaveLength(2)
  await open(member, phone)
  await expect.element(row).toHaveLength(1)
  await expect.element(row).toHaveTextContent('1 to 3 points')
  await expect.element(row).toHaveTextContent('abroad · at the university')
  await expect.element(page.getByText('3 kinds of activities')).toBeInTheDocument()
  await row.getByRole('button', { name: 'Places of Conference' }).click()
  const sheet = page.getByRole('dialog', { name: 'Conference' })
  await sheet.getByRole('button', { name: 'Post Conference abroad' }).click()
  await expect.element(page.getByRole('form').getByLabelText('Activity', { exact: true })).toHaveValue('Conference abroad')

  const [newest] = (await asAdmin('GET', '/rules')).body['versions'] as [
    { number: number; bands: object; terms: { id: number }[] },
  ]
  const limits = [{ activity_id: null, type: 'Attending', most_times: null, most_points: 2 }]
  const [term] = await sql<{ id: number }>`select id from terms where is_current`
  const rules = { bands: newest.bands, limits, note: 'A limit', based_on: newest.number, term_ids: [term?.id] }
  expect((await asAdmin('POST', '/rules', rules)).status).toBe(201)
  await open(await make.staff(), phone)
  await row.getByRole('button', { name: 'Places of Conference' }).click()
  await expect
    .element(sheet.getByRole('listitem').filter({ hasText: 'abroad' }))
    .toHaveTextContent('Used up: Attending activities count for at most 2 points per term')
  await expect.element(sheet.getByRole('listitem').filter({ hasText: 'at the university' })).not.toHaveTextContent('Used up')
})

test('coming events stand beside what concerns the member, one tap says yes, and an open door leads to the event', async () => {
  const department = await make.department('Physics')
  const member = await make.staff({ department_id: department.id })
  await make.posting(member.id, paper, today)
  const minute = 60_000
  const add = async (name: string, beginsIn: number) => {
    const at = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString()
    const sessions = [{ begins_at: at(beginsIn), ends_at: at(beginsIn + 60) }]
    const input = { activity_id: talk.id, name, place: 'Hall 2', audience: 'department', department_id: department.id, sessions }
    const { status, body } = await asAdmin('POST', '/events', input)
    expect(status).toBe(201)
    return (body['event'] as { id: number }).id
  }
  const event = (name: string) => block().getByRole('listitem').filter({ hasText: name })
  await open(member)
  await expect.element(block()).toBeVisible()
  expect(block().getByRole('list', { name: 'Coming events' }).elements()).toEqual([])
  const place = top(heading())
  const later = await add('A later workshop with a long name that has no room in a narrow column of the page', 2000)
  const running = await add('A lecture', -10)
  const guest = await make.staff({ department_id: department.id })
  await make.posting(guest.id, paper, today)
  for (const options of [undefined, phone, { width: 1100, height: 800 }]) {
    await open(guest, options)
    await expect.element(event('A lecture')).toHaveTextContent(/now, until \d\d:\d\d · Hall 2 · brings 2.5 points/)
    await expect.element(block().getByRole('link', { name: 'Check in: A lecture' })).toBeVisible()
    // On a wide page the list below stays where it is.
    if (options !== phone) expect(top(heading())).toBe(place)
    await expect.element(block().getByRole('button', { name: /^I come: A later/ })).toHaveLength(options?.width === 1100 ? 0 : 1)
  }
  await open(guest, phone)
  await block()
    .getByRole('button', { name: /^I come: A later/ })
    .click()
  await expect.element(event('A later')).toHaveTextContent('You come')
  expect(await sql`select user_id from event_answers where event_id = ${later}`).toEqual([{ user_id: guest.id }])
  await block().getByRole('link', { name: 'Check in: A lecture' }).click()
  await expect.element(page.getByRole('form', { name: 'Check in to A lecture' })).toBeVisible()
  expect(location.search).toBe(`?tab=events&event=${running}`)
})
