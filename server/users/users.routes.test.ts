import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPassword } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let department: { id: number; name: string }
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin({ name: 'Rana Wahid' }))
  department = await portal.make.department('Physics')
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
})
afterAll(() => portal.stop())

let counter = 0
function form(given: object = {}) {
  counter += 1
  return {
    name: `Dr. Layla ${counter}`,
    email: `layla${counter}@test.example`,
    degree: 'PhD',
    title: 'p',
    username: `layla${counter}`,
    password: 'a good long sentence',
    department_id: department.id,
    role_id: 2,
    gender: 'Female',
    ...given,
  }
}
async function add(given: object = {}) {
  return (await admin('POST', '/users', form(given))).json().user
}
const everything = async () => portal.sql`select * from users order by id`

describe('adding a user', () => {
  test('replies 201 with a message and the user, without password; they can sign in', async () => {
    const input = form()
    const reply = await admin('POST', '/users', input)
    expect(reply.statusCode).toBe(201)
    const { password, ...shown } = input
    expect(reply.json()).toEqual({
      message: 'User added successfully',
      user: {
        id: expect.any(Number),
        ...shown,
        other_name: null,
        department_name: 'Physics',
        department_names: {},
        degrees: { ckb: 'دکتۆرا', ar: 'دكتوراه' },
        can_sign_in: true,
        has_signed_in: false,
        has_own_sign_in: false,
        invited_at: null,
        invitation: null,
        invitation_failure: null,
        linked_account: null,
        email_refused: false,
        has_second_factor: false,
        version: 1,
        is_member: true,
        graded_title: 'p',
        tp: 0,
        fb: 0,
        tp_set: false,
        fb_set: false,
        atts: 0,
        acts: 0,
        escore: 0,
        total_score: 0,
        posted_count: 0,
      },
    })
    await portal.signIn(input, password)
  })

  test.each(['name', 'email', 'username', 'password', 'department_id', 'role_id', 'gender'])(
    'without %s: All required fields must be filled',
    async (field) => {
      for (const value of ['', null, undefined]) {
        const before = await everything()
        const reply = await admin('POST', '/users', form({ [field]: value }))
        expect(reply.statusCode).toBe(400)
        expect(reply.json()).toEqual({
          message: 'All required fields must be filled',
          code: 'users.requiredFields',
          errors: [{ field, code: 'users.requiredFields', message: 'All required fields must be filled' }],
        })
        expect(await everything()).toEqual(before)
      }
    },
  )

  test('Arabic and Persian digits of the username are stored as Latin ones, and are the same username', async () => {
    const reply = await admin('POST', '/users', { ...form(), username: '٠٧٥٠۱۲۳ a' })
    expect(reply.json()).toMatchObject({ user: { username: '0750123 a' } })
    expect((await admin('POST', '/users', { ...form(), username: '۰۷۵۰123 A' })).statusCode).toBe(409)
  })

  test('missing fields are reported before invalid ones', async () => {
    const reply = await admin('POST', '/users', form({ email: 'wrong', gender: '' }))
    expect(reply.json().message).toBe('All required fields must be filled')
    expect(reply.json().errors).toHaveLength(2)
  })

  test.each(['layla', 'layla@', '@test.example', 'layla@test', 'la yla@test.example', 'a@@b.c'])(
    'the e-mail %s: Invalid email format',
    async (email) => {
      const reply = await admin('POST', '/users', form({ email }))
      expect(reply.json()).toEqual({
        message: 'Invalid email format',
        code: 'users.invalidEmail',
        errors: [{ field: 'email', code: 'users.invalidEmail', message: 'Invalid email format' }],
      })
    },
  )

  test('the gender X: Invalid gender value; Other is accepted', async () => {
    expect((await admin('POST', '/users', form({ gender: 'X' }))).json().message).toBe('Invalid gender value')
    expect((await admin('POST', '/users', form({ gender: 'Other' }))).statusCode).toBe(201)
  })

  test('degree and title may be empty, other codes are refused', async () => {
    expect(await add({ degree: '', title: '' })).toMatchObject({ degree: null, title: null })
    expect(await add({ degree: undefined, title: null })).toMatchObject({ degree: null, title: null })
    expect((await admin('POST', '/users', form({ degree: 'BSc' }))).json().errors[0].field).toBe('degree')
    expect((await admin('POST', '/users', form({ title: 'dean' }))).json().errors[0].field).toBe('title')
  })

  test('has another spelling of the name if one is sent: normalized like the name, left as it is without the field, deleted by an empty one', async () => {
    const user = await add({ name: 'Dr. Layla', other_name: ' د.  لەیلا ' })
    expect(user.other_name).toBe('د. لەیلا')
    const edited = async (given: object) =>
      (await admin('PUT', `/users/${user.id}`, { ...form(), password: '••••••••', ...given })).json().user
    expect(await edited({})).toMatchObject({ other_name: 'د. لەیلا' })
    expect(await edited({ other_name: 'لەیلا' })).toMatchObject({ other_name: 'لەیلا' })
    const [record] =
      await portal.sql`select before, after from audit where subject = 'user' and person_id = ${user.id} order by id desc limit 1`
    expect(record).toMatchObject({ before: { other_name: 'د. لەیلا' }, after: { other_name: 'لەیلا' } })
    expect(await edited({ other_name: '' })).toMatchObject({ other_name: null })
    const reply = await admin('POST', '/users', form({ other_name: 'ل'.repeat(201) }))
    expect([reply.statusCode, reply.json().errors[0].field]).toEqual([400, 'other_name'])
  })

  test('an unknown or removed department is refused at its field', async () => {
    const removed = await portal.make.department()
    await admin('DELETE', `/departments/${removed.id}`)
    for (const department_id of [removed.id, 999_999]) {
      const reply = await admin('POST', '/users', form({ department_id }))
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors).toMatchObject([{ field: 'department_id', message: 'Choose one of the departments.' }])
    }
  })

  test.each([3, 0, -1, '1e3', true])('the role %j is refused', async (role_id) => {
    expect((await admin('POST', '/users', form({ role_id }))).statusCode).toBe(400)
  })

  test('username and e-mail are unique ignoring case: 409 at the field', async () => {
    const first = await add()
    const username = await admin('POST', '/users', form({ username: first.username.toUpperCase() }))
    expect(username.statusCode).toBe(409)
    expect(username.json().errors).toMatchObject([{ field: 'username', message: 'This username is already taken.' }])
    const email = await admin('POST', '/users', form({ email: first.email.toUpperCase() }))
    expect(email.statusCode).toBe(409)
    expect(email.json().errors[0].field).toBe('email')
  })

  test('the same form twice at the same time: one row, one 409', async () => {
    const input = form()
    const replies = await Promise.all([admin('POST', '/users', input), admin('POST', '/users', input)])
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([201, 409])
  })

  test.each(['1234567', 'Password1', 'x'.repeat(129)])(
    'the password %s is refused with a message at its field',
    async (password) => {
      const reply = await admin('POST', '/users', form({ password }))
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors).toMatchObject([{ field: 'password', message: reply.json().message }])
    },
  )

  test('fields that are not in the form are never stored', async () => {
    const smuggled = {
      fb: 99,
      tp: 99,
      total_score: 99,
      id: 1,
      password_hash: 'x',
      removed_at: '2020-01-01',
      version: 77,
      updated_by: 1,
    }
    const user = await add(smuggled)
    expect(user).toMatchObject({ fb: 0, tp: 0, total_score: 0, version: 1 })
    expect(user.id).not.toBe(1)
    await portal.signIn(user, 'a good long sentence')
  })
})

