import type { SignedInUser } from '../../contract/auth.ts'
import type { Database } from '../../database/connect.ts'
import { listenTo } from '../../database/listen.ts'
import { type SessionLimits, sessions } from './auth.queries.ts'
import { hashToken } from './session-cookie.ts'

/** Looked up again after this time in any case: that also notices a session that ran out. */
const knownForMs = 10_000
const mostKnown = 10_000

interface Known {
  user: SignedInUser
  until: number
}

/**
 * Remembers for a moment whose a session is, so that not every request asks the database first. It forgets at once when the database
 * tells of a change (see 0008-changes-told.sql), and remembers nothing while it could not hear that.
 */
export function knownSessions(database: Database, limits: SessionLimits) {
  const known = new Map<string, Known>()
  let isListening = false
  /** Moves with every change: what was asked before it and is answered after it is not remembered. */
  let changes = 0

  function forget(userId?: number) {
    changes += 1
    if (userId === undefined) known.clear()
    else for (const [token, { user }] of known) if (user.id === userId) known.delete(token)
  }

  function recall(token: string): SignedInUser | undefined {
    const remembered = known.get(token)
    return remembered && remembered.until > performance.now() ? remembered.user : undefined
  }

  async function lookUp(token: string): Promise<SignedInUser | null> {
    const before = changes
    const user = await sessions(database).userOf(hashToken(token), limits)
    if (!user) known.delete(token)
    else if (isListening && changes === before) {
      if (known.size >= mostKnown) known.clear()
      known.set(token, { user, until: performance.now() + knownForMs })
    }
    return user
  }

  const stop = listenTo(database, 'session_changes', {
    onNotification: (userId) => forget(Number(userId)),
    onListening: () => {
      isListening = true
      forget()
    },
  })

  return {
    forget,
    stop,

    /** At once where it is remembered. */
    userOf(token: string): SignedInUser | Promise<SignedInUser | null> {
      return recall(token) ?? lookUp(token)
    },

    /**
     * Whether a session still holds, without using it: a page that lies open somewhere must not keep it alive. What is found is
     * not remembered either, or a request that does use the session would no longer be seen.
     */
    async isAlive(token: string): Promise<boolean> {
      return Boolean(recall(token) ?? (await sessions(database).userOf(hashToken(token), limits, false)))
    },
  }
}
