import { formatDay } from '../../contract/dates.ts'
import type { HandbookPageReply } from '../../contract/handbook.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { directionOf, type Language } from '../../contract/languages/languages.ts'
import type { Block, Document, Letterhead } from '../documents/blocks.ts'
import { brass, quiet } from '../documents/look.ts'
import { sayIn } from '../http/language.ts'
import { pictureOf } from './handbook.ts'

const words = messages.handbook
const inset = 16
const pictureWide = 330

/** A page on paper: names of buttons stand in quotation marks, because paper has no other mark for them. */
function pageBlocks(language: Language, { title, page, blocks }: HandbookPageReply): Block[] {
  const say = sayIn(language)
  // A number has no direction of its own: its full stop would stand on the wrong side.
  const numberMark = directionOf(language) === 'rtl' ? '\u200f' : ''
  let step = 0
  const content = blocks.map(({ kind, spans }, index): Block => {
    const text = spans.map((span) => (span.is_label ? say(words.label({ label: span.text })) : span.text)).join('')
    step = kind === 'step' ? step + 1 : 0
    const next = blocks[index + 1]?.kind
    // The lines of a list stand together, and a heading is nearer to what follows it.
    const below = next === 'heading' ? 10 : next === kind && kind !== 'paragraph' ? 2 : 6
    if (kind === 'heading') return { paragraph: text, size: 11, weight: 600, room: 60, below: 3 }
    if (kind === 'step') return { paragraph: text, size: 9.5, mark: `${numberMark}${step}.`, inset, below }
    if (kind === 'point') return { paragraph: text, size: 9.5, mark: '•', inset, below }
    if (kind === 'note') return { paragraph: text, size: 9.5, colour: quiet, mark: '', inset, below }
    return { paragraph: text, size: 9.5, below }
  })
  const picture = pictureOf(language, page)
  const drawn: Block[] = picture
    ? [
        {
          picture: `data:image/png;base64,${picture.bytes.toString('base64')}`,
          wide: pictureWide,
          high: (pictureWide * picture.height) / picture.width,
        },
      ]
    : []
  const all: Block[] = [{ paragraph: title, size: 15, weight: 600, room: 150, below: 4 }, ...content, ...drawn]
  return all.map((block, index) => (index === all.length - 1 ? { ...block, below: 26 } : block))
}

/** The pages that a reader may see, one after the other, each group below its heading. */
export function handbookDocument(
  language: Language,
  pages: readonly HandbookPageReply[],
  letterhead: Letterhead,
  { madeAt, day }: { madeAt: string; day: string },
): Document {
  const groupHeading = (group: Message): Block[] => [
    { paragraph: group, size: 18, weight: 600, room: 220, below: 2 },
    { rule: brass, below: 18 },
  ]
  return {
    language,
    letterhead,
    madeAt,
    title: words.title,
    heading: words.title,
    foot: {
      lines: [{ text: words.madeOn({ portal: letterhead.portalTitle, day: formatDay(sayIn(language), day) }) }],
      number: messages.results.page({ page: 0, pages: 0 }),
    },
    blocks: pages.flatMap((page, index) => [
      ...(page.group === pages[index - 1]?.group ? [] : groupHeading(words.groups[page.group])),
      ...pageBlocks(language, page),
    ]),
  }
}
