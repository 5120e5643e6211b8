import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { listenTo } from './listen.ts'

test('a LISTEN that fails is reported once, however often it is tried again', async () => {
  let attempts = 0
  const broken = createServer((socket) => {
    attempts += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(broken, 'listening')
  const { port } = broken.address() as { port: number }
  const failures: unknown[] = []
  const stop = listenTo({ address: `postgresql://portal@127.0.0.1:${port}/portal` } as never, 'notices', {
    onNotification() {},
    onListening() {},
    onFailure: (error) => void failures.push(error),
  })
  try {
    await expect.poll(() => attempts).toBeGreaterThan(2)
    expect(failures).toEqual([expect.any(Error)])
  } finally {
    await stop()
    broken.close()
  }
})
