import { type Ref, useState } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import { searchedNames } from '../../../contract/person-names.ts'
import { foldForSearch, foldSpelling, spellingWords } from '../../../contract/searching.ts'
import { useSay } from '../../language/language.ts'
import { Combobox, TwoLines } from '../../ui/combobox.tsx'

/** A person to choose. `note` tells people of the same name apart. The name in the other script is found, and not shown. */
export type PersonOption = { id: number; name: string; other_name?: string | null | undefined; note: string }

type Props = {
  label: string
  required?: boolean
  /** The people; undefined while loading. */
  people: readonly PersonOption[] | undefined
  /** The chosen person, whose name stays in the field. Undefined where the choice is shown elsewhere: the field is empty again. */
  chosen?: PersonOption | undefined
  /** Called with undefined if the name of the chosen person was changed. */
  onChoose: (person: PersonOption | undefined) => void
  /** The text in place of an empty list. */
  nothing: string
  error?: string | undefined
  inputRef?: Ref<HTMLInputElement>
  /** Whether it is a filter above a list. */
  isFilter?: boolean
}

/** The largest number of options, more than a reader looks through; a university has thousands of people. */
const mostOptions = 50

/** A text field that suggests people while typing. */
export function PersonCombobox({ people, chosen, onChoose, ...rest }: Props) {
  const say = useSay()
  const [text, setText] = useState('')
  return (
    <Combobox
      {...rest}
      listLabel={rest.label}
      items={people}
      text={text}
      shownText={chosen?.name ?? text}
      isChosen={({ id }) => id === chosen?.id}
      narrow={narrow}
      option={({ name, note }, isActive) => (
        <TwoLines name={name} isActive={isActive}>
          {note}
        </TwoLines>
      )}
      onType={(next) => {
        setText(next)
        if (chosen) onChoose(undefined)
      }}
      onChoose={(person) => {
        setText('')
        onChoose(person)
      }}
      found={(count) => say(messages.myDepartment.peopleFound({ count }))}
      most={mostOptions}
      more={(count) => say(messages.myDepartment.morePeople({ count }))}
    />
  )
}

/**
 * Every word must occur in the name or the note, in any order. Names that start with the text come first, then those that have its words.
 * If there are none, the same name in another spelling is found.
 */
function narrow(people: readonly PersonOption[], text: string): readonly PersonOption[] {
  const wanted = foldForSearch(text).trim()
  const words = wanted.split(/\s+/).filter(Boolean)
  const found = people.flatMap((person) => {
    const name = foldForSearch(searchedNames(person))
    const searched = `${name} ${foldForSearch(person.note)}`
    const rank = name.startsWith(wanted) ? 0 : words.every((word) => name.includes(word)) ? 1 : 2
    return words.every((word) => searched.includes(word)) ? [{ person, rank }] : []
  })
  if (found.length > 0) return found.toSorted((one, other) => one.rank - other.rank).map(({ person }) => person)
  const spelling = spellingWords(text)
  if (spelling.length === 0) return []
  return people.filter((person) => spelling.every((word) => foldSpelling(searchedNames(person)).includes(word)))
}
