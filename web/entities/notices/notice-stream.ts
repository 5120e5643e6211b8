const firstWaitMs = 1000
const longestWaitMs = 60_000

/**
 * Calls `onNews` when the server sends an event. The stream is open only while the page is visible, because a browser allows
 * few connections per host and all its tabs share them. Returns a function that stops it.
 */
export function followNotices(address: string, onNews: () => void): () => void {
  let stream: EventSource | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let openedAt = 0

  function open() {
    openedAt = Date.now()
    stream = new EventSource(address, { withCredentials: true })
    stream.addEventListener('notices', onNews)
    stream.addEventListener('error', tryLater)
  }

  function close() {
    stream?.close()
    stream = undefined
    clearTimeout(waiting)
    waiting = undefined
  }

  /**
   * Retries later: EventSource does not retry after an error status, and without jitter all clients would reconnect at the same instant.
   */
  function tryLater() {
    close()
    // A connection that fails soon after opening does not reset the backoff.
    if (Date.now() - openedAt > longestWaitMs) failures = 0
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** failures)
    failures += 1
    waiting = setTimeout(
      () => {
        waiting = undefined
        // EventSource hides the status. A refetch shows it: a 401 signs the page out.
        onNews()
        open()
      },
      wait * (0.5 + Math.random() / 2),
    )
  }

  function holdWhileVisible() {
    if (document.visibilityState === 'hidden') return close()
    failures = 0
    if (!stream && !waiting) open()
  }

  holdWhileVisible()
  document.addEventListener('visibilitychange', holdWhileVisible)
  return () => {
    document.removeEventListener('visibilitychange', holdWhileVisible)
    close()
  }
}