describe('reading users', () => {
  test('no reply, whatever the query, contains a password or a hash', async () => {
    const user = await add()
    for (const url of ['/users', `/users/id/${user.id}`, '/users?sort=password_hash&fields=password', '/staff']) {
      const { body } = await admin('GET', url)
      expect(body).not.toMatch(/password|argon2/i)
    }
  })

  test('have the scores of the current term, or of the requested one', async () => {
    const user = await add()
    const past = await portal.make.term('Past', '2025-09-01', '2026-08-31')
    const activity = await portal.make.activity({ type: 'Attending', score: 1.25 })
    await portal.make.posting(user.id, activity, '2026-10-01')
    await portal.make.posting(user.id, activity, '2025-10-01')
    await portal.make.posting(user.id, activity, '2025-10-02')
    expect((await admin('GET', `/users/id/${user.id}`)).json().user).toMatchObject({ atts: 1.25, total_score: 1.25 })
    expect((await admin('GET', `/users/id/${user.id}?term_id=${past.id}`)).json().user).toMatchObject({ atts: 2.5 })
    const { users } = (await admin('GET', `/users?term_id=${past.id}`)).json()
    expect(users.find(({ id }: { id: number }) => id === user.id)).toMatchObject({ atts: 2.5 })
    expect((await admin('GET', '/users?term_id=99999')).statusCode).toBe(404)
    for (const query of ['term_id=1&term_id=2', 'term_id=x', 'term_id=-1'])
      expect((await admin('GET', `/users?${query}`)).statusCode).toBe(400)
  })

  test('members read themselves and no other user', async () => {
    const [one, other] = [await portal.make.staff(), await portal.make.staff()]
    const caller = await portal.as(one)
    expect((await caller('GET', `/users/id/${one.id}`)).statusCode).toBe(200)
    const refused = await caller('GET', `/users/id/${other.id}?id=${one.id}&user_id=${one.id}`)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toEqual({ message: 'Permission denied: Admins only.', code: 'general.adminsOnly' })
  })
})

