import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Access } from '../../contract/endpoint.ts'
import { en } from '../../contract/languages/en.ts'
import { leavesOf } from '../../contract/languages/leaves.ts'
import { contractEndpoints, editableLists } from '../../testing/endpoints.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

/** Every list that is declared with `editableCalls`: all signed-in users read it, administrators change it. */
const listRoutes = (await editableLists()).flatMap(({ many }): [string, Access][] => [
  [`GET /${many}`, 'signed-in'],
  [`GET /${many}/removed`, 'read-all'],
  [`POST /${many}`, 'admin'],
  [`PUT /${many}/:id`, 'admin'],
  [`DELETE /${many}/:id`, 'admin'],
  [`PUT /${many}/restore/:id`, 'admin'],
])

/** Every other route and its access. A new route fails here until it is listed. The caller's own id is used for :id and user_id. */
const table: Record<string, Access> = {
  ...Object.fromEntries(listRoutes),
  'GET /activities/recount/:id': 'admin',
  'PUT /activities/recount/:id': 'admin',
  'GET /terms/release/:id': 'admin',
  'PUT /terms/release/:id': 'admin',
  'PUT /terms/take-back/:id': 'admin',
  'GET /terms/extensions/:id': 'read-all',
  'POST /terms/extensions/:id': 'admin',
  'PUT /terms/withdraw-extension/:id': 'admin',
  'GET /calendar/own': 'signed-in',
  'GET /calendar/address': 'signed-in',
  'POST /calendar/address': 'signed-in',
  'DELETE /calendar/address': 'signed-in',
  'GET /calendar/:token.ics': 'public',
  'GET /health': 'public',
  'GET /metrics': 'public',
  'GET /branding': 'public',
  'GET /branding/logo': 'public',
  'GET /branding/icon/:name': 'public',
  'GET /manifest.webmanifest': 'public',
  'POST /auth/login': 'public',
  'POST /auth/logout': 'signed-in',
  'GET /auth/me': 'signed-in',
  'PUT /auth/me': 'admin',
  'PUT /auth/password': 'signed-in',
  'PUT /auth/language': 'signed-in',
  'PUT /auth/opening-panel': 'signed-in',
  'PUT /auth/dashboard': 'signed-in',
  'GET /auth/sessions': 'signed-in',
  'DELETE /auth/sessions': 'signed-in',
  'DELETE /auth/sessions/:id': 'signed-in',
  'PUT /auth/offers': 'signed-in',
  'GET /auth/digest': 'signed-in',
  'PUT /auth/digest': 'signed-in',
  'GET /auth/push': 'signed-in',
  'PUT /auth/push': 'signed-in',
  'PUT /auth/push/device': 'signed-in',
  'DELETE /auth/push/device': 'signed-in',
  'GET /digest/off': 'public',
  'POST /digest/off': 'public',
  'GET /mail/off': 'public',
  'POST /mail/off': 'public',
  'POST /mail/bounces/:id': 'public',
  'GET /auth/second-factor': 'signed-in',
  'POST /auth/second-factor': 'signing-in',
  'POST /auth/second-factor/options': 'signing-in',
  'GET /auth/second-factor/step': 'signing-in',
  'DELETE /auth/second-factor/:id': 'admin',
  'PUT /auth/set-up/password': 'signing-in',
  'POST /auth/set-up/authenticator': 'signing-in',
  'PUT /auth/set-up/authenticator': 'signing-in',
  'POST /auth/set-up/passkeys/options': 'signing-in',
  'POST /auth/set-up/passkeys': 'signing-in',
  'POST /auth/passkey/options': 'public',
  'POST /auth/passkey': 'public',
  'POST /auth/confirm': 'signed-in',
  'POST /auth/confirm/options': 'signed-in',
  'POST /auth/passkeys/options': 'signed-in',
  'POST /auth/passkeys': 'signed-in',
  'PUT /auth/passkeys/:id': 'signed-in',
  'DELETE /auth/passkeys/:id': 'signed-in',
  'POST /auth/authenticator': 'signed-in',
  'PUT /auth/authenticator': 'signed-in',
  'DELETE /auth/authenticator': 'signed-in',
  'POST /auth/recovery-codes': 'signed-in',
  'POST /auth/forgot-password': 'public',
  'POST /auth/reset-password': 'public',
  'GET /auth/sso': 'public',
  'GET /auth/sso/callback': 'public',
  'POST /auth/sso/logout-token': 'public',
  'GET /auth/sso/link': 'admin',
  'POST /auth/sso/link': 'admin',
  'DELETE /auth/sso/link/:id': 'admin',
  'GET /users': 'read-all',
  'GET /users/id/:id': 'see-member',
  'GET /people/:id': 'see-members',
  'GET /people/:id/terms': 'see-members',
  'GET /people/:id/questions': 'see-members',
  'GET /people/:id/reviews': 'see-members',
  'GET /people/:id/sessions': 'admin',
  'DELETE /people/:id/sessions': 'admin',
  'DELETE /people/:id/sessions/:session_id': 'admin',
  'POST /users': 'admin',
  'PUT /users/:id': 'admin',
  'DELETE /users/:id': 'admin',
  'PUT /users/restore/:id': 'admin',
  'GET /users/removed': 'read-all',
  'PUT /users/bulk/move': 'admin',
  'PUT /users/bulk/remove': 'admin',
  'PUT /users/bulk/restore': 'admin',
  'PUT /users/toggle-role/:id': 'admin',
  'PUT /users/edit-feedback/:id': 'score',
  'PUT /users/edit-tp/:id': 'score',
  'PUT /users/undo-score/:id': 'score',
  'PUT /scores': 'score',
  'GET /staff': 'see-members',
  'GET /overview': 'see-members',
  'GET /overview/progress': 'see-members',
  'GET /overview/path': 'see-member',
  'GET /home': 'staff',
  'GET /inbox': 'review',
  'GET /inbox/count': 'review',
  'PUT /inbox/take': 'review',
  'PUT /inbox/give-back': 'review',
  'GET /find': 'signed-in',
  'GET /handbook': 'signed-in',
  'GET /handbook/pdf': 'signed-in',
  'GET /handbook/pictures/:language/:page.png': 'signed-in',
  'PUT /departments/heads/:id': 'admin',
  'PUT /faculties/deans/:id': 'admin',
  'GET /events': 'signed-in',
  'GET /events/:id': 'signed-in',
  'POST /events': 'add-events',
  'PUT /events/:id': 'signed-in',
  'PUT /events/cancel/:id': 'signed-in',
  'PUT /events/coming/:id': 'staff',
  'GET /events/:id/door': 'signed-in',
  'POST /events/check-in/:id': 'staff',
  'GET /events/:id/own-code': 'staff',
  'POST /events/scan/:id': 'signed-in',
  'PUT /events/tick/:id': 'signed-in',
  'GET /events/:id/people': 'signed-in',
  'GET /events/:id/members': 'signed-in',
  'GET /events/:id/guests': 'signed-in',
  'POST /events/:id/guests': 'signed-in',
  'DELETE /events/:id/guests/:guest_id': 'signed-in',
  'GET /events/:id/certificate': 'signed-in',
  'GET /events/:id/list': 'signed-in',
  'POST /events/:id/list/preview': 'signed-in',
  'POST /events/:id/list': 'signed-in',
  'PUT /events/untick/:id': 'signed-in',
  'GET /events/attendance': 'signed-in',
  'GET /events/attendance.xlsx': 'signed-in',
  'GET /events/attendance.pdf': 'signed-in',
  'PUT /events/remove/:id': 'signed-in',
  'PUT /events/done/:id': 'signed-in',
  'GET /settings/policy': 'read-all',
  'GET /rights': 'read-all',
  'PUT /users/:id/rights': 'give-rights',
  'GET /administrator-requests': 'give-rights',
  'PUT /administrator-requests/confirm/:id': 'give-rights',
  'PUT /administrator-requests/refuse/:id': 'give-rights',
  'GET /delegations': 'signed-in',
  'GET /delegations/all': 'read-all',
  'GET /delegations/people': 'lend',
  'POST /delegations': 'lend',
  'PUT /delegations/end/:id': 'signed-in',
  'GET /views/:panel': 'see-members',
  'POST /views': 'see-members',
  'PUT /views/:id': 'see-members',
  'DELETE /views/:id': 'see-members',
  'PUT /views/restore/:id': 'see-members',
  'PUT /views/panels/:panel': 'see-members',
  'GET /terms': 'signed-in',
  'POST /terms': 'admin',
  'PUT /terms/:id': 'admin',
  'PUT /terms/make-current/:id': 'admin',
  'GET /terms/close/:id': 'admin',
  'PUT /terms/close/:id': 'admin',
  'PUT /terms/reopen/:id': 'admin',
  'DELETE /terms/:id': 'admin',
  'GET /rules': 'signed-in',
  'POST /rules/simulate': 'admin',
  'POST /rules': 'admin',
  'GET /postings': 'see-members',
  'GET /postings.csv': 'see-members',
  'GET /postings.xlsx': 'see-members',
  'GET /postings/done': 'see-members',
  'GET /postings/done.xlsx': 'see-members',
  'GET /postings/done.pdf': 'see-members',
  'GET /posted-activities': 'see-member',
  'GET /posted-activities/quota': 'staff',
  'GET /posted-activities/available': 'signed-in',
  'GET /posted-activities/same-evidence': 'see-members',
  'GET /posted-activities/:id/history': 'signed-in',
  'POST /posted-activities': 'staff',
  'PUT /posted-activities/:id': 'staff',
  'DELETE /posted-activities/:id': 'staff',
  'GET /uploads/activities/:image_id.jpg': 'signed-in',
  'GET /uploads/activities/:image_id/thumbnail.jpg': 'signed-in',
  'GET /uploads/evidence/:file_id.jpg': 'signed-in',
  'GET /uploads/evidence/:file_id/thumbnail.jpg': 'signed-in',
  'GET /uploads/evidence/:file_id.pdf': 'signed-in',
  'GET /uploads/evidence/:file_id/pages/:page.jpg': 'signed-in',
  'GET /sent-changes/:key': 'signed-in',
  'GET /review': 'review',
  'GET /review/counts': 'review',
  'GET /review/effect/:id': 'review',
  'PUT /review': 'review',
  'GET /questions': 'review',
  'GET /questions/own': 'staff',
  'GET /questions/count': 'review',
  'POST /questions': 'staff',
  'POST /posted-activities/:id/messages': 'signed-in',
  'POST /questions/messages/:id': 'signed-in',
  'GET /questions/messages/:id': 'signed-in',
  'PUT /questions/withdraw/:id': 'staff',
  'PUT /questions/accept/:id': 'review',
  'PUT /questions/decline/:id': 'review',
  'GET /uploads/questions/:image_id.jpg': 'signed-in',
  'GET /notices': 'signed-in',
  'PUT /notices/read': 'signed-in',
  'GET /notices/stream': 'signed-in',
  'POST /messages/preview': 'admin',
  'POST /messages': 'admin',
  'GET /messages': 'admin',
  'GET /messages/:id': 'admin',
  'GET /imports': 'read-all',
  'GET /imports/:id': 'read-all',
  'PUT /imports/undo/:id': 'admin',
  'GET /imports/:kind/template': 'admin',
  'POST /imports/:kind/preview': 'admin',
  'POST /imports/:kind': 'admin',
  'POST /imports/users/passwords': 'admin',
  'POST /imports/users/initial-passwords': 'admin',
  'POST /users/invitations': 'admin',
  'POST /users/slips': 'admin',
  'GET /statements': 'see-member',
  'GET /statements/pdf': 'see-member',
  'GET /statements/:code': 'public',
  'GET /record/pdf': 'see-member',
  'GET /record/csv': 'see-member',
  'GET /results/report': 'read-all',
  'GET /results/statements': 'read-all',
  'GET /results/archive': 'admin',
  'GET /results/names': 'see-members',
  'GET /archives/:checksum': 'public',
  'GET /archive-keys': 'public',
  'GET /check/archives': 'public',
  'GET /check/archives/:checksum': 'public',
  'GET /check/archive.js': 'public',
  'GET /check': 'public',
  'GET /check/:code': 'public',
  'GET /check/style.css': 'public',
  'GET /audit': 'read-all',
  'GET /audit/people': 'read-all',
  'GET /audit.csv': 'read-all',
  'GET /audit.xlsx': 'read-all',
  'GET /settings/installation': 'admin',
  'GET /settings': 'admin',
  'PUT /settings': 'admin',
  'PUT /settings/logo': 'admin',
  'DELETE /settings/logo': 'admin',
  'POST /settings/mail-test': 'admin',
  'GET /first-steps': 'admin',
  'PUT /first-steps/terms': 'admin',
  'GET /openapi.json': 'admin',
  'GET /docs': 'admin',
  'GET /docs/style.css': 'public',
}

