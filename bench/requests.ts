import { multipart } from '../testing/multipart.ts'

/** Somebody who signed in. */
export interface Caller {
  id: number
  cookie: string
}

interface Call {
  path: string
  /** The path where nothing is said. */
  name?: string
  cookie?: string
  headers?: Record<string, string>
}

/** What is asked, as data that can be sent to another process. `from` goes on where an earlier run of the same load stopped. */
export type Requests =
  | { kind: 'calls'; calls: Call[] }
  | { kind: 'postings'; callers: Caller[]; activities: string[]; firstDay: string; from: number; image?: Uint8Array }
  | { kind: 'sign-ins'; usernames: string[]; password: string; from: number }
  /** Of a hundred, so many of each. */
  | { kind: 'mix'; parts: { requests: Requests; share: number }[] }

export interface Request {
  /** Under which its times are counted. */
  name: string
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: Buffer<ArrayBuffer>
}

const dayMs = 86_400_000
/** Gives the nth request. */
export function requestMaker(requests: Requests): (number: number) => Request {
  switch (requests.kind) {
    case 'calls': {
      const made = requests.calls.map(
        ({ path, name = path, cookie = '', headers }): Request => ({
          name,
          method: 'GET',
          path,
          headers: { cookie, ...headers },
        }),
      )
      return (number) => made[number % made.length] as Request
    }
    case 'postings':
      return (number) => posting(requests, requests.from + number)
    case 'sign-ins':
      return (number) => signIn(requests, requests.from + number)
    case 'mix':
      return mixer(requests.parts)
  }
}

/** Spread evenly: of the rare ones never many in a row. */
function mixer(parts: { requests: Requests; share: number }[]): (number: number) => Request {
  const makers = parts.map(({ requests, share }) => ({ make: requestMaker(requests), share, made: 0 }))
  return (number) => {
    // Whoever lags most behind its share is next.
    const behind = makers.map(({ share, made }) => (share * (number + 1)) / 100 - made)
    const next = makers[behind.indexOf(Math.max(...behind))] as (typeof makers)[number]
    next.made += 1
    return next.make(next.made - 1)
  }
}

/** A member, an activity and a day that never were together before. Members take turns, so that none posts twice at once. */
function posting({ callers, activities, firstDay, image }: Extract<Requests, { kind: 'postings' }>, number: number): Request {
  const caller = callers[number % callers.length] as Caller
  const round = Math.floor(number / callers.length)
  const { payload, headers } = multipart(
    {
      activity_name: activities[round % activities.length] as string,
      starting_date: new Date(Date.parse(firstDay) + Math.floor(round / activities.length) * dayMs).toISOString().slice(0, 10),
      link: 'https://events.arden.example/proof',
      user_id: String(caller.id),
    },
    image ? { name: 'proof.jpg', bytes: Buffer.from(image) } : undefined,
  )
  return {
    name: 'posting',
    method: 'POST',
    path: '/posted-activities',
    headers: { ...headers, cookie: caller.cookie },
    body: payload,
  }
}

/** Everybody comes from an address of their own, as people do: the portal is told of one proxy on this machine. */
function signIn({ usernames, password }: Extract<Requests, { kind: 'sign-ins' }>, number: number): Request {
  const index = number % usernames.length
  const address = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`
  return {
    name: 'sign-in',
    method: 'POST',
    path: '/auth/login',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: Buffer.from(JSON.stringify({ username: usernames[index], password })),
  }
}

/** As it goes over the line. */
export function encode({ method, path, headers, body }: Request): Buffer {
  const all = { host: '127.0.0.1', ...headers, ...(body ? { 'content-length': String(body.length) } : {}) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return body ? Buffer.concat([head, body]) : head
}

/** What is made from a counter goes on counting: nobody posts the same thing twice. */
export function goOn(requests: Requests, by: number): Requests {
  return 'from' in requests ? { ...requests, from: requests.from + by } : requests
}
