import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
})
afterAll(() => portal.stop())

const isDone = async (caller: Caller, key: string) => (await caller('GET', `/sent-changes/${key}`)).json()

test('a change is known by its key once it was done, to its own user alone', async () => {
  const key = randomUUID()
  expect(await isDone(admin, key)).toEqual({ done: false })
  const reply = await admin('POST', '/departments', { name: 'Botany' }, { 'idempotency-key': key })
  expect(reply.statusCode).toBe(201)
  expect(await isDone(admin, key)).toEqual({ done: true })
  expect(await isDone(await portal.as(await portal.make.admin()), key)).toEqual({ done: false })
})

test('a refused change was not done', async () => {
  const key = randomUUID()
  const reply = await admin('POST', '/departments', { name: '' }, { 'idempotency-key': key })
  expect(reply.statusCode).toBe(400)
  expect(await isDone(admin, key)).toEqual({ done: false })
})
