import type { HandbookBlock, HandbookPage, HandbookSpan } from '../../contract/handbook.ts'
import type { Message, Say } from '../../contract/languages/catalogue.ts'

/**
 * A page of the handbook in one language, as it is written: blocks between empty lines, in a small part of Markdown. `## ` begins a
 * heading, `1. ` a step, `- ` a point, `> ` a note. `{panels.staff}` is the sentence of the catalogue with that key: what stands on the
 * screen is never typed here a second time.
 */
export interface PageText {
  title: string
  /** Further words by which the page is found. */
  words: string
  text: string
}

export type Pages = Readonly<Record<HandbookPage, PageText>>

const kinds = [
  [/^## /, 'heading'],
  [/^\d+\. /, 'step'],
  [/^- /, 'point'],
  [/^> /, 'note'],
] as const

const label = /\{([\w.]+)\}/g

/** The keys of the sentences that a text names. */
export function labelsIn({ text }: PageText): string[] {
  return [...text.matchAll(label)].map(([, key = '']) => key)
}

/** A sentence without values, by its key. */
const sentence = (key: string): Message => ({ key })

function spansOf(say: Say, text: string): HandbookSpan[] {
  return text
    .split(label)
    .map((part, index) => (index % 2 === 1 ? { text: say(sentence(part)), is_label: true } : { text: part }))
    .filter((span) => span.text !== '')
}

/** The blocks of a text. Steps and points stand in lines of their own; other lines of a block are one paragraph. */
export function blocksOf(say: Say, { text }: PageText): HandbookBlock[] {
  const blocks: { kind: HandbookBlock['kind']; text: string }[] = []
  let isOpen = false
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [mark, kind] = kinds.find(([pattern]) => pattern.test(line)) ?? []
    const last = blocks.at(-1)
    if (line === '') isOpen = false
    else if (isOpen && last && mark === undefined) last.text += ` ${line}`
    else {
      blocks.push({ kind: kind ?? 'paragraph', text: mark ? line.replace(mark, '') : line })
      // A heading is one line.
      isOpen = kind !== 'heading'
    }
  }
  return blocks.map(({ kind, text: content }) => ({ kind, spans: spansOf(say, content) }))
}
