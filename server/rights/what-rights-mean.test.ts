import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { en } from '../../contract/languages/en.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let termId: number
let department: { id: number; name: string }
let admin: MadeUser
let asAdmin: Caller
let member: MadeUser
beforeAll(async () => {
  portal = await startPortal({ environment: { HEADS_MAY_SCORE: 'yes' } })
  termId = (await portal.make.term('Year', '2026-09-01', '2027-08-31')).id
  admin = await portal.make.admin()
  asAdmin = await portal.as(admin)
})
afterAll(() => portal.stop())
beforeEach(async () => {
  department = await portal.make.department()
  member = await portal.make.staff({ department_id: department.id })
})

const words = en.givenRights
const scored = async (by: Caller, id: number) => (await by('PUT', `/users/edit-tp/${id}`, { tp: 5 })).statusCode
const verified = async (by: Caller, user: MadeUser) => {
  const id = await portal.make.posting(user.id, await portal.make.activity(), '2026-10-10')
  return (await by('PUT', '/review', { state: 'verified', postings: [{ id, version: 1 }] })).statusCode
}

describe('a reader', () => {
  let reader: Caller
  beforeEach(async () => {
    reader = await portal.as(await portal.make.withRights(['reader']))
  })

  test('reads the lists of administrators, the audit trail and the exports', async () => {
    const paths = ['/users', '/users/removed', '/audit', '/audit/people', '/audit.csv', '/imports', '/delegations/all', '/rights']
    for (const path of [...paths, '/settings/policy', '/departments/removed', `/results/report?term_id=${termId}`, '/overview'])
      expect([path, (await reader('GET', path)).statusCode]).toEqual([path, 200])
  })

  test('reads nothing about signing in, and no settings, messages, or steps of a change', async () => {
    const paths = ['/settings', '/settings/installation', '/messages', `/people/${member.id}/sessions`, '/first-steps', '/inbox']
    for (const path of [...paths, `/terms/close/${termId}`, `/terms/release/${termId}`, '/imports/scores/template?format=csv'])
      expect([path, (await reader('GET', path)).statusCode]).toEqual([path, 403])
    await portal.sql`insert into authenticators (user_id, secret, confirmed_at) values (${member.id}, ${Buffer.alloc(20)}, now())`
    const hasFactor = async (by: Caller) =>
      (await by('GET', '/users')).json().users.find(({ id }: { id: number }) => id === member.id).has_second_factor
    expect([await hasFactor(asAdmin), await hasFactor(reader)]).toEqual([true, false])
    await portal.sql`insert into identities (user_id, issuer, subject, email) values (${member.id}, 'https://idp.example', 's', 'linked@idp.example')`
    const facts = async (by: Caller, path: string) => {
      const { person, user } = (await by('GET', path)).json()
      const { has_second_factor, linked_account } = person?.account ?? user
      return [has_second_factor, linked_account]
    }
    const keeper = await portal.as(await portal.make.withRights(['score_keeper']))
    for (const path of [`/people/${member.id}`, `/users/id/${member.id}`])
      expect([path, await facts(asAdmin, path), await facts(reader, path)]).toEqual([
        path,
        [true, 'linked@idp.example'],
        [false, null],
      ])
    expect(await facts(keeper, `/users/id/${member.id}`)).toEqual([false, null])
    expect(await facts(await portal.as(member), `/users/id/${member.id}`)).toEqual([true, 'linked@idp.example'])
  })

  test('sees heads and deans, and shares no list', async () => {
    const head = await portal.make.head(department.id)
    const { departments } = (await reader('GET', '/departments')).json()
    expect(departments.find(({ id }: { id: number }) => id === department.id).heads).toMatchObject([{ id: head.id }])
    const view = { panel: 'staff', name: 'Mine', content: {} }
    expect((await reader('POST', '/views', { ...view, is_shared: true })).statusCode).toBe(403)
  })

  test('who heads a department reviews and scores there, and nobody else', async () => {
    const head = await portal.make.head(department.id)
    await portal.sql`insert into user_rights (user_id, "right") values (${head.id}, 'reader')`
    const asHead = await portal.as(head)
    const stranger = await portal.make.staff({ department_id: (await portal.make.department()).id })
    expect([await scored(asHead, member.id), await scored(asHead, stranger.id)]).toEqual([200, 404])
    expect([await verified(asHead, member), await verified(asHead, stranger)]).toEqual([200, 403])
  })
})

