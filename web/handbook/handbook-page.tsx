import type { HandbookBlock, HandbookPageReply } from '../../contract/handbook.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { directionOf } from '../../contract/languages/languages.ts'
import { useLanguage, useSay } from '../language/language.ts'

/** One page of the handbook. The direction is that of its language: a sentence may begin with a Latin name. */
export function HandbookPageView({ page }: { page: HandbookPageReply }) {
  const say = useSay()
  const language = useLanguage()
  const { title, picture, blocks } = page
  return (
    <div dir={directionOf(language)} className="max-w-prose space-y-3 leading-relaxed">
      {listsOf(blocks).map((list, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page have no other name and never move.
        <BlockView key={index} blocks={list} />
      ))}
      {picture && (
        <img
          src={`/handbook/pictures/${language}/${page.page}.png`}
          alt={say(messages.handbook.pictureOf({ title }))}
          width={picture.width}
          height={picture.height}
          loading="lazy"
          className="h-auto max-w-full rounded-md border border-line"
        />
      )}
    </div>
  )
}

/** Blocks that belong together: the steps or the points of one list. */
function listsOf(blocks: readonly HandbookBlock[]): HandbookBlock[][] {
  const lists: HandbookBlock[][] = []
  for (const block of blocks) {
    const last = lists.at(-1)
    const isItem = block.kind === 'step' || block.kind === 'point'
    if (isItem && last?.[0]?.kind === block.kind) last.push(block)
    else lists.push([block])
  }
  return lists
}

function BlockView({ blocks }: { blocks: readonly HandbookBlock[] }) {
  const say = useSay()
  const [first] = blocks
  if (!first) return null
  if (first.kind === 'heading')
    return (
      <h4 className="pt-2 text-base font-semibold">
        <Spans block={first} />
      </h4>
    )
  if (first.kind === 'paragraph')
    return (
      <p>
        <Spans block={first} />
      </p>
    )
  if (first.kind === 'note')
    return (
      <aside aria-label={say(messages.handbook.note)} className="border-s-2 border-brass ps-3 text-sm text-quiet">
        <Spans block={first} />
      </aside>
    )
  const List = first.kind === 'step' ? 'ol' : 'ul'
  return (
    <List className={`space-y-1.5 ps-5 ${first.kind === 'step' ? 'list-decimal' : 'list-disc'}`}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a list never move.
        <li key={index}>
          <Spans block={block} />
        </li>
      ))}
    </List>
  )
}

function Spans({ block }: { block: HandbookBlock }) {
  return block.spans.map(({ text, is_label }, index) =>
    is_label ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence never move.
      <b key={index} className="font-semibold text-ink">
        <bdi>{text}</bdi>
      </b>
    ) : (
      text
    ),
  )
}
