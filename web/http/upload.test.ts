import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browser as limits } from '../../contract/limits.ts'

/** A fake XMLHttpRequest, driven by the test. */
class FakeRequest {
  static last: FakeRequest
  upload: Record<string, (event?: unknown) => void> = {}
  status = 0
  responseText = ''
  onloadend = () => {}
  open = vi.fn()
  setRequestHeader = vi.fn()
  getResponseHeader = (name: string) => this.headers[name] ?? null
  headers: Record<string, string> = {}
  send = vi.fn()
  abort = vi.fn(() => this.onloadend())
  constructor() {
    FakeRequest.last = this
  }
  progressed(loaded: number, total: number) {
    this.upload['onprogress']?.({ loaded, total })
  }
  reply(status: number, text: string, headers = {}) {
    Object.assign(this, { status, responseText: text, headers })
    this.onloadend()
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
  const stored: Record<string, string> = { user_id: '7', role_id: '2', username: 's.aziz', name: 'Sara Aziz' }
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored[key] ?? null, removeItem: () => {} })
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.spyOn(console, 'error').mockReturnValue()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function start(signal?: AbortSignal) {
  const { uploadWith } = await import('./upload.ts')
  const { call } = await import('./api.ts')
  const form = new FormData()
  const progress = vi.fn()
  const outcome = call('POST /posted-activities', {
    body: form,
    transport: uploadWith(progress),
    ...(signal && { signal }),
  }).catch((error: unknown) => error)
  return { form, progress, outcome, request: FakeRequest.last }
}

test('sends the identity, reports progress, and returns the reply', async () => {
  const { form, progress, outcome, request } = await start()
  expect(Object.fromEntries(form)).toEqual({ id: '7', role_id: '2' })
  request.progressed(1, 4)
  request.upload['onload']?.()
  expect(progress.mock.calls).toEqual([[0.25], [1]])
  request.reply(201, '{"postedActivity":{"id":3}}')
  expect(await outcome).toEqual({ postedActivity: { id: 3 } })
})

test('a repeated reply is known as one', async () => {
  const { outcome, request } = await start()
  request.reply(201, '{"postedActivity":{"id":3}}', { 'Idempotent-Replayed': 'true' })
  const { isReplay } = await import('./api.ts')
  expect(isReplay(((await outcome) as { postedActivity: object }).postedActivity)).toBe(true)
})

test('with progress it may take a minute; five seconds without progress time out', async () => {
  const { outcome, request } = await start()
  for (let second = 0; second < 60; second += 4) {
    await vi.advanceTimersByTimeAsync(4000)
    request.progressed(second, 60)
  }
  expect(request.abort).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5000)
  expect(request.abort).toHaveBeenCalled()
  expect(await outcome).toMatchObject({ name: 'ReplyLost' })
})

test('after the last byte it waits longer than the server may take, which renders the pages of a PDF', async () => {
  const { outcome, request } = await start()
  request.upload['onload']?.()
  await vi.advanceTimersByTimeAsync(limits.afterUpload - 1000)
  expect(request.abort).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(request.abort).toHaveBeenCalled()
  expect(await outcome).toMatchObject({ name: 'ReplyLost' })
})

test('is cancelled by its signal', async () => {
  const cancel = new AbortController()
  const { outcome, request } = await start(cancel.signal)
  request.progressed(1, 4)
  cancel.abort()
  expect(request.abort).toHaveBeenCalled()
  expect(await outcome).toMatchObject({ name: 'ReplyLost' })
})

test('a refusal has the messages of the server; a proxy’s error page has none', async () => {
  const refused = await start()
  const twice = { message: 'Twice.', code: 'postedActivities.twice' }
  refused.request.reply(409, JSON.stringify({ ...twice, errors: [{ field: 'starting_date', ...twice }] }))
  expect(await refused.outcome).toMatchObject({
    status: 409,
    reason: { key: 'postedActivities.twice' },
    errors: [{ field: 'starting_date', message: { key: 'postedActivities.twice', words: 'Twice.' } }],
  })
  const busy = await start()
  busy.request.reply(503, '{"message":"Later."}', { 'Retry-After': '2' })
  expect(await busy.outcome).toMatchObject({ status: 503, retryAfterSeconds: 2 })
  const broken = await start()
  broken.request.reply(502, '<h1>Bad gateway</h1>')
  expect(await broken.outcome).toMatchObject({ status: 502, reason: undefined })
})
