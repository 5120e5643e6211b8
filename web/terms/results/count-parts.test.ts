import { expect, test } from 'vitest'
import { partCounter } from './count-parts.ts'

const bytes = Uint8Array.from(
  '1 0 obj\n<<\n/Type /Page\n/XXPart true\n>>\n2 0 obj\n<<\n/Type /Page\n>>\n3 0 obj\n<<\n/Type /Page\n/XXPart true\n>>',
  (sign) => sign.charCodeAt(0),
)

test('parts are counted as they arrive, wherever the file is cut, and not their further pages', () => {
  for (let size = 1; size <= bytes.length; size += 1) {
    const count = partCounter()
    let parts = 0
    for (let from = 0; from < bytes.length; from += size) parts = count(bytes.subarray(from, from + size))
    expect(parts, `in pieces of ${size}`).toBe(2)
  }
})
