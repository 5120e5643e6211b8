import type { PortalEvent } from '../../contract/events.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { Badge } from '../ui/badge.tsx'
import { isOver, runningSession } from './event-words.ts'

const words = messages.events

/** What one has to know of an event at a glance. */
export function EventState({ event }: { event: PortalEvent }) {
  const say = useSay()
  const now = Date.now()
  const wasThere = event.sessions.some(({ was_there }) => was_there)
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {event.state === 'cancelled' && <Badge look="bad">{say(words.isCancelled)}</Badge>}
      {wasThere && <Badge look="good">{say(words.youWere)}</Badge>}
      {!wasThere && event.is_coming && !isOver(event, now) && <Badge look="good">{say(words.youCome)}</Badge>}
      {runningSession(event, now) && <Badge>{say(words.now)}</Badge>}
      {event.state === 'done' && <Badge>{say(words.isDone)}</Badge>}
    </span>
  )
}
