import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { followNotices } from '../entities/notices/notice-stream.ts'
import { noticesKey, streamAddress, useNewestNotices } from '../entities/notices/notices.api.ts'
import { useSay } from '../language/language.ts'
import { newestNoticeAtSession } from '../session/session.ts'

/** Keeps the bell, and the page around it, in sync with the server. Renders nothing visible. */
export function LiveNotices() {
  const queryClient = useQueryClient()
  useEffect(() => {
    const refetch = async () => {
      // A first request in flight may return the state before the event, and would be shared with this refetch.
      await queryClient.cancelQueries({ queryKey: noticesKey })
      await queryClient.invalidateQueries({ queryKey: noticesKey })
    }
    return followNotices(streamAddress, () => void refetch())
  }, [queryClient])

  // A new or withdrawn notice means that its subject has changed, and may be on the screen.
  const { newest, ids, unread } = useNewestNotices() ?? {}
  const known = useRef<string>(undefined)
  useEffect(() => {
    const before = known.current
    known.current = ids
    // What happened between the reply about the session and the first one with notices sent no event to this page.
    const atSession = newestNoticeAtSession()
    const hasChanged = before === undefined ? atSession !== undefined && atSession !== newest : before !== ids
    if (ids !== undefined && hasChanged)
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== noticesKey[0] })
  }, [ids, newest, queryClient])
  return <Announcement unread={unread} />
}

/** Announces an increase; not the first count, and not a decrease after reading. */
function Announcement({ unread }: { unread: number | undefined }) {
  const say = useSay()
  const [known, setKnown] = useState({ unread, hasGrown: false })
  if (unread !== known.unread)
    setKnown({ unread, hasGrown: known.unread !== undefined && unread !== undefined && unread > known.unread })
  return (
    <p aria-live="polite" className="sr-only">
      {known.hasGrown && say(messages.notices.arrived({ count: unread ?? 0 }))}
    </p>
  )
}
