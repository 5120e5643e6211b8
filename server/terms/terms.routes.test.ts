import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '../../contract/languages/languages.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let current: { id: number }
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin({ name: 'Rana Wahid' }))
  current = await portal.make.term('Autumn 2026', '2026-09-01', '2027-01-31')
})
afterAll(() => portal.stop())

let year = 2030
/** A year that no other test uses. */
function dates(given: object = {}) {
  year += 1
  return { name: `Year ${year}`, start_date: `${year}-01-01`, end_date: `${year}-12-31`, ...given }
}
async function add(given: object = {}) {
  return (await admin('POST', '/terms', dates(given))).json().term
}

describe('terms', () => {
  test('are added open and not current: 201 and the term', async () => {
    const input = dates()
    const reply = await admin('POST', '/terms', input)
    expect(reply.statusCode).toBe(201)
    expect(reply.json().term).toEqual({
      id: expect.any(Number),
      rules_version: 1,
      ...input,
      names: {},
      status: 'open',
      is_current: false,
      questions_until: null,
      posting_until: null,
      review_until: null,
      scores_until: null,
      release_on: null,
      closing_on: null,
      holds_scores: false,
      staff_count: expect.any(Number),
      posted_count: 0,
      version: 1,
      closed_at: null,
      reopened: null,
    })
  })

  test('have a name in every language, which stays when a client of the specification renames them, and is unique', async () => {
    const input = dates()
    const names = { ckb: `پاییزی ${input.name}`, ar: `خريف ${input.name}` }
    const { term } = (await admin('POST', '/terms', { ...input, names })).json()
    expect(term.names).toEqual(names)
    const edited = await admin('PUT', `/terms/${term.id}`, { ...input, name: `${input.name} renamed` })
    expect(edited.json().term).toMatchObject({ name: `${input.name} renamed`, names })
    const one = await admin('PUT', `/terms/${term.id}`, { ...input, names: { ckb: '' } })
    expect(one.json().term.names).toEqual({ ar: names.ar })
    const twice = await admin('POST', '/terms', { ...dates(), names: { ar: names.ar } })
    expect(twice.json().errors).toMatchObject([{ field: 'names.ar', code: 'terms.nameTaken' }])
  })

  test('have days, which stay when a client does not send them, are removed by an empty one, and are in the audit trail', async () => {
    const input = dates()
    const days = { posting_until: `${year}-10-01`, review_until: `${year}-11-01`, closing_on: `${year + 1}-01-31` }
    const { term } = (await admin('POST', '/terms', { ...input, ...days })).json()
    expect(term).toMatchObject({ ...days, scores_until: null })
    const edit = async (more: object) => (await admin('PUT', `/terms/${term.id}`, { ...input, ...more })).json()
    expect((await edit({})).term).toMatchObject(days)
    expect((await edit({ posting_until: '', review_until: null })).term).toMatchObject({
      posting_until: null,
      review_until: null,
      closing_on: days.closing_on,
    })
    expect((await edit({ posting_until: 'soon' })).errors).toMatchObject([{ field: 'posting_until' }])
    expect((await edit({ scores_until: `${year}-05-02`, release_on: `${year}-05-01` })).errors).toMatchObject([
      { field: 'release_on', message: 'This is before “Scores until”.' },
    ])
    const { records } = (await admin('GET', '/audit?subject=term&kind=edited')).json()
    expect(records[0]).toMatchObject({
      subject_id: term.id,
      before: { posting_until: days.posting_until },
      after: { posting_until: null },
    })
    const { body } = await admin('GET', '/audit.csv?subject=term&kind=edited')
    expect(body).toContain(`Posting until: 1 Oct ${year} → none`)
  })

  test('are listed newest first, to anyone signed in, with staff and postings counted', async () => {
    const member = await portal.make.staff()
    await portal.make.posting(member.id, await portal.make.activity(), '2026-10-01')
    const reply = await (await portal.as(member))('GET', '/terms')
    const { terms } = reply.json()
    const starts = terms.map((term: { start_date: string }) => term.start_date)
    expect(starts).toEqual(starts.toSorted().toReversed())
    expect(terms.find((term: { id: number }) => term.id === current.id)).toMatchObject({
      is_current: true,
      staff_count: 1,
      posted_count: 1,
    })
  })

  test.each([
    ['name', ''],
    ['start_date', ''],
    ['start_date', '2026-13-01'],
    ['start_date', '2026-02-30'],
    ['end_date', null],
    ['end_date', '31/12/2026'],
    ['end_date', '2020-01-01'],
    ['end_date', '99999-01-01'],
  ])('refuse %s = %j at its field', async (field, value) => {
    const reply = await admin('POST', '/terms', dates({ [field]: value }))
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toMatchObject([{ field, message: reply.json().message }])
  })

  test('do not overlap, not by one day, also when both arrive together', async () => {
    const input = dates()
    const sharing = { name: `Overlap ${year}`, start_date: input.end_date, end_date: `${year + 1}-06-30` }
    year += 1
    const replies = await Promise.all([admin('POST', '/terms', input), admin('POST', '/terms', sharing)])
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([201, 409])
    expect(replies.find((reply) => reply.statusCode === 409)?.json().message).toMatch(/^These dates overlap /)
  })

  test('that overlap with another are refused with its name, at the start', async () => {
    const [first, second] = [await add(), await add()]
    const message = `These dates overlap ${first.name}.`
    const { start_date, end_date } = first
    for (const reply of [
      await admin('POST', '/terms', { name: 'Overlapping', start_date: end_date, end_date: second.start_date }),
      await admin('PUT', `/terms/${second.id}`, { ...second, start_date, end_date }),
    ]) {
      expect(reply.statusCode).toBe(409)
      expect(reply.json().errors).toMatchObject([{ field: 'start_date', message }])
    }
    expect((await admin('PUT', `/terms/${second.id}`, { ...second, name: 'Renamed alone' })).statusCode).toBe(200)
  })

  test('that overlap with another are refused with its name in the language of the request', async () => {
    const { names, start_date, end_date } = await add({ names: { ckb: `ساڵی ${year + 1}` } })
    const input = { name: 'Overlapping', start_date, end_date }
    const refused = async (language: Language) =>
      (await admin('POST', '/terms', input, { 'accept-language': language })).json().params
    expect(await refused('ckb')).toEqual({ term: names.ckb })
    expect(await refused('ar')).toEqual({ term: `Year ${year}` })
  })

  test('have unique names, ignoring case', async () => {
    const term = await add()
    const reply = await admin('POST', '/terms', dates({ name: term.name.toUpperCase() }))
    expect(reply.statusCode).toBe(409)
    expect(reply.json().errors).toMatchObject([{ field: 'name', message: 'A term with this name already exists.' }])
  })

  test('are edited; the later of two edits gets a 409', async () => {
    const term = await add()
    const edited = await admin('PUT', `/terms/${term.id}`, { ...term, name: 'Renamed', version: term.version })
    expect(edited.json().term).toMatchObject({ name: 'Renamed', version: 2 })
    const later = await admin('PUT', `/terms/${term.id}`, { ...term, version: term.version })
    expect(later.statusCode).toBe(409)
    expect(later.json().conflict.saved_by).toBe('Rana Wahid')
  })

  test('dates that would leave postings outside are refused with their number', async () => {
    const term = await add()
    const member = await portal.make.staff()
    await portal.make.posting(member.id, await portal.make.activity(), `${year}-11-30`)
    const reply = await admin('PUT', `/terms/${term.id}`, { ...term, end_date: `${year}-10-31` })
    expect(reply.statusCode).toBe(409)
    expect(reply.json().message).toBe('1 posted activity in this term would fall outside the new dates.')
    expect((await admin('PUT', `/terms/${term.id}`, { ...term, end_date: `${year}-11-30` })).statusCode).toBe(200)
  })

  test('exactly one is current, also when three are chosen at the same moment', async () => {
    const chosen = [await add(), await add(), await add()]
    const replies = await Promise.all(chosen.map((term) => admin('PUT', `/terms/make-current/${term.id}`)))
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200])
    const { terms } = (await admin('GET', '/terms')).json()
    expect(terms.filter((term: { is_current: boolean }) => term.is_current)).toHaveLength(1)
    const back = await admin('PUT', `/terms/make-current/${current.id}`)
    expect(back.json().term).toMatchObject({ id: current.id, is_current: true })
  })

  test('are deleted only if they are empty and not current', async () => {
    expect((await admin('DELETE', `/terms/${current.id}`)).json().message).toBe(
      'The current term cannot be deleted. Make another term current first.',
    )
    const posted = await add()
    await portal.make.posting((await portal.make.staff()).id, await portal.make.activity(), `${year}-05-05`)
    const scored = await add()
    await admin('PUT', `/users/edit-tp/${(await portal.make.staff()).id}?term_id=${scored.id}`, { tp: 1 })
    for (const term of [posted, scored]) {
      const reply = await admin('DELETE', `/terms/${term.id}`)
      expect(reply.statusCode).toBe(409)
      expect(reply.json().message).toBe('This term has postings or scores, so it cannot be deleted.')
    }
    const empty = await add()
    // A score that was set and reset does not prevent deletion.
    const member = await portal.make.staff()
    await admin('PUT', `/users/edit-tp/${member.id}?term_id=${empty.id}`, { tp: 1 })
    await admin('PUT', `/users/edit-tp/${member.id}?term_id=${empty.id}`, { tp: 0 })
    expect((await admin('DELETE', `/terms/${empty.id}`)).json()).toEqual({ message: 'Term deleted successfully' })
    expect((await admin('DELETE', `/terms/${empty.id}`)).statusCode).toBe(404)
  })
})

