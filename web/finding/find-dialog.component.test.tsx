import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { filterOf } from '../../testing/components/filters.ts'
import { expectMarkedIn } from '../../testing/components/marked-rows.ts'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

const portal = await startPortal()
const { make, sql } = portal
const admin = await make.admin({ name: 'Rana Wahid' })
const department = await make.department('Physics of stars')
const member = await make.staff({ name: 'Zeynep Öztürk', department_id: department.id })
const seminar = await make.activity({ name: 'Seminar on stars', names: { ar: 'ندوة علمية' } })
const [term] = await sql<{ id: number; name: string }>`select id, name from terms where is_current`
const termName = String(term?.name)

const dialog = () => page.getByRole('dialog', { name: 'Find' })
const field = () => dialog().getByRole('combobox', { name: 'Find' })
const options = () => dialog().getByRole('option')
const optionsOf = (group: string) => page.getByRole('group', { name: group }).getByRole('option')
const findButton = () => page.getByRole('button', { name: 'Find' })
const heading = () => page.getByRole('heading', { level: 1 })
const rowHeaders = () => page.getByRole('table').getByRole('rowheader')
const status = () => dialog().getByRole('status')
const textsOf = (locator: Locator) => () => locator.elements().map(({ textContent }) => textContent)
const expectTexts = (locator: Locator, ...texts: string[]) =>
  expect.poll(textsOf(locator)).toEqual(texts.map((text) => expect.stringContaining(text)))

/** Opens a panel, and waits until it has loaded and listens to keys. */
async function openPanel(address: string, person: { username: string } = admin) {
  await portal.open(address, person)
  await expect.element(heading()).toBeVisible()
  await expect.element(findButton()).toBeVisible()
}

async function openFind(keys = '{Control>}k{/Control}') {
  await userEvent.keyboard(keys)
  await expect.element(field()).toHaveFocus()
}

function waiting() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end, ended }
}

/** Holds the server's reply for that text until `send`. */
function heldReply(text: string) {
  const [asked, held, sent] = [waiting(), waiting(), waiting()]
  intercept('GET', '/find', async (request, pass) => {
    if (new URL(request.url).searchParams.get('q') !== text) return pass()
    asked.end()
    await held.ended
    const reply = await pass()
    sent.end()
    return reply
  })
  return { asked: asked.ended, send: held.end, sent: sent.ended }
}

/** Expects an option to be the active one for the keyboard, which the field names. */
async function expectActive(option: Locator) {
  await expect.element(option).toHaveAttribute('aria-selected', 'true')
  await expect.element(field()).toHaveAttribute('aria-activedescendant', option.element().id)
}

test('an administrator finds people, activities, departments, terms and panels by keyboard', async () => {
  await openPanel('/admin-dashboard?tab=terms')
  await openFind()
  const panels = [
    'What waits',
    'Overview',
    'Staff',
    'Users',
    'Activity',
    'Departments',
    'Terms',
    'Settings',
    'Review',
    'Postings',
    'Events',
    'Messages',
    'Audit',
  ]
  await expect.poll(textsOf(optionsOf('Panels'))).toEqual(panels)

  // Enter is pressed at once: it opens the first result of this text, not of the panels before.
  const reply = heldReply('zeynep OZTURK')
  await userEvent.keyboard('zeynep OZTURK')
  await reply.asked
  await userEvent.keyboard('{Enter}')
  reply.send()
  await expect.element(heading()).toHaveTextContent(member.name)
  expect(location.search).toBe(`?tab=person&id=${member.id}`)

  // The list that has the person is offered below.
  await openFind('/')
  await userEvent.keyboard('zeynep')
  await expectTexts(options(), member.name, 'Show in Staff')
  await options().nth(1).click()
  await expect.element(heading()).toHaveTextContent('Staff')
  await expectTexts(rowHeaders(), member.name)
  await expectMarkedIn(page.getByRole('region', { name: 'Staff' }), page.getByRole('row').filter({ hasText: member.name }))
  expect(document.activeElement?.id).toBe('main')
  await expect.element(page.getByRole('searchbox')).toHaveValue(member.name)

  await openFind('/')
  await expectTexts(optionsOf('Recent'), member.name)
  await userEvent.keyboard(seminar.name)
  await expectTexts(options(), seminar.name)
  await expect.element(status()).toHaveTextContent('1 result')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading()).toHaveTextContent('Activity List')
  await expectTexts(rowHeaders(), seminar.name)

  await openFind('/')
  await userEvent.keyboard(department.name)
  await expect.poll(textsOf(optionsOf('Departments'))).toEqual([`${department.name}1 member`])
  await userEvent.keyboard('{Enter}')
  await expect.element(heading()).toHaveTextContent('Staff')
  await expectTexts(rowHeaders(), member.name)
  await expect.element(filterOf('Department')).toHaveTextContent(department.name)

  await openFind('/')
  await userEvent.keyboard(termName)
  await optionsOf('Terms').filter({ hasText: termName }).click()
  await expect.poll(() => location.search).toMatch(new RegExp(`tab=staff&term=${term?.id}$`))
})

