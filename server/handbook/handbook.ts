import { existsSync, readdirSync, readFileSync } from 'node:fs'
import {
  type HandbookPage,
  type HandbookPageReply,
  handbookGroupOf,
  handbookPageNames,
  handbookPages,
} from '../../contract/handbook.ts'
import { type Language, languages } from '../../contract/languages/languages.ts'
import { mostFound } from '../../contract/limits.ts'
import { foldForSearch } from '../../contract/searching.ts'
import { sayIn } from '../http/language.ts'
import { can, type Viewer } from '../policy/policy.ts'
import { blocksOf, type Pages } from './page-text.ts'
import { ar } from './pages/ar.ts'
import { ckb } from './pages/ckb.ts'
import { en } from './pages/en.ts'

export const pagesIn: Readonly<Record<Language, Pages>> = { en, ckb, ar }

/** Whether the page is about something that the reader can do. */
export function mayRead(viewer: Viewer, page: HandbookPage): boolean {
  const right = handbookPages[page]
  return right === 'signed-in' || can(viewer, right)
}

interface Picture {
  bytes: Buffer
  width: number
  height: number
}

/** The pictures that scripts/handbook.mjs made of the demo. All together they are smaller than a photo. */
const pictures = new Map<string, Picture>()
for (const language of languages) {
  const folder = new URL(`./pictures/${language}/`, import.meta.url)
  if (!existsSync(folder)) continue
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.png'))) {
    const bytes = readFileSync(new URL(file, folder))
    // The header of a PNG: its width and height stand after its signature and the name of its first chunk.
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    pictures.set(`${language}/${file.slice(0, -'.png'.length)}`, { bytes, width, height })
  }
}

export function pictureOf(language: Language, page: HandbookPage): Picture | undefined {
  return pictures.get(`${language}/${page}`)
}

/** The pages that the reader may see, in their order. */
export function handbookFor(viewer: Viewer, language: Language): HandbookPageReply[] {
  const say = sayIn(language)
  return handbookPageNames
    .filter((page) => mayRead(viewer, page))
    .map((page) => {
      const { width, height } = pictureOf(language, page) ?? {}
      return {
        page,
        group: handbookGroupOf(page),
        title: pagesIn[language][page].title,
        picture: width && height ? { width, height } : null,
        blocks: blocksOf(say, pagesIn[language][page]),
      }
    })
}

interface Searched {
  title: string
  words: string
  text: string
}

const searched = new Map<Language, Map<HandbookPage, Searched>>()

/** The texts of the pages, as a search compares them. */
function searchedIn(language: Language): Map<HandbookPage, Searched> {
  const known = searched.get(language)
  if (known) return known
  const say = sayIn(language)
  const made = new Map(
    handbookPageNames.map((page) => {
      const { title, words, ...rest } = pagesIn[language][page]
      const spans = blocksOf(say, { title, words, ...rest }).flatMap((block) => block.spans.map(({ text }) => text))
      return [page, { title: foldForSearch(title), words: foldForSearch(words), text: foldForSearch(spans.join(' ')) }]
    }),
  )
  searched.set(language, made)
  return made
}

/**
 * The pages in which every word stands, in the language of the reader: first those whose title says it, then those that are about it. A
 * text of one or two letters stands in every page, so it finds titles alone.
 */
export function findPages(viewer: Viewer, language: Language, words: readonly string[]) {
  if (words.length === 0) return { found: [], more: false }
  const contains = (text: string) => words.every((word) => text.includes(word))
  const isShort = words.join('').length < 3
  const found = [...searchedIn(language)].flatMap(([page, { title, words: others, text }]) => {
    if (!mayRead(viewer, page)) return []
    const rank = [title, `${title} ${others}`, ...(isShort ? [] : [`${title} ${others} ${text}`])].findIndex(contains)
    return rank === -1 ? [] : [{ page, rank, title: pagesIn[language][page].title }]
  })
  // Pages that only mention the words are of use where no page is about them.
  const about = found.filter(({ rank }) => rank < 2)
  const best = (about.length > 0 ? about : found).toSorted((a, b) => a.rank - b.rank).map(({ page, title }) => ({ page, title }))
  return { found: best.slice(0, mostFound), more: false }
}
