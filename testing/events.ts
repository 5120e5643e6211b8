import type { PortalEvent } from '../contract/events.ts'
import type { Caller } from './portal.ts'

/** A session that begins and ends so many minutes from now: it is running unless said otherwise. */
export function session(beginsIn = -10, endsIn = 60) {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  return { begins_at: at(beginsIn), ends_at: at(endsIn) }
}

/** Adds an event for everybody whose session is running; a test names only what it is about. */
export async function addEvent(by: Caller, input: { activity_id: number } & Record<string, unknown>): Promise<PortalEvent> {
  const reply = await by('POST', '/events', {
    name: 'Seminar',
    place: 'Hall 2',
    audience: 'all',
    sessions: [session()],
    ...input,
  })
  if (reply.statusCode !== 201) throw new Error(`The event was not added: ${reply.body}`)
  return reply.json().event
}

export const firstSession = ({ sessions }: Pick<PortalEvent, 'sessions'>) => sessions[0]?.id ?? 0
