import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contractEndpoints } from '../../testing/endpoints.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { readPdf } from '../../testing/pdf-text.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let administrator: MadeUser
let physics: { id: number; name: string }
let term: { id: number; name: string }
beforeAll(async () => {
  portal = await startPortal({ environment: { HEADS_MAY_SCORE: 'yes' } })
  administrator = await portal.make.admin({ name: 'Rana Wahid' })
  admin = await portal.as(administrator)
  physics = await portal.make.department('Physics')
})
afterAll(() => portal.stop())

let year = 2030
let member: MadeUser
/** A term that holds its scores back, and a member of Physics. */
beforeEach(async () => {
  year += 1
  term = await portal.make.term(`Year ${year}`, `${year}-01-01`, `${year}-12-31`)
  const days = { name: `Year ${year}`, start_date: `${year}-01-01`, end_date: `${year}-12-31` }
  expect((await admin('PUT', `/terms/${term.id}`, { ...days, holds_scores: true })).json().term.holds_scores).toBe(true)
  member = await portal.make.staff({ department_id: physics.id, title: 'p' })
})

const score = (who: MadeUser, scores: { tp?: number; fb?: number }, by: Caller = admin) =>
  'tp' in scores
    ? by('PUT', `/users/edit-tp/${who.id}?term_id=${term.id}`, scores)
    : by('PUT', `/users/edit-feedback/${who.id}?term_id=${term.id}`, scores)
const preview = async (departments = '') => (await admin('GET', `/terms/release/${term.id}${departments}`)).json()
async function release(department_ids?: number[]) {
  const { fingerprint } = await preview(department_ids ? `?department_ids=${department_ids.join()}` : '')
  return admin('PUT', `/terms/release/${term.id}`, { fingerprint, ...(department_ids && { department_ids }) })
}
const takeBack = async () => admin('PUT', `/terms/take-back/${(await preview()).releases[0].id}`)
const inStaff = async (who: MadeUser, by: Caller = admin) =>
  (await by('GET', `/staff?term_id=${term.id}`)).json().staff.find(({ id }: MadeUser) => id === who.id)
/** What the member's own page has. */
const ownScores = async (who: MadeUser) =>
  (await (await portal.as(who))('GET', `/users/id/${who.id}?term_id=${term.id}`)).json().user
const noticesOf = async (who: MadeUser) =>
  portal.sql<{ kind: string; details: Record<string, unknown> }[]>`
    select kind, details from notices where user_id = ${who.id} and term_id = ${term.id} order by id`

