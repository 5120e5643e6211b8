/** The requests of the scanners, from the portal's own description of its calls: a new call is scanned without being named here. */

/** Values that a call takes, by name; all others are made up from the schema. */
const samples = {
  password: 'a long scan sentence',
  gender: 'Male',
  role_id: 2,
  start_date: '2090-01-01',
  end_date: '2090-06-30',
  zone: 'UTC',
}

/** The fields of the version that an edit begins from: any made-up value ends the call before it has done anything. */
const leftOut = ['version', 'previous']

const notTried = {
  'POST /auth/logout': 'it would end the session of the scan',
  'POST /auth/login': 'it comes at the end, on its own',
  'PUT /auth/password': 'it takes passwords only, which are hashed before any query',
}

const notOpened = { 'GET /notices/stream': 'it never ends' }

/** The id of a sample row. Calls that remove or change a row for the other calls have a row of their own; an old term may be closed. */
function sampleId(name, call, own) {
  if (name === 'term_id') return own.currentTerm
  if (call.includes(' /terms')) return own.oldTerm
  return /^DELETE|restore|toggle-role/.test(call) ? '4' : '3'
}

function sampleOf(name, schema, call, own) {
  // The password is kept: a new one would have to be hashed at each of a thousand attempts.
  if (name === 'password' && call.startsWith('PUT')) return '••••••••'
  if (samples[name]) return samples[name]
  // Edits use other words than additions, because names are unique.
  const word = call.startsWith('PUT') ? 'scanned' : 'scan'
  if (name === 'email') return `${word}@example.edu`
  const [first = schema] = schema.anyOf ?? []
  if (first.enum) return first.enum[0]
  if (first.format === 'uuid') return '00000000-0000-4000-8000-000000000000'
  if (first.pattern?.includes('\\d{4}-')) return '2026-10-01'
  if (first.pattern) return sampleId(name, call, own)
  if (['integer', 'number'].includes(first.type)) return Math.max(3, first.minimum ?? 0)
  return word
}

/** Every call with its address (`mark` stands behind each part of the path that is a parameter), its query and its body. */
function callsOf({ document, own }) {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody, 'x-access': access }]) => {
      const title = `${method.toUpperCase()} ${path}`
      const sampleFor = ({ name, schema }) => sampleOf(name, schema, title, own)
      const inPath = (name) => sampleFor(parameters.find((one) => one.name === name))
      const inQuery = parameters.filter((one) => one.in === 'query').map((one) => [one.name, sampleFor(one)])
      const { properties } = requestBody?.content['application/json']?.schema ?? {}
      const fields = Object.entries(properties ?? {})
        .filter(([name]) => !leftOut.includes(name))
        .map(([name, schema]) => [name, sampleFor({ name, schema })])
      return {
        title,
        method: method.toUpperCase(),
        access,
        hasPathParameters: path.includes('{'),
        address: (mark = '') => path.replaceAll(/\{(\w+)\}/g, (_, name) => inPath(name) + mark),
        query: inQuery.length > 0 ? `?${new URLSearchParams(inQuery)}` : '',
        body: properties && JSON.stringify(Object.fromEntries(fields)),
      }
    }),
  )
}

/** The addresses that a crawler cannot find by itself: the portal's pages fetch everything by script. */
export function pagesToOpen(about) {
  const calls = callsOf(about).filter(({ title, method }) => method === 'GET' && !notOpened[title])
  return ['/', '/docs', '/openapi.json', ...calls.map(({ address, query }) => address() + query)]
}

/** Requests as files for sqlmap. A star is where it puts what it tries; without one it tries every field of the query and the body. */
export function requestsToTry(about) {
  const { address, cookies, own } = about
  const { host } = new URL(address)
  const request = (title, first, headers, body, tamper) => {
    const lines = [`${first} HTTP/1.1`, `Host: ${host}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
    return { title, tamper, text: `${lines.join('\r\n')}\r\n\r\n${body ?? ''}` }
  }
  // The type is sent also without a body: sqlmap would otherwise name another one, which the portal refuses before it looks at anything.
  const json = { 'Content-Type': 'application/json' }

  const fromDocument = callsOf(about)
    .filter(({ title }) => !notTried[title])
    .flatMap(({ title, method, access, hasPathParameters, address: place, query, body }) => {
      const headers = { Cookie: access === 'staff' ? cookies.staff : cookies.admin, ...(method === 'GET' ? {} : json) }
      const inAddress = request(`${title}, its address`, `${method} ${place('*')}${query}`, headers, body)
      const inFields = request(`${title}, its fields`, `${method} ${place()}${query}`, headers, body)
      return [...(hasPathParameters ? [inAddress] : []), ...(query || body ? [inFields] : [])]
    })

  const fields = { activity_name: own.activity, starting_date: '2026-10-01', link: 'https://example.edu/', user_id: own.id }
  const parts = Object.entries(fields).map(
    ([name, value]) => `--scan\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}*\r\n`,
  )
  const form = (first) =>
    request(
      `${first}, its form`,
      first,
      { Cookie: cookies.staff, 'Content-Type': 'multipart/form-data; boundary=scan' },
      `${parts.join('')}--scan--\r\n`,
    )

  return [
    form('POST /posted-activities'),
    form(`PUT /posted-activities/${own.posting}`),
    request('DELETE /posted-activities, their own', `DELETE /posted-activities/${own.posting}*?user_id=${own.id}*`, {
      Cookie: cookies.staff,
      ...json,
    }),
    ...fromDocument,
    request('the session cookie', 'GET /auth/me', { Cookie: `${cookies.admin}*` }),
    // A refused call is recorded with the address it came from.
    request('the address of a visitor', 'GET /users', { Cookie: cookies.staff, 'X-Forwarded-For': '192.0.2.1*' }),
    // Every attempt comes from another address, or the limits would answer in place of the portal.
    request('POST /auth/login', 'POST /auth/login', json, '{"username":"scan*","password":"a wrong one"}', 'xforwardedfor'),
  ]
}
