import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PortalEvent } from '../../contract/events.ts'
import { ar } from '../../contract/languages/ar.ts'
import { messages, speaker } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import { expectNoAxeViolations, giveTimeToAxe } from '../../testing/components/axe.ts'
import { loaded } from '../../testing/components/loaded.ts'
import { intercept, noNetwork } from '../../testing/components/network.ts'
import { startPortal } from '../../testing/components/portal.ts'

giveTimeToAxe()
const portal = await startPortal()
const physics = await portal.make.department('Physics', { names: { ar: 'قسم الفيزياء' } })
const activity = await portal.make.activity({ name: 'Seminar', score: 3, names: { ar: 'ندوة علمية' } })
const head = await portal.make.head(physics.id)
const member = await portal.make.staff({ name: 'Ann Aziz', department_id: physics.id })
const phone = { width: 390, height: 844 }
const inArabic = speaker('ar', ar)
const inEnglish = speaker('en', en)

type Options = Parameters<typeof portal.open>[2]

const minute = 60_000
async function made(name: string, beginsIn = -10 * minute): Promise<PortalEvent> {
  const sessions = [0, 300].map((later) => ({
    begins_at: new Date(Date.now() + beginsIn + later * minute).toISOString(),
    ends_at: new Date(Date.now() + beginsIn + (later + 90) * minute).toISOString(),
  }))
  const input = { activity_id: activity.id, name, place: 'Hall 2', audience: 'department', department_id: physics.id }
  const names = { ar: `${name} بالعربية` }
  const { status, body } = await portal.as(head)('POST', '/events', {
    ...input,
    names,
    sessions,
    organisers: [member.id],
    seats: 20,
  })
  expect(status).toBe(201)
  return body['event'] as PortalEvent
}
const open = (person: { username: string }, event?: PortalEvent, options?: Options) =>
  portal.open(`/staff-dashboard?tab=events${event ? `&event=${event.id}` : ''}`, person, options)
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const doorCode = async ({ id, sessions }: PortalEvent) =>
  String((await portal.as(head)('GET', `/events/${id}/door?session_id=${sessions[0]?.id}`)).body['code'])

test('a list without events, and one that cannot be loaded', async () => {
  await open(head)
  await expect.element(page.getByText('No events in this term')).toBeVisible()
  await expectNoAxeViolations()
  const passes = intercept('GET', '/events', noNetwork)
  await portal.open('/grade', head)
  await open(await portal.make.staff())
  await expect.element(button('Try again').first()).toBeVisible()
  await expectNoAxeViolations()
  passes()
})

test('the list, with what comes, runs, was cancelled and is over; in Arabic on a phone', async () => {
  await made('A workshop', 120 * minute)
  await made('A lecture')
  const cancelled = await made('A talk', 90 * minute)
  await portal.as(member)('PUT', `/events/coming/${cancelled.id}`, { is_coming: true })
  await portal.as(head)('PUT', `/events/cancel/${cancelled.id}`)
  const over = await made('An old lecture')
  await portal.as(head)('PUT', `/events/done/${over.id}`)
  for (const options of [{}, { ...phone, language: 'ar' }] as const) {
    await open(member, undefined, options)
    await expect.element(page.getByRole('link', { name: /A talk/ })).toBeVisible()
    await expectNoAxeViolations()
  }
})

test('an event as a member: a wrong code, the own code, and checked in; before the begin, on a phone', async () => {
  const visitor = await portal.make.staff({ department_id: physics.id })
  const event = await made('A wrong code')
  await open(visitor, event)
  const form = page.getByRole('form', { name: 'Check in to A wrong code' })
  await form.getByLabelText('Code').fill('AAAAAAAA')
  await userEvent.keyboard('{Enter}')
  await expect.element(form).toHaveTextContent('This code is wrong or too old.')
  await button('Your own code').click()
  await expect.element(page.getByRole('img', { name: 'Your own code' })).toBeVisible()
  await expectNoAxeViolations()

  await portal.open(`/staff-dashboard?tab=events&event=${event.id}#code=${await doorCode(event)}`, visitor, {
    ...phone,
    language: 'ar',
  })
  const inForm = page.getByRole('form', { name: inArabic(messages.events.checkInTo({ name: 'A wrong code بالعربية' })) })
  await expect.element(inForm).toBeVisible()
  await expectNoAxeViolations()
  // Axe may take longer than a code is right.
  await portal.as(visitor)('POST', `/events/check-in/${event.id}`, { code: await doorCode(event) })
  await portal.open('/grade', visitor, phone)
  await open(visitor, event, { ...phone, language: 'ar' })
  await expect.element(page.getByRole('main')).toHaveTextContent(inArabic(messages.events.checkedIn))
  await expectNoAxeViolations()

  await open(visitor, await made('A later one', 120 * minute), phone)
  await expect.element(button('I come')).toBeVisible()
  await expectNoAxeViolations()
})

