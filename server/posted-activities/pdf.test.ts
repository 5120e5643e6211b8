import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { acting, attached, bombs, harmless, makeCompressedPdf, makePdf, scripted, stream } from '../../testing/pdfs.ts'
import { HttpError } from '../errors/errors.ts'
import { limitJobs } from '../process/sandbox.ts'
import { renderPdf } from './pdf.ts'
import { objectsIn } from './pdf-objects.ts'
import { readPdf } from './read-pdf.ts'

// A busy machine may take its time.
beforeEach(() => limitJobs(3_600_000))

/** The key of the sentence by which a PDF is refused, or its pages. */
async function outcomeOf(bytes: Buffer) {
  try {
    return await renderPdf([bytes], 'certificate.pdf', { person: 1, signal: new AbortController().signal })
  } catch (error) {
    if (error instanceof HttpError) return `${error.status} ${error.reason.key.replace('postedActivities.', '')}`
    throw error
  }
}

/** The most memory that the child processes had at once, in MB, while `work` ran. */
async function peakOfChildren(work: () => Promise<unknown>) {
  let peak = 0
  const timer = setInterval(() => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        const isChild = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]) === process.pid
        if (isChild) peak = Math.max(peak, Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
      } catch {
        // The process ended meanwhile.
      }
    }
  }, 20)
  await work()
  clearInterval(timer)
  return peak
}

/** The answer about a PDF, without a process for each. */
async function refusalOf(bytes: Buffer) {
  const answer = await readPdf(bytes)
  return 'refusal' in answer ? answer.refusal : answer.pages.length
}

describe('a PDF', () => {
  test('becomes a picture of each page, in a process of its own', async () => {
    expect(await outcomeOf(makePdf({ copies: 2 }))).toMatchObject({ pages: [expect.any(Uint8Array), expect.any(Uint8Array)] })
  })

  test.each<[string, () => Buffer, string]>([
    ['a script', scripted['when it opens'] as () => Buffer, '400 pdfHasScripts'],
    ['a file', attached['in the tree of names'] as () => Buffer, '400 pdfHasAttachments'],
    ['21 pages', () => makePdf({ copies: 21 }), '400 pdfHasTooManyPages'],
    ['nothing inside', () => makePdf({ copies: 0 }), '400 fileUnreadable'],
  ])('with %s is refused with a sentence', async (_, make, sentence) => {
    expect(await outcomeOf(make())).toBe(sentence)
  })

  test.each(['0 0 595 842', '0 0 14400 14400', '0 0 1000000000 1000000000', '0 0 1000000 1', '0 0 0 0', '0 0 -9 a'])(
    'of the size %s becomes a picture at most 1600 pixels wide and high',
    async (mediaBox) => {
      const { width, height } = (await readPdf(makePdf({ mediaBox }))) as { width: number; height: number }
      expect(Math.max(width, height)).toBe(1600)
    },
  )

  test.each([
    ['is empty', makePdf({ content: '' })],
    ['is damaged', makePdf({ page: '/Contents 5 0 R', objects: [stream('/Filter /FlateDecode', 'damaged')] })],
  ])('of which the page %s has a single pixel for it, and the size of the page', async (_, bytes) => {
    const { pages, width, height } = (await readPdf(bytes)) as { pages: Uint8Array[]; width: number; height: number }
    expect(await sharp(pages[0]).metadata()).toMatchObject({ width: 1, height: 1 })
    expect([width, height]).toEqual([1131, 1600])
  })

  test('of which the objects are compressed is read, too', async () => {
    expect(await refusalOf(makeCompressedPdf(''))).toBe(1)
  })

  test.for(Object.entries(harmless))('with %s is accepted', async ([, make]) => {
    expect(await refusalOf(make())).toBe(1)
  })

  test.for(Object.entries(acting))('with %s is refused', async ([, make]) => {
    expect(await refusalOf(make())).toBe('scripts')
  })

  test.for(Object.entries(scripted))('with a script %s is refused', async ([, make]) => {
    expect(await refusalOf(make())).toBe('scripts')
  })

  test.for(Object.entries(attached))('with a file %s is refused', async ([, make]) => {
    expect(await refusalOf(make())).toBe('attachments')
  })

  test('with 20 pages is accepted, with 21 or 10,000 refused, also if it says it has one', async () => {
    const pages = Array.from({ length: 10_000 }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>')
    const kids = pages.map((_, index) => `${index + 5} 0 R`).join(' ')
    expect(await refusalOf(makePdf({ copies: 20 }))).toBe(20)
    expect(await refusalOf(makePdf({ copies: 21 }))).toBe('too-many-pages')
    expect(await refusalOf(makePdf({ kids, objects: pages, count: 10_001 }))).toBe('too-many-pages')
    expect(await refusalOf(makePdf({ kids, objects: pages, count: 1 }))).toBe('too-many-pages')
  })

  test('that is truncated, empty inside or no PDF is refused', async () => {
    const whole = makePdf({ content: 'x'.repeat(5000) })
    for (const bytes of [
      whole.subarray(0, 2000),
      Buffer.from('%PDF-1.7\n<html><script>alert(1)</script></html>'),
      makePdf({ copies: 0 }),
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(100_000, 7)]),
    ])
      expect(await refusalOf(bytes)).toBe('unreadable')
  })
})

