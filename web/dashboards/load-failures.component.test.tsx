import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { intercept, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const physics = await portal.make.department('Physics')
const sara = await portal.make.staff({ name: 'Sara Aziz', title: 'l', department_id: physics.id })
const workshop = await portal.make.activity({ name: 'Workshop' })
await portal.make.activity({ name: 'Seminar' })
const [term] = (await portal.sql`select name, start_date::text as day from terms where is_current`) as [Record<string, string>]
await portal.make.posting(sara.id, workshop, term['day'] ?? '')
await portal.make.question(sara.id)

const text = (words: string | RegExp) => page.getByText(words).first()
const button = (name: string | RegExp) => page.getByRole('button', { name })
const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const field = (name: string) => page.getByRole('combobox', { name, exact: true })
const press =
  (...names: (string | RegExp)[]) =>
  async () => {
    for (const name of names) await button(name).first().click()
  }
const chooseFrom = (menu: string | RegExp, item: string) => async () => {
  await button(menu).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/**
 * Fails with a timeout, which is not retried automatically as a refused connection is (query-client.test.ts): no test has to wait for that.
 */
function timeOut(): never {
  throw new DOMException('The operation timed out.', 'TimeoutError')
}

type Place = {
  what: string
  address: string
  call: string | RegExp
  sentence: string
  /** The element that appears once the data is loaded. */
  loaded: () => Locator
  /** Opens the dialog or menu that shows the data. */
  reach?: () => Promise<void>
  /** The part of the page that shows the failure, if the page itself shows the same. */
  within?: () => Locator
  /** The reply in place of none. */
  reply?: Parameters<typeof intercept>[2]
}

async function expectFailureAndRetry(
  { call, sentence, ...place }: Place,
  person: typeof admin,
  meanwhile: () => unknown = () => {},
) {
  const restore = intercept('GET', call, place.reply ?? timeOut)
  await portal.open(place.address, person)
  await place.reach?.()
  const failure = (place.within?.() ?? page).getByRole('alert').filter({ hasText: sentence })
  await expect.element(failure.first()).toBeVisible()
  await meanwhile()
  // The network is not restored earlier: the component that is rendered last loads the data once more by itself.
  document.addEventListener('click', restore, { capture: true, once: true })
  await failure.getByRole('button', { name: 'Try again' }).first().click()
  await expect.element(place.loaded()).toBeVisible()
  await expect.element(failure).not.toBeInTheDocument()
}

const later = 'Please try again later.'
const dashboard = (tab: string) => `/admin-dashboard?tab=${tab}`

const lists: readonly Place[] = [
  {
    what: 'Users',
    address: dashboard('users'),
    call: '/users',
    sentence: 'Error: No response from server.',
    loaded: () => row('Sara Aziz'),
  },
  {
    what: 'Users, from a proxy without words',
    address: dashboard('users'),
    call: '/users',
    reply: replyWith(502, '<h1>Bad gateway</h1>'),
    sentence: 'Error: Failed to fetch users',
    loaded: () => row('Sara Aziz'),
  },
  {
    what: 'Departments',
    address: dashboard('departments'),
    call: '/departments',
    sentence: `Failed to load departments. ${later}`,
    loaded: () => row('Physics'),
  },
  {
    what: 'Activities',
    address: dashboard('activity'),
    call: '/activities',
    sentence: 'Error fetching activities',
    loaded: () => row('Workshop'),
  },
  {
    what: 'Terms',
    address: dashboard('terms'),
    call: '/terms',
    sentence: `Failed to load terms. ${later}`,
    loaded: () => row(term['name'] ?? ''),
  },
  {
    what: 'Staff',
    address: dashboard('staff'),
    call: '/staff',
    sentence: `Failed to fetch staff. ${later}`,
    loaded: () => row('Sara Aziz'),
  },
  {
    what: 'Staff, its terms',
    address: dashboard('staff'),
    call: '/terms',
    sentence: `Failed to load terms. ${later}`,
    loaded: () => row('Sara Aziz'),
  },
  {
    what: 'Audit',
    address: dashboard('audit'),
    call: '/audit',
    sentence: `Failed to load the audit trail. ${later}`,
    loaded: () => row('Sara Aziz').first(),
  },
  ...['users', 'departments', 'activity'].map((tab) => ({
    what: `what was removed from ${tab}`,
    address: `${dashboard(tab)}&removed=1`,
    call: /\/removed$/,
    sentence: 'Deleted items could not be loaded. Please try again.',
    loaded: () => page.getByRole('table'),
  })),
]

test.each(lists)('$what: a failed load shows an error in place of the table, and can be retried', (place) =>
  expectFailureAndRetry(place, admin, () => expect.element(page.getByRole('table')).not.toBeInTheDocument()),
)

const ofAdministrators: readonly Place[] = [
  {
    what: 'Overview',
    address: dashboard('overview'),
    call: '/overview',
    sentence: `Failed to load the overview. ${later}`,
    loaded: () => page.getByRole('region', { name: 'Participation', exact: true }),
  },
  {
    what: 'Overview, its terms',
    address: dashboard('overview'),
    call: '/terms',
    sentence: `Failed to load terms. ${later}`,
    loaded: () => page.getByRole('region', { name: 'Participation', exact: true }),
  },
  {
    what: 'Review',
    address: dashboard('review'),
    call: '/review',
    sentence: `Failed to load the review queue. ${later}`,
    loaded: () => page.getByRole('list', { name: 'To review' }),
  },
  {
    what: 'the history of a posting',
    address: dashboard('review'),
    reach: () => page.getByText(/^History/).click(),
    call: /^\/posted-activities\/\d+\/history$/,
    sentence: `Failed to load the history. ${later}`,
    loaded: () => page.getByRole('list', { name: 'History' }),
  },
  {
    what: 'Questions',
    address: `${dashboard('review')}&questions=open`,
    call: '/questions',
    sentence: `Failed to load the questions. ${later}`,
    loaded: () => text('Is this right?'),
  },
  {
    what: 'whom Review may be lent to',
    address: dashboard('review'),
    reach: press('Delegate reviews'),
    call: '/delegations/people',
    sentence: `Failed to load the names. ${later}`,
    loaded: () => field('Delegate to'),
  },
  {
    what: 'delegations',
    address: dashboard('review'),
    reach: press('Delegate reviews'),
    call: '/delegations/all',
    sentence: `Failed to load delegations. ${later}`,
    loaded: () => text('Nothing is delegated at the moment.'),
  },
  {
    what: 'Settings',
    address: dashboard('settings'),
    call: '/settings',
    sentence: `Failed to load the settings. ${later}`,
    loaded: () => page.getByRole('region', { name: 'Portal', exact: true }).getByLabelText('Contact'),
  },
  {
    what: 'the rules',
    address: dashboard('settings'),
    call: '/rules',
    sentence: `Failed to load the rules. ${later}`,
    loaded: () => button('New version'),
  },
  {
    what: 'the activities that rules limit',
    address: dashboard('settings'),
    reach: press('New version'),
    call: '/activities',
    sentence: 'Error fetching activities',
    loaded: () => button('Add limit'),
  },
  {
    what: 'the members who may head a department',
    address: dashboard('departments'),
    reach: press(/^Change the heads of Physics/),
    call: '/users',
    sentence: `Failed to load the names. ${later}`,
    loaded: () => field('Add a head'),
  },
  {
    what: 'the departments of the results',
    address: dashboard('terms'),
    reach: chooseFrom(/^More actions/, 'Results'),
    call: '/overview',
    sentence: `Failed to load the departments. ${later}`,
    loaded: () => field('Members included'),
  },
  {
    what: 'what closing a term would keep',
    address: dashboard('terms'),
    reach: chooseFrom(/^More actions/, 'Close'),
    call: /^\/terms\/close\/\d+$/,
    sentence: `Failed to load the closing preview. ${later}`,
    loaded: () => text('1 posting has not been reviewed.'),
  },
  {
    what: 'the members of a term to close',
    address: dashboard('terms'),
    reach: chooseFrom(/^More actions/, 'Close'),
    call: '/staff',
    sentence: `Failed to fetch staff. ${later}`,
    loaded: () => text('1 posting has not been reviewed.'),
  },
  {
    what: 'the activities of a member',
    address: dashboard('staff'),
    reach: press(/^View Activities/),
    call: '/posted-activities',
    sentence: 'Failed to fetch staff activities',
    loaded: () => page.getByRole('listitem').filter({ hasText: 'Workshop' }),
  },
  {
    what: 'the history of scores',
    address: dashboard('staff'),
    reach: async () => {
      await button(/^View Activities/).click()
      await page.getByText('Score history').click()
    },
    call: '/audit',
    sentence: `Failed to load the audit trail. ${later}`,
    loaded: () => text('Nothing recorded yet'),
  },
  {
    what: 'the notices',
    address: dashboard('users'),
    reach: press(/^Notices/),
    call: '/notices',
    sentence: `Failed to load the notices. ${later}`,
    loaded: () => text('Sara Aziz says something is missing'),
  },
  {
    what: 'the own details',
    address: dashboard('users'),
    reach: chooseFrom(/Your account/, 'Your details'),
    call: /^\/users\/id\/\d+$/,
    sentence: 'Your details could not be loaded. Please try again.',
    loaded: () => page.getByRole('dialog').getByRole('textbox', { name: 'Name' }),
  },
  {
    what: 'the sign-in security',
    address: dashboard('users'),
    reach: chooseFrom(/Your account/, 'Sign-in security'),
    call: '/auth/second-factor',
    sentence: 'No response from server.',
    loaded: () =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /passkey/i })
        .first(),
  },
]

