import { expect, test } from 'vitest'
import { pageCounter } from './count-pages.ts'

const bytes = Uint8Array.from(
  '1 0 obj\n<<\n/Type /Page\n/Parent 2 0 R\n/Type /Pages\n>>\n3 0 obj\n<<\n/Type /Page\n/Parent',
  (sign) => sign.charCodeAt(0),
)

test('pages are counted as they arrive, wherever the file is cut', () => {
  for (let size = 1; size <= bytes.length; size += 1) {
    const count = pageCounter()
    let pages = 0
    for (let from = 0; from < bytes.length; from += size) pages = count(bytes.subarray(from, from + size))
    expect(pages, `in parts of ${size}`).toBe(2)
  }
})
