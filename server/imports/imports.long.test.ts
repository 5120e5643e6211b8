import { afterAll, beforeAll, expect, test } from 'vitest'
import { multipart } from '../../testing/multipart.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let session: { cookie: string }
beforeAll(async () => {
  portal = await startPortal({ limits: 'usual' })
  await portal.make.term('Autumn 2026', '2026-09-01', '2027-01-31')
  await portal.make.department('Physics')
  session = await portal.startSession(await portal.make.admin())
})
afterAll(() => portal.stop())

/** The reply, and the time it took. */
async function send(path: string, lines: string[], fields: Record<string, string> = {}) {
  const bytes = Buffer.from(lines.join('\n'))
  const { payload, headers } = multipart(fields, { field: 'file', name: 'a.csv', bytes })
  const begin = performance.now()
  const reply = await portal.app.inject({
    method: 'POST',
    url: `/imports/${path}`,
    payload,
    headers: { ...headers, ...session },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return { body: reply.json(), ms: performance.now() - begin }
}

test('5,000 rows take under ten seconds', async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => `Member ${index},bulk${index}@test.example,bulk${index},Physics,Male`)
  const file = ['Name,Email,UserName,Department,Gender', ...rows]
  const preview = await send('users/preview', file)
  expect(preview.body.counts.new).toBe(5000)
  const applied = await send('users', file, { fingerprint: preview.body.fingerprint })
  expect(applied.body.added).toBe(5000)
  expect(preview.ms + applied.ms).toBeLessThan(10_000)
  expect((await send('users/preview', file)).body.counts.same).toBe(5000)
})

test('5,000 scores and 5,000 users are undone in under ten seconds', async () => {
  const call = async (method: 'GET' | 'PUT', url: string) => {
    const begin = performance.now()
    const reply = await portal.app.inject({ method, url, headers: session })
    expect(reply.statusCode, reply.body).toBe(200)
    return { body: reply.json(), ms: performance.now() - begin }
  }
  const imported = async (kind: string, file: string[]) => {
    const { fingerprint } = (await send(`${kind}/preview`, file)).body
    return (await send(kind, file, { fingerprint })).body.import_id
  }
  const names = Array.from({ length: 5000 }, (_, index) => `undone${index}`)
  const users = await imported('users', [
    'Name,Email,UserName,Department,Gender',
    ...names.map((name) => `${name},${name}@test.example,${name},Physics,Male`),
  ])
  const scores = await imported('scores', ['UserName,T P.,F B.', ...names.map((name) => `${name},1,2`)])
  for (const id of [scores, users]) {
    const page = await call('GET', `/imports/${id}`)
    expect(page.body.rows).toHaveLength(5000)
    const undone = await call('PUT', `/imports/undo/${id}`)
    expect(undone.body).toMatchObject({ restored: 5000, exceptions: 0 })
    expect(page.ms + undone.ms).toBeLessThan(10_000)
  }
})

test('ten thousand rows that name one user take little more time than five thousand', async () => {
  const { username } = await portal.make.staff()
  const preview = (count: number) => send('scores/preview', ['UserName,T P.', ...Array(count).fill(`${username},1`)])
  await preview(100)
  const [half, whole] = [await preview(5000), await preview(10_000)]
  expect(whole.body.counts.wrong).toBe(10_000)
  // Quadratic work would take four times as long.
  expect(whole.ms).toBeLessThan(half.ms * 3)
})
