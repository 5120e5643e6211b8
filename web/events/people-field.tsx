import { X } from 'lucide-react'
import type { NamedPerson } from '../../contract/events.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { shownName, withShownName } from '../../contract/person-names.ts'
import { PersonCombobox, type PersonOption } from '../entities/members/person-combobox.tsx'
import { useLanguage, useSay } from '../language/language.ts'

type Props = {
  label: string
  /** The label of the field that adds one. */
  addLabel: string
  hint?: string
  people: readonly (NamedPerson & { note: string })[] | undefined
  chosen: readonly NamedPerson[]
  onChange: (chosen: NamedPerson[]) => void
  error?: string | undefined
}

/** Several people: those who were chosen, each with a button that removes them, and a field that finds another one. */
export function PeopleField({ label, addLabel, hint, people, chosen, onChange, error }: Props) {
  const say = useSay()
  const language = useLanguage()
  const others = people
    ?.filter(({ id }) => !chosen.some((one) => one.id === id))
    .map((person): PersonOption => ({ ...withShownName(language, person), id: person.id, note: person.note }))
  const choose = (option: PersonOption | undefined) => {
    const person = people?.find(({ id }) => id === option?.id)
    if (person) onChange([...chosen, { id: person.id, name: person.name, other_name: person.other_name }])
  }
  return (
    <fieldset className="space-y-2">
      <legend className="font-medium">{label}</legend>
      {hint && (
        <p className="text-sm text-quiet">
          <bdi>{hint}</bdi>
        </p>
      )}
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {chosen.map((person) => {
            const name = shownName(language, person)
            return (
              <li key={person.id} className="flex items-center rounded-full border border-line bg-sunk ps-3 text-sm">
                <bdi>{name}</bdi>
                <button
                  type="button"
                  aria-label={say(messages.events.removeNamed({ name }))}
                  onClick={() => onChange(chosen.filter(({ id }) => id !== person.id))}
                  className="grid size-8 cursor-pointer place-items-center rounded-full text-quiet hover:text-ink max-sm:size-11"
                >
                  <X aria-hidden="true" className="size-4" />
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <PersonCombobox label={addLabel} people={others} onChoose={choose} nothing={say(messages.events.noMember)} error={error} />
    </fieldset>
  )
}
