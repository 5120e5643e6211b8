import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idempotencyKeys } from '../../database/idempotency-keys.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { specificationBands } from '../../testing/specification-bands.ts'

let portal: Portal
let admin: Caller
let otherAdmin: Caller
let staff: Caller
let member: MadeUser
let activity: MadeActivity
let departmentId: number
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
  otherAdmin = await portal.as(await portal.make.admin())
  member = await portal.make.staff()
  staff = await portal.as(member)
  activity = await portal.make.activity()
  departmentId = (await portal.make.department()).id
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
})
afterAll(() => portal.stop())

function newUser(username: string) {
  const fields = { name: 'New Member', email: `${username}@test.example`, username, password: 'a long sentence', degree: 'PhD' }
  return { ...fields, title: 'p', department_id: departmentId, role_id: 2, gender: 'Female' }
}

type Send = (key: string) => ReturnType<Caller>

/** A function that sends a request with a key; a form has another boundary each time, as from a browser. */
const request =
  (caller: Caller, ...[method, url, body]: Parameters<Caller>): Send =>
  (key) =>
    caller(method, url, body, { 'idempotency-key': key })
const form =
  (method: 'POST' | 'PUT', url: string, fields: Record<string, string>): Send =>
  (key) => {
    const { payload, headers } = multipart(fields)
    return staff(method, url, payload, { ...headers, 'idempotency-key': key })
  }

const posting = (starting_date: string) => ({ activity_name: activity.name, starting_date, user_id: String(member.id) })

