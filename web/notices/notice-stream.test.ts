import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followNotices } from './notice-stream.ts'

/** Every line that was opened, in its order. */
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

describe('the line to the server', () => {
  test('tells each time that there is something new', () => {
    const news = vi.fn()
    const end = followNotices('/notices/stream', news)
    last().say('notices')
    last().say('notices')
    expect(news).toHaveBeenCalledTimes(2)
    end()
    expect(openLines()).toBe(0)
  })

  test('is held only while the page is looked at', () => {
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

  test('is tried again after a break, each time later, up to a minute', () => {
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
    // Once it held for more than a minute, a break is a first one again.
    vi.advanceTimersByTime(61_000)
    last().say('error')
    vi.advanceTimersByTime(1000)
    expect(openLines()).toBe(1)
    end()
  })

  test('asks after a break, so that an ended session is noticed; and not at all once it is over', () => {
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

  test('does not wait behind a hidden page, and not longer because of it', () => {
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