describe('a reviewer', () => {
  test('who heads a department reviews everybody, and scores its members alone', async () => {
    const head = await portal.make.head(department.id)
    await portal.sql`insert into user_rights (user_id, "right") values (${head.id}, 'reviewer')`
    const asHead = await portal.as(head)
    const stranger = await portal.make.staff({ department_id: (await portal.make.department()).id })
    expect([await verified(asHead, stranger), await scored(asHead, stranger.id)]).toEqual([200, 404])
  })

  test('lends Review of everybody, but never of their own postings', async () => {
    const reviewer = await portal.make.withRights(['reviewer'])
    const delegate = await portal.make.staff()
    await portal.make.delegation(reviewer, delegate)
    const asDelegate = await portal.as(delegate)
    expect([await verified(asDelegate, member), await verified(asDelegate, reviewer)]).toEqual([200, 403])
    await portal.sql`delete from user_rights where user_id = ${reviewer.id}`
    expect(await verified(asDelegate, member)).toBe(403)
  })

  test('answers what is asked about postings, and about scores only with the right to set them', async () => {
    const reviewer = await portal.make.withRights(['reviewer'])
    const [about, missing] = [await portal.make.question(member.id, 'tp'), await portal.make.question(member.id, 'missing')]
    const mayAnswer = async (id: number) => {
      const [row] = await portal.sql<[{ may: boolean }]>`
        select coalesce(bool_or(answerer_id = ${reviewer.id}), false) as may
        from score_questions q, question_answerers(q, false) where q.id = ${id}`
      return row.may
    }
    expect([await mayAnswer(missing), await mayAnswer(about)]).toEqual([true, false])
    await portal.sql`insert into user_rights (user_id, "right") values (${reviewer.id}, 'score_keeper')`
    expect([await mayAnswer(missing), await mayAnswer(about)]).toEqual([true, true])
  })
})

test('a right that ended is no right in the next call', async () => {
  const keeper = await portal.make.withRights(['score_keeper'])
  const call = await portal.as(keeper)
  expect(await scored(call, member.id)).toBe(200)
  await portal.sql`delete from user_rights where user_id = ${keeper.id}`
  expect(await scored(call, member.id)).toBe(403)
})

test('nobody sees the own scores that a term holds back', async () => {
  const held = (await portal.make.term('Held', '2028-09-01', '2029-08-31')).id
  await portal.sql`update terms set holds_scores = true where id = ${held}`
  const both = await portal.make.withRights(['administrator'])
  const call = await portal.as(both)
  for (const { id } of [both, member])
    expect((await asAdmin('PUT', `/users/edit-tp/${id}?term_id=${held}`, { tp: 7 })).statusCode).toBe(200)
  const { staff } = (await call('GET', `/staff?term_id=${held}`)).json()
  const tp = (user: MadeUser) => staff.find(({ id }: { id: number }) => id === user.id).tp
  expect([tp(member), tp(both)]).toEqual([7, 0])
  const drafts = (await call('GET', '/audit?kind=drafted&subject=score')).json().records
  expect(drafts.map(({ person_id }: { person_id: number }) => person_id)).toEqual([member.id])
  expect((await call('GET', '/audit.csv?kind=drafted&subject=score')).payload.trim().split('\n')).toHaveLength(2)

  const { payload: template } = await call('GET', `/imports/scores/template?format=csv&term_id=${held}`)
  const line = (user: MadeUser) => template.split('\r\n').find((text) => text.startsWith(`${user.username},`))
  expect([line(member), line(both)]).toEqual([`${member.username},${member.name},7,`, `${both.username},${both.name},,`])
})

test('a release publishes the own scores, and shows nobody their own before', async () => {
  const held = (await portal.make.term('Released', '2032-09-01', '2033-08-31')).id
  await portal.sql`update terms set holds_scores = true where id = ${held}`
  const both = await portal.make.withRights(['administrator'])
  const call = await portal.as(both)
  for (const { id } of [both, member]) await asAdmin('PUT', `/users/edit-tp/${id}?term_id=${held}`, { tp: 7 })
  const preview = async (by: Caller) => (await by('GET', `/terms/release/${held}`)).json()
  const { changes, not_scored, fingerprint } = await preview(call)
  const of = (rows: { id: number }[], user: MadeUser) => rows.find(({ id }) => id === user.id)
  expect([of(changes, member), of(not_scored, member)]).toMatchObject([{ after: { tp: 7 } }, { tp_set: true, fb_set: false }])
  expect([of(changes, both), of(not_scored, both)]).toMatchObject([{ after: { tp: null } }, { tp_set: false, fb_set: false }])
  expect(of((await preview(asAdmin)).changes, both)).toMatchObject({ after: { tp: 7 } })
  expect((await call('PUT', `/terms/release/${held}`, { fingerprint })).json().members).toBe(2)
  expect((await call('GET', `/users/id/${both.id}?term_id=${held}`)).json().user.tp).toBe(7)
})