describe('a term that holds its scores back', () => {
  test('shows the office what it entered, and the member nothing of it', async () => {
    expect((await score(member, { tp: 4.5 })).json().scores).toMatchObject({
      tp: 4.5,
      tp_set: true,
      tp_draft: true,
      total_score: 4.5,
    })
    expect(await inStaff(member)).toMatchObject({ tp: 4.5, tp_set: true, tp_draft: true, fb_draft: false, total_score: 4.5 })
    expect(await ownScores(member)).toMatchObject({ tp: 0, tp_set: false, total_score: 0 })
    expect(await noticesOf(member)).toEqual([])
  })

  test('compares with what the office sees: two administrators do not overwrite each other', async () => {
    await score(member, { tp: 4 })
    const reply = await admin('PUT', `/users/edit-tp/${member.id}?term_id=${term.id}`, { tp: 5, previous: 0 })
    expect(reply.statusCode).toBe(409)
    expect(reply.json().message).toContain('4')
  })

  test('lets the own draft be undone, and refuses one above the rules', async () => {
    await score(member, { tp: 4 })
    const undone = await admin('PUT', `/users/undo-score/${member.id}?term_id=${term.id}`, { score: 'tp', saved: 4 })
    expect(undone.json().scores).toMatchObject({ tp_set: false, tp_draft: false })
    expect(await portal.sql`select from draft_scores where term_id = ${term.id}`).toHaveLength(0)
    expect((await score(member, { tp: 1000.5 })).statusCode).toBe(400)
  })

  test('records each draft in the audit trail', async () => {
    await score(member, { tp: 4 })
    await score(member, { tp: 6 })
    await release()
    const records = await portal.sql`
      select kind, before, after from audit where subject = 'score' and person_id = ${member.id} and subject_id = ${term.id} order by id`
    expect(records).toEqual([
      { kind: 'drafted', before: { tp: null }, after: { tp: 4 } },
      { kind: 'drafted', before: { tp: 4 }, after: { tp: 6 } },
      { kind: 'released', before: { tp: null }, after: { tp: 6 } },
    ])
  })

  test('takes a score into the list of members by no other way: the database refuses it', async () => {
    const attempt = portal.sql`insert into term_scores (user_id, term_id, tp) values (${member.id}, ${term.id}, 9)
      on conflict (user_id, term_id) do update set tp = 9`
    await expect(attempt).rejects.toMatchObject({ code: 'SP028' })
  })

  test('shows a head the drafts of the department, and not their own', async () => {
    const head = await portal.make.head(physics.id)
    const asHead = await portal.as(head)
    expect((await score(member, { tp: 3 }, asHead)).json().message).toBe('tp score updated successfully!')
    await score(head, { tp: 7 })
    expect(await inStaff(member, asHead)).toMatchObject({ tp: 3, tp_draft: true })
    expect(await inStaff(head, asHead)).toMatchObject({ tp_set: false, total_score: 0 })
    expect(await inStaff(head)).toMatchObject({ tp: 7 })
  })

  test('is imported into as drafts, and the import can be undone', async () => {
    const session = await portal.startSession(administrator)
    const send = async (path: string, fields: Record<string, string> = {}) => {
      const bytes = Buffer.from(`UserName,T P.,F B.\n${member.username},5,6\n`)
      const { payload, headers } = multipart(fields, { field: 'file', name: 'scores.csv', bytes })
      const url = `/imports/scores${path}?term_id=${term.id}`
      return portal.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...session } })
    }
    const { fingerprint } = (await send('/preview')).json()
    const imported = await send('', { fingerprint })
    expect(imported.statusCode).toBe(200)
    expect(await inStaff(member)).toMatchObject({ tp: 5, fb: 6, tp_draft: true, fb_draft: true })
    expect(await ownScores(member)).toMatchObject({ tp_set: false, fb_set: false })
    expect((await admin('PUT', `/imports/undo/${imported.json().import_id}`)).statusCode).toBe(200)
    expect(await inStaff(member)).toMatchObject({ tp_set: false, fb_set: false, tp_draft: false, fb_draft: false })
  })

  test('is not closed, and does not stop holding, while scores are not released', async () => {
    await score(member, { tp: 4 })
    expect((await admin('GET', `/terms/close/${term.id}`)).json().not_released).toBe(1)
    const days = { name: term.name, start_date: `${year}-01-01`, end_date: `${year}-12-31` }
    for (const reply of [
      await admin('PUT', `/terms/close/${term.id}`),
      await admin('PUT', `/terms/${term.id}`, { ...days, holds_scores: false }),
    ])
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'releases.releaseFirst'])
    await release()
    expect((await admin('PUT', `/terms/close/${term.id}`)).statusCode).toBe(200)
    expect(await ownScores(member)).toMatchObject({ tp: 4 })
  })

  test('is closed though a person who left it has a draft', async () => {
    await score(member, { tp: 4 })
    await admin('DELETE', `/users/${member.id}`)
    expect((await admin('PUT', `/terms/close/${term.id}`)).statusCode).toBe(200)
  })
})

