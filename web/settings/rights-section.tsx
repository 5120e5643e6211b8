import { Pencil } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { accountName } from '../../contract/account-names.ts'
import { rightName, roleName, roles } from '../../contract/codes.ts'
import { formatDay } from '../../contract/dates.ts'
import type { PersonWithRights } from '../../contract/given-rights.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { searchedNames, shownName } from '../../contract/person-names.ts'
import { foldForSearch } from '../../contract/searching.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { useAdministratorRequests, useGivenRights } from '../entities/given-rights/given-rights.api.ts'
import { PersonLink } from '../entities/members/person-link.tsx'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { useSession } from '../session/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { SearchBox } from '../ui/data-table-tools.tsx'
import { dayOf } from '../ui/dates.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { AdministratorRequests } from './administrator-requests.tsx'

const words = messages.rightsInSettings
const RightsDialog = lazyComponent(() => import('./rights-dialog.tsx'), 'RightsDialog', 'all')

/** Who has which right beside being scored. Who gives rights changes them here, and confirms administrators. */
export function RightsSection() {
  const say = useSay()
  const { give_rights: givesRights = false } = useRights()
  const { data, isLoadingError, error, isFetching, refetch } = useGivenRights()
  const { data: requests = [] } = useAdministratorRequests()
  const [changed, setChanged] = useState<PersonWithRights | 'new'>()
  const close = () => setChanged(undefined)
  return (
    <section aria-labelledby="rights" className="rounded-lg border border-line bg-card p-4 shadow-soft sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="rights" className="text-lg">
            {say(words.title)}
          </h2>
          <p className="mt-0.5 text-sm text-quiet">
            <bdi>{say(words.about)}</bdi>
          </p>
        </div>
        {data && givesRights && (
          <Button onClick={() => setChanged('new')} onPointerEnter={() => void RightsDialog.preload?.()}>
            {say(words.add)}
          </Button>
        )}
      </div>
      <div className="mt-4 space-y-4">
        {requests.length > 0 && <AdministratorRequests requests={requests} />}
        {isLoadingError ? (
          <LoadFailure isPlain message={say(refusalOf(error) ?? words.loadFailed)} onRetry={refetch} busy={isFetching} />
        ) : data ? (
          <People people={data.people} givesRights={givesRights} onChange={setChanged} />
        ) : (
          <p role="status" className="flex items-center gap-3 py-2 text-quiet">
            <Spinner />
            {say(messages.general.loading)}
          </p>
        )}
      </div>
      {changed && data && (
        <LazyBoundary onFailure={close}>
          <RightsDialog
            person={changed === 'new' ? undefined : changed}
            people={data.people}
            confirms={data.confirms}
            onClose={close}
          />
        </LazyBoundary>
      )}
    </section>
  )
}

type PeopleProps = { people: readonly PersonWithRights[]; givesRights: boolean; onChange: (person: PersonWithRights) => void }

function People({ people, givesRights, onChange }: PeopleProps) {
  const say = useSay()
  const [text, setText] = useState('')
  const ownId = useSession()?.id
  const searched = foldForSearch(text).split(/\s+/).filter(Boolean)
  const shown = people.filter((person) => searched.every((word) => foldForSearch(textOf(say, person)).includes(word)))
  return (
    <div className="space-y-3">
      {!givesRights && (
        <p className="text-sm text-quiet">
          <bdi>{say(words.onlyGivers)}</bdi>
        </p>
      )}
      <div className="flex">
        <SearchBox label={say(words.search)} value={text} onChange={setText} onBlur={undefined} isNarrow={false} />
      </div>
      {shown.length === 0 ? (
        <p role="status" className="text-quiet">
          {say(messages.general.nothingFound)}
        </p>
      ) : (
        <ul aria-labelledby="rights" className="divide-y divide-line rounded-md border border-line">
          {shown.map((person) => (
            <Person key={person.id} person={person}>
              {person.id === ownId ? (
                <p className="max-w-44 text-[0.8125rem] text-quiet max-sm:max-w-none">
                  <bdi>{say(words.own)}</bdi>
                </p>
              ) : (
                givesRights && <ChangeButton person={person} onPress={() => onChange(person)} />
              )}
            </Person>
          ))}
        </ul>
      )}
    </div>
  )
}

/** What the search finds: the names of a person, of the department in every language, and of the rights. */
function textOf(say: Say, person: PersonWithRights): string {
  const rights = person.rights.map(({ right }) => say(rightName(right)))
  const { department_name, department_names, username, role_id } = person
  return [
    searchedNames(person),
    username,
    department_name,
    ...Object.values(department_names ?? {}),
    ...rights,
    ...(role_id === roles.admin ? [say(roleName(role_id))] : []),
  ].join(' ')
}

function Person({ person, children }: { person: PersonWithRights; children: ReactNode }) {
  const say = useSay()
  const language = useLanguage()
  const department = localized(language, person, 'department_name')
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5 px-3 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p dir="auto" className="text-as-around font-medium wrap-anywhere">
          <PersonLink id={person.id}>{accountName(say, shownName(language, person))}</PersonLink>
        </p>
        {department && (
          <p dir="auto" className="text-as-around text-[0.8125rem] text-quiet wrap-anywhere">
            {department}
          </p>
        )}
        <ul className="mt-1.5 space-y-1">
          {person.role_id === roles.admin && <Right name={say(roleName(roles.admin))} by={say(words.byRole)} />}
          {person.rights.map(({ right, given_by_name, given_at }) => {
            const day = formatDay(say, dayOf(new Date(given_at)))
            const by =
              given_by_name === null ? words.withRole({ day }) : words.given({ name: accountName(say, given_by_name), day })
            return <Right key={right} name={say(rightName(right))} by={say(by)} />
          })}
        </ul>
      </div>
      {children}
    </li>
  )
}

/** A right as a chip, and who gave it when. */
function Right({ name, by }: { name: string; by: string }) {
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <Badge>{name}</Badge>
      <span className="text-[0.8125rem] text-quiet">
        <bdi>{by}</bdi>
      </span>
    </li>
  )
}

function ChangeButton({ person, onPress }: { person: PersonWithRights; onPress: () => void }) {
  const say = useSay()
  const language = useLanguage()
  const name = accountName(say, shownName(language, person))
  const button = useRef<HTMLButtonElement>(null)
  return (
    <button
      ref={button}
      type="button"
      aria-label={say(words.change({ name }))}
      title={say(messages.actions.edit)}
      onClick={onPress}
      onPointerEnter={() => void RightsDialog.preload?.()}
      className="grid size-8 shrink-0 cursor-pointer place-items-center rounded-md text-quiet transition-colors hover:bg-brand-soft hover:text-brand max-sm:size-11 print:hidden"
    >
      <Pencil aria-hidden="true" className="size-4" />
    </button>
  )
}
