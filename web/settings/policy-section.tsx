import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { type KindOfPerson, kindsOfPeople, type PolicyGroup, type ScopeOfRight } from '../../contract/policy-table.ts'
import { call, refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { MoreBeyond, useIsCut } from '../ui/more-beyond.tsx'
import { Spinner } from '../ui/spinner.tsx'

const words = messages.policy

const people: Record<KindOfPerson, Message> = {
  anyone: words.people.anyone,
  member: words.people.member,
  delegate: words.people.delegate,
  head: words.people.head,
  dean: words.people.dean,
  score_keeper: words.people.score_keeper,
  reviewer: words.people.reviewer,
  reader: words.people.reader,
  administrator: words.people.administrator,
  rights_giver: words.people.rights_giver,
}

const scopes: Record<ScopeOfRight, Message> = {
  none: words.scopes.none,
  own: words.scopes.own,
  lent: words.scopes.lent,
  department: words.scopes.department,
  faculty: words.scopes.faculty,
  everybody: words.scopes.everybody,
}

const titles: Record<PolicyGroup['access'], Message> = {
  public: words.groups.public,
  'signing-in': words.groups.signingIn,
  'signed-in': words.groups.signedIn,
  staff: words.groups.staff,
  'see-member': words.groups.seeMember,
  'see-members': words.groups.seeMembers,
  review: words.groups.review,
  lend: words.groups.lend,
  'add-events': words.groups.addEvents,
  score: words.groups.score,
  'read-all': words.groups.readAll,
  admin: words.groups.admin,
  'give-rights': words.groups.giveRights,
}

/** Who may do what, as the server decides it at this moment. */
export function PolicySection() {
  const say = useSay()
  const id = useId()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['policy'],
    queryFn: () => call('GET /settings/policy'),
  })
  return (
    <section aria-labelledby={id} className="shrink-0 rounded-lg border border-line bg-card p-4 shadow-soft sm:p-5">
      <h2 id={id} className="text-lg">
        {say(words.title)}
      </h2>
      <p className="mt-0.5 text-sm text-quiet">
        <bdi>{say(words.about)}</bdi>
      </p>
      <div className="mt-4">
        {data ? (
          <PolicyTable groups={data.groups} label={id} />
        ) : error ? (
          <LoadFailure isPlain message={say(refusalOf(error) ?? words.loadFailed)} onRetry={refetch} busy={isFetching} />
        ) : (
          <p role="status" className="flex min-h-96 items-center gap-3 text-quiet">
            <Spinner />
            {say(messages.general.loading)}
          </p>
        )}
      </div>
    </section>
  )
}

/** What a line is about stays in view while the people are scrolled; a phone has room for one of them beside it. */
const whatLook = 'sticky start-0 w-52 min-w-36 border-e border-b border-line bg-card px-3 py-2 text-start max-sm:w-36'

function PolicyTable({ groups, label }: { groups: readonly PolicyGroup[]; label: string }) {
  const say = useSay()
  const frame = useRef<HTMLDivElement>(null)
  const { isCut, measure } = useIsCut(frame)
  return (
    <div className="relative">
      <div
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard.
        tabIndex={0}
        onScroll={measure}
        className="isolate overflow-x-auto overscroll-x-contain rounded-lg border border-line"
      >
        <table aria-labelledby={label} className="w-full min-w-4xl border-separate border-spacing-0 text-sm">
          <thead>
            <tr>
              <th scope="col" className={`${whatLook} align-bottom font-medium`}>
                {say(words.what)}
              </th>
              {kindsOfPeople.map((kind) => (
                <th key={kind} scope="col" className="border-b border-line px-2 py-2 text-start align-bottom font-medium">
                  {say(people[kind])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map(({ access, scopes: own, calls }) => (
              <tr key={access} className="align-top">
                <th scope="row" className={`${whatLook} align-top font-normal`}>
                  <details>
                    <summary className="cursor-pointer">
                      <bdi>{say(titles[access])}</bdi>
                    </summary>
                    {/* The calls have English names in every language, as in the description of the interface. */}
                    <ul dir="ltr" lang="en" className="mt-1 space-y-0.5 text-left text-xs text-quiet">
                      {calls.map(({ method, path }) => (
                        <li key={`${method} ${path}`} className="wrap-anywhere">
                          <code>
                            {method} {path}
                          </code>
                        </li>
                      ))}
                    </ul>
                  </details>
                </th>
                {kindsOfPeople.map((kind) => (
                  <td key={kind} className={`border-b border-line px-2 py-2 ${own[kind] === 'none' ? 'text-quiet' : ''}`}>
                    <bdi>{say(scopes[own[kind]])}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isCut && <MoreBeyond />}
    </div>
  )
}