describe('a closed term', () => {
  test('stays exactly as it was through any later change of users, titles, departments and catalogue', async () => {
    const term = await add()
    const day = `${year}-03-03`
    const department = await portal.make.department(`Physics ${year}`)
    const activity = await portal.make.activity({ type: 'Attending', score: 44.25 })
    const [renamed, removed, promoted, untouched] = await Promise.all(
      ['Renamed', 'Removed', 'Promoted', 'Untouched'].map((name) =>
        portal.make.staff({ name: `${name} Member`, title: 'ap', department_id: department.id }),
      ),
    )
    if (!renamed || !removed || !promoted || !untouched) throw new Error('four members were made')
    for (const member of [renamed, removed, promoted]) await portal.make.posting(member.id, activity, day)
    await admin('PUT', `/users/edit-feedback/${renamed.id}?term_id=${term.id}`, { fb: 5.8 })

    const closed = await admin('PUT', `/terms/close/${term.id}`)
    expect(closed.json().term).toMatchObject({ status: 'closed', posted_count: 3 })
    const before = (await admin('GET', `/staff?term_id=${term.id}`)).json()
    expect(before.staff.find((member: { id: number }) => member.id === renamed.id)).toEqual({
      id: renamed.id,
      name: 'Renamed Member',
      other_name: null,
      degree: 'PhD',
      title: 'ap',
      department_id: department.id,
      department_name: department.name,
      email: renamed.email,
      tp: 0,
      fb: 5.8,
      tp_set: false,
      fb_set: true,
      atts: 44.25,
      acts: 0,
      escore: 0,
      total_score: 50.05,
      grade: 'A',
      posted_count: 1,
      verified_count: 0,
      returned_count: 0,
    })

    const user = (await admin('GET', `/users/id/${renamed.id}`)).json().user
    const done = [
      await admin('PUT', `/users/${renamed.id}`, {
        ...user,
        name: 'Other Name',
        title: 'al',
        email: 'other@test.example',
        password: '••••••••',
      }),
      await admin('DELETE', `/users/${removed.id}`),
      await admin('PUT', `/users/toggle-role/${promoted.id}`),
      await admin('PUT', `/departments/${department.id}`, { name: `Chemistry ${year}` }),
      await admin('PUT', `/activities/${activity.id}`, { name: `New ${year}`, description: 'x', score: 1, type: 'Elective' }),
      await admin('DELETE', `/activities/${activity.id}`),
      await admin('DELETE', `/departments/${department.id}`),
      await admin('POST', '/departments', { name: department.name }),
      await admin('PUT', `/terms/make-current/${(await add()).id}`),
    ]
    expect(done.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200, 200, 200, 200, 201, 200])
    await portal.make.staff({ name: 'Newcomer' })

    expect((await admin('GET', `/staff?term_id=${term.id}`)).json()).toEqual(before)
    expect((await admin('GET', `/users/id/${renamed.id}?term_id=${term.id}`)).json().user).toMatchObject({
      title: 'al',
      graded_title: 'ap',
      total_score: 50.05,
    })
    expect((await admin('GET', '/terms')).json().terms.find(({ id }: { id: number }) => id === term.id)).toMatchObject({
      staff_count: before.staff.length,
      posted_count: 3,
    })
  })

  test('refuses scoring, editing, deleting, closing again and becoming current: This term is closed.', async () => {
    const term = await add()
    const member = await portal.make.staff()
    await admin('PUT', `/terms/close/${term.id}`)
    const replies = [
      await admin('PUT', `/users/edit-tp/${member.id}?term_id=${term.id}`, { tp: 1 }),
      await admin('PUT', `/users/edit-feedback/${member.id}?term_id=${term.id}`, { fb: 1 }),
      await admin('PUT', `/terms/${term.id}`, term),
      await admin('DELETE', `/terms/${term.id}`),
      await admin('PUT', `/terms/close/${term.id}`),
      await admin('PUT', `/terms/make-current/${term.id}`),
    ]
    for (const reply of replies) {
      expect(reply.statusCode).toBe(409)
      expect(reply.json()).toEqual({
        message: 'This term is closed.',
        code: 'terms.closed',
        explanation: expect.stringMatching(/^This term is closed\. By .+, .+\.$/),
      })
    }
  })

  test('is reopened with a reason, which is stored; then it can change again', async () => {
    const term = await add()
    const member = await portal.make.staff()
    expect((await admin('PUT', `/terms/reopen/${term.id}`, { reason: 'x' })).json().message).toBe('This term is not closed.')
    const closed = (await admin('PUT', `/terms/close/${term.id}`)).json().term
    expect(closed).toMatchObject({ status: 'closed', closed_at: expect.stringMatching(/Z$/) })
    for (const reason of ['', '  ', null]) {
      const refused = await admin('PUT', `/terms/reopen/${term.id}`, { reason })
      expect(refused.json()).toEqual({
        message: 'Enter a reason.',
        code: 'terms.reasonRequired',
        errors: [{ field: 'reason', code: 'terms.reasonRequired', message: 'Enter a reason.' }],
      })
    }
    const reopened = await admin('PUT', `/terms/reopen/${term.id}`, { reason: 'A committee was forgotten' })
    expect(reopened.json().term).toMatchObject({
      status: 'open',
      closed_at: null,
      reopened: { reason: 'A committee was forgotten', by: 'Rana Wahid', at: expect.stringMatching(/Z$/) },
    })
    expect((await admin('PUT', `/users/edit-tp/${member.id}?term_id=${term.id}`, { tp: 2 })).statusCode).toBe(200)
    await admin('PUT', `/terms/close/${term.id}`)
    const { staff } = (await admin('GET', `/staff?term_id=${term.id}`)).json()
    expect(staff.find(({ id }: { id: number }) => id === member.id)).toMatchObject({ tp: 2, total_score: 2 })
  })

  test('closed during many scorings: every acknowledged score is in the frozen result, every other was denied access', async () => {
    const term = await add()
    const members = await Promise.all(Array.from({ length: 12 }, () => portal.make.staff()))
    const [closed, ...scored] = await Promise.all([
      admin('PUT', `/terms/close/${term.id}`),
      ...members.map(({ id }) => admin('PUT', `/users/edit-tp/${id}?term_id=${term.id}`, { tp: 7 })),
    ])
    expect(closed?.statusCode).toBe(200)
    const { staff } = (await admin('GET', `/staff?term_id=${term.id}`)).json()
    for (const [index, reply] of scored.entries()) {
      const frozen = staff.find(({ id }: { id: number }) => id === members[index]?.id)
      expect([200, 409]).toContain(reply.statusCode)
      expect(frozen.tp).toBe(reply.statusCode === 200 ? 7 : 0)
    }
  })
})