describe('a release', () => {
  test('says who has no score, what changes, and how grades move', async () => {
    const other = await portal.make.staff({ title: 'p' })
    await score(member, { tp: 30 })
    await score(member, { fb: 8 })
    await score(other, { tp: 2 })
    const { changes, not_scored } = await preview()
    expect(changes.find(({ id }: MadeUser) => id === member.id)).toMatchObject({
      department_name: 'Physics',
      before: { tp: null, fb: null, total_score: 0, grade: 'E' },
      after: { tp: 30, fb: 8, total_score: 38, grade: 'C' },
    })
    const lacking = not_scored.map(({ id }: MadeUser) => id)
    expect(lacking).toContain(other.id)
    expect(lacking).not.toContain(member.id)
  })

  test('publishes all at once, with one notice per member', async () => {
    await score(member, { tp: 30 })
    await score(member, { fb: 8 })
    const reply = await release()
    expect(reply.json()).toMatchObject({ members: 1, message: 'Released the scores of 1 member' })
    expect(await ownScores(member)).toMatchObject({ tp: 30, fb: 8, total_score: 38 })
    expect(await noticesOf(member)).toMatchObject([
      { kind: 'scores released', details: { tp: 30, fb: 8, total: 38, own_grade: 'C', grade: 'C' } },
    ])
    expect(await inStaff(member)).toMatchObject({ tp_draft: false, fb_draft: false })
    expect((await release()).json().code).toBe('releases.nothingToRelease')
  })

  test('is for chosen departments, or for members without one', async () => {
    const other = await portal.make.staff()
    await score(member, { tp: 4 })
    await score(other, { tp: 5 })
    await release([physics.id])
    expect(await ownScores(member)).toMatchObject({ tp: 4 })
    expect(await ownScores(other)).toMatchObject({ tp_set: false })
    expect((await preview()).releases).toMatchObject([
      { number: 1, members: 1, departments: [{ name: 'Physics' }], obstacle: null },
    ])
    await release([0])
    expect(await ownScores(other)).toMatchObject({ tp: 5 })
  })

  test('is refused if a score changed since the preview, and two at once release once', async () => {
    await score(member, { tp: 4 })
    const { fingerprint } = await preview()
    await score(member, { tp: 5 })
    const late = await admin('PUT', `/terms/release/${term.id}`, { fingerprint })
    expect([late.statusCode, late.json().code]).toEqual([409, 'releases.changedSincePreview'])
    expect(await ownScores(member)).toMatchObject({ tp_set: false })
    const both = await Promise.all([release(), release()])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(await noticesOf(member)).toHaveLength(1)
  })

  test('beside a closing leaves nothing half done', async () => {
    await score(member, { tp: 4 })
    const [released, closed] = await Promise.all([release(), admin('PUT', `/terms/close/${term.id}`)])
    const { status, tp } = { status: closed.statusCode, ...(await ownScores(member)) }
    expect([
      [200, 200, 4],
      [200, 409, 4],
    ]).toContainEqual([released.statusCode, status, tp])
  })

  test('is taken back until a member asks about a score of it: what was entered since stays', async () => {
    await score(member, { tp: 4 })
    await release()
    await score(member, { tp: 6 })
    await release()
    await score(member, { fb: 3 })
    expect((await takeBack()).json().message).toContain('taken back')
    expect(await ownScores(member)).toMatchObject({ tp: 4, fb_set: false })
    expect(await inStaff(member)).toMatchObject({ tp: 6, fb: 3, tp_draft: true, fb_draft: true })
    const [last, first] = (await preview()).releases
    expect([last.obstacle, first.obstacle]).toEqual(['taken back', null])
    const again = await admin('PUT', `/terms/take-back/${last.id}`)
    expect([again.statusCode, again.json().code]).toEqual([409, 'releases.alreadyTakenBack'])
    await portal.sql`insert into score_questions (user_id, term_id, subject, text) values (${member.id}, ${term.id}, 'tp', 'Why?')`
    const late = await admin('PUT', `/terms/take-back/${first.id}`)
    expect([late.statusCode, late.json().code]).toEqual([409, 'releases.questioned'])
  })

  test('that is taken back is withdrawn from members who have not seen it; the others get a notice', async () => {
    const reader = await portal.make.staff({ department_id: physics.id })
    await score(member, { tp: 4 })
    await score(reader, { tp: 4 })
    await release()
    await portal.sql`update notices set read_at = now() where user_id = ${reader.id}`
    await takeBack()
    expect(await noticesOf(member)).toEqual([])
    expect((await noticesOf(reader)).map(({ kind }) => kind)).toEqual(['scores released', 'release taken back'])
  })

  test('is decided by the person who entered the score, not by the one who released it', async () => {
    const clerk = await portal.make.admin()
    await score(member, { tp: 4 }, await portal.as(clerk))
    await release()
    const [row] = await portal.sql<[{ decider: number }]>`select last_decider('tp', ${member.id}, ${term.id}, null) as decider`
    expect(row.decider).toBe(clerk.id)
  })

  test('is in the audit trail of the term', async () => {
    await score(member, { tp: 4 })
    await release([physics.id])
    await takeBack()
    const records = await portal.sql`
      select kind, after from audit where subject = 'term' and subject_id = ${term.id} and kind like '%release%' order by id`
    const after = { release: 1, members: 1, departments: 'Physics' }
    expect(records).toEqual([
      { kind: 'scores released', after },
      { kind: 'release taken back', after },
    ])
  })

  test('of an accepted question is seen at once, and the other score stays a draft', async () => {
    const other = await portal.as(await portal.make.admin())
    await score(member, { tp: 4 })
    await release()
    await score(member, { tp: 7 })
    await score(member, { fb: 3 })
    const [{ id, version }] = await portal.sql<[{ id: number; version: number }]>`
      insert into score_questions (user_id, term_id, subject, text, decided_by)
      values (${member.id}, ${term.id}, 'tp', 'Why 4?', ${administrator.id}) returning id, version`
    const accepted = await other('PUT', `/questions/accept/${id}`, { answer: 'It is 5.', value: 5, previous: 4, version })
    expect(accepted.statusCode).toBe(200)
    expect(await ownScores(member)).toMatchObject({ tp: 5, fb_set: false })
    expect(await inStaff(member)).toMatchObject({ tp: 5, tp_draft: false, fb: 3, fb_draft: true })
  })
})

