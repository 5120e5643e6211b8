import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'

interface Queue {
  push(item: object): object
  shift(): object
  remove(item: object): object | null
}

test('the lists of connections in the driver do not grow with the queries they served', async () => {
  // Not offered by the driver's own entry.
  const file = new URL('../node_modules/postgres/src/queue.js', import.meta.url)
  const { default: makeQueue } = (await import(file.href)) as { default: () => Queue }
  const queue = makeQueue()
  for (let count = 0; count < 10; count += 1) queue.push({ count })

  let longest = 0
  const { indexOf } = Array.prototype
  // It is what looks through the whole list.
  Array.prototype.indexOf = function (...args: Parameters<typeof indexOf>) {
    longest = Math.max(longest, this.length)
    return indexOf.apply(this, args)
  }
  try {
    // As the pool does for each query while other connections are free.
    for (let query = 0; query < 5000; query += 1) {
      const connection = queue.shift()
      queue.remove(connection)
      queue.push(connection)
    }
  } finally {
    Array.prototype.indexOf = indexOf
  }
  expect(longest).toBeLessThan(200)
})

test('questions one after another go to one connection, whose memory is warm', async () => {
  const database = await createTestDatabase()
  const { sql } = database
  const backend = async () => (await sql<[{ pid: number }]>`select pg_backend_pid() as pid, pg_sleep(0.01)`)[0].pid
  try {
    const atOnce = await Promise.all([backend(), backend()])
    expect(new Set(atOnce).size).toBe(2)
    const inTurn: number[] = []
    for (let count = 0; count < 6; count += 1) inTurn.push(await backend())
    expect(new Set(inTurn).size).toBe(1)
  } finally {
    await database.drop()
  }
})
