import { type Control, type UseFormRegister, useWatch } from 'react-hook-form'
import type { Department } from '../../contract/departments.ts'
import type { Faculty } from '../../contract/faculties.ts'
import { listOf, type Message, messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { namesOf } from '../entities/members/names-of.ts'
import { termName } from '../entities/terms/term-name.ts'
import { useTerms } from '../entities/terms/terms.api.ts'
import type { translationValues } from '../forms/translations.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { SelectField } from '../ui/field.tsx'

export interface Values {
  name: string
  names: ReturnType<typeof translationValues>
  faculty_id: number | null
}

type Props = {
  control: Control<Values, unknown, object>
  register: UseFormRegister<Values>
  faculties: readonly Faculty[]
  department: Department | undefined
}

const words = messages.faculties

/** The faculty of a department, and what changes if it is another one. */
export function FacultyField({ control, register, faculties, department }: Props) {
  const say = useSay()
  const language = useLanguage()
  const chosen = useWatch({ control, name: 'faculty_id' })
  const stored = department?.faculty_id ?? null
  // A deleted faculty keeps its departments, and is shown as none.
  const isGone = stored !== null && !faculties.some(({ id }) => id === stored)
  return (
    <div className="space-y-2">
      <SelectField
        label={say(messages.fields.faculty)}
        {...register('faculty_id', { setValueAs: (value) => (value === '' || value == null ? null : Number(value)) })}
      >
        <option value={isGone ? stored : ''}>{say(words.none)}</option>
        {faculties.map((faculty) => (
          <option key={faculty.id} value={faculty.id}>
            {localized(language, faculty, 'name')}
          </option>
        ))}
      </SelectField>
      {department && chosen !== stored && <WhatChanges department={department} faculties={faculties} chosen={chosen} />}
    </div>
  )
}

/** What moving a department to another faculty changes, before it is saved: its members in open terms, and who sees them. */
function WhatChanges({
  department,
  faculties,
  chosen,
}: {
  department: Department
  faculties: readonly Faculty[]
  chosen: number | null
}) {
  const say = useSay()
  const language = useLanguage()
  const { data: terms = [] } = useTerms()
  const open = terms.filter(({ status }) => status === 'open').map((term) => termName(term))
  const deansOf = (id: number | null) => faculties.find((faculty) => faculty.id === id)?.deans ?? []
  const former = deansOf(department.faculty_id)
  const ending = former.filter(({ department_id }) => department_id === department.id)
  const count = department.member_count
  const named = (people: typeof former, sentence: (values: { names: string }) => Message) =>
    people.length === 0 ? [] : [sentence({ names: namesOf(say, language, people) })]
  const sentences = [
    ...(count === 0
      ? []
      : [open.length > 0 ? words.moveMembers({ count, terms: listOf(open) }) : words.moveMembersWithoutTerm({ count })]),
    ...named(former, words.moveLoses),
    ...named(deansOf(chosen), words.moveGains),
    ...named(ending, words.moveEnds),
  ]
  if (sentences.length === 0) return null
  return (
    <div role="status" className="rounded-md border border-line bg-sunk px-3 py-2 text-sm">
      <p className="font-medium">
        <bdi>{say(words.moveTitle)}</bdi>
      </p>
      <ul className="mt-1 space-y-1">
        {sentences.map((sentence) => (
          <li key={sentence.key}>
            <bdi>{say(sentence)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
