import { memo, type Ref, useMemo } from 'react'
import { accountName } from '../../contract/account-names.ts'
import { type AuditPerson, auditKinds, auditSubjects, kindsOf } from '../../contract/audit.ts'
import { capitalized, kindName, subjectsName } from '../../contract/audit-names.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { AuditFilters } from '../entities/audit/audit.api.ts'
import { PersonCombobox } from '../entities/members/person-combobox.tsx'
import { useSay } from '../language/language.ts'
import { Choice } from '../ui/choice.tsx'
import { DayFilter } from '../ui/day-filter.tsx'
import { ServerSearch } from '../ui/server-search.tsx'

type Props = {
  people: readonly AuditPerson[] | undefined
  /** The subjects of all audited tables. */
  tables: readonly string[]
  filters: AuditFilters
  onChange: (filters: AuditFilters) => void
  firstRef: Ref<HTMLSelectElement>
}

export function AuditFilterBar({ people, tables, filters, onChange, firstRef }: Props) {
  const say = useSay()
  const set = (change: AuditFilters) => onChange({ ...filters, ...change })
  const subjects = [...new Set([...auditSubjects, ...tables])]
  // A filter that can match nothing is not offered.
  const kinds = filters.subject ? kindsOf(filters.subject) : auditKinds

  function chooseSubject(subject: string) {
    const keepsKind = !subject || kindsOf(subject).includes(filters.kind ?? '')
    set({ subject, kind: keepsKind ? (filters.kind ?? '') : '' })
  }

  return (
    <>
      <ServerSearch label={say(messages.auditSearch.search)} value={filters.q ?? ''} onChange={(q) => set({ q })} />
      <Choice
        ref={firstRef}
        label={say(messages.audit.person)}
        all={say(messages.audit.allPeople)}
        value={filters.person}
        onChoose={(person) => set({ person })}
      >
        <People people={people} />
      </Choice>
      <About people={people} chosen={filters.about} onChoose={(about) => set({ about })} />
      <Choice
        label={say(messages.audit.aboutWhat)}
        all={say(messages.audit.allSubjects)}
        value={filters.subject}
        onChoose={chooseSubject}
      >
        {subjects.map((subject) => (
          <option key={subject} value={subject}>
            {say(subjectsName(say, subject))}
          </option>
        ))}
      </Choice>
      <Choice
        label={say(messages.audit.kind)}
        all={say(messages.audit.allKinds)}
        value={filters.kind}
        onChoose={(kind) => set({ kind })}
      >
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {capitalized(say(kindName(kind)))}
          </option>
        ))}
      </Choice>
      <DayFilter
        label={say(messages.audit.fromDate)}
        value={filters.from}
        latest={filters.to}
        onChoose={(from) => set({ from })}
      />
      <DayFilter label={say(messages.audit.toDate)} value={filters.to} earliest={filters.from} onChoose={(to) => set({ to })} />
    </>
  )
}

type AboutProps = {
  people: readonly AuditPerson[] | undefined
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** The person whom the records concern, whoever acted. */
function About({ people, chosen, onChoose }: AboutProps) {
  const say = useSay()
  const options = useMemo(
    () =>
      people?.map(({ id, name, username, is_removed }) => ({
        id,
        name: accountName(say, name),
        note: is_removed ? say(messages.auditSearch.removed({ username })) : username,
      })),
    [say, people],
  )
  return (
    <div className="min-w-0 grow basis-44 sm:max-w-56">
      <PersonCombobox
        isFilter
        label={say(messages.auditSearch.about)}
        people={options}
        chosen={options?.find(({ id }) => String(id) === chosen)}
        onChoose={(person) => onChoose(person ? String(person.id) : '')}
        nothing={say(messages.auditSearch.nobody)}
      />
    </div>
  )
}

/** The options of people are memoised: there may be thousands, and they do not change with the other filters. */
const People = memo(function People({ people }: { people: readonly AuditPerson[] | undefined }) {
  const say = useSay()
  return people?.map(({ id, username, is_removed, ...person }) => {
    const name = accountName(say, person.name)
    return (
      <option key={id} value={id}>
        {say(is_removed ? messages.audit.removedPerson({ name }) : messages.audit.personNamed({ name, username }))}
      </option>
    )
  })
})