/** Each kind of change. Without a key, the second one of most is refused: the name is taken, the version is old, the row is gone. */
const kinds: Record<string, () => Promise<Send>> = {
  'POST /users': async () => request(admin, 'POST', '/users', newUser('once')),
  'PUT /users/:id': async () => {
    const { user } = (await admin('POST', '/users', newUser('edited'))).json()
    return request(admin, 'PUT', `/users/${user.id}`, { ...newUser('edited'), name: 'Renamed', version: user.version })
  },
  'DELETE /users/:id': async () => request(admin, 'DELETE', `/users/${(await portal.make.staff()).id}`),
  'PUT /users/restore/:id': async () => {
    const { id } = await portal.make.staff()
    await admin('DELETE', `/users/${id}`)
    return request(admin, 'PUT', `/users/restore/${id}`)
  },
  'PUT /users/bulk/move': async () => {
    const { id } = await portal.make.staff()
    return request(admin, 'PUT', '/users/bulk/move', { users: [{ id, version: 1, department_id: departmentId }] })
  },
  'PUT /users/bulk/remove': async () =>
    request(admin, 'PUT', '/users/bulk/remove', { users: [{ id: (await portal.make.staff()).id, version: 1 }] }),
  'PUT /users/bulk/restore': async () => {
    const { id } = await portal.make.staff()
    await admin('DELETE', `/users/${id}`)
    return request(admin, 'PUT', '/users/bulk/restore', { users: [{ id, version: 2 }] })
  },
  'PUT /auth/me': async () => request(admin, 'PUT', '/auth/me', { name: 'Renamed', email: 'renamed@test.example' }),
  'PUT /users/toggle-role/:id': async () =>
    request(admin, 'PUT', `/users/toggle-role/${(await portal.make.staff()).id}`, { replaces: 2 }),
  'PUT /users/edit-tp/:id': async () => request(admin, 'PUT', `/users/edit-tp/${member.id}`, { tp: 4.5, previous: 0 }),
  'PUT /users/edit-feedback/:id': async () => request(admin, 'PUT', `/users/edit-feedback/${member.id}`, { fb: 3, previous: 0 }),
  'PUT /scores': async () => {
    const { id } = await portal.make.staff()
    return request(admin, 'PUT', '/scores', { rows: [{ id, tp: 4.5, previous: { tp: null } }] })
  },
  'PUT /users/undo-score/:id': async () => {
    const { id } = await portal.make.staff()
    await admin('PUT', `/users/edit-tp/${id}`, { tp: 4.5 })
    return request(admin, 'PUT', `/users/undo-score/${id}`, { score: 'tp', saved: 4.5 })
  },
  'POST /departments': async () => request(admin, 'POST', '/departments', { name: 'Botany' }),
  'PUT /departments/:id': async () => {
    const { id } = await portal.make.department()
    return request(admin, 'PUT', `/departments/${id}`, { name: 'Zoology', version: 1 })
  },
  'DELETE /departments/:id': async () => request(admin, 'DELETE', `/departments/${(await portal.make.department()).id}`),
  'POST /activities': async () =>
    request(admin, 'POST', '/activities', { name: 'Open Day', description: 'Tours', score: 2, type: 'Elective' }),
  'PUT /activities/:id': async () => {
    const { id } = await portal.make.activity()
    return request(admin, 'PUT', `/activities/${id}`, { name: 'Fair', description: 'F', score: 1, type: 'Elective', version: 1 })
  },
  'POST /terms': async () =>
    request(admin, 'POST', '/terms', { name: 'Later', start_date: '2027-09-01', end_date: '2028-08-31' }),
  'PUT /terms/:id': async () => {
    const { id } = await portal.make.term('Earlier', '2025-09-01', '2026-08-31')
    return request(admin, 'PUT', `/terms/${id}`, { name: 'Before', start_date: '2025-09-01', end_date: '2026-08-31', version: 1 })
  },
  'PUT /terms/close/:id': async () => {
    const { id } = await portal.make.term('Closed', '2024-09-01', '2025-08-31')
    return request(admin, 'PUT', `/terms/close/${id}`)
  },
  'POST /rules': async () =>
    request(admin, 'POST', '/rules', { bands: specificationBands, limits: [], note: 'The same', based_on: 1, term_ids: [] }),
  'PUT /settings': async () => {
    const { settings } = (await admin('GET', '/settings')).json()
    return request(admin, 'PUT', '/settings', { ...settings, contact: 'Help desk' })
  },
  'DELETE /settings/logo': async () => request(admin, 'DELETE', '/settings/logo'),
  'PUT /first-steps/terms': async () => request(admin, 'PUT', '/first-steps/terms'),
  'POST /posted-activities': async () => form('POST', '/posted-activities', posting('2026-10-01')),
  'PUT /posted-activities/:id': async () => {
    const id = await portal.make.posting(member.id, activity, '2026-10-02')
    return form('PUT', `/posted-activities/${id}`, { ...posting('2026-10-03'), version: '1' })
  },
  'DELETE /posted-activities/:id': async () => {
    const id = await portal.make.posting(member.id, activity, '2026-10-04')
    return request(staff, 'DELETE', `/posted-activities/${id}?user_id=${member.id}`)
  },
  'PUT /review': async () => {
    const id = await portal.make.posting(member.id, activity, '2026-10-05')
    return request(admin, 'PUT', '/review', { state: 'verified', postings: [{ id, version: 1 }] })
  },
  'POST /posted-activities/:id/messages': async () => {
    const id = await portal.make.posting(member.id, activity, '2026-10-06')
    return request(admin, 'POST', `/posted-activities/${id}/messages`, { text: 'Which page?' })
  },
  'POST /questions': async () => form('POST', '/questions', { subject: 'missing', text: 'The spring seminar' }),
  'POST /questions/messages/:id': async () => {
    const id = await portal.make.question(member.id)
    return request(admin, 'POST', `/questions/messages/${id}`, { text: 'Which one?' })
  },
  'PUT /questions/withdraw/:id': async () => {
    const id = await portal.make.question(member.id)
    return request(staff, 'PUT', `/questions/withdraw/${id}`, { version: 1 })
  },
  'PUT /questions/accept/:id': async () => {
    const { id: userId } = await portal.make.staff()
    const id = await portal.make.question(userId, 'tp')
    // Afterwards the administrator has decided the line, and still gets the same reply.
    return request(admin, 'PUT', `/questions/accept/${id}`, { version: 1, answer: 'Right', value: 7 })
  },
  'PUT /questions/decline/:id': async () => {
    const id = await portal.make.question(member.id)
    return request(admin, 'PUT', `/questions/decline/${id}`, { version: 1, answer: 'All is counted' })
  },
}