test('no call shows a member, or the head of another department, a score that is not released', async () => {
  const elsewhere = await portal.make.department('Chemistry')
  const head = await portal.make.head(elsewhere.id)
  await admin('PUT', `/terms/make-current/${term.id}`)
  // Values that occur nowhere else, and the totals and averages that would follow from them.
  await score(member, { tp: 73.1 })
  await score(member, { fb: 19.6 })
  const secrets = /73[.,]1|19[.,]6|92[.,]7|7310|1960|9270/
  const endpoints = (await contractEndpoints()).filter(({ method }) => method === 'GET')
  const streams = ['/notices/stream']
  const called: string[] = []
  for (const who of [member, head]) {
    const call = await portal.as(who)
    for (const { path } of endpoints) {
      if (streams.includes(path)) continue
      const address = path.replace(/:[a-z_]*term[a-z_]*/g, String(term.id)).replace(/:[a-z_]+/g, String(member.id))
      const query = `?user_id=${member.id}&user_ids=${member.id}&term_id=${term.id}&q=${encodeURIComponent(member.name)}`
      // A call that knows fewer parameters refuses the others, or ignores them.
      for (const url of [address, `${address}${query}`, `${address}?term_id=${term.id}`, `${address}?user_id=${member.id}`]) {
        const reply = await call('GET', url)
        const text = reply.headers['content-type'] === 'application/pdf' ? readPdf(reply.rawPayload).text : reply.body
        expect(text, `${url} as ${who === member ? 'the member' : 'a head'}`).not.toMatch(secrets)
        if (reply.statusCode === 200 && who === member) called.push(path)
      }
    }
  }
  // The check has reached what shows scores.
  for (const path of [
    '/users/id/:id',
    '/statements',
    '/statements/pdf',
    '/record/pdf',
    '/record/csv',
    '/overview/path',
    '/notices',
    '/find',
  ])
    expect(called).toContain(path)
  expect(await inStaff(member)).toMatchObject({ tp: 73.1, fb: 19.6 })
})
