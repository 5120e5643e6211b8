import { Fragment } from 'react'
import type { Message } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { PersonLink } from './person-link.tsx'

type Named = { id: number | null | undefined; name: string }

type Names<People> = { [Index in keyof People]: string }

type Props<People extends readonly Named[]> = {
  /** Those whom the sentence names; without an id for somebody whose page the reader does not have. */
  people: readonly [...People]
  /** The sentence with these names in it. */
  sentence: (...names: Names<People>) => Message
}

/** Stand for the names in the sentence. No name has these characters, while one name may be a part of another or of a word. */
const firstMark = 0xe000
const marks = /([\ue000-\ue0ff])/

/** A sentence in which the names of people lead to their pages. */
export function SentenceOfPeople<People extends readonly Named[]>({ people, sentence }: Props<People>) {
  const say = useSay()
  const markers = people.map((_, index) => String.fromCharCode(firstMark + index)) as Names<People>
  const parts = say(sentence(...markers)).split(marks)
  return parts.map((part, index) => {
    const person = index % 2 === 1 ? people[part.charCodeAt(0) - firstMark] : undefined
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
      <Fragment key={index}>
        {person ? (
          <bdi>
            <PersonLink id={person.id}>{person.name}</PersonLink>
          </bdi>
        ) : (
          part
        )}
      </Fragment>
    )
  })
}
