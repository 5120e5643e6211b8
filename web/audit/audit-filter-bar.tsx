import { memo, type Ref, useId } from 'react'
import { type AuditPerson, auditKinds, auditSubjects } from '../../contract/audit.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language.ts'
import { Choice, choiceLook } from '../ui/choice.tsx'
import type { AuditFilters } from './audit.api.ts'
import { kindName, subjectName } from './audit-names.ts'

/** The actions that exist for a subject: a filter that can match nothing is not offered. */
function kindsOf(subject: string): readonly string[] {
  return otherKinds[subject] ?? ['added', 'edited', 'removed', 'restored']
}
const otherKinds: Readonly<Record<string, readonly string[]>> = {
  user: ['added', 'edited', 'removed', 'restored', 'role changed', 'linked', 'unlinked', 'digest on', 'digest off'],
  term: ['added', 'edited', 'deleted', 'made current', 'closed', 'reopened', 'confirmed', 'rules changed', 'archived'],
  settings: ['edited', 'mail tested'],
  score: ['scored'],
  posting: ['posted', 'edited', 'verified', 'returned', 'deleted'],
  department: ['added', 'edited', 'removed', 'restored', 'head added', 'head ended'],
  delegation: ['lent', 'ended'],
  rules: ['published'],
  session: [
    'signed in',
    'signed out',
    'sign-in refused',
    'refused',
    'factor added',
    'factor removed',
    'factor renamed',
    'recovery codes made',
    'password link requested',
    'password reset',
  ],
}

type Props = {
  people: readonly AuditPerson[] | undefined
  filters: AuditFilters
  onChange: (filters: AuditFilters) => void
  firstRef: Ref<HTMLSelectElement>
}

export function AuditFilterBar({ people, filters, onChange, firstRef }: Props) {
  const say = useSay()
  const set = (change: AuditFilters) => onChange({ ...filters, ...change })
  const kinds = filters.subject ? kindsOf(filters.subject) : auditKinds

  function chooseSubject(subject: string) {
    const keepsKind = !subject || kindsOf(subject).includes(filters.kind ?? '')
    set({ subject, kind: keepsKind ? (filters.kind ?? '') : '' })
  }

  return (
    <>
      <Choice
        ref={firstRef}
        label={say(messages.audit.person)}
        all={say(messages.audit.allPeople)}
        value={filters.person}
        onChoose={(person) => set({ person })}
      >
        <People people={people} />
      </Choice>
      <Choice
        label={say(messages.audit.aboutWhat)}
        all={say(messages.audit.allSubjects)}
        value={filters.subject}
        onChoose={chooseSubject}
      >
        {auditSubjects.map((subject) => (
          <option key={subject} value={subject}>
            {say(subjectName(subject))}
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
            {say(kindName(kind))}
          </option>
        ))}
      </Choice>
      <Day label={say(messages.audit.fromDate)} value={filters.from} latest={filters.to} onChoose={(from) => set({ from })} />
      <Day label={say(messages.audit.toDate)} value={filters.to} earliest={filters.from} onChoose={(to) => set({ to })} />
    </>
  )
}

/** Memoised: there may be thousands, and they do not change with the other filters. */
const People = memo(function People({ people }: { people: readonly AuditPerson[] | undefined }) {
  const say = useSay()
  return people?.map(({ id, name, username, is_removed }) => (
    <option key={id} value={id}>
      {say(is_removed ? messages.audit.removedPerson({ name }) : messages.audit.personNamed({ name, username }))}
    </option>
  ))
})

type DayProps = {
  label: string
  value: string | undefined
  earliest?: string | undefined
  latest?: string | undefined
  onChoose: (day: string) => void
}

function Day({ label, value = '', earliest, latest, onChoose }: DayProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 grow basis-36 flex-wrap items-center gap-x-2 sm:flex-none">
      <label htmlFor={id} className="text-sm text-quiet">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        min={earliest || '1900-01-01'}
        max={latest || '2199-12-31'}
        onChange={(event) => onChoose(event.target.value)}
        className={`${choiceLook} w-full sm:w-36`}
      />
    </div>
  )
}