async function auditCount() {
  const [row] = await portal.sql<[{ count: number }]>`select count(*)::int as count from audit`
  return row.count
}

describe('a change with the same Idempotency-Key', () => {
  test.each(Object.keys(kinds))(
    '%s is done once, and both replies are the same; the second says that it is a repetition',
    async (kind) => {
      const send = await (kinds[kind] as () => Promise<Send>)()
      const key = randomUUID()
      const first = await send(key)
      expect(first.statusCode, first.body).toBe(kind.startsWith('POST') ? 201 : 200)
      const records = await auditCount()
      const second = await send(key)
      expect(second.statusCode).toBe(first.statusCode)
      expect(second.json()).toEqual(first.json())
      expect([first, second].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true'])
      expect(await auditCount()).toBe(records)
    },
  )

  test('is done once when both arrive together', async () => {
    const key = randomUUID()
    const send = form('POST', '/posted-activities', posting('2026-11-01'))
    const replies = await Promise.all([send(key), send(key), send(key)])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(await portal.sql`select from posted_activities where starting_date = '2026-11-01'`).toHaveLength(1)
  })

  test('and another content is refused with 422', async () => {
    const key = randomUUID()
    await request(admin, 'POST', '/departments', { name: 'Law' })(key)
    const refusals = [
      await request(admin, 'POST', '/departments', { name: 'Medicine' })(key),
      await request(admin, 'DELETE', `/departments/${departmentId}`)(key),
    ]
    for (const refused of refusals) {
      expect(refused.statusCode).toBe(422)
      expect(refused.json().message).toBe('This Idempotency-Key was already used for a different request. Send a new one.')
    }
    await form('POST', '/posted-activities', posting('2026-11-02'))(key)
    expect((await form('POST', '/posted-activities', posting('2026-11-03'))(key)).statusCode).toBe(422)
    expect(await portal.sql`select from departments where name = 'Medicine'`).toHaveLength(0)
  })

  test('of another user is unknown: their request is their own', async () => {
    const key = randomUUID()
    const body = { name: 'Dentistry' }
    expect((await request(admin, 'POST', '/departments', body)(key)).statusCode).toBe(201)
    expect((await request(otherAdmin, 'POST', '/departments', body)(key)).statusCode).toBe(409)
  })

  test('is done after a refusal: only what was done is stored', async () => {
    const key = randomUUID()
    const { id } = await portal.make.department('Taken')
    const send = request(admin, 'POST', '/departments', { name: 'Taken' })
    expect((await send(key)).statusCode).toBe(409)
    await admin('DELETE', `/departments/${id}`)
    expect((await send(key)).statusCode).toBe(201)
  })

  test('is refused if its session has ended', async () => {
    const user = await portal.make.admin()
    const caller = await portal.as(user)
    const key = randomUUID()
    expect((await request(caller, 'POST', '/departments', { name: 'Music' })(key)).statusCode).toBe(201)
    await portal.sql`delete from sessions where user_id = ${user.id}`
    expect((await request(caller, 'POST', '/departments', { name: 'Music' })(key)).statusCode).toBe(401)
  })
})

test('every change may be repeated, except where its reply is secret or it has the same effect twice', () => {
  const { paths } = portal.app.swagger() as unknown as {
    paths: Record<string, Record<string, { parameters?: { name: string }[] }>>
  }
  const others = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
      method === 'get' || parameters.some(({ name }) => name === 'idempotency-key') ? [] : `${method} ${path}`,
    ),
  )
  // The routes under /auth/ are left out: what they reply or take is secret.
  expect(others.filter((route) => !route.includes(' /auth/')).toSorted()).toEqual([
    'delete /calendar/address',
    'delete /people/{id}/sessions',
    'delete /people/{id}/sessions/{session_id}',
    'post /calendar/address',
    // Sent twice, these count once by themselves.
    'post /events/check-in/{id}',
    'post /events/scan/{id}',
    'post /events/{id}/list',
    'post /events/{id}/list/preview',
    'post /imports/users/initial-passwords',
    'post /imports/users/passwords',
    'post /imports/{kind}',
    'post /imports/{kind}/preview',
    'post /messages/preview',
    'post /rules/simulate',
    'post /settings/mail-test',
    'post /users/slips',
    'put /events/coming/{id}',
    'put /inbox/give-back',
    'put /inbox/take',
    'put /notices/read',
  ])
})

