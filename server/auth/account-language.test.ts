import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '../../contract/languages/catalogue.ts'
import { type MadeUser, testPassword } from '../../testing/factories.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { sayIn } from '../http/language.ts'

let portal: Portal
let user: MadeUser
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())
beforeEach(async () => {
  user = await portal.make.staff()
})

async function storedLanguage() {
  const [row] = await portal.sql<{ language: string }[]>`select language from user_preferences where user_id = ${user.id}`
  return row?.language
}

/** A browser: sends its cookies, and keeps those that it gets. */
function browser(chosen?: string) {
  const jar = new Map(chosen ? [['language', chosen]] : [])
  return {
    chosen: () => jar.get('language'),
    async call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const reply = await portal.app.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) })
      for (const { name, value } of reply.cookies) jar.set(name, value)
      return reply
    },
    signIn() {
      return this.call('POST', '/auth/login', { username: user.username, password: testPassword })
    },
  }
}

describe('choosing a language', () => {
  test('stores it with the account, and in the browser for a year; scripts may read it', async () => {
    const own = browser()
    await own.signIn()
    const reply = await own.call('PUT', '/auth/language', { language: 'ckb' })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ message: sayIn('ckb')(messages.auth.languageChanged) })
    expect(reply.headers['set-cookie']).toBe('language=ckb; Max-Age=31536000; Path=/; SameSite=Lax')
    expect(await storedLanguage()).toBe('ckb')
    await own.call('PUT', '/auth/language', { language: 'ar' })
    expect(await storedLanguage()).toBe('ar')
  })

  test('sets a Secure cookie under https', async () => {
    const secure = await startPortal({ environment: { PUBLIC_URL: 'https://portal.test' } })
    try {
      const member = await secure.as(await secure.make.staff())
      const reply = await member('PUT', '/auth/language', { language: 'ar' })
      expect(reply.headers['set-cookie']).toBe('language=ar; Max-Age=31536000; Path=/; Secure; SameSite=Lax')
    } finally {
      await secure.stop()
    }
  })

  test.each(['ku', 'EN', '', null, undefined, 5, ['en']])('refuses %j at its field', async (language) => {
    const member = await portal.as(user)
    const reply = await member('PUT', '/auth/language', { language })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'auth.invalidLanguage', errors: [{ field: 'language' }] })
    expect(await storedLanguage()).toBeUndefined()
  })
})

describe('signing in', () => {
  test('brings the language of the account to a browser that has none; one in which a language was chosen keeps it', async () => {
    await portal.sql`insert into user_preferences (user_id, language) values (${user.id}, 'ckb')`
    for (const [before, after] of [
      [undefined, 'ckb'],
      ['ar', 'ar'],
    ] as const) {
      const other = browser(before)
      const reply = await other.signIn()
      expect(Object.keys(reply.json())).toEqual(['message', 'user', 'rights'])
      expect(Object.keys(reply.json().user).toSorted()).toEqual(['id', 'name', 'role_id', 'username'])
      expect(other.chosen()).toBe(after)
    }
    expect(await storedLanguage()).toBe('ckb')
  })

  test('does not store the language of the browser, which another member may have chosen', async () => {
    const shared = browser('ar')
    await shared.signIn()
    await shared.call('GET', '/auth/me')
    expect(shared.chosen()).toBe('ar')
    expect(await storedLanguage()).toBeUndefined()
  })

  test('chooses nothing where neither has chosen', async () => {
    const own = browser()
    await own.signIn()
    expect(own.chosen()).toBeUndefined()
    expect(await storedLanguage()).toBeUndefined()
  })

  test('that fails changes nothing', async () => {
    await browser('ar').call('POST', '/auth/login', { username: user.username, password: 'wrong password' })
    expect(await storedLanguage()).toBeUndefined()
  })
})

describe('who is signed in', () => {
  test('brings a language that was chosen in another browser to one in which none was chosen', async () => {
    const [first, second] = [browser(), browser()]
    await first.signIn()
    await second.signIn()
    await second.call('PUT', '/auth/language', { language: 'ckb' })
    expect(first.chosen()).toBeUndefined()
    const reply = await first.call('GET', '/auth/me')
    expect(Object.keys(reply.json())).toEqual(['user', 'rights', 'newest_notice', 'session_ends_at', 'outbox_days'])
    expect(first.chosen()).toBe('ckb')
    expect((await first.call('GET', '/auth/me')).cookies).toEqual([])
  })
})