test.each(ofAdministrators)('$what: a failed load shows an error, and can be retried', (place) =>
  expectFailureAndRetry(place, admin),
)

test('a toast, too, says that the activities of a member could not be loaded', async () => {
  intercept('GET', '/posted-activities', timeOut)
  await portal.open(dashboard('staff'), admin)
  await button(/^View Activities/).click()
  const toasts = page.getByRole('region', { name: 'Notifications', includeHidden: true })
  await expect.element(toasts).toHaveTextContent('Failed to fetch staff activities')
})

const yourActivity = '/staff-dashboard?tab=your-activity'

/** Opens the explanation of a number of the statement. */
const explain = (label: string) => async () => {
  const sum = page.getByRole('region', { name: 'How it adds up' })
  await sum.getByRole('button', { name: new RegExp(`: what is ${label}\\?$`) }).click()
}

const ofMembers: readonly Place[] = [
  {
    what: 'the catalogue',
    address: '/staff-dashboard',
    call: '/activities',
    sentence: 'Error fetching activities',
    loaded: () => row('Workshop'),
  },
  {
    what: 'the own scores',
    address: yourActivity,
    call: /^\/users\/id\/\d+$/,
    sentence: 'Error fetching user data: No response from server.',
    loaded: () => text('Total Score'),
  },
  {
    what: 'the own scores, for a reason',
    address: yourActivity,
    call: /^\/users\/id\/\d+$/,
    reply: replyWith(404, { message: 'This user no longer exists.', code: 'users.notFound' }),
    sentence: 'Error fetching user data: This user no longer exists.',
    loaded: () => text('Total Score'),
  },
  {
    what: 'the own postings',
    address: yourActivity,
    call: '/posted-activities',
    sentence: 'Failed to fetch posted activities',
    loaded: () => page.getByRole('listitem').filter({ hasText: 'Workshop' }).first(),
  },
  {
    what: 'what can be posted',
    address: yourActivity,
    call: '/posted-activities/available',
    sentence: 'Error fetching activities',
    loaded: () => page.getByRole('heading', { name: 'Post New Activity' }),
  },
  {
    what: 'the terms of Your Activity',
    address: yourActivity,
    call: '/terms',
    sentence: `Failed to load terms. ${later}`,
    loaded: () => field('Term'),
  },
  {
    what: 'the rules of Your Activity',
    address: yourActivity,
    call: '/rules',
    sentence: `Failed to load the rules. ${later}`,
    loaded: () => button(/See how to get there$/),
  },
  {
    what: 'the own path',
    address: yourActivity,
    call: '/overview/path',
    sentence: `Failed to load your progress. ${later}`,
    loaded: () => text('Your progress appears here from your second term.'),
  },
  {
    what: 'the own questions',
    address: yourActivity,
    call: '/questions/own',
    sentence: `Failed to load the questions. ${later}`,
    loaded: () => text('Is this right?'),
  },
  ...(
    [
      ['what else to post', '/posted-activities/available', 'Error fetching activities'],
      ['what is posted already', '/posted-activities', 'Failed to fetch posted activities'],
    ] as const
  ).map(([what, call, sentence]) => ({
    what: `the way to a grade, ${what}`,
    address: yourActivity,
    reach: press(/See how to get there$/),
    within: () => page.getByRole('dialog'),
    call,
    sentence,
    loaded: () => page.getByRole('dialog').getByText('Seminar'),
  })),
  {
    what: 'the statement',
    address: '/statement',
    call: '/statements',
    sentence: `Failed to load the statement. ${later}`,
    loaded: () => page.getByRole('heading', { level: 1, name: 'Sara Aziz' }),
  },
  {
    what: 'the explanation of a total',
    address: '/statement',
    reach: explain('Total'),
    call: '/rules',
    sentence: `Failed to load the rules. ${later}`,
    loaded: () => page.getByRole('dialog').getByText('The portal adds up the parts.'),
  },
  {
    what: 'the explanation of a grade',
    address: '/statement',
    reach: explain('Current grade \\(without feedback\\)'),
    call: /^\/users\/id\/\d+$/,
    sentence: 'Error fetching user data: No response from server.',
    loaded: () => page.getByRole('dialog').getByText(/It comes from your total without feedback/),
  },
  {
    what: 'the explanation of a type of activity',
    address: '/statement',
    reach: explain('Elective'),
    call: '/posted-activities',
    sentence: 'Failed to fetch posted activities',
    loaded: () => page.getByRole('dialog').getByText(/0 activities count: 0 points\./),
  },
  {
    what: 'the rules of the grade scale',
    address: '/grade',
    call: '/rules',
    sentence: `Failed to load the rules. ${later}`,
    loaded: () => page.getByRole('img'),
  },
  {
    what: 'the terms of the grade scale',
    address: '/grade',
    call: '/terms',
    sentence: `Failed to load terms. ${later}`,
    loaded: () => page.getByRole('img'),
  },
]

test.each(ofMembers)('$what: a failed load shows a member an error, and can be retried', (place) =>
  expectFailureAndRetry(place, sara),
)