test('an event as its organiser: the list with what was noticed, guests, and the questions before a change', async () => {
  const event = await made('A full seminar')
  const code = await doorCode(event)
  for (const name of ['Kawa Karim', 'Lana Late']) {
    const person = await portal.make.staff({ name, department_id: physics.id })
    await portal.as(person)('POST', `/events/check-in/${event.id}`, { code, device: 'one-device-of-two-people' })
  }
  await portal.as(head)('PUT', `/events/tick/${event.id}`, { session_id: event.sessions[0]?.id, user_ids: [member.id] })
  await portal.as(head)('PUT', `/events/remove/${event.id}`, { user_id: member.id, reason: 'Left after five minutes' })
  await portal.as(head)('POST', `/events/${event.id}/guests`, { name: 'Dr. Zana Ali' })
  for (const options of [{ height: 3000 }, { ...phone, height: 4000, language: 'ar' }] as const) {
    await open(head, event, options)
    await expect.element(page.getByText('Dr. Zana Ali')).toBeVisible()
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Kawa Karim' })).toBeVisible()
    await expectNoAxeViolations()
  }
  await open(head, event)
  await button('Take Kawa Karim off the list').click()
  await dialog().getByRole('button', { name: 'Take off' }).click()
  await expect.element(dialog()).toHaveTextContent('Say why they are taken off the list.')
  await expectNoAxeViolations()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await button('Add guest').click()
  await expect
    .element(page.getByRole('region', { name: 'Guests without an account' }))
    .toHaveTextContent('Enter the name of the guest.')
  await page.getByRole('combobox', { name: 'Check in by name' }).fill('a')
  await expect.element(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await expectNoAxeViolations()
  await button('End event').click()
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveTextContent('A session is still to come: its code will check in nobody.')
  await expectNoAxeViolations()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(await portal.as(head)('PUT', `/events/done/${event.id}`)).toMatchObject({ status: 200 })
  await portal.open('/grade', head)
  await open(head, event, { height: 3000 })
  await expect.element(page.getByRole('link', { name: 'Certificate of attendance for Kawa Karim' })).toBeVisible()
  await expectNoAxeViolations()
})

test('the form with its errors and several sessions, and the question before an event is cancelled', async () => {
  await open(head)
  await loaded('Events')
  await button('Add event').click()
  await button('Add session').click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog()).toHaveTextContent('Enter the place.')
  await expectNoAxeViolations()
  await userEvent.keyboard('{Escape}')
  await open(head, await made('To be edited', 120 * minute), { ...phone, language: 'ar' })
  await button(inArabic(messages.events.edit)).click()
  await expect.element(dialog().getByLabelText(inArabic(messages.events.place))).toHaveValue('Hall 2')
  await expectNoAxeViolations()
  await userEvent.keyboard('{Escape}')
  await button(inArabic(messages.events.cancel)).click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await expectNoAxeViolations()
})

test('the page at the door: open, before the begin, and without a network', async () => {
  const event = await made('At the door')
  for (const options of [{}, { ...phone, language: 'ar' }] as const) {
    await open(head, event, options)
    await button('language' in options ? inArabic(messages.events.door) : 'Code at the door').click()
    await expect.element(dialog().getByRole('img')).toBeVisible()
    await expectNoAxeViolations()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
  }
  for (const [respond, sentence] of [
    [noNetwork, messages.events.doorLost],
    [undefined, messages.events.doorBefore({ minutes: messages.events.minutes({ count: 90 }) })],
  ] as const) {
    const passes = respond && intercept('GET', /\/door$/, respond)
    await open(head, await made('Not yet', 120 * minute))
    await button('Code at the door').click()
    await expect.element(dialog().getByRole('status')).toHaveTextContent(inEnglish(sentence))
    await expectNoAxeViolations()
    await userEvent.keyboard('{Escape}')
    passes?.()
  }
})

test('a list from elsewhere before it is confirmed, and attendance by event, department and member', async () => {
  const event = await made('A list from elsewhere')
  for (const options of [{}, { ...phone, language: 'ar' }] as const) {
    const say = 'language' in options ? inArabic : inEnglish
    await open(head, event, options)
    await button(say(messages.events.lists.open)).click()
    await dialog()
      .getByLabelText(say(messages.imports.file))
      .upload(new File(['Name\nAnn Aziz\nVisitor From Afar'], 'hall.csv', { type: 'text/csv' }))
    await expect.element(dialog()).toHaveTextContent('Visitor From Afar')
    await expectNoAxeViolations()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
  }
  await portal.as(head)('PUT', `/events/tick/${event.id}`, { session_id: event.sessions[0]?.id, user_ids: [member.id] })
  for (const by of ['event', 'department', 'member'])
    for (const options of [{}, { ...phone, language: 'ar' }] as const) {
      await portal.open(`/staff-dashboard?tab=events&section=attendance&by=${by}`, head, options)
      await expect.element(page.getByRole('table')).toBeVisible()
      await expectNoAxeViolations()
    }
})
