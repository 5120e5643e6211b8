import fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import { multipart } from './multipart.ts'
import { type Portal, startPortal } from './portal.ts'

interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  pattern?: string
  format?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  maximum?: number
}
interface Operation {
  parameters?: { in: 'path' | 'query'; name: string; schema: Schema }[]
  'x-access': string
  requestBody?: { content: Record<string, { schema: Schema }> }
}
interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  operation: Operation
}
interface Call {
  by: 'nobody' | 'member' | 'administrator'
  path: Record<string, string>
  query: Record<string, string>
  body: unknown
  form: Record<string, string>
  file: Buffer | undefined
}

const oddTexts = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\r\n',
    '\u202e',
    '\u200b',
    '\ud800',
    '😀',
    "'; drop table users; --",
    '"',
    '\\',
    '%',
    '%00',
    '%ff',
    '../..',
  ],
  ...[
    '__proto__',
    'constructor',
    'null',
    'undefined',
    'NaN',
    '0',
    '-1',
    '1e3',
    '1.5',
    '2147483647',
    '2147483648',
    '99999999999',
    '0x10',
  ],
  ...[
    '9'.repeat(40),
    'x'.repeat(10_000),
    '2026-02-30',
    '0000-00-00',
    '0001-01-01',
    '9999-12-31',
    '+275760-09-13',
    'US/Pacific',
    'EST5EDT',
  ],
  ...['javascript:alert(1)', 'https://', 'http://[::1', '٣', 'é'.normalize('NFD'), '00000000-0000-0000-0000-000000000000'],
]
const oddText = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'binary', maxLength: 50 }))
const oddValue = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: { b: [] } }, JSON.parse('{"__proto__":{"a":1}}')),
  fc.constantFrom(-1, 0, -0, 0.05, 1e-9, 1000.1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308),
)

/** A value that mostly fits the schema: a call in which every value is odd is refused at its first field. */
function someValue(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 14, arbitrary: fitting(schema, name) }, { weight: 1, arbitrary: oddValue })
}

/** Plausible texts for a field of that name. */
const texts: Record<string, string[]> = {
  email: ['a@test.example', 'b@test.example'],
  username: ['somebody', 'another.one'],
  password: ['a long test sentence', 'another long sentence'],
  link: ['https://test.example/x', 'http://test.example/?a=1#b'],
  zone: ['UTC', 'Asia/Baghdad', 'US/Pacific'],
  gender: ['Female', 'Male'],
  code: ['abcd-efgh-jkmn', 'ABCDEFGHJKMN'],
}
const dates = ['2026-10-10', '2027-01-15', '2027-09-01', '2028-08-31']

function fitting(schema: Schema, name: string): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((one) => fitting(one, name)))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'array') return fc.array(someValue(schema.items ?? {}, name), { maxLength: 4 })
  if (schema.type === 'object') return bodyOf(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer')
    return fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 8 }) }, fc.constant(schema.maximum ?? 2 ** 31))
  if (schema.type === 'number') return fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10)
  if (schema.pattern?.startsWith('^[1-9]')) return fc.constantFrom('1', '2', '5')
  if (schema.format === 'uuid') return fc.uuid()
  if (/date$|^from$|^to$/.test(name)) return fc.constantFrom(...dates)
  return fc.constantFrom(...(texts[name] ?? ['A name', 'Another name', 'l', 'PhD']))
}

/** A body with mostly all of the schema's fields, and sometimes one that the schema does not have. */
function bodyOf({ properties = {} }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, someValue(schema, name)]))
  return fc.oneof(
    { weight: 4, arbitrary: fc.record(fields) },
    { weight: 1, arbitrary: fc.record({ ...fields, surplus: oddValue }, { requiredKeys: [] }) },
  )
}

const text = (schema: Schema, name: string) =>
  someValue(schema, name).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))

/** The fields of multipart forms, by the specification: OpenAPI does not describe them. */
const formOf = fc.record(
  {
    activity_id: text({ type: 'integer' }, 'activity_id'),
    starting_date: text({ type: 'string' }, 'starting_date'),
    link: text({ type: 'string' }, 'link'),
    fingerprint: oddText,
  },
  { requiredKeys: ['starting_date', 'activity_id'] },
)
const fileOf = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.array(oddText, { maxLength: 12 }).map((cells) => Buffer.from(`username,tp,fb\n${cells.join(',')}`)),
  fc.constantFrom(Buffer.from('\xff\xd8\xff\xe0', 'latin1'), Buffer.from('PK\x03\x04')),
)

