import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin({ name: 'Rana Wahid' }))
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
})
afterAll(() => portal.stop())

const removedUsers = async () => (await admin('GET', '/users/removed')).json().users as { id: number }[]

test('a removed user is listed with when and by whom, the latest first, and not after being restored', async () => {
  const department = await portal.make.department('Physics')
  const earlier = await portal.make.staff({ department_id: department.id })
  const later = await portal.make.staff()
  const before = Date.now() - 1000
  for (const { id } of [earlier, later]) await admin('DELETE', `/users/${id}`)

  const users = await removedUsers()
  expect(users.map(({ id }) => id)).toEqual([later.id, earlier.id])
  const [, listed] = users as unknown as [unknown, { removed_at: string }]
  expect(listed).toEqual({
    id: earlier.id,
    name: earlier.name,
    other_name: null,
    username: earlier.username,
    email: earlier.email,
    department_name: 'Physics',
    department_names: {},
    removed_at: expect.any(String),
    removed_by: 'Rana Wahid',
  })
  expect(Date.parse(listed.removed_at)).toBeGreaterThan(before)

  expect((await admin('PUT', `/users/restore/${earlier.id}`)).statusCode).toBe(200)
  expect((await removedUsers()).map(({ id }) => id)).toEqual([later.id])
})

test('a user whose username is taken by now cannot be restored and stays listed', async () => {
  const former = await portal.make.staff()
  await admin('DELETE', `/users/${former.id}`)
  const successor = await portal.make.staff({ username: former.username })
  const refused = await admin('PUT', `/users/restore/${former.id}`)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toBe('This username is already taken.')
  expect((await removedUsers()).some(({ id }) => id === former.id)).toBe(true)

  await admin('DELETE', `/users/${successor.id}`)
  expect((await admin('PUT', `/users/restore/${former.id}`)).statusCode).toBe(200)
})

test('a user whose department was removed too comes back without one, and has it again when it is restored', async () => {
  const department = await portal.make.department('Astronomy')
  const { id } = await portal.make.staff({ department_id: department.id })
  await admin('DELETE', `/users/${id}`)
  await admin('DELETE', `/departments/${department.id}`)
  expect((await admin('PUT', `/users/restore/${id}`)).json().user).toMatchObject({ department_name: null })
  await admin('PUT', `/departments/restore/${department.id}`)
  expect((await admin('GET', `/users/id/${id}`)).json().user).toMatchObject({ department_name: 'Astronomy' })
})

test('a removed department is listed with the members it would have again', async () => {
  const department = await portal.make.department('Botany', { names: { ckb: 'ڕووەکناسی' } })
  await portal.make.staff({ department_id: department.id })
  await admin('DELETE', `/departments/${department.id}`)
  const { departments } = (await admin('GET', '/departments/removed')).json()
  expect(departments).toEqual([
    {
      id: department.id,
      name: 'Botany',
      names: { ckb: 'ڕووەکناسی' },
      member_count: 1,
      removed_at: expect.any(String),
      removed_by: 'Rana Wahid',
    },
  ])
})

test('a removed activity is listed with its score and type, and its name may have been used again', async () => {
  const activity = await portal.make.activity()
  await admin('DELETE', `/activities/${activity.id}`)
  const { activities } = (await admin('GET', '/activities/removed')).json()
  expect(activities).toMatchObject([{ id: activity.id, name: activity.name, score: activity.score, type: activity.type }])

  const again = { name: activity.name.toUpperCase(), description: 'Again', score: 1, type: 'Elective' }
  expect((await admin('POST', '/activities', again)).statusCode).toBe(201)
  const refused = await admin('PUT', `/activities/restore/${activity.id}`)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toBe('An activity with this name already exists.')
})
