import type { Message } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import type { Weight } from './text.ts'

/** The content of a document, as data: the process that draws it (document.sandbox.ts) knows nothing of what it is about. */

/** The parts that are the same on all pages. */
export interface Opening {
  language: Language
  letterhead: Letterhead
  /** The title in the properties of the file. */
  title: Text
  /** The heading at the top of each page. */
  heading: Text
  madeAt: string
}

export interface Letterhead {
  organization: string
  portalTitle: string
  /** A PNG or JPEG, the formats that a PDF supports, as a data URL: pdfkit then stores it once, however many pages show it. */
  logo: string | undefined
  /** Whether the portal's own shield is drawn instead of a logo. */
  ownShield: boolean
}

/** A document of one part. */
export interface Document extends Opening, Part {}

/** The blocks of a document that is made part by part begin on a page of their own. */
export interface Part {
  /** The entry in the outline of the document, below that of its group. */
  outline?: { group: string; name: string }
  blocks: readonly Block[]
  foot?: Foot
}

/** The foot of each page of a part. */
export interface Foot {
  lines: readonly (Look & { text: Text })[]
  /** The rows of a QR code beside the lines, with 1 for a dark module. */
  qrCode?: readonly string[] | undefined
  /** The number of the page: its values `page` and `pages` are those of the part. */
  number: Message
}

export type Block = Place &
  /** Texts at both sides of the page, which are wrapped. */
  (
    | { line: readonly Words[] }
    /** A paragraph, which is wrapped, on as many pages as it needs; with a mark before it, such as the number of a step. */
    | ({ paragraph: Text; mark?: string; inset?: number } & Look)
    /** A PNG, as a data URL, in a thin frame. */
    | { picture: string; wide: number; high: number }
    /** A warning, in a box. */
    | { notice: Text }
    /** Numbers with their labels, side by side in a box. */
    | { facts: readonly Fact[]; isSmall?: boolean }
    /** Boxes side by side: a letter, its meaning, and the reason. */
    | { cards: readonly { mark: string; colour?: string; title: Text; lines: readonly string[] }[] }
    /** A table, which goes on with the next page, where its header stands again. */
    | { table: Table }
    /** Lines to sign on, side by side, with a hint below each, and at the end a box for a stamp. */
    | { signatures: readonly Text[]; hint: Text; stamp: Text }
    /** Slips to cut out, two side by side and at most `slipsOnAPage`, each with the QR code, whose rows have 1 for a dark module. */
    | { slips: readonly Slip[]; code?: readonly string[] }
    /** A rule in this colour, across the page. */
    | { rule: string }
  )

interface Place {
  /** The position in points from the top of the page. Otherwise the block stands below the one before. */
  at?: number
  /** The height that must fit on this page, or the block begins a new one: a heading is not left alone at the foot of a page. */
  room?: number
  /** The space to the next block; below a line, from its baseline on. */
  below?: number
}

export type Text = string | Message

interface Look {
  size?: number
  weight?: Weight
  colour?: string
}

export interface Style extends Look {
  align?: 'start' | 'end'
}

export interface Words extends Style {
  text: Text
  /** The width at which the text is wrapped. Otherwise that of the page. */
  most?: number
  /** The address that the text opens. */
  link?: string
}

export interface Fact {
  label: Text
  value: string
  /** The width. Otherwise all facts are as wide as each other. */
  wide?: number
  colour?: string
  /** The sign before the value, such as a plus. */
  sign?: string
}

/** A piece of paper that is cut out. */
export interface Slip {
  about: string
  title: string
  subtitle: string
  place: string
  facts: readonly { label: Text; value: string }[]
  note: Text
}

export interface Table {
  columns: readonly Column[]
  rows: readonly Row[]
  /** The font size of its texts. */
  size: number
  /** The distance from the baseline of a row to that of the next. */
  step: number
  /** The free space at both sides. */
  inset?: number
  isStriped?: boolean
}

export interface Column extends Pick<Style, 'align'> {
  label?: Text
  /** The width. One column has none: it takes what the others leave. */
  wide?: number
  /** The gradient of colours on which the label stands. */
  badge?: { from: string; to: string; ink: string }
  /** Whether each row has a line here to write on. */
  isBlank?: boolean
}

export interface Row extends Look {
  /** The texts of the columns in their order, each wrapped within its column. */
  cells: readonly (Text | Cell)[]
  /** Texts below the cells, from the second column on. */
  notes?: readonly { text: Text; colour?: string }[]
  link?: string | undefined
  /** The space before the row. */
  above?: number
  isShaded?: boolean
  /** Whether the row is a sum: in bold, below a rule. */
  isSum?: boolean
}

export interface Cell extends Look {
  text: Text
  /** The number of columns that the cell takes. Otherwise one. */
  span?: number
}
