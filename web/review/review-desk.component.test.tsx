import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ActivityType } from '../../contract/codes.ts'
import { intercept, noNetwork, replyWith } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const admin = await portal.make.admin({ name: 'Rana Wahid' })
const secondAdmin = await portal.make.admin({ name: 'Dara Nuri' })
const [term] = (await portal.sql<{ day: string; year: string }>`
  select start_date::text as day, to_char(start_date, 'YYYY') as year from terms where is_current`) as [
  { day: string; year: string },
]
const dayShown = `1 Sep ${term.year}`

type Posting = { id: number; name: string }
type PostingValues = { link?: string; photo?: string; type?: ActivityType; score?: number }

async function addPosting(
  member: { id: number },
  name: string,
  { link, photo, ...values }: PostingValues = {},
): Promise<Posting> {
  const activity = await portal.make.activity({ name, type: 'Attending', score: 2.25, ...values })
  const id = await portal.make.posting(member.id, activity, term.day, link)
  if (photo) await portal.sql`insert into posted_images (posted_activity_id, bytes) values (${id}, decode(${photo}, 'base64'))`
  return { id, name }
}

/** Adds the postings of a new department, which are a separate queue. */
async function addQueue(name: string, count: number) {
  const department = await portal.make.department(name)
  const member = await portal.make.staff({ name: `Sara Aziz of ${name}`, department_id: department.id })
  const postings: Posting[] = []
  for (let number = 1; number <= count; number += 1) postings.push(await addPosting(member, `${name} ${number}`))
  return { department, member, postings, posting: (number: number) => postings[number - 1] as Posting }
}

/** A photo as a JPEG in Base64. */
function drawPhoto(colour: string): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: 90, height: 60 })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('a canvas cannot be drawn on')
  context.fillStyle = colour
  context.fillRect(0, 0, 90, 60)
  return canvas.toDataURL('image/jpeg').replace(/^.*,/, '')
}

async function stateOf({ id }: { id: number }) {
  const [row] = await portal.sql<{ state: string; returned_reason: string | null }>`
    select state, returned_reason from posted_activities where id = ${id}`
  return row
}

const open = ({ id }: { id: number }) => portal.open(`/admin-dashboard?tab=review&department_id=${id}`, admin)
const entries = () => page.getByRole('list', { name: 'To review' }).getByRole('listitem')
const entryCount = () => entries().elements().length
const evidence = () => page.getByRole('region', { name: 'Evidence' })
const opened = () => evidence().getByRole('heading', { level: 2 })
const button = (name: string) => evidence().getByRole('button', { name, exact: true })
const toasts = () => page.getByRole('region', { name: 'Notifications' })
const dialog = () => page.getByRole('dialog')
const reason = () => dialog().getByLabelText('Reason')
const sendReturn = () => dialog().getByRole('button', { name: 'Return', exact: true }).click()
const expectOpened = ({ name }: Posting) => expect.element(opened()).toHaveTextContent(new RegExp(`^${name}$`))
const press = (keys: string) => userEvent.keyboard(keys)