describe('a bomb', () => {
  test.for(Object.entries(bombs))('(%s) is refused, and only its own process grows, up to a limit', async ([kind, make]) => {
    // Only the timeout ends this one.
    if (kind === 'pictures in pictures in pictures') limitJobs(3000)
    const bytes = make()
    expect(bytes.length).toBeLessThan(1_000_000)
    const before = process.memoryUsage().rss
    const peak = await peakOfChildren(async () => expect(await outcomeOf(bytes)).toBe('400 fileUnreadable'))
    expect(peak).toBeGreaterThan(0)
    expect(peak).toBeLessThan(600)
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(50)
    // The next PDF is not affected.
    limitJobs(3_600_000)
    expect(await outcomeOf(makePdf())).toMatchObject({ pages: [expect.any(Uint8Array)] })
  })
})

describe('the objects of a PDF', () => {
  const namesIn = (bytes: Buffer) => JSON.stringify(objectsIn(bytes))

  test('are those outside of its strings and streams, with the names that escapes mean', () => {
    const bytes = makePdf({
      catalog: '/Note (a \\) /InString (nested /InString) ) /Hex <2F496E486578> /Escaped#20Name 1',
      content: Buffer.from('/InStream endstream /InStream'),
    })
    expect(namesIn(bytes)).not.toContain('InStr')
    expect(namesIn(bytes)).not.toContain('InHex')
    for (const name of ['Catalog', 'Note', 'Hex', 'Escaped Name', 'MediaBox']) expect(namesIn(bytes)).toContain(`"${name}"`)
  })

  test('cannot be hidden by a wrong length', () => {
    const wrong = stream('', 'abc').toString('latin1').replace('/Length 3', '/Length 300 /Inner << /Length 3 >>')
    expect(namesIn(makePdf({ objects: [wrong, '<< /Hidden 1 >>'] }))).toContain('"Hidden"')
  })

  test.each([
    ['within one another', `1 0 obj (${'2 0 obj ('.repeat(5000)}`],
    ['nested deeply', `1 0 obj ${'['.repeat(5000)}`],
    [
      'packed in an unusual way',
      stream('/Type /ObjStm /N 1 /First 4 /Filter /LZWDecode', 'x').toString('latin1').replace('<<', '1 0 obj <<'),
    ],
    [
      'packed and damaged',
      stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', 'x').toString('latin1').replace('<<', '1 0 obj <<'),
    ],
  ])('are not read if they stand %s', (_, text) => {
    expect(() => objectsIn(Buffer.from(text, 'latin1'))).toThrow()
  })
})