describe('an imported file', () => {
  const send = async (by: MadeUser, path: string, file: string, fields: Record<string, string> = {}) => {
    const { payload, headers } = multipart(fields, { field: 'file', name: 'a.csv', bytes: Buffer.from(file) })
    const session = await portal.startSession(by)
    return (
      await portal.app.inject({ method: 'POST', url: `/imports/${path}`, payload, headers: { ...headers, ...session } })
    ).json()
  }
  const problems = async (by: MadeUser, path: string, file: string) => {
    const { rows } = await send(by, `${path}/preview`, file)
    return rows.flatMap(({ errors }: { errors: { message: string }[] }) => errors.map(({ message }) => message))
  }

  test('sets no scores of the one who imports it', async () => {
    const both = await portal.make.withRights(['administrator'])
    const file = `username,tp\n${both.username},9\n`
    expect(await problems(both, 'scores', file)).toEqual([en.heads.notOwnScore])
    expect(await problems(admin, 'scores', file)).toEqual([])
    const { fingerprint } = await send(admin, 'scores/preview', file)
    const { import_id } = await send(admin, 'scores', file, { fingerprint })
    // Nor does its undo take them away.
    const undone = await (await portal.as(both))('PUT', `/imports/undo/${import_id}`)
    expect([undone.statusCode, undone.json().message]).toEqual([409, en.importBatches.nothingToUndo])
  })

  test('shows nobody the own scores that a term holds back', async () => {
    const held = (await portal.make.term('Held import', '2030-09-01', '2031-08-31')).id
    await portal.sql`update terms set holds_scores = true where id = ${held}`
    const reader = await portal.make.withRights(['reader'])
    const file = `username,tp\n${reader.username},9\n${member.username},8\n`
    const { fingerprint } = await send(admin, `scores/preview?term_id=${held}`, file)
    const { import_id } = await send(admin, `scores?term_id=${held}`, file, { fingerprint })
    const names = async (by: Caller) =>
      (await by('GET', `/imports/${import_id}`)).json().rows.map(({ who }: { who: string }) => who)
    expect(await names(asAdmin)).toEqual([reader.username, member.username])
    expect(await names(await portal.as(reader))).toEqual([member.username])
    const both = await portal.make.withRights(['administrator'])
    await asAdmin('PUT', `/users/edit-tp/${both.id}?term_id=${held}`, { tp: 6.4 })
    for (const file of [`username,tp\n${both.username},5\n`, `email,tp\n${both.email},5\n`]) {
      const { rows } = await send(both, `scores/preview?term_id=${held}`, file)
      expect(rows).toMatchObject([{ changes: [{ from: null }], errors: [{ message: en.heads.notOwnScore }] }])
    }
  })

  test('changes neither the own account, nor the address of an administrator who is scored', async () => {
    const both = await portal.make.withRights(['administrator'])
    expect(await problems(both, 'users', `username,title\n${both.username},al\n`)).toEqual([words.notOwnAccount])
    expect(await problems(admin, 'users', `username,title\n${both.username},al\n`)).toEqual([])
    expect(await problems(admin, 'users', `username,email\n${both.username},x@test.example\n`)).toEqual([words.ownSignIn])
  })

  test('makes administrators where one may do it alone, and says so where not', async () => {
    const file = `username,role\n${member.username},Administrator\n`
    expect(await problems(admin, 'users', file)).toEqual([])
    const plain = await portal.make.admin()
    await portal.sql`delete from user_rights where user_id = ${plain.id}`
    expect(await problems(plain, 'users', file)).toEqual([words.onlyGivers])
    await portal.make.admin()
    await portal.sql`insert into portal_settings (languages, confirm_administrators) values ('{en}', true)`
    expect(await problems(admin, 'users', file)).toEqual([words.importNeedsSecond])
    await portal.sql`update portal_settings set confirm_administrators = false`
  })
})