describe('editing a user', () => {
  test('the mask keeps the password and the session; a new one replaces both', async () => {
    const user = await add()
    await expect(portal.signIn(user)).rejects.toThrow('cannot sign in')
    const session = await portal.signIn(user, 'a good long sentence')
    const kept = await admin(
      'PUT',
      `/users/${user.id}?id=1&role_id=1`,
      form({ username: user.username, password: '••••••••', name: 'New Name' }),
    )
    expect(kept.statusCode).toBe(200)
    expect(kept.json()).toMatchObject({
      message: 'User updated successfully',
      user: { id: user.id, name: 'New Name', role_id: 2 },
    })
    expect((await portal.app.inject({ url: '/auth/me', headers: session })).statusCode).toBe(200)

    await admin('PUT', `/users/${user.id}`, form({ username: user.username, password: 'another long sentence' }))
    expect((await portal.app.inject({ url: '/auth/me', headers: session })).statusCode).toBe(401)
    await portal.signIn(user, 'another long sentence')
  })

  test('an emptied password: All required fields must be filled', async () => {
    const user = await add()
    expect((await admin('PUT', `/users/${user.id}`, form({ password: '' }))).json().message).toBe(
      'All required fields must be filled',
    )
  })

  test('the later of two admins gets a 409 with who saved and when, and nothing is stored', async () => {
    const user = await add()
    const other = await portal.as(await portal.make.admin({ name: 'Karim Nouri' }))
    expect((await other('PUT', `/users/${user.id}`, form({ name: 'First', version: user.version }))).statusCode).toBe(200)
    const later = await admin('PUT', `/users/${user.id}`, form({ name: 'Second', version: user.version }))
    expect(later.statusCode).toBe(409)
    expect(later.json().conflict).toEqual({ saved_by: 'Karim Nouri', saved_at: expect.any(String) })
    const [{ updated_at }] = await portal.sql<[{ updated_at: Date }]>`select updated_at from users where id = ${user.id}`
    expect(later.json().conflict.saved_at).toBe(updated_at.toISOString())
    expect((await admin('GET', `/users/id/${user.id}`)).json().user.name).toBe('First')
  })

  test('both at the very same moment: one saved, one 409', async () => {
    const user = await add()
    const replies = await Promise.all(
      ['One', 'Two'].map((name) => admin('PUT', `/users/${user.id}`, form({ name, version: user.version }))),
    )
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409])
  })

  test('a user in a department that was removed may stay there', async () => {
    const gone = await portal.make.department()
    const user = await add({ department_id: gone.id })
    await admin('DELETE', `/departments/${gone.id}`)
    expect((await admin('PUT', `/users/${user.id}`, form({ department_id: gone.id }))).statusCode).toBe(200)
  })

  test('an administrator can be neither edited nor deleted: 403, and nothing changed', async () => {
    const target = await portal.make.admin()
    const before = await everything()
    for (const reply of [await admin('PUT', `/users/${target.id}`, form()), await admin('DELETE', `/users/${target.id}`)]) {
      expect(reply.statusCode).toBe(403)
      expect(reply.json()).toEqual({ message: 'Administrators cannot be edited or deleted.', code: 'users.adminRow' })
    }
    expect(await everything()).toEqual(before)
  })
})

describe('deleting a user', () => {
  test('removes them from every list, ends their session, keeps their points; undo restores them', async () => {
    const user = await add()
    await portal.make.posting(user.id, await portal.make.activity({ score: 4 }), '2026-10-01')
    const session = await portal.signIn(user, 'a good long sentence')
    expect((await admin('DELETE', `/users/${user.id}`)).json()).toEqual({ message: 'User deleted successfully' })
    expect((await admin('GET', '/users')).body).not.toContain(`"${user.username}"`)
    expect((await admin('GET', '/staff')).body).not.toContain(user.email)
    expect((await admin('GET', `/users/id/${user.id}`)).statusCode).toBe(404)
    expect((await portal.app.inject({ url: '/auth/me', headers: session })).statusCode).toBe(401)
    expect((await admin('DELETE', `/users/${user.id}`)).statusCode).toBe(404)

    const restored = await admin('PUT', `/users/restore/${user.id}`)
    expect(restored.json()).toMatchObject({ message: 'User restored successfully', user: { id: user.id, acts: 4 } })
  })

  test('username and e-mail can be used again; then undo is refused with a message', async () => {
    const user = await add()
    await admin('DELETE', `/users/${user.id}`)
    await add({ username: user.username })
    const reply = await admin('PUT', `/users/restore/${user.id}`)
    expect(reply.statusCode).toBe(409)
    expect(reply.json().message).toBe('This username is already taken.')
  })
})

