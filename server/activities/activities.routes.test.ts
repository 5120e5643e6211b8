import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { translatedLanguages } from '../../contract/languages/languages.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
})
afterAll(() => portal.stop())

const untranslated = { names: {}, descriptions: {}, kind: null, place: null, kinds: {}, places: {} }

let counter = 0
function valid(given: object = {}) {
  counter += 1
  return { name: `Workshop ${counter}`, description: 'A day of work', score: 2.5, type: 'Attending', ...given }
}

describe('the catalogue', () => {
  test('an entry is added: 201 and the activity', async () => {
    const input = valid()
    const reply = await admin('POST', '/activities', input)
    expect(reply.statusCode).toBe(201)
    expect(reply.json().activity).toEqual({ id: expect.any(Number), version: 1, ...input, ...untranslated })
    expect((await admin('GET', '/activities')).json().activities).toContainEqual(reply.json().activity)
  })

  test('an entry may have a kind and a place, in every language; an edit without them leaves them', async () => {
    const kinds = { kind: 'Conference', kinds: { ckb: 'کۆنفرانس' }, place: 'abroad', places: { ckb: 'لە دەرەوەی وڵات' } }
    const { activity } = (await admin('POST', '/activities', valid(kinds))).json()
    expect(activity).toMatchObject(kinds)
    const edited = (await admin('PUT', `/activities/${activity.id}`, valid())).json().activity
    expect(edited).toMatchObject(kinds)
    const emptied = (await admin('PUT', `/activities/${activity.id}`, valid({ kind: ' ', place: '' }))).json().activity
    expect(emptied).toMatchObject({ kind: null, place: null })
    const tooLong = await admin('POST', '/activities', valid({ kind: 'k'.repeat(101) }))
    expect(tooLong.json().errors).toMatchObject([{ field: 'kind' }])
  })

  test.each([
    ['name', ''],
    ['name', null],
    ['description', '  '],
    ['score', '5'],
    ['score', null],
    ['score', -0.01],
    ['score', 1000.01],
    ['score', 0.005],
    ['type', 'Optional'],
    ['type', undefined],
  ])('refuses %s = %j at its field and stores nothing', async (field, value) => {
    const before = (await admin('GET', '/activities')).json()
    const reply = await admin('POST', '/activities', valid({ [field]: value }))
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toMatchObject([{ field, message: reply.json().message }])
    expect((await admin('GET', '/activities')).json()).toEqual(before)
  })

  test.each([0, 0.01, 12.34, 999.99, 1000])('the score %d is stored exactly', async (score) => {
    expect((await admin('POST', '/activities', valid({ score }))).json().activity.score).toBe(score)
  })

  test('an edit changes what future postings earn, never past ones; so does retiring', async () => {
    const member = await portal.make.staff()
    const activity = await portal.make.activity({ name: 'Seminar', type: 'Elective', score: 3 })
    await portal.make.posting(member.id, activity, '2026-10-01')
    const edited = await admin(
      'PUT',
      `/activities/${activity.id}`,
      valid({ name: 'Colloquium', score: 9, type: 'Compulsory', version: 1 }),
    )
    expect(edited.json().activity).toMatchObject({ name: 'Colloquium', score: 9, type: 'Compulsory', version: 2 })
    await admin('DELETE', `/activities/${activity.id}`)
    const { user } = (await admin('GET', `/users/id/${member.id}`)).json()
    expect(user).toMatchObject({ escore: 3, acts: 0, total_score: 3 })
    const { postedActivities } = (await admin('GET', `/posted-activities?user_id=${member.id}`)).json()
    expect(postedActivities).toEqual([expect.objectContaining({ activity_name: 'Seminar', type: 'Elective', score: 3 })])
  })

  test('the later of two edits is refused, and the reply names who saved', async () => {
    const { activity } = (await admin('POST', '/activities', valid())).json()
    await admin('PUT', `/activities/${activity.id}`, valid({ version: 1 }))
    const later = await admin('PUT', `/activities/${activity.id}`, valid({ version: 1 }))
    expect(later.statusCode).toBe(409)
    expect(later.json().conflict.saved_by).toMatch(/^Member/)
  })

  test('deleting is confirmed, removes it from the list, and can be undone', async () => {
    const { activity } = (await admin('POST', '/activities', valid())).json()
    expect((await admin('DELETE', `/activities/${activity.id}`)).json()).toEqual({ message: 'Activity deleted successfully' })
    const ids = async () => (await admin('GET', '/activities')).json().activities.map(({ id }: { id: number }) => id)
    expect(await ids()).not.toContain(activity.id)
    await admin('PUT', `/activities/restore/${activity.id}`)
    expect(await ids()).toContain(activity.id)
  })

  test('the same entry twice at the same time: one row, one 409', async () => {
    const input = valid()
    const replies = await Promise.all([admin('POST', '/activities', input), admin('POST', '/activities', input)])
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([201, 409])
  })
})

