import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { roles } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'

const stored = new Map<string, string>()
const fetched = vi.fn<(address: string, request: RequestInit) => Promise<Response>>()

beforeEach(async () => {
  vi.resetModules()
  stored.clear()
  fetched.mockReset().mockImplementation(async () => Response.json({ message: 'ok' }))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    clear: () => stored.clear(),
  })
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
  const { setLanguage } = await import('../language/language.ts')
  setLanguage('en', en)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function signIn() {
  for (const [key, value] of Object.entries({ user_id: '7', role_id: '2', username: 's.aziz', name: 'Sara Aziz' }))
    stored.set(key, value)
}

function lastRequest() {
  const [address, request] = fetched.mock.lastCall ?? []
  return { address, body: request?.body, headers: new Headers(request?.headers) }
}

test('every JSON body carries the stored user id and role id', async () => {
  signIn()
  const { call } = await import('./api.ts')
  await call('POST /departments', { body: { name: 'Physics' } })
  expect(JSON.parse(String(lastRequest().body))).toEqual({ id: 7, role_id: 2, name: 'Physics' })
  expect(lastRequest().headers.get('Content-Type')).toBe('application/json')
})

test('a field of the payload wins over an added one of the same name', async () => {
  signIn()
  const { call } = await import('./api.ts')
  const who = { name: 'Omar', username: 'omar', email: 'omar@example.edu', gender: 'Other' }
  const omar = { ...who, password: 'a long sentence', department_id: 3, role_id: roles.admin }
  await call('POST /users', { body: omar })
  expect(JSON.parse(String(lastRequest().body))).toEqual({ id: 7, ...omar })

  const form = new FormData()
  form.set('id', '99')
  await call('POST /posted-activities', { body: form })
  expect(Object.fromEntries(form)).toEqual({ id: '99', role_id: '2' })
  expect(lastRequest().headers.has('Content-Type')).toBe(false)
})

test('a missing identity is warned about, except when signing in', async () => {
  const { call } = await import('./api.ts')
  await call('POST /auth/login', { body: { username: 'a', password: 'b' }, signedOut: true })
  expect(console.warn).not.toHaveBeenCalled()
  await call('POST /departments', { body: { name: 'Physics' } })
  expect(console.warn).toHaveBeenCalledWith('The stored user id or role id is missing.')
})

test('User-Id and Role-Id are sent where a call requires them', async () => {
  signIn()
  const { call } = await import('./api.ts')
  await call('GET /departments', { identityIn: 'headers' })
  expect(lastRequest().headers.get('User-Id')).toBe('7')
  expect(lastRequest().headers.get('Role-Id')).toBe('2')
  expect(lastRequest().body).toBeUndefined()
})

test('params and query become the URL; undefined values are left out', async () => {
  signIn()
  const { addressOf, call } = await import('./api.ts')
  await call('GET /users/id/:id', { params: { id: 3 }, query: { term_id: undefined } })
  expect(lastRequest().address).toBe('/users/id/3')
  await call('GET /audit', { query: { person: 3, zone: 'Asia/Baghdad' } })
  expect(lastRequest().address).toBe('/audit?person=3&zone=Asia%2FBaghdad')
  await call('PUT /users/toggle-role/:id', { params: { id: 3 }, identityIn: 'query' })
  expect(lastRequest().address).toBe('/users/toggle-role/3?id=7&role_id=2')
  expect(addressOf('GET /uploads/activities/:image_id.jpg', { params: { image_id: 'a/b' } })).toBe(
    '/uploads/activities/a%2Fb.jpg',
  )
})

test('a call that the contract does not define does not compile', async () => {
  const { call } = await import('./api.ts')
  // @ts-expect-error there is no such path
  await call('GET /nothing')
  // @ts-expect-error the parameter is missing
  await call('DELETE /departments/:id')
  // @ts-expect-error the name is missing
  await call('POST /departments', { body: {} })
  // @ts-expect-error a department takes no such field
  await call('POST /departments', { body: { name: 'Physics', colour: 'red' } })
  // @ts-expect-error a list takes no body
  await call('GET /departments', { body: { name: 'Physics' } })
  // @ts-expect-error a file is not JSON
  await call('GET /statements/pdf', { query: { user_id: 1 } })
  // @ts-expect-error the reply has departments
  void (await call('GET /departments')).users
})

test('a 401 is logged and clears local storage; one for a wrong password does neither', async () => {
  signIn()
  const { call } = await import('./api.ts')
  fetched.mockImplementation(async () => Response.json({ message: 'no', code: 'auth.invalid' }, { status: 401 }))
  await expect(call('POST /auth/login', { body: { username: 'a', password: 'b' }, signedOut: true })).rejects.toMatchObject({
    status: 401,
    reason: { key: 'auth.invalid', words: 'no' },
  })
  expect(stored.size).toBe(4)
  await expect(call('GET /users')).rejects.toMatchObject({ status: 401 })
  expect(console.error).toHaveBeenCalledWith('Unauthorized access. Please login again.')
  expect(stored.size).toBe(0)
})

