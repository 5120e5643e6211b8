import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { intercept } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const yourActivity = '/staff-dashboard?tab=your-activity'

const bell = () => page.getByRole('button', { name: /^Notices/ })
const panel = () => page.getByRole('dialog', { name: 'Notices' })
const notices = () => panel().getByRole('listitem')
/** One of the member's scores, with its unit, as screen readers read it. */
const score = (value: string, label: string) => page.getByRole('button', { name: `${value}: what is ${label}?`, exact: true })

/** Adds postings of a new activity, worth 3 points each. */
async function addPostings(member: { id: number }, name: string, count: number) {
  const activity = await portal.make.activity({ name, score: 3 })
  const [term] = await portal.sql<{ start: string }>`select start_date::text as start from terms where is_current`
  const ids: number[] = []
  for (let day = 1; day <= count; day += 1)
    ids.push(await portal.make.posting(member.id, activity, `${term?.start.slice(0, 8)}${String(day).padStart(2, '0')}`))
  return ids
}

async function put(path: string, data: object) {
  expect((await portal.as(admin)('PUT', path, data)).status).toBe(200)
}
const review = (id: number, version: number, state: string, reason?: string) =>
  put('/review', { state, postings: [{ id, version }], ...(reason && { reason }) })

afterEach(() => {
  Reflect.deleteProperty(document, 'visibilityState')
  vi.unstubAllGlobals()
})

test('a score appears in the bell and on its card without reload; a change before it is read replaces it', async () => {
  const person = await portal.make.staff()
  await portal.open(yourActivity, person)
  await expect.element(score('not set', 'TP')).toHaveTextContent('–')
  await bell().click()
  await expect.element(panel().getByText('Nothing new')).toBeVisible()
  for (const tp of [4.5, 6, 0]) {
    await put(`/users/edit-tp/${person.id}`, { tp })
    const sentence = new RegExp(`^Unread: Your teacher points for .+: not set → ${tp}\\.just now$`)
    await expect.element(notices()).toHaveTextContent(sentence)
    await expect.element(score(`${tp} points`, 'TP')).toHaveTextContent(String(tp))
  }
})

test('a returned activity is notified at once, and the notice opens the entry for editing', async () => {
  const person = await portal.make.staff()
  const [posting = 0] = await addPostings(person, 'Guest lecture', 13)
  await portal.open(yourActivity, person)
  await expect.element(score('39 points', 'Act. Activity')).toHaveTextContent('39')
  await expect.element(bell()).toHaveAccessibleName('Notices')
  await page.getByLabelText('Link').fill('https://begun.test.example')

  await review(posting, 1, 'returned', 'The photo shows another event')
  await expect.element(bell()).toHaveAccessibleName('Notices, 1 unread')
  await expect.element(page.getByText('1 unread notice')).toBeInTheDocument()
  await expect.element(score('36 points', 'Act. Activity')).toHaveTextContent('36')

  await bell().click()
  await expect
    .element(notices())
    .toHaveTextContent(
      /^Unread: Your activity Guest lecture was returned and does not count: The photo shows another eventjust now$/,
    )
  await notices().getByRole('link').click()
  await expect.element(panel()).not.toBeInTheDocument()
  await expect.element(bell()).toHaveAccessibleName('Notices')
  const entry = page
    .getByRole('list', { name: 'Your Posted Activities' })
    .getByRole('listitem')
    .filter({ hasText: 'The photo shows another event' })
  await expect.element(entry).toBeInViewport()
  await expect.element(entry).toHaveAttribute('data-marked', 'true')
  await expect.element(page.getByRole('form').getByRole('heading')).toHaveTextContent('Edit Activity')
  await expect.element(page.getByLabelText('Activity', { exact: true })).toHaveValue('Guest lecture')
  expect(new URLSearchParams(location.search).has('posting')).toBe(false)
  await page.getByRole('button', { name: 'Cancel Edit' }).click()
  await expect.element(page.getByLabelText('Link')).toHaveValue('https://begun.test.example')

  await review(posting, 2, 'posted')
  await review(posting, 3, 'verified')
  await expect.element(bell()).toHaveAccessibleName('Notices, 1 unread')
  await expect.element(score('39 points', 'Act. Activity')).toHaveTextContent('39')
})

test('the administrator who returned an activity is notified of the edit, and the notice opens the review', async () => {
  const person = await portal.make.staff({ name: 'Dr. Sara Aziz' })
  const reviewer = await portal.make.admin()
  const [posting = 0] = await addPostings(person, 'Open Day', 1)
  await portal.open('/admin-dashboard?tab=departments', reviewer)
  await expect.element(bell()).toHaveAccessibleName('Notices')
  await portal.sql`insert into notices (user_id, kind, posting_id, details) values (${reviewer.id}, 'edited', ${posting},
    jsonb_build_object('by', 'Dr. Sara Aziz', 'activity_name', 'Open Day'))`
  await expect.element(bell()).toHaveAccessibleName('Notices, 1 unread')
  await bell().click()
  await panel().getByRole('link', { name: 'Dr. Sara Aziz edited Open Day, which you returned.' }).click()
  await expect.element(page.getByRole('heading', { name: 'Open Day' })).toBeVisible()
  expect(location.search).toContain(`tab=review&posting=${posting}`)
  await expect.element(page.getByText(/\d+ to review/)).toBeVisible()
  await expect.element(bell()).toHaveAccessibleName('Notices')
})

test('the stream is open while the page is visible, and ends with the session', async () => {
  const streams: EventSource[] = []
  class ObservedEventSource extends EventSource {
    constructor(address: string, options: EventSourceInit) {
      super(address, options)
      streams.push(this)
    }
  }
  vi.stubGlobal('EventSource', ObservedEventSource)
  const states = () => streams.map(({ readyState }) => readyState)
  const setVisibility = (value: DocumentVisibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const person = await portal.make.staff()
  await portal.open('/staff-dashboard', person)
  await expect.element(bell()).toHaveAccessibleName('Notices')
  await expect.poll(states, { timeout: 10_000 }).toEqual([EventSource.OPEN])
  setVisibility('hidden')
  expect(states()).toEqual([EventSource.CLOSED])
  await put(`/users/edit-tp/${person.id}`, { tp: 4.5 })
  setVisibility('visible')
  await expect.element(bell()).toHaveAccessibleName('Notices, 1 unread')
  expect(states()).toEqual([EventSource.CLOSED, EventSource.OPEN])

  const paths: string[] = []
  intercept('GET POST', /./, (request, pass) => {
    paths.push(new URL(request.url).pathname)
    return pass()
  })
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.element(page.getByLabelText('Username')).toBeVisible()
  await expect.element(page.getByText('Logged out!')).toBeVisible()
  await expect.element(page.getByText('Your session has ended')).not.toBeInTheDocument()
  expect(states()).toEqual([EventSource.CLOSED, EventSource.CLOSED])
  const [called, ...after] = paths.slice(paths.indexOf('/portal-api/auth/logout'))
  expect(called).toBe('/portal-api/auth/logout')
  expect(after.filter((path) => path.includes('/notices'))).toEqual([])
})