function callOf({ parameters = [], requestBody, 'x-access': access }: Operation): fc.Arbitrary<Call> {
  const named = (place: 'path' | 'query') =>
    Object.fromEntries(
      parameters.filter((parameter) => parameter.in === place).map(({ name, schema }) => [name, text(schema, name)]),
    )
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  const callers = { admin: ['administrator'], staff: ['member'] }[access] ?? ['member', 'administrator']
  return fc.record({
    by: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...callers) }, fc.constantFrom('nobody', 'member', 'administrator')),
    path: fc.record(named('path')),
    query: fc.record(named('query'), { requiredKeys: [] }),
    body: body
      ? fc.oneof({ weight: 9, arbitrary: fitting(body, '') }, { weight: 1, arbitrary: oddValue })
      : fc.constant(undefined),
    form: formOf,
    file: fc.option(fileOf, { nil: undefined }),
  }) as fc.Arbitrary<Call>
}

let portal: Portal
let routes: Route[]

/** Starts a portal for the tests of the file that calls this. */
export function startFuzzing() {
  beforeAll(prepare)
  afterAll(() => portal.stop())
}

async function prepare() {
  portal = await startPortal({ environment: { API_DOCS: 'everyone' } })
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
  const activity = await portal.make.activity()
  for (let count = 0; count < 4; count += 1) {
    const member = await portal.make.staff()
    await portal.make.posting(member.id, activity, '2026-10-01')
  }
  const { paths } = (await portal.app.inject('/openapi.json')).json<{ paths: Record<string, Record<string, Operation>> }>()
  routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase() as Route['method'], path, operation })),
  )
}

/** Sessions of new users for each route: the calls may remove them, change their role or end their session. */
async function sessions() {
  return {
    nobody: {},
    member: await portal.startSession(await portal.make.staff()),
    administrator: await portal.startSession(await portal.make.admin()),
  }
}

async function send({ method, path }: Route, call: Call, headers: Record<string, string>) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(Buffer.from(call.path[name] ?? '').toString()),
  )
  const search = new URLSearchParams(call.query).toString()
  const isForm = /^\/(posted-activities|imports\/\{kind\})/.test(path) && (method === 'POST' || method === 'PUT')
  const form = isForm
    ? multipart(
        call.form,
        call.file && {
          name: 'a.jpg',
          field: path.startsWith('/imports') ? 'file' : method === 'PUT' ? 'files' : 'image',
          bytes: call.file,
        },
      )
    : undefined
  const begin = performance.now()
  const reply = await portal.app.inject({
    method,
    url: `${filled}${search ? `?${search}` : ''}`,
    headers: { ...headers, ...(form?.headers ?? (call.body === undefined ? {} : { 'content-type': 'application/json' })) },
    ...(form ? { payload: form.payload } : call.body === undefined ? {} : { payload: JSON.stringify(call.body) }),
  })
  return { status: reply.statusCode, ms: performance.now() - begin, body: reply.body.slice(0, 300) }
}

/**
 * Routes that take long: an endless stream, and documents of every member, whose duration grows with the members. They have tests of their
 * own.
 */
const long: ReadonlySet<string> = new Set(['/notices/stream', '/results/statements', '/results/archive'])

interface FuzzOptions {
  seed: number
  callsPerRoute: number
  /** The longest time of a call; only on a quiet machine. */
  slowestMs?: number
}

/** Calls every route of /openapi.json with input that fits its schema, and with input that does not. */
export async function callEveryRoute({ seed, callsPerRoute, slowestMs = Number.POSITIVE_INFINITY }: FuzzOptions) {
  expect(routes.length).toBeGreaterThan(50)
  for (const route of routes.filter(({ path }) => !long.has(path))) {
    const as = await sessions()
    await fc.assert(
      fc.asyncProperty(callOf(route.operation), async (call) => {
        const reply = await send(route, call, as[call.by])
        const description = `${route.method} ${route.path} ${JSON.stringify(call)}: ${reply.status} ${reply.body}`
        expect(reply.status, description).toBeLessThan(500)
        // Only a call that is slow twice fails.
        if (reply.ms > slowestMs) expect((await send(route, call, as[call.by])).ms, description).toBeLessThan(slowestMs)
      }),
      { numRuns: callsPerRoute, seed, endOnFailure: true },
    )
  }
}