test('the server is asked for the language of the page', async () => {
  const { call } = await import('./api.ts')
  await call('GET /terms')
  expect(lastRequest().headers.get('Accept-Language')).toBe('en')
})

test('a 403 is logged and keeps the session', async () => {
  signIn()
  const { call } = await import('./api.ts')
  fetched.mockImplementation(async () => Response.json({ message: 'no' }, { status: 403 }))
  await expect(call('GET /users')).rejects.toMatchObject({ status: 403 })
  expect(console.error).toHaveBeenCalledWith('Permission denied: Admins only.')
  expect(stored.size).toBe(4)
})

test('no response, an aborted response and a response without a message are distinguished', async () => {
  const { ApiError, call, messageOf, NoResponse } = await import('./api.ts')
  fetched.mockRejectedValueOnce(new DOMException('too late', 'TimeoutError'))
  await expect(call('GET /terms')).rejects.toBeInstanceOf(NoResponse)

  fetched.mockResolvedValueOnce(new Response('<html>bad gateway</html>', { status: 502 }))
  const failure = await call('GET /terms').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(messageOf(failure, messages.terms.loadFailed).key).toBe('terms.loadFailed')

  const later = { message: 'Later.', code: 'auth.tooManyAttempts', params: { count: 12 } }
  fetched.mockResolvedValueOnce(Response.json(later, { status: 429, headers: { 'Retry-After': '12' } }))
  await expect(call('GET /terms')).rejects.toMatchObject({
    reason: { key: 'auth.tooManyAttempts', values: { count: 12 }, words: 'Later.' },
    retryAfterSeconds: 12,
  })
})

test('a list with an ETag is revalidated, and its cache is cleared with the session', async () => {
  signIn()
  const { call } = await import('./api.ts')
  const { clearSession } = await import('../session/session.ts')
  fetched.mockImplementationOnce(async () => Response.json({ users: [1] }, { headers: { ETag: '"one"' } }))
  const first = await call('GET /users')
  expect(lastRequest().headers.has('If-None-Match')).toBe(false)
  fetched.mockImplementationOnce(async () => new Response(null, { status: 304 }))
  expect(await call('GET /users')).toBe(first)
  expect(lastRequest().headers.get('If-None-Match')).toBe('"one"')
  clearSession()
  await call('GET /users')
  expect(lastRequest().headers.has('If-None-Match')).toBe(false)
})

test('a change whose reply was lost is sent again with the same Idempotency-Key; after the reply, with another', async () => {
  signIn()
  const { call } = await import('./api.ts')
  const keys: (string | null)[] = []
  const add = async () => {
    const outcome = await call('POST /departments', { body: { name: 'Physics' } }).catch((error: Error) => error.name)
    keys.push(lastRequest().headers.get('Idempotency-Key'))
    return outcome
  }
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await add()).toBe('ReplyLost')
  // The head of the reply arrives, but its body does not.
  const cutOff = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) })
  fetched.mockResolvedValueOnce(new Response(cutOff, { status: 201 }))
  expect(await add()).toBe('ReplyLost')
  expect(await add()).toEqual({ message: 'ok' })
  expect(await add()).toEqual({ message: 'ok' })
  expect(keys[0]).toBeTruthy()
  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(keys[3]).not.toBe(keys[0])
})

test('what was not sent, and what only asks, is not lost', async () => {
  signIn()
  const { call } = await import('./api.ts')
  const nameOf = (error: Error) => error.name
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  const simulation = { bands: [], limits: [], term_id: 1 } as never
  expect(await call('POST /rules/simulate', { body: simulation, changesNothing: true }).catch(nameOf)).toBe('NoResponse')
  vi.stubGlobal('navigator', { onLine: false })
  expect(await call('POST /departments', { body: { name: 'Physics' } }).catch(nameOf)).toBe('NoResponse')
})

test('a repeated reply is known as one, with the row in it', async () => {
  signIn()
  const { call, isReplay } = await import('./api.ts')
  const add = () => call('POST /departments', { body: { name: 'Physics' } })
  const reply = { department: { id: 1 } }
  fetched.mockResolvedValueOnce(Response.json(reply))
  expect(isReplay((await add()).department)).toBe(false)
  fetched.mockResolvedValueOnce(Response.json(reply, { headers: { 'Idempotent-Replayed': 'true' } }))
  expect(isReplay((await add()).department)).toBe(true)
})

test('reading and signing in have no Idempotency-Key', async () => {
  const { call } = await import('./api.ts')
  await call('GET /terms')
  expect(lastRequest().headers.has('Idempotency-Key')).toBe(false)
  await call('POST /auth/login', { body: { username: 'a', password: 'b' }, signedOut: true })
  expect(lastRequest().headers.has('Idempotency-Key')).toBe(false)
})
