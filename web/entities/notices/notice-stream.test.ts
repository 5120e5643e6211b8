import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followNotices } from './notice-stream.ts'

/** Every EventSource that was opened, in order. */
let streams: FakeEventSource[] = []

class FakeEventSource extends EventTarget {
  isOpen = true
  constructor() {
    super()
    streams.push(this)
  }
  close() {
    this.isOpen = false
  }
  emit(event: 'notices' | 'error') {
    this.dispatchEvent(new Event(event))
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
function setVisibility(visibilityState: 'visible' | 'hidden') {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}
const last = () => streams.at(-1) as FakeEventSource
const openStreams = () => streams.filter(({ isOpen }) => isOpen).length

beforeEach(() => {
  streams = []
  page.visibilityState = 'visible'
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the notice stream', () => {
  test('calls back on each event', () => {
    const news = vi.fn()
    const end = followNotices('/notices/stream', news)
    last().emit('notices')
    last().emit('notices')
    expect(news).toHaveBeenCalledTimes(2)
    end()
    expect(openStreams()).toBe(0)
  })

  test('is open only while the page is visible', () => {
    page.visibilityState = 'hidden'
    const end = followNotices('/notices/stream', vi.fn())
    expect(streams).toHaveLength(0)
    setVisibility('visible')
    setVisibility('visible')
    expect(streams).toHaveLength(1)
    setVisibility('hidden')
    expect(openStreams()).toBe(0)
    setVisibility('visible')
    expect(openStreams()).toBe(1)
    end()
    setVisibility('visible')
    expect(openStreams()).toBe(0)
  })

  test('reconnects after an error with exponential backoff, up to a minute', () => {
    const end = followNotices('/notices/stream', vi.fn())
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const count = streams.length
      last().emit('error')
      expect(openStreams()).toBe(0)
      vi.advanceTimersByTime(seconds * 1000 - 1)
      expect(streams).toHaveLength(count)
      vi.advanceTimersByTime(1)
      expect(streams).toHaveLength(count + 1)
    }
    // A connection that lasted longer than a minute resets the backoff.
    vi.advanceTimersByTime(61_000)
    last().emit('error')
    vi.advanceTimersByTime(1000)
    expect(openStreams()).toBe(1)
    end()
  })

  test('calls back after a reconnect, so that an expired session is noticed; and never after it was stopped', () => {
    const news = vi.fn()
    const end = followNotices('/notices/stream', news)
    last().emit('error')
    expect(news).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1000)
    expect(news).toHaveBeenCalledTimes(1)
    last().emit('error')
    end()
    vi.advanceTimersByTime(120_000)
    expect(news).toHaveBeenCalledTimes(1)
    expect(openStreams()).toBe(0)
  })

  test('does not reconnect while the page is hidden, and reconnects at once when it is visible', () => {
    const end = followNotices('/notices/stream', vi.fn())
    last().emit('error')
    setVisibility('hidden')
    vi.advanceTimersByTime(120_000)
    expect(openStreams()).toBe(0)
    setVisibility('visible')
    expect(openStreams()).toBe(1)
    end()
  })
})