describe('names and descriptions in Kurdish and Arabic', () => {
  const translated = () => ({
    names: { ckb: `وۆرکشۆپ ${counter}`, ar: `ورشة عمل ${counter}` },
    descriptions: { ckb: 'ڕۆژێک کار\nدوو دێڕ', ar: 'يوم عمل' },
  })

  test('are added, edited one by one, and are in both lists', async () => {
    const input = { ...valid(), ...translated() }
    const { activity } = (await admin('POST', '/activities', input)).json()
    const noKind = { kind: null, kinds: {}, place: null, places: {} }
    expect(activity).toEqual({ id: expect.any(Number), version: 1, ...noKind, ...input })
    const edited = await admin('PUT', `/activities/${activity.id}`, { ...input, names: { ckb: '  سیمینار   ' }, version: 1 })
    expect(edited.json().activity).toEqual({ ...activity, names: { ...activity.names, ckb: 'سیمینار' }, version: 2 })
    expect((await admin('GET', '/activities')).json().activities).toContainEqual(edited.json().activity)
    const { availableActivities } = (await admin('GET', '/posted-activities/available')).json()
    expect(availableActivities).toContainEqual(edited.json().activity)
  })

  test('stay when a client of the specification edits the activity', async () => {
    const input = valid()
    const { activity } = (await admin('POST', '/activities', { ...input, ...translated() })).json()
    const edited = (await admin('PUT', `/activities/${activity.id}`, { ...input, score: 4 })).json()
    expect(edited.activity).toEqual({ ...activity, score: 4, version: 2 })
  })

  test.each(['', '   ', '\u200b', null])('%j deletes one', async (empty) => {
    const input = valid()
    const { activity } = (await admin('POST', '/activities', { ...input, ...translated() })).json()
    const none = { names: { ckb: empty, ar: empty } }
    const edited = (await admin('PUT', `/activities/${activity.id}`, { ...input, ...none })).json()
    expect(edited.activity.names).toEqual({})
    expect(edited.activity.descriptions).toEqual(activity.descriptions)
  })

  test.each(translatedLanguages)('a name in %s is unique among activities that are not removed', async (language) => {
    const field = `names.${language}`
    const names = { [language]: `ناوی ${language}` }
    const { activity } = (await admin('POST', '/activities', valid({ names }))).json()
    const twice = await admin('POST', '/activities', valid({ names }))
    expect(twice.statusCode).toBe(409)
    const message = 'An activity with this name already exists.'
    const code = 'activities.nameTaken'
    expect(twice.json()).toEqual({ message, code, errors: [{ field, code, message }] })
    await admin('DELETE', `/activities/${activity.id}`)
    expect((await admin('POST', '/activities', valid({ names }))).statusCode).toBe(201)
    expect((await admin('PUT', `/activities/restore/${activity.id}`)).json().errors).toEqual([{ field, code, message }])
  })

  test('two languages may have the same name', async () => {
    const reply = await admin('POST', '/activities', valid({ names: { ckb: 'سەمینار', ar: 'سەمینار' } }))
    expect(reply.statusCode).toBe(201)
  })

  test.each([
    ['names.ckb', 'س'.repeat(201)],
    ['names.ar', 'سطر\nسطر'],
    ['descriptions.ckb', 'س'.repeat(2001)],
    ['descriptions.ar', 'a\u0000b'],
    ['names.ckb', 5],
  ])('refuses %s = %j at its field', async (field, value) => {
    const [column = '', language = ''] = field.split('.')
    const reply = await admin('POST', '/activities', valid({ [column]: { [language]: value } }))
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toMatchObject([{ field, message: reply.json().message }])
  })
})
