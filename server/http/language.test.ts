import cookies from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '../../contract/languages/catalogue.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { languageOf, sayIn } from './language.ts'

describe('the language of a request', () => {
  const app = Fastify()
  beforeAll(async () => {
    app.decorate('defaultLanguage', 'ckb')
    await app.register(cookies)
    app.get('/', async (request) => languageOf(request))
  })
  afterAll(() => app.close())

  const languageFor = async (headers: Record<string, string>) => (await app.inject({ url: '/', headers })).body

  test('is English for a program that names none, whatever the default', async () => {
    expect(await languageFor({})).toBe('en')
  })

  test.each([
    ['ckb', 'ckb'],
    ['ckb-IQ', 'ckb'],
    ['ku,ar;q=0.5', 'ckb'],
    ['ku-IQ,en;q=0.5', 'ckb'],
    ['ku-Arab-IQ', 'ckb'],
    ['ckb-Arab-IR,en', 'ckb'],
    ['AR-iq', 'ar'],
    ['en-GB,en;q=0.9,ar;q=0.8', 'en'],
    ['en;q=0.3,ar;q=0.7', 'ar'],
    ['fr, ar ; q=0.5 , en;q=0.4', 'ar'],
    ['ar;q=0, en;q=0.1', 'en'],
  ])('is the one that the browser prefers: %s is %s', async (header, language) => {
    expect(await languageFor({ 'accept-language': header })).toBe(language)
  })

  test('is not Sorani for a reader of Kurmanji', async () => {
    expect(await languageFor({ 'accept-language': 'ku-TR,en;q=0.5' })).toBe('en')
  })

  test.each(['fr', 'ku-TR', '*', '', ';;;', ',,,', 'q=1', 'ar;q=abc', 'arabic', '../en', '\u00ff', 'x,'.repeat(5000)])(
    'is the default where the browser accepts none of ours: %j',
    async (header) => {
      expect(await languageFor({ 'accept-language': header })).toBe('ckb')
    },
  )

  test('is the chosen one in any case; a cookie with another value chooses none', async () => {
    expect(await languageFor({ cookie: 'language=ar', 'accept-language': 'en' })).toBe('ar')
    expect(await languageFor({ cookie: 'language=ar' })).toBe('ar')
    expect(await languageFor({ cookie: 'language=ku', 'accept-language': 'en' })).toBe('en')
    expect(await languageFor({ cookie: 'language=__proto__' })).toBe('en')
  })
})

describe('replies', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await startPortal({ environment: { DEFAULT_LANGUAGE: 'ar' } })
  })
  afterAll(() => portal.stop())

  const { unauthorized } = messages.general

  test.each([
    [{}, 'en'],
    [{ 'accept-language': 'ckb' }, 'ckb'],
    [{ 'accept-language': 'fr' }, 'ar'],
    [{ 'accept-language': 'ckb', cookie: 'language=en' }, 'en'],
  ] as const)('to %j are in %s, with the same code', async (headers, language) => {
    const reply = await portal.app.inject({ url: '/users', headers })
    expect(reply.json()).toEqual({ message: sayIn(language)(unauthorized), code: 'general.unauthorized' })
  })

  test('have the errors of a form in the same language, with codes and their values', async () => {
    const admin = await portal.as(await portal.make.admin())
    const reply = await admin('POST', '/departments', { name: 'x'.repeat(300) }, { 'accept-language': 'ckb' })
    const tooLong = reply.json().errors[0]
    expect(tooLong).toEqual({
      field: 'name',
      code: 'general.tooLong',
      params: { most: expect.any(String) },
      message: sayIn('ckb')(messages.general.tooLong({ most: tooLong.params.most })),
    })
    expect(reply.json()).toMatchObject({ code: tooLong.code, params: tooLong.params, message: tooLong.message })
  })

  test('to success are in the language of the request, but for the sign-in, which a client recognises by its words', async () => {
    const user = await portal.make.admin()
    const admin = await portal.as(user)
    const { id } = await portal.make.department('Botany')
    const removed = await admin('DELETE', `/departments/${id}`, undefined, { 'accept-language': 'ckb' })
    expect(removed.json()).toEqual({ message: sayIn('ckb')(messages.departments.deleted) })
    const payload = { username: user.username, password: 'a long test sentence' }
    const headers = { 'accept-language': 'ckb' }
    const signedIn = await portal.app.inject({ method: 'POST', url: '/auth/login', payload, headers })
    expect(signedIn.json().message).toBe('Login successful')
  })
})