const sentences = [...leavesOf(en).keys()]

let portal: Portal
let owner: MadeUser
let callers: Record<'nobody' | 'owner' | 'stranger' | 'admin' | 'reader' | 'scoredAdmin', Caller>
beforeAll(async () => {
  portal = await startPortal()
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
  await portal.make.activity()
  await portal.make.department()
})
afterAll(() => portal.stop())

/** Tables that any request may write to. */
const excluded = ['sessions', 'sign_in_attempts', 'sign_in_addresses', 'first_sign_ins', 'audit', 'notices', 'statements']

/** The contents of all other tables. */
async function fingerprint(without: readonly string[] = excluded) {
  const tables = await portal.sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${without}) order by 1`
  const rows = await Promise.all(
    tables.map(({ name }) => portal.sql`select to_jsonb(t) as row from ${portal.sql.identifier(name)} t order by 1`),
  )
  return JSON.stringify(rows)
}

test('the table lists every route', () => {
  const routes = portal.app.declaredRoutes.filter((route) => !route.startsWith('HEAD '))
  expect(routes.toSorted()).toEqual(Object.keys(table).toSorted())
})

test('every endpoint of the contract is registered, with the access that the table gives it', async () => {
  const endpoints = await contractEndpoints()
  expect(endpoints.length).toBeGreaterThan(50)
  for (const { method, path, access } of endpoints) {
    expect(portal.app.declaredRoutes).toContain(`${method} ${path}`)
    expect(table[`${method} ${path}`]).toBe(access)
  }
})

test.each(Object.entries(table))('%s is for: %s', async (route, access) => {
  const [method, path = ''] = route.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
  owner = await portal.make.staff()
  const admin = await portal.make.admin()
  const [asAdmin, asOwner, asStranger] = [
    await portal.as(admin),
    await portal.as(owner),
    await portal.as(await portal.make.staff()),
  ]
  const reader = await portal.as(await portal.make.withRights(['reader']))
  const scoredAdmin = await portal.as(await portal.make.withRights(['administrator', 'give_rights']))
  callers = { nobody: await portal.as(null), owner: asOwner, stranger: asStranger, admin: asAdmin, reader, scoredAdmin }
  const url = path
    .replace(':id', String(owner.id))
    .replace(':session_id', '1')
    .replace(/:(image|file)_id/, crypto.randomUUID())
    .replace(':page', '1')
  const namesPerson = ['/posted-activities', '/overview/path', '/statements', '/statements/pdf', '/record/pdf', '/record/csv']
  const query = namesPerson.includes(path) ? `?user_id=${owner.id}` : ''
  const payload = method === 'POST' || method === 'PUT' ? {} : undefined
  const status = async (who: keyof typeof callers) => {
    const reply = await callers[who](method, `${url}${query}`, payload, { 'user-id': String(admin.id), 'role-id': '1' })
    // Every error has a code, which is a sentence of the catalogue. The pages of /check, /digest and /mail are HTML, and a stream cannot be read here.
    const isJson = !/^\/(check|digest|mail)\b/.test(path) && !path.endsWith('/stream')
    if (reply.statusCode >= 400 && isJson) expect(sentences).toContain(reply.json().code)
    return reply.statusCode
  }

  const before = await fingerprint()
  if (access === 'public') {
    expect([401, 403]).not.toContain(await status('nobody'))
    return
  }
  expect(await status('nobody')).toBe(401)
  if (access === 'signing-in') {
    // A session is no pending sign-in. That nothing else accepts a pending one is tested with the second factor.
    for (const who of ['owner', 'stranger', 'admin'] as const) expect(await status(who)).toBe(401)
    expect(await fingerprint()).toBe(before)
    return
  }
  // Neither user heads a department or has borrowed Review: server/policy/rows.test.ts is about those who do.
  const isForMembers = access === 'signed-in' || access === 'staff'
  if (!isForMembers && access !== 'see-member') expect(await status('owner')).toBe(403)
  if (!isForMembers) expect(await status('stranger')).toBe(403)
  if (access === 'staff') expect(await status('admin')).toBe(403)
  // A reader sees what administrators see in lists, and changes nothing that is not their own.
  const isRead = access === 'read-all' || access === 'see-members' || access === 'see-member'
  if (!isForMembers && !isRead) expect(await status('reader')).toBe(403)
  expect(await fingerprint()).toBe(before)
  if (isForMembers || isRead) expect([401, 403]).not.toContain(await status('reader'))
  // Who is scored and administers calls everything.
  expect([401, 403]).not.toContain(await status('scoredAdmin'))

  if (isForMembers || access === 'see-member') expect([401, 403]).not.toContain(await status('owner'))
  if (access !== 'staff') expect([401, 403]).not.toContain(await status('admin'))
})

/** The tables that record users and times, for HEAD as for GET. */
const traces = ['sessions', 'audit']

test('HEAD changes nothing, whatever is asked for', async () => {
  owner = await portal.make.staff()
  const [asAdmin, asOwner] = [await portal.as(await portal.make.admin()), await portal.as(owner)]
  const term = await portal.make.term('Closed', '2019-09-01', '2020-08-31')
  expect((await asAdmin('PUT', `/terms/close/${term.id}`)).statusCode).toBe(200)
  const before = await fingerprint(traces)
  const replies = new Map<string, number[]>()
  for (const route of Object.keys(table).filter((one) => one.startsWith('GET '))) {
    const path = route
      .slice('GET '.length)
      .replace(':id', String(owner.id))
      .replace(/:(image|file)_id/, crypto.randomUUID())
      .replace(':page', '1')
    // Without a term, the current one is meant; only a closed one has an archive.
    for (const query of [`?user_id=${owner.id}`, '', `?term_id=${term.id}`])
      for (const caller of [asAdmin, asOwner]) {
        const { statusCode } = await caller('HEAD', `${path}${query}`)
        replies.set(route, [...(replies.get(route) ?? []), statusCode])
      }
  }
  expect(await fingerprint(traces)).toBe(before)
  // The other routes have no HEAD, or need an address of something that exists.
  const served = [...replies].filter(([, statuses]) => statuses.includes(200))
  expect(served.length).toBeGreaterThan(30)
  expect(new Set(replies.get('GET /statements/pdf'))).toEqual(new Set([404]))
})
