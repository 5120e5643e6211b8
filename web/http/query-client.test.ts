import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NoResponse } from './api.ts'
import { createQueryClient } from './query-client.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  onlineManager.setOnline(true)
  vi.useRealTimers()
})

test('offline, a change fails at once, and nothing is sent later', async () => {
  onlineManager.setOnline(false)
  const send = vi.fn().mockRejectedValue(new NoResponse(new TypeError('Failed to fetch')))
  const change = new MutationObserver(createQueryClient(0), { mutationFn: () => send() })
  await expect(change.mutate()).rejects.toBeInstanceOf(NoResponse)
  onlineManager.setOnline(true)
  await vi.runAllTimersAsync()
  expect(send).toHaveBeenCalledTimes(1)
})

test('offline, loading fails within five seconds and begins again when the browser is back online', async () => {
  onlineManager.setOnline(false)
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new NoResponse(new TypeError('Failed to fetch')))
  const client = createQueryClient(30_000)
  client.mount()
  const list = new QueryObserver(client, { queryKey: ['list'], queryFn: load })
  const stop = list.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(5000)
  expect(list.getCurrentResult()).toMatchObject({ isLoadingError: true, fetchStatus: 'idle' })
  load.mockResolvedValue('rows')
  onlineManager.setOnline(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(list.getCurrentResult().data).toBe('rows')
  stop()
  client.unmount()
})

test('a load that timed out is not tried again: the user has waited long enough', async () => {
  const load = vi.fn().mockRejectedValue(new NoResponse(new DOMException('too late', 'TimeoutError')))
  const client = createQueryClient(0)
  const list = new QueryObserver(client, { queryKey: ['list'], queryFn: load })
  const stop = list.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(5000)
  expect(load).toHaveBeenCalledTimes(1)
  stop()
})
