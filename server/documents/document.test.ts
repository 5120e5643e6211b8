import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { messages } from '../../contract/languages/catalogue.ts'
import { readPdf, unreadableIn } from '../../testing/pdf-text.ts'
import type { Block, Part } from './blocks.ts'
import { openDocument } from './document.ts'

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')
const long = words(30)
const number = messages.results.page({ page: 0, pages: 0 })

async function pdfOf(parts: readonly Part[], language: 'en' | 'ckb' = 'en') {
  const letterhead = { organization: words(14), portalTitle: words(14), logo: undefined, ownShield: true }
  const document = openDocument({ language, letterhead, title: 'x', heading: 'Heading', madeAt: '2026-11-12T08:00:00Z' })
  for (const part of parts) document.add(part)
  document.end()
  return buffer(document.pdf)
}

const slip = {
  about: words(8),
  title: words(10),
  subtitle: words(10),
  place: words(6),
  facts: [
    { label: 'Username', value: words(5) },
    { label: 'Address', value: 'https://portal.example.edu' },
  ],
  note: words(20),
}
const blocks: Record<string, Block> = {
  line: {
    line: [
      { text: long, most: 200, size: 14 },
      { text: long, most: 200, align: 'end' },
    ],
  },
  paragraph: { paragraph: long, size: 17 },
  notice: { notice: long },
  facts: {
    facts: [
      { label: words(6), value: '1234.56 (100%)' },
      { label: 'Total', value: '9' },
      { label: 'x', value: '1' },
    ],
  },
  'small facts': { facts: Array.from({ length: 8 }, () => ({ label: words(6), value: '1234.56' })), isSmall: true },
  cards: { cards: Array.from({ length: 2 }, () => ({ mark: 'A+', title: long, lines: [long] })) },
  table: {
    table: {
      columns: [{ label: words(6), wide: 60 }, { label: words(20) }, { label: words(6), wide: 60, align: 'end' }],
      rows: [
        { cells: [long, long, words(4)], notes: [{ text: long }], link: `https://example.org/${'a'.repeat(300)}` },
        { cells: [{ text: long, span: 2 }, words(4)] },
      ],
      ...{ size: 8, step: 12 },
    },
  },
  signatures: { signatures: [words(6), words(6)], hint: words(8), stamp: 'Stamp' },
  slips: { slips: [slip, slip] },
}

test.each(Object.keys(blocks))('a block prints long texts in full and never below 8 points: %s', async (name) => {
  const block = blocks[name] as Block
  const foot = { lines: [{ text: long }, { text: long }], number }
  for (const language of ['en', 'ckb'] as const) {
    const bytes = await pdfOf([{ blocks: [block], foot }], language)
    expect(unreadableIn(bytes)).toEqual([])
    const letters = readPdf(bytes).text.replace(/\s/g, '')
    for (const word of new Set(JSON.stringify(block).match(/word\d+/g))) expect(letters).toContain(word)
  }
})

test('a row that does not fit on the page begins the next one, below the header of the table', async () => {
  const rows = Array.from({ length: 100 }, (_, index) => ({ cells: [`Row ${index}`] }))
  const bytes = await pdfOf([{ blocks: [{ table: { columns: [{ label: 'Name' }], rows, size: 9, step: 16 } }] }])
  const { pages } = readPdf(bytes)
  const lines = Array.from({ length: pages }, (_, index) => readPdf(bytes, index + 1).lines)
  expect(pages).toBe(3)
  for (const page of lines) expect(page.filter((line) => line === 'Name')).toHaveLength(1)
  expect(lines.flat().filter((line) => line.startsWith('Row '))).toHaveLength(100)
})

test('each part has its own foot, and the numbers of its own pages', async () => {
  const part = (name: string, count: number): Part => ({
    blocks: Array.from({ length: count }, () => ({ paragraph: 'Text', size: 20, room: 400, below: 380 })),
    foot: { lines: [{ text: name }], number },
  })
  const bytes = await pdfOf([part('First', 2), part('Second', 1)])
  const feet = [1, 2, 3].map((page) => readPdf(bytes, page).lines.filter((line) => /^(First|Second|Page .*)$/.test(line)))
  expect(feet).toEqual([
    ['First', 'Page 1 of 2'],
    ['First', 'Page 2 of 2'],
    ['Second', 'Page 1 of 1'],
  ])
})

test('a foot has its QR code at the end of the page, beside its texts', async () => {
  const code = ['101', '010', '111']
  const [without, withCode] = await Promise.all(
    [undefined, code].map((qrCode) => pdfOf([{ blocks: [], foot: { lines: [{ text: long }], number, qrCode } }])),
  )
  const [plain, drawn] = [readPdf(without as Buffer), readPdf(withCode as Buffer)]
  // Dark modules that follow each other in a row are one rectangle.
  expect(drawn.rectangles - plain.rectangles).toBe(4)
  const numberAt = ({ placed }: typeof plain) => placed.find(({ text }) => text === 'Page 1 of 1')?.x ?? 0
  expect(numberAt(plain) - numberAt(drawn)).toBeGreaterThan(58)
})
