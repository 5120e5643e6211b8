import { expect, test } from 'vitest'
import { deviceOf, isSameDevice } from './device.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox · Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    'Edge · Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    'Chrome · Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'Samsung Internet · Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari · iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari · macOS',
  ],
  // From the home screen.
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    'Safari · iPhone',
  ],
  ['curl/8.5.0', null],
  [undefined, null],
])('%s', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device))

test.each([
  ['Chrome · Android', 'Chrome · Android', true],
  ['Chrome · Android', 'Chrome · Linux', true],
  ['Safari · iPad', 'Safari · macOS', true],
  ['Chrome · Android', 'Firefox · Android', false],
  ['Chrome · Android', 'Chrome · Windows', false],
  ['Chrome · Android', null, false],
  [null, null, true],
])('%s and %s are the same device: %s', (one, other, isSame) => expect(isSameDevice(one, other)).toBe(isSame))
