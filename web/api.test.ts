import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
const fetched = vi.fn<(address: string, request: RequestInit) => Promise<Response>>()

beforeEach(() => {
  vi.resetModules()
  stored.clear()
  fetched.mockReset().mockImplementation(async () => Response.json({ message: 'ok' }))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    clear: () => stored.clear(),
  })
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
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

test('a field of the payload itself wins over an added one', async () => {
  signIn()
  const { api } = await import('./api.ts')
  await api('POST', '/users', { body: { name: 'Omar', role_id: 1 } })
  expect(JSON.parse(String(lastRequest().body))).toEqual({ id: 7, role_id: 1, name: 'Omar' })

  const form = new FormData()
  form.set('id', '99')
  await api('POST', '/posted-activities', { body: form })
  expect(Object.fromEntries(form)).toEqual({ id: '99', role_id: '2' })
  expect(lastRequest().headers.has('Content-Type')).toBe(false)
})

test('a missing identity is warned about, except when signing in', async () => {
  const { api, call } = await import('./api.ts')
  await api('POST', '/auth/login', { body: { username: 'a', password: 'b' }, signedOut: true })
  expect(console.warn).not.toHaveBeenCalled()
  await call('POST /departments', { body: { name: 'Physics' } })
  expect(console.warn).toHaveBeenCalledWith('The stored user id or role id is missing.')
})

test('User-Id and Role-Id are sent where a call asks for them', async () => {
  signIn()
  const { call } = await import('./api.ts')
  await call('GET /departments', { identityIn: 'headers' })
  expect(lastRequest().headers.get('User-Id')).toBe('7')
  expect(lastRequest().headers.get('Role-Id')).toBe('2')
  expect(lastRequest().body).toBeUndefined()
})

test('a 401 is logged and clears local storage; one for a wrong password does neither', async () => {
  signIn()
  const { api } = await import('./api.ts')
  fetched.mockImplementation(async () => Response.json({ message: 'no' }, { status: 401 }))
  await expect(api('POST', '/auth/login', { body: {}, signedOut: true })).rejects.toMatchObject({ status: 401, message: 'no' })
  expect(stored.size).toBe(4)
  await expect(api('GET', '/users')).rejects.toMatchObject({ status: 401 })
  expect(console.error).toHaveBeenCalledWith('Unauthorized access. Please login again.')
  expect(stored.size).toBe(0)
})

test('a 403 is logged and keeps the session', async () => {
  signIn()
  const { api } = await import('./api.ts')
  fetched.mockImplementation(async () => Response.json({ message: 'no' }, { status: 403 }))
  await expect(api('GET', '/users')).rejects.toMatchObject({ status: 403 })
  expect(console.error).toHaveBeenCalledWith('Permission denied: Admins only.')
  expect(stored.size).toBe(4)
})

test('no answer, a broken-off answer and an answer without a sentence are told apart', async () => {
  const { api, ApiError, messageOf, NoResponse } = await import('./api.ts')
  fetched.mockRejectedValueOnce(new DOMException('too late', 'TimeoutError'))
  await expect(api('GET', '/terms')).rejects.toBeInstanceOf(NoResponse)

  fetched.mockResolvedValueOnce(new Response('<html>bad gateway</html>', { status: 502 }))
  const failure = await api('GET', '/terms').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(messageOf(failure, 'Failed to load')).toBe('Failed to load')

  fetched.mockResolvedValueOnce(Response.json({ message: 'Later.' }, { status: 429, headers: { 'Retry-After': '12' } }))
  await expect(api('GET', '/terms')).rejects.toMatchObject({ message: 'Later.', retryAfterSeconds: 12 })
})

test('a list that the server marked is asked for again only if it changed, and forgotten with the session', async () => {
  signIn()
  const { api } = await import('./api.ts')
  const { clearSession } = await import('./session.ts')
  fetched.mockImplementationOnce(async () => Response.json({ users: [1] }, { headers: { ETag: '"one"' } }))
  const first = await api('GET', '/users')
  expect(lastRequest().headers.has('If-None-Match')).toBe(false)
  fetched.mockImplementationOnce(async () => new Response(null, { status: 304 }))
  expect(await api('GET', '/users')).toBe(first)
  expect(lastRequest().headers.get('If-None-Match')).toBe('"one"')
  clearSession()
  await api('GET', '/users')
  expect(lastRequest().headers.has('If-None-Match')).toBe(false)
})
