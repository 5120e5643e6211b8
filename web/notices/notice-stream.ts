const firstWaitMs = 1000
const longestWaitMs = 60_000

/**
 * Calls `onNews` when the server says that there is something new. The line is open only while the page is looked at, because a
 * browser has few connections to one host and all its pages share them. Returns how to end it.
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

  /** The browser's own repetition gives up on an answer that is an error, and would knock at the same instant as everybody's. */
  function tryLater() {
    close()
    // A line that begins well and breaks at once is no better than none.
    if (Date.now() - openedAt > longestWaitMs) failures = 0
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** failures)
    failures += 1
    waiting = setTimeout(
      () => {
        waiting = undefined
        // The line does not say why it broke. Asking does: an ended session signs the page out.
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
