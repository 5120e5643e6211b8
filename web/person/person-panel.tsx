import { Link, useSearch } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { accountName } from '../../contract/account-names.ts'
import { genderName, rightName, roleName, roles, titleName } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'
import type { Person } from '../../contract/people.ts'
import { shownName } from '../../contract/person-names.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { useHome } from '../entities/accounts/shown-dashboard.ts'
import { RecordMenu } from '../entities/record/record-menu.tsx'
import { useLanguage, useSay } from '../language/language.ts'
import { Badge } from '../ui/badge.tsx'
import { buttonLook } from '../ui/button.tsx'
import { formatMoment } from '../ui/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { usePerson } from './person.api.ts'
import { PersonDevices } from './person-devices.tsx'
import { PersonPostings } from './person-postings.tsx'
import { PersonQuestions } from './person-questions.tsx'
import { PersonRecords } from './person-records.tsx'
import { PersonReviews } from './person-reviews.tsx'
import { PersonSection, SectionContent } from './person-section.tsx'
import { PersonTerms } from './person-terms.tsx'

const words = messages.person

/** Everything about one person that the reader may see. Each part is loaded by a call of its own, when the reader comes to it. */
export function PersonPanel() {
  const say = useSay()
  const { id } = useSearch({ strict: false })
  if (id === undefined) {
    return (
      <>
        <PanelHeader title={say(messages.panels.person)} />
        <div className="rounded-lg border border-line bg-card shadow-soft">
          <EmptyState title={say(words.choose)} />
        </div>
      </>
    )
  }
  // Another person is another page: nothing that was opened or chosen for one stays for the next.
  return <PersonPage key={id} id={id} />
}

function PersonPage({ id }: { id: number }) {
  const say = useSay()
  const language = useLanguage()
  const { isAdmin, isReader, sees_everybody } = useRights()
  const query = usePerson(id)
  const person = query.data
  const name = person && accountName(say, shownName(language, person))
  const department = person && localized(language, person, 'department_name')
  const facts = person && [person.title && say(titleName(person.title)), department].filter(Boolean)
  if (!person) {
    return (
      <>
        <PanelHeader title={say(messages.panels.person)} summary={noSummaryYet} />
        <div className="rounded-lg border border-line bg-card shadow-soft">
          <SectionContent query={query} failed={words.loadFailed}>
            {() => null}
          </SectionContent>
        </div>
      </>
    )
  }
  return (
    <>
      <PanelHeader title={name ?? ''} summary={facts?.join(say(messages.general.factSeparator)) || noSummaryYet}>
        <Elsewhere person={person} />
        <RecordMenu userId={id} label={messages.record.ofMember} />
      </PanelHeader>
      {person.removal && <Removed removal={person.removal} />}
      {!sees_everybody && (
        <p className="-mt-2 text-sm text-quiet">
          <bdi>{say(words.onlyDepartment)}</bdi>
        </p>
      )}
      <PersonSection title={say(words.details)}>
        <Details person={person} />
      </PersonSection>
      <PersonTerms id={id} />
      <PersonPostings id={id} name={name ?? ''} />
      <PersonQuestions id={id} />
      <PersonReviews id={id} />
      {(isAdmin || isReader) && <PersonRecords id={id} />}
      {isAdmin && <PersonDevices person={person} name={name ?? ''} />}
    </>
  )
}

/** The lists that have the person, where more can be done than here. */
function Elsewhere({ person: { id, name, removal, account } }: { person: Person }) {
  const say = useSay()
  const home = useHome()
  const { isReader } = useRights()
  const isOffice = home === pages.adminDashboard
  const isScored = !removal && account?.role_id !== roles.admin
  const link = (tab: string, panel: string, search = {}) => (
    <Link to={home} search={{ tab, q: name, found: id, ...search }} className={buttonLook('plain', 'medium')}>
      {say(words.openIn({ panel }))}
    </Link>
  )
  return (
    <>
      {isScored && link('staff', say(isOffice ? messages.panels.staff : messages.fields.members))}
      {isOffice && !(isReader && removal) && link('users', say(messages.panels.users), removal ? { removed: 1 } : {})}
    </>
  )
}

function Removed({ removal: { removed_at, removed_by } }: { removal: NonNullable<Person['removal']> }) {
  const say = useSay()
  const day = formatMoment(say, removed_at)
  return (
    <p className="flex items-center gap-2.5 rounded-lg border border-bad/40 bg-bad-soft px-4 py-3 text-bad">
      <Trash2 aria-hidden="true" className="size-4.5 shrink-0" />
      <bdi>{say(removed_by === null ? words.removedOn({ day }) : words.removed({ day, who: accountName(say, removed_by) }))}</bdi>
    </p>
  )
}

function Details({ person }: { person: Person }) {
  const say = useSay()
  const language = useLanguage()
  const { isReader } = useRights()
  const { account } = person
  const { fields } = messages
  const gender = account && genderName(account.gender)
  const other = shownName(language, person) === person.name ? person.other_name : person.name
  return (
    <dl className="grid gap-x-8 gap-y-3 px-4 py-4 sm:grid-cols-2 sm:px-5 lg:grid-cols-3">
      {other && <Fact label={say(fields.otherName)}>{other}</Fact>}
      <Fact label={say(fields.username)}>{person.username}</Fact>
      <Fact label={say(fields.email)}>
        {person.email}
        {account?.email_refused && <span className="block text-sm text-bad">{say(words.emailRefused)}</span>}
      </Fact>
      <Fact label={say(fields.degree)}>{localized(language, person, 'degree')}</Fact>
      {account && <Fact label={say(fields.gender)}>{gender && say(gender)}</Fact>}
      {account && (
        <Fact label={say(fields.role)}>
          {say(roleName(account.role_id))}
          {rightsBeside(account).map((right) => (
            <span key={right} className="ms-2">
              <Badge>{say(rightName(right))}</Badge>
            </span>
          ))}
          {account.dean_of && (
            <span className="ms-2">
              <Badge>{say(words.deanOf({ faculty: localized(language, account.dean_of, 'name') }))}</Badge>
            </span>
          )}
          {account.heads && (
            <span className="ms-2">
              <Badge>{say(words.headOf({ department: localized(language, account.heads, 'name') }))}</Badge>
            </span>
          )}
        </Fact>
      )}
      {/* Readers get the account without how its person signs in: nothing here would be true. */}
      {account && !isReader && (
        <Fact label={say(words.signsInWith)}>
          {account.linked_account
            ? say(words.withProvider({ account: account.linked_account }))
            : say(account.can_sign_in ? words.withPassword : words.cannotSignIn)}
          {!account.has_signed_in && <span className="block text-sm text-quiet">{say(words.neverSignedIn)}</span>}
        </Fact>
      )}
      {account && !isReader && (
        <Fact label={say(words.secondFactor)}>{account.has_second_factor ? say(words.isSetUp) : undefined}</Fact>
      )}
    </dl>
  )
}

/** With the role administrator comes giving rights, and is not worth a mark. */
function rightsBeside({ role_id, rights = [] }: NonNullable<Person['account']>) {
  return rights.filter((right) => !(right === 'give_rights' && role_id === roles.admin))
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-quiet">{label}</dt>
      <dd className="wrap-anywhere">{children ? <bdi>{children}</bdi> : '–'}</dd>
    </div>
  )
}