describe('toggling a role', () => {
  test('replies with newRole, ends the sessions, and keeps the scores through admin and back', async () => {
    const user = await add()
    await portal.make.posting(user.id, await portal.make.activity({ score: 6 }), '2026-10-01')
    const session = await portal.signIn(user, 'a good long sentence')
    const promoted = await admin('PUT', `/users/toggle-role/${user.id}`, { id: 1, role_id: 1 })
    expect(promoted.statusCode).toBe(200)
    expect(promoted.json()).toEqual({ newRole: 1, message: 'User role updated successfully' })
    expect((await portal.app.inject({ url: '/auth/me', headers: session })).statusCode).toBe(401)
    expect((await admin('GET', '/staff')).body).not.toContain(user.email)
    expect((await admin('PUT', `/users/toggle-role/${user.id}`)).json().newRole).toBe(2)
    expect((await admin('GET', `/users/id/${user.id}`)).json().user.acts).toBe(6)
  })

  test('changes only the role that the caller saw: two identical requests at once change it once', async () => {
    const user = await add()
    const toggle = (replaces: number) => admin('PUT', `/users/toggle-role/${user.id}`, { id: 1, role_id: 1, replaces })
    const replies = await Promise.all([toggle(2), toggle(2)])
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409])
    expect(replies.find((reply) => reply.statusCode === 409)?.json()).toEqual({
      message: 'Someone else changed this role. Check the list again.',
      code: 'users.roleChangedMeanwhile',
      explanation: expect.stringMatching(/^Someone else changed this role\. Check the list again\. By .+, .+\.$/),
    })
    expect((await admin('GET', `/users/id/${user.id}`)).json().user.role_id).toBe(1)
    // After another administrator's demotion, the Undo of the promotion changes nothing.
    expect((await toggle(1)).json().newRole).toBe(2)
    expect((await toggle(1)).statusCode).toBe(409)
  })

  test('the last administrator cannot step down', async () => {
    const own = await startPortal()
    try {
      const only = await own.make.admin()
      const reply = await (await own.as(only))('PUT', `/users/toggle-role/${only.id}`)
      expect(reply.statusCode).toBe(409)
      expect(reply.json()).toEqual({ message: 'At least one administrator must remain.', code: 'users.lastAdmin' })
    } finally {
      await own.stop()
    }
  })

  test('the last administrator stays, also when two demote each other at the same instant', async () => {
    const own = await startPortal()
    try {
      const [first, second] = [await own.make.admin(), await own.make.admin()]
      const [asFirst, asSecond] = [await own.as(first), await own.as(second)]
      const replies = await Promise.all([
        asFirst('PUT', `/users/toggle-role/${second.id}`),
        asSecond('PUT', `/users/toggle-role/${first.id}`),
      ])
      // The later request would demote the last administrator, or its sender no longer has the role when it is checked: either is refused.
      const statuses = replies.map((reply) => reply.statusCode).toSorted()
      expect([
        [200, 401],
        [200, 409],
      ]).toContainEqual(statuses)
      const [{ count }] = await own.sql<[{ count: number }]>`select count(*)::int as count from users where role_id = 1`
      expect(count).toBe(1)
    } finally {
      await own.stop()
    }
  })
})

test('a signed-in member of staff does not change while another is edited', async () => {
  const bystander = await portal.make.staff()
  const session = await portal.signIn(bystander, testPassword)
  const user = await add()
  await admin('PUT', `/users/${user.id}`, form({ password: 'another long sentence' }))
  expect((await portal.app.inject({ url: '/auth/me', headers: session })).statusCode).toBe(200)
})

test('the lists of users and staff are sorted without academic titles', async () => {
  const mark = 'Sortedname'
  for (const name of [`Dr. Zara ${mark}`, `Prof. Dr. Anna ${mark}`, `Omar ${mark}`]) await portal.make.staff({ name })
  const names = async (address: string, list: string) => {
    const rows: { name: string }[] = (await admin('GET', address)).json()[list]
    return rows.map(({ name }) => name).filter((name) => name.endsWith(mark))
  }
  const sorted = [`Prof. Dr. Anna ${mark}`, `Omar ${mark}`, `Dr. Zara ${mark}`]
  expect(await names('/users', 'users')).toEqual(sorted)
  expect(await names('/staff', 'staff')).toEqual(sorted)
})
