import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followNotices } from './notice-stream.ts'

/** Every EventSource that was opened, in order. */
let lines: Line[] = []

class Line extends EventTarget {
  isOpen = true
  constructor() {
    super()
    lines.push(this)
  }
  close() {
    this.isOpen = false
  }
  say(event: 'notices' | 'error') {
    this.dispatchEvent(new Event(event))
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
function look(visibilityState: 'visible' | 'hidden') {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}
const last = () => lines.at(-1) as Line
const openLines = () => lines.filter(({ isOpen }) => isOpen).length

beforeEach(() => {
  lines = []
  page.visibilityState = 'visible'
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  vi.stubGlobal('EventSource', Line)
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
    last().say('notices')
    last().say('notices')
    expect(news).toHaveBeenCalledTimes(2)
    end()
    expect(openLines()).toBe(0)
  })

  test('is open only while the page is visible', () => {
    page.visibilityState = 'hidden'
    const end = followNotices('/notices/stream', vi.fn())
    expect(lines).toHaveLength(0)
    look('visible')
    look('visible')
    expect(lines).toHaveLength(1)
    look('hidden')
    expect(openLines()).toBe(0)
    look('visible')
    expect(openLines()).toBe(1)
    end()
    look('visible')
    expect(openLines()).toBe(0)
  })

  test('reconnects after an error with exponential backoff, up to a minute', () => {
    const end = followNotices('/notices/stream', vi.fn())
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const count = lines.length
      last().say('error')
      expect(openLines()).toBe(0)
      vi.advanceTimersByTime(seconds * 1000 - 1)
      expect(lines).toHaveLength(count)
      vi.advanceTimersByTime(1)
      expect(lines).toHaveLength(count + 1)
    }
    // A connection that lasted longer than a minute resets the backoff.
    vi.advanceTimersByTime(61_000)
    last().say('error')
    vi.advanceTimersByTime(1000)
    expect(openLines()).toBe(1)
    end()
  })

  test('calls back after a reconnect, so that an expired session is noticed; and never after it was stopped', () => {
    const news = vi.fn()
    const end = followNotices('/notices/stream', news)
    last().say('error')
    expect(news).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1000)
    expect(news).toHaveBeenCalledTimes(1)
    last().say('error')
    end()
    vi.advanceTimersByTime(120_000)
    expect(news).toHaveBeenCalledTimes(1)
    expect(openLines()).toBe(0)
  })

  test('does not reconnect while the page is hidden, and reconnects at once when it is visible', () => {
    const end = followNotices('/notices/stream', vi.fn())
    last().say('error')
    look('hidden')
    vi.advanceTimersByTime(120_000)
    expect(openLines()).toBe(0)
    look('visible')
    expect(openLines()).toBe(1)
    end()
  })
})
