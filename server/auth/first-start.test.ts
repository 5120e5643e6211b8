import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstAccountName } from '../../contract/account-names.ts'
import { dayIn } from '../../contract/dates.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { readSettings } from '../settings.ts'
import { academicYearOf, prepareFirstStart } from './first-start.ts'
import { isPassword } from './passwords.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('the first start', () => {
  test('creates one administrator with a random password, shown once, also when three servers start together', async () => {
    const made = await Promise.all([1, 2, 3].map(() => prepareFirstStart(database.sql, readSettings({}))))
    const [administrator] = made.filter((one) => one !== undefined)
    expect(made.filter((one) => one === undefined)).toHaveLength(2)
    expect(administrator).toMatchObject({ username: 'admin', password: expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/) })
    const users = await database.sql<{ password_hash: string }[]>`select name, role_id, password_hash from users`
    expect(users).toHaveLength(1)
    expect(users[0]).toMatchObject({ name: firstAccountName, role_id: 1 })
    expect(await isPassword(administrator?.password ?? '', users[0]?.password_hash ?? '')).toBe(true)
    for (const guess of ['admin', 'password', '']) expect(await isPassword(guess, users[0]?.password_hash ?? '')).toBe(false)
  })

  test('makes the present academic year the current term', async () => {
    const [term] = await database.sql`select start_date, end_date, is_current, status from terms`
    const { name: _, ...dates } = academicYearOf(dayIn('UTC', new Date()))
    expect(term).toEqual({ ...dates, is_current: true, status: 'open' })
  })

  test.each([
    ['2026-09-01', '2026/2027'],
    ['2026-08-31', '2025/2026'],
    ['2027-01-15', '2026/2027'],
  ])('%s is in %s', (day, name) => {
    expect(academicYearOf(day).name).toBe(name)
  })

  test('creates the administrator of the settings, and refuses an unsafe password with a message', async () => {
    const own = await createTestDatabase()
    try {
      await expect(prepareFirstStart(own.sql, readSettings({ ADMIN_PASSWORD: 'password123' }))).rejects.toThrow(
        'ADMIN_PASSWORD is not safe: This password is too common. Choose another.',
      )
      const given = readSettings({ ADMIN_USERNAME: 'rector', ADMIN_PASSWORD: 'correct horse battery' })
      expect(await prepareFirstStart(own.sql, given)).toEqual({ username: 'rector', password: undefined })
      const [user] = await own.sql<{ username: string; password_hash: string }[]>`select username, password_hash from users`
      expect(user?.username).toBe('rector')
      expect(await isPassword('correct horse battery', user?.password_hash ?? '')).toBe(true)
    } finally {
      await own.drop()
    }
  })
})
