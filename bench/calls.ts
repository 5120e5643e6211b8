import { memberName, type Size } from './fill.ts'
import type { Caller, Request, Requests } from './requests.ts'
import { type People, password, type Server } from './stage.ts'

/** The requests that several cases make. */

export const catalogue = ({ admin }: People): Requests => ({
  kind: 'calls',
  calls: [{ path: '/activities', cookie: admin.cookie }],
})

export const staffList = ({ admin }: People): Requests => ({ kind: 'calls', calls: [{ path: '/staff', cookie: admin.cookie }] })

export const ownUser = ({ members }: People): Requests => ({
  kind: 'calls',
  calls: members.map(({ id, cookie }) => ({ name: '/users/id/{id}', path: `/users/id/${id}`, cookie })),
})

export const ownPostings = ({ members }: People): Requests => ({
  kind: 'calls',
  calls: members.map(({ id, cookie }) => ({ name: '/posted-activities', path: `/posted-activities?user_id=${id}`, cookie })),
})

/**
 * Each case begins at a day of its own, so that none posts what another one did. The days lie outside every term: what is posted counts
 * in the current one.
 */
export const newPostings = (callers: Caller[], activities: string[], firstDay: string) =>
  ({ kind: 'postings', callers, activities, firstDay, from: 0 }) satisfies Requests

export const signIns = (_people: People, { staff }: Size): Requests => ({
  kind: 'sign-ins',
  usernames: Array.from({ length: staff }, (_, index) => memberName(index + 1)),
  password,
  from: 0,
})

/** One of each in turn, as often as the longest has members. */
export function together(...all: Requests[]): Requests {
  const lists = all.map((requests) => (requests.kind === 'calls' ? requests.calls : []))
  const longest = Math.max(...lists.map((list) => list.length))
  const turns = Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index % list.length] ?? []))
  return { kind: 'calls', calls: turns.flat() }
}

/** Every browser asks for compressed answers. */
export function asBrowsersAsk(requests: Requests): Requests {
  if (requests.kind !== 'calls') return requests
  const headers = { 'accept-encoding': 'gzip, deflate, br' }
  return { kind: 'calls', calls: requests.calls.map((call) => ({ ...call, headers })) }
}

/** A single request, outside of all measuring. */
export function send(
  server: Server,
  { method, path, headers, body = null }: Omit<Request, 'name' | 'body'> & { body?: Request['body'] | null },
) {
  return fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers: { 'accept-encoding': 'identity', ...headers }, body })
}

export async function activityNames(portal: Server, { admin }: People): Promise<string[]> {
  const reply = await send(portal, { method: 'GET', path: '/activities', headers: { cookie: admin.cookie } })
  const { activities } = (await reply.json()) as { activities: { name: string }[] }
  return activities.map(({ name }) => name)
}
