import type { ReactNode } from 'react'
import { PersonLink } from '../entities/members/person-link.tsx'

/** A number with its signs, or a word with one: 4.5, 127.0.0.1, s.aziz2@uni.example. */
const numbers = /(\S*\d\S*)/

/**
 * A text that may be cut, never within a number: half a number is another number. Each of them is a box of its own, which an ellipsis
 * replaces as a whole.
 */
function WholeNumbers({ text }: { text: string }) {
  return text.split(numbers).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
      <span key={index} className="inline-block">
        {part}
      </span>
    ),
  )
}

/** The longest end that stays: with it there is still room for the beginning of the line, on a phone, too. */
const longestEnd = 26

/** The end of a line from its last number on, "12 times", which stays where the line is cut; empty for a line without one. */
export function endOf(text: string): string {
  const end = text.match(/[+-]?\d(?:[\d.,:/-]*\d)?%?\D*$/)?.[0] ?? ''
  return end.length <= longestEnd ? end : ''
}

type Props = {
  text: string
  /** The person whose name is in the text, as a link. */
  person?: { id: number; name: string } | undefined
  lines?: 1 | 2
  /** Whether the text is a list of facts, of which the last number says nothing about the first one. */
  isList?: boolean
}

/** A line that is cut in the middle where it ends with a number: "The name of a long activity… 12 times". */
export function CutLine({ text, person, lines = 1, isList = false }: Props) {
  const end = isList ? '' : endOf(text)
  const clamp = `min-w-0 ${lines === 1 ? 'truncate' : 'line-clamp-2 wrap-anywhere'}`
  if (!end) return <div className={clamp}>{named(text, person)}</div>
  const beginning = text.slice(0, -end.length)
  const head = beginning.trimEnd()
  return (
    <div className="flex items-end">
      <span className={clamp}>{named(head, person)}</span>
      <span className="shrink-0 whitespace-pre">{beginning.slice(head.length) + end}</span>
    </div>
  )
}

function named(text: string, person: Props['person']): ReactNode {
  const at = person?.name ? text.indexOf(person.name) : -1
  if (!person || at === -1) return <WholeNumbers text={text} />
  return (
    <>
      <WholeNumbers text={text.slice(0, at)} />
      <PersonLink id={person.id}>{person.name}</PersonLink>
      <WholeNumbers text={text.slice(at + person.name.length)} />
    </>
  )
}