test('the oldest posting is open, with its evidence, its facts, and the image of the next one ahead', async () => {
  const { department, member } = await addQueue('Optics', 0)
  const second = await portal.make.staff({ name: 'Omar Kadir', department_id: department.id })
  const photo = drawPhoto('#345')
  const link = 'https://events.test.example/optics'
  const older = await addPosting(member, 'Lens talk', { photo, link })
  const newer = await addPosting(second, 'Prism talk', { photo, link: 'http://www.events.test.example/optics', score: 4 })
  const last = await addPosting(second, 'Mirror talk')
  performance.clearResourceTimings()

  await portal.open('/admin-dashboard', admin)
  await page.getByRole('link', { name: 'Review' }).click()
  await page.getByLabelText('Department').selectOptions(department.name)
  await expect.element(page.getByText('3 to review, oldest first')).toBeVisible()
  for (const [index, { name }] of [older, newer, last].entries())
    await expect.element(entries().nth(index)).toHaveTextContent(name)
  await expect.poll(entryCount).toBe(3)
  await expectOpened(older)
  await expect.element(evidence()).toHaveTextContent(`${member.name} · ${department.name}`)
  for (const fact of [
    'TypeAttending',
    'Counts now2.25 points',
    'If returnedThe total falls by 2.25 points',
    `Starting date${dayShown}`,
    `Record ID${older.id}`,
  ])
    await expect.element(evidence()).toHaveTextContent(fact)
  await expect.element(evidence().getByRole('link', { name: link })).toHaveAttribute('href', link)
  const images = () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/uploads/'))
  await expect.poll(() => images().length).toBe(2)

  await entries().nth(1).getByRole('button').click()
  await expectOpened(newer)
  for (const sentence of ['Also posted with the same image or file:', 'Also posted with this link:'])
    await expect.element(evidence()).toHaveTextContent(`${sentence}${member.name}, ${older.name}, ${dayShown}`)
  await evidence().getByRole('button', { name: 'Enlarge' }).click()
  await expect.element(dialog().getByRole('img', { name: `Image for ${newer.name}, ${dayShown}` })).toBeVisible()
  await press('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('a decision opens the next posting, Undo restores it, and the audit trail says all of it', async () => {
  const { department, member, posting } = await addQueue('Acoustics', 3)
  await open(department)
  await entries().nth(1).getByRole('button').click()
  await button('Verify').click()
  await expect.element(toasts()).toHaveTextContent('Activity verified')
  await expectOpened(posting(3))
  await expect.element(page.getByText('2 to review, oldest first')).toBeVisible()
  await expect.poll(entryCount).toBe(2)
  expect((await stateOf(posting(2)))?.state).toBe('verified')
  await toasts().getByRole('button', { name: 'Undo' }).click()
  await expect.element(toasts()).toHaveTextContent('Review undone')
  await expectOpened(posting(2))
  await expect.poll(entryCount).toBe(3)
  expect((await stateOf(posting(2)))?.state).toBe('posted')

  await button('Return').click()
  await expect.element(reason()).toHaveFocus()
  await sendReturn()
  await expect.element(reason()).toHaveAccessibleDescription('Say what needs to change.')
  await reason().fill('The photo is of somebody else.')
  await sendReturn()
  await expect.element(toasts()).toHaveTextContent('Activity returned')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expectOpened(posting(3))
  expect(await stateOf(posting(2))).toEqual({ state: 'returned', returned_reason: 'The photo is of somebody else.' })

  await portal.open(`/admin-dashboard?tab=audit&person=${member.id}&subject=posting`, admin)
  for (const words of [
    `Posting Acoustics 2 returnedConcerns ${member.name}Reason: none → The photo is of somebody else.`,
    `Posting Acoustics 2 editedConcerns ${member.name}State: verified → posted`,
    `Posting Acoustics 2 verifiedConcerns ${member.name}`,
  ])
    await expect.element(page.getByRole('table', { name: 'Audit' })).toHaveTextContent(words)
})

test('keys walk through the queue, decide, undo and select', async () => {
  const { department, posting } = await addQueue('Mechanics', 6)
  await open(department)
  await expectOpened(posting(1))
  for (const [key, number] of [
    ['j', 2],
    ['n', 3],
    ['k', 2],
    ['p', 1],
    ['k', 1],
  ] as const) {
    await press(key)
    await expectOpened(posting(number))
  }
  await expect.element(evidence().getByRole('status')).toHaveTextContent(/^1 of 6: Mechanics 1, /)

  await press('v')
  await expectOpened(posting(2))
  await press('r')
  await expect.element(reason()).toHaveFocus()
  await press('Very jolly, next please')
  await press('{Control>}{Enter}{/Control}')
  await expectOpened(posting(3))
  expect((await stateOf(posting(2)))?.returned_reason).toBe('Very jolly, next please')
  await expect.element(dialog()).not.toBeInTheDocument()
  await press('u')
  await expectOpened(posting(2))
  await expect.element(toasts()).toHaveTextContent('Review undone')

  await press('xjxj')
  await expect.element(page.getByText('2 selected')).toBeVisible()
  await expectOpened(posting(4))
  await press('v')
  await expect.element(toasts()).toHaveTextContent('2 activities verified')
  await expectOpened(posting(4))
  await expect.poll(entryCount).toBe(3)
  for (const number of [1, 2, 3]) expect((await stateOf(posting(number)))?.state).toBe('verified')
})

test('a key decides nothing with a modifier, in a list of choices or over a dialog, and the keys can be switched off', async () => {
  const { department, posting } = await addQueue('Statics', 3)
  let decisions = 0
  intercept('PUT', '/review', (_, pass) => {
    decisions += 1
    return pass()
  })
  await open(department)
  await expectOpened(posting(1))
  for (const keys of ['{Control>}v{/Control}', '{Alt>}v{/Alt}', '{Shift>}V{/Shift}']) await press(keys)
  ;(page.getByLabelText('Type').element() as HTMLElement).focus()
  await press('v')
  await page.getByRole('heading', { level: 1 }).click()
  await press('?')
  await expect.element(dialog()).toHaveTextContent('Return with a reason')
  await press('v')
  await dialog().getByLabelText('Use keyboard shortcuts').click()
  await press('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await press('vj')
  await expect.element(page.getByRole('button', { name: 'Keyboard shortcuts are off' })).toBeVisible()

  // The choice is stored in this browser.
  await page.getByRole('link', { name: 'Terms' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Terms')
  await open(department)
  await expectOpened(posting(1))
  await press('vj')
  await expectOpened(posting(1))
  await page.getByRole('button', { name: 'Keyboard shortcuts are off' }).click()
  await expect.element(dialog().getByLabelText('Use keyboard shortcuts')).not.toBeChecked()
  expect(decisions).toBe(0)
  await dialog().getByLabelText('Use keyboard shortcuts').click()
  await press('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await press('j')
  await expectOpened(posting(2))
})

test('fast presses of V decide one posting each', async () => {
  const { department, posting, postings } = await addQueue('Dynamics', 5)
  await open(department)
  await expectOpened(posting(1))
  // The server replies to none of the requests before the last key is pressed.
  let letGo = () => {}
  const pressed = new Promise<void>((resolve) => {
    letGo = resolve
  })
  intercept('PUT', '/review', async (_, pass) => {
    await pressed
    return pass()
  })
  await press('vvv')
  await expectOpened(posting(4))
  letGo()
  const states = async () => (await Promise.all(postings.map(stateOf))).map((row) => row?.state)
  await expect.poll(states).toEqual(['verified', 'verified', 'verified', 'posted', 'posted'])
  await expect.element(page.getByText('2 to review, oldest first')).toBeVisible()
})

test('verifying what has a warning asks first: Escape returns to the selection, Enter confirms', async () => {
  const { department, member } = await addQueue('Magnets', 0)
  const photo = drawPhoto('#a52')
  const [first, second] = [await addPosting(member, 'Magnets 1', { photo }), await addPosting(member, 'Magnets 2', { photo })]
  const plain = await addPosting(member, 'Magnets 3')
  const last = await addPosting(member, 'Magnets 4')
  const question = (name: string) => page.getByRole('alertdialog', { name, exact: true })
  const stateNow = async (posting: Posting) => (await stateOf(posting))?.state
  await open(department)
  await expectOpened(first)
  await press('v')
  await expect.element(question('Verify Magnets 1?')).toHaveAccessibleDescription(/^It has a warning: its evidence was used more/)
  // A reviewer who keeps pressing V does not answer the question.
  await press('v{Escape}')
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expectOpened(first)

  await press('xjxjx')
  await button('Verify 3 selected').click()
  await expect.element(question('Verify 3 activities?')).toHaveAccessibleDescription(/^2 of them have a warning/)
  await press('{Escape}')
  await expect.element(page.getByText('3 selected')).toBeVisible()
  expect(await stateNow(first)).toBe('posted')
  await press('v')
  await expect.element(question('Verify 3 activities?')).toBeVisible()
  await press('{Enter}')
  await expectOpened(last)
  await expect.element(toasts()).toHaveTextContent('3 activities verified successfully')
  for (const posting of [first, second, plain]) expect(await stateNow(posting)).toBe('verified')
})

test('a posting over a limit says that it counts 0 now, and each one what returning it would change', async () => {
  const { department, member } = await addQueue('Torsion', 0)
  const activity = await portal.make.activity({ name: 'Torsion talk', type: 'Attending', score: 2 })
  const versions = (await portal.as(admin)('GET', '/rules')).body['versions'] as { number: number; bands: object }[]
  const [current] = await portal.sql<{ id: number }>`select id from terms where is_current`
  const limit = { activity_id: activity.id, type: null, most_times: 1, most_points: null }
  const rules = {
    bands: versions[0]?.bands,
    limits: [limit],
    note: 'One talk',
    based_on: versions[0]?.number,
    term_ids: [current?.id],
  }
  expect((await portal.as(admin)('POST', '/rules', rules)).status).toBe(201)
  const [first] = [await portal.make.posting(member.id, activity, term.day)]
  await addMore({ id: first, name: '' }, 1)
  await open(department)
  await expect.element(evidence()).toHaveTextContent('Counts now2 points')
  const instead = 'If returnedThe total stays the same: what is over the limit now counts instead'
  await expect.element(evidence()).toHaveTextContent(instead)
  await press('j')
  await expect.element(evidence()).toHaveTextContent('Counts now0 of 2 points: limit used')
  await expect.element(evidence()).toHaveTextContent('If returnedThe total stays the sameStarting date')

  // Another decision changes the effect.
  await press('kr')
  await reason().fill('No photo.')
  await sendReturn()
  await expect.element(evidence()).toHaveTextContent('Counts now2 points')
  await expect.element(evidence()).toHaveTextContent('If returnedThe total falls by 2 points')
})

test('each posting has the day that it was posted on, by which the queue is sorted', async () => {
  const { department, posting } = await addQueue('Waves', 1)
  await portal.sql`update posted_activities set created_at = '2026-02-03 12:00+00' where id = ${posting(1).id}`
  await open(department)
  await expect.element(entries()).toHaveTextContent('3 Feb 2026')
})

/** Adds more postings of the same activity, newer than the given one. */
const addMore = ({ id }: Posting, count: number) => portal.sql`
  insert into posted_activities (user_id, activity_id, activity_name, type, score, starting_date, term_id)
  select user_id, activity_id, activity_name || ', part ' || n, type, score, starting_date + n, term_id
  from posted_activities, generate_series(1, ${count}::int) n where id = ${id}`
const statesOf = ({ id }: { id: number }) => portal.sql`select distinct state from posted_activities where user_id = ${id}`
const choosable = () =>
  entries()
    .filter({ has: page.getByRole('checkbox') })
    .elements().length

test('the next page of the queue is loaded near the end, and again if that failed', async () => {
  const { department, posting } = await addQueue('Fields', 1)
  await addMore(posting(1), 59)
  let isBroken = true
  intercept('GET', '/review', (request, pass) => (isBroken && request.url.includes('after=') ? noNetwork() : pass()))
  await open(department)
  await expect.element(page.getByText('60 to review, oldest first')).toBeVisible()
  await expect.poll(choosable).toBe(50)
  await entries().nth(44).getByRole('button').click()
  await press('j')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to load the review queue. Please try again later.')
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(choosable).toBe(60)
  await expectOpened({ id: 0, name: 'Fields 1, part 45' })
})

test('all but one of a queue are returned at once, and Undo restores all of them', async () => {
  const { department, member, posting } = await addQueue('Currents', 4)
  await open(department)
  await page.getByLabelText('Select all 4').click()
  await expect.element(page.getByText('4 selected')).toBeVisible()
  await entries().last().getByRole('checkbox').click()
  await button('Return 3 selected').click()
  await expect.element(page.getByRole('heading', { name: 'Return 3 activities?' })).toBeVisible()
  await reason().fill('Please add a photo.')
  await dialog().getByRole('button', { name: 'Return 3' }).click()
  await expect.element(toasts()).toHaveTextContent('3 activities returned')
  await expect.element(page.getByText('1 to review, oldest first')).toBeVisible()
  await expectOpened(posting(4))
  await toasts().getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('4 to review, oldest first')).toBeVisible()
  await expectOpened(posting(1))
  expect(await statesOf(member)).toEqual([{ state: 'posted' }])
})

test('Select all includes what is not loaded yet, and more than one request takes is decided', async () => {
  const { department, member, posting } = await addQueue('Charges', 1)
  await addMore(posting(1), 210)
  await open(department)
  await expect.element(page.getByText('211 to review, oldest first')).toBeVisible()
  await expect.poll(choosable).toBe(50)
  await page.getByLabelText('Select all 211').click()
  await expect.element(page.getByText('211 selected')).toBeVisible()
  await button('Verify 211 selected').click()
  await expect.element(page.getByRole('alertdialog')).toHaveTextContent('Verify 211 activities?None of them has a warning.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verify 211' }).click()
  await expect.element(page.getByText('No posting waits that matches these filters.')).toBeVisible()
  await expect.element(toasts()).toHaveTextContent('211 activities verified successfully')
  expect(await statesOf(member)).toEqual([{ state: 'verified' }])
})

test('while Select all is loading, a decision is about nothing', async () => {
  const { department, member, posting } = await addQueue('Quarks', 1)
  await addMore(posting(1), 59)
  await open(department)
  await expect.poll(choosable).toBe(50)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  intercept('GET', '/review', async (_, pass) => {
    await released
    return pass()
  })
  await page.getByLabelText('Select all 60').click()
  await expect.element(page.getByLabelText('Select all 60')).toBeDisabled()
  await press('v')
  expect(await statesOf(member)).toEqual([{ state: 'posted' }])
  release()
  await expect.element(page.getByText('60 selected')).toBeVisible()
  await expect.element(page.getByText('60 to review, oldest first')).toBeVisible()
})

test('another administrator was first: the queue is fetched again, and the reason stays', async () => {
  const { department, posting } = await addQueue('Plasma', 3)
  const sentence = 'This activity was changed or reviewed after you opened it. Nothing was saved. Check the latest version.'
  await open(department)
  await expectOpened(posting(1))
  const decision = { state: 'verified', postings: [{ id: posting(1).id, version: 1 }] }
  expect((await portal.as(secondAdmin)('PUT', '/review', decision)).status).toBe(200)
  await button('Verify').click()
  await expect.element(toasts()).toHaveTextContent(sentence)
  await expect.poll(entryCount).toBe(2)
  await expectOpened(posting(2))

  // The member edits the posting that is being returned.
  await press('r')
  await reason().fill('The link leads nowhere.')
  await portal.sql`update posted_activities set link = 'https://events.test.example/new' where id = ${posting(2).id}`
  await sendReturn()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent(sentence)
  // The list behind the dialog may have moved on.
  await expect.element(dialog()).toHaveTextContent('Sara Aziz of Plasma: ')
  await expect.element(reason()).toHaveValue('The link leads nowhere.')
  await dialog().getByRole('button', { name: 'Show latest version' }).click()
  await expect
    .element(evidence().getByRole('link', { name: /^https/ }))
    .toHaveAttribute('href', 'https://events.test.example/new')
  await press('jr')
  await expect.element(reason()).toHaveValue('')
  await press('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await press('kr')
  await expect.element(reason()).toHaveValue('The link leads nowhere.')
  await sendReturn()
  await expectOpened(posting(3))
  expect((await stateOf(posting(2)))?.state).toBe('returned')
})

test('a reason that could not be sent stays, also after visiting another panel; sent ones are suggested again', async () => {
  const { department, posting } = await addQueue('Solids', 3)
  const reviewer = await portal.make.admin({ name: 'Without reasons' })
  await portal.open(`/admin-dashboard?tab=review&department_id=${department.id}`, reviewer)
  const restore = intercept('PUT', '/review', replyWith(500))
  await button('Verify').click()
  await expect.element(toasts()).toHaveTextContent('Failed to save the review. Please try again later.')
  await expectOpened(posting(1))
  await button('Return').click()
  await expect.element(dialog().getByRole('list', { name: 'Recently used' })).not.toBeInTheDocument()
  await reason().fill('Please add the certificate.')
  await sendReturn()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('Failed to save the review. Please try again later.')
  restore()
  await press('{Escape}')
  await page.getByRole('link', { name: 'Terms' }).click()
  await page.getByRole('link', { name: 'Review' }).click()
  await page.getByLabelText('Department').selectOptions(department.name)
  await expectOpened(posting(1))
  await button('Return').click()
  await expect.element(reason()).toHaveValue('Please add the certificate.')
  await sendReturn()
  await expectOpened(posting(2))

  await button('Return').click()
  await dialog().getByRole('button', { name: 'Please add the certificate.' }).click()
  await expect.element(reason()).toHaveValue('Please add the certificate.')
  await sendReturn()
  await expectOpened(posting(3))
  expect((await stateOf(posting(2)))?.returned_reason).toBe('Please add the certificate.')

  // Ctrl+Enter on the suggestion sends it by keyboard.
  await press('r')
  ;(dialog().getByRole('button', { name: 'Please add the certificate.' }).element() as HTMLElement).focus()
  await press('{Enter}')
  await press('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('No posting waits that matches these filters.')).toBeVisible()
  expect((await stateOf(posting(3)))?.returned_reason).toBe('Please add the certificate.')
})