test('arrows go through the groups and round, Escape closes it and focus returns; it does not open over another dialog', async () => {
  await openPanel('/admin-dashboard?tab=departments')
  const button = findButton().element()
  if (button instanceof HTMLElement) button.focus()
  await userEvent.keyboard('{Enter}')
  await expectActive(options().first())
  await userEvent.keyboard('{ArrowUp}')
  await expectActive(options().last())
  await expect.element(options().last()).toHaveTextContent('Sign-in security')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expectActive(options().nth(1))
  await userEvent.keyboard('{Escape}')
  await expect.element(field()).not.toBeInTheDocument()
  await expect.element(findButton()).toHaveFocus()

  await openFind()
  await userEvent.keyboard('change pass{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Change password' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(page.getByRole('dialog').elements()).toHaveLength(1)
})

test('the slash is a character where text is typed, and can be switched off', async () => {
  await openPanel('/admin-dashboard?tab=terms')
  const search = page.getByRole('searchbox')
  await search.fill('2025')
  await userEvent.keyboard('/')
  await expect.element(search).toHaveValue('2025/')
  await openFind()
  await page.getByRole('checkbox', { name: 'Press / to search' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(field()).not.toBeInTheDocument()
  await heading().click()
  await userEvent.keyboard('/')
  await openFind()
  // The slash has neither opened the search nor been typed.
  await expect.element(field()).toHaveValue('')
  await page.getByRole('checkbox', { name: 'Press / to search' }).click()
})

test('nothing found, a failure and its retry are said; an old reply is not shown', async () => {
  await openPanel('/admin-dashboard?tab=terms')
  await openFind()
  await field().fill('qqqqqq')
  await expect.element(page.getByText('Nothing found for “qqqqqq”.')).toBeVisible()
  await expect.element(status()).toHaveTextContent('0 results')

  const reconnect = intercept('GET', '/find', noNetwork)
  await field().fill(seminar.name)
  await expect.element(page.getByRole('alert')).toHaveTextContent('The search failed. Please try again.')
  reconnect()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectTexts(options(), seminar.name)

  // The first search is answered after the second one.
  const first = heldReply('Rana')
  await field().fill('Rana')
  await first.asked
  await field().fill(seminar.name)
  await expect.element(status()).toHaveTextContent('1 result')
  await expectTexts(options(), seminar.name)
  first.send()
  await first.sent
  await expectTexts(options(), seminar.name)
})

test('more than five of a kind lead to the list that has them all', async () => {
  for (let number = 1; number <= 6; number += 1) await make.staff({ name: `Crowded ${number}` })
  await openPanel('/admin-dashboard?tab=terms')
  await openFind()
  await userEvent.keyboard('Crowded')
  await expect.element(options()).toHaveLength(6)
  await page.getByRole('option', { name: 'Show all in Users' }).click()
  await expect.element(heading()).toHaveTextContent('Users')
  await expect.element(rowHeaders()).toHaveLength(6)
})

test('a head finds the members of the own department; a member finds activities and the own scores of a term', async () => {
  const head = await make.head(department.id)
  const stranger = await make.staff({ name: 'Omar Kadir', department_id: (await make.department()).id })
  await openPanel('/staff-dashboard', head)
  await openFind()
  await userEvent.keyboard(stranger.name)
  await expect.element(page.getByText('Nothing found for')).toBeVisible()
  await field().fill(member.name)
  await expectTexts(options(), member.name, 'Show in Members')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading()).toHaveTextContent(member.name)

  await openPanel('/staff-dashboard?tab=your-activity', member)
  await expect.element(page.getByRole('form')).toBeVisible()
  await openFind()
  await expect.element(optionsOf('Panels').first()).toBeVisible()
  // The recent choices of the head are not shown to the member.
  await expect.element(page.getByRole('group', { name: 'Recent' })).not.toBeInTheDocument()
  await field().fill(head.name)
  await expect.element(page.getByText('Nothing found for')).toBeVisible()
  await field().fill(seminar.name)
  await expectTexts(options(), seminar.name)
  await userEvent.keyboard('{Enter}')
  await expect.element(heading()).toHaveTextContent('Activity List')
  await expectTexts(rowHeaders(), seminar.name)
  await openFind()
  await userEvent.keyboard(`${termName}{Enter}`)
  await expect.element(heading()).toHaveTextContent('Your Activity')
  await expect.poll(() => location.search).toContain(`term=${term?.id}`)
})

test('on a phone, in Arabic, the search fits the screen and finds names as people type them', async () => {
  await portal.open('/staff-dashboard?tab=your-activity', member, { language: 'ar', width: 390, height: 844 })
  expect(document.documentElement.dir).toBe('rtl')
  await page.getByRole('button', { name: 'بحث شامل' }).click()
  const search = page.getByRole('dialog', { name: 'بحث شامل' })
  await expect.element(search.getByRole('combobox')).toHaveFocus()
  // The typed name is without its teh marbuta.
  await search.getByRole('combobox').fill('ندوه علميه')
  await expectTexts(search.getByRole('option'), 'ندوة علمية')
  expect(document.documentElement.scrollWidth).toBe(390)
  await search.getByRole('option').click()
  await expect.element(heading()).toHaveTextContent('قائمة الأنشطة')
  await expect.element(page.getByText('ندوة علمية').first()).toBeVisible()
})

test('an administrator finds a faculty by its name, and comes to the list of Settings that has it', async () => {
  await make.faculty('Faculty of Stars and Planets', { names: { ckb: 'کۆلێژی ئەستێرەکان' } })
  await openPanel('/admin-dashboard?tab=terms')
  await openFind()
  await userEvent.keyboard('planets')
  await expectTexts(optionsOf('Faculties'), 'Faculty of Stars and PlanetsSettings')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Faculties' })).toHaveTextContent('Faculty of Stars and Planets')
})