test.each(['short', 'x'.repeat(129), 'with space or more'])('the Idempotency-Key %j is refused', async (key) => {
  const reply = await request(admin, 'POST', '/departments', { name: 'Never' })(key)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().message).toBe('The Idempotency-Key must be 16 to 128 letters, digits or hyphens.')
})

test('the database holds neither the key nor a hash from which a password could be guessed', async () => {
  const key = randomUUID()
  await request(admin, 'POST', '/users', newUser('secret'))(key)
  const rows = await portal.sql<{ text: string }[]>`select to_jsonb(k)::text as text from idempotency_keys k`
  expect(rows.length).toBeGreaterThan(0)
  for (const { text } of rows) {
    expect(text).not.toContain(key)
    expect(text).not.toContain('a long sentence')
  }
})

test('keys are kept a day longer than an entry of an outbox is sent, and then forgotten', async () => {
  const key = randomUUID()
  const outboxDays = 14
  await request(admin, 'POST', '/departments', { name: 'Old' })(key)
  await portal.sql`update idempotency_keys set created_at = now() - interval '14 days 23 hours'`
  await idempotencyKeys(portal.database).forgetOld(outboxDays)
  expect((await request(admin, 'POST', '/departments', { name: 'Old' })(key)).statusCode).toBe(201)
  await portal.sql`update idempotency_keys set created_at = now() - interval '15 days 1 hour'`
  await idempotencyKeys(portal.database).forgetOld(outboxDays)
  expect((await request(admin, 'POST', '/departments', { name: 'Old' })(key)).statusCode).toBe(409)
})

describe('a change that says whose it is', () => {
  const sendAs = (caller: Caller, userId: string, key: string) => {
    const { payload, headers } = multipart(posting('2026-12-01'))
    return caller('POST', '/posted-activities', payload, { ...headers, 'idempotency-key': key, 'expected-user': userId })
  }
  const posted = () => portal.sql`select user_id from posted_activities where starting_date = '2026-12-01'`

  test('is refused with 412 if another person is signed in: nothing is stored, and the same key is done for its own person', async () => {
    const key = randomUUID()
    const other = await portal.as(await portal.make.staff())
    const refused = await sendAs(other, String(member.id), key)
    expect([refused.statusCode, refused.json()]).toEqual([
      412,
      expect.objectContaining({
        code: 'outbox.otherAccount',
        message: 'This was written by another account. Nothing was saved.',
      }),
    ])
    expect(await posted()).toEqual([])
    const own = await sendAs(staff, String(member.id), key)
    expect(own.statusCode).toBe(201)
    expect(own.json().postedActivity).toMatchObject({ user_id: member.id })
  })

  test('gives no rights: the session alone says who acts', async () => {
    for (const wrong of ['', '0', `${member.id}, ${member.id}`, 'admin']) {
      const reply = await sendAs(staff, wrong, randomUUID())
      expect(reply.statusCode).toBe(412)
    }
    const nobody = await portal.app.inject({ method: 'GET', url: '/auth/me', headers: { 'expected-user': String(member.id) } })
    expect(nobody.statusCode).toBe(401)
    expect((await posted()).length).toBe(1)
  })

  test('the page is told for how many days it may be sent', async () => {
    expect((await staff('GET', '/auth/me')).json().outbox_days).toBe(14)
  })
})
