import { KeyRound, Mail, MailCheck, MailX } from 'lucide-react'
import { accountName } from '../../contract/account-names.ts'
import { genderName, passwordMask, rightName, roleName, roles, titleName } from '../../contract/codes.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized, localizedAndEnglish } from '../../contract/localized.ts'
import { searchedNames, shownName } from '../../contract/person-names.ts'
import type { GivenRight } from '../../contract/rights.ts'
import { nameSortKey } from '../../contract/sorting.ts'
import type { User } from '../../contract/users.ts'
import { useBranding } from '../branding/branding.ts'
import { DepartmentLink } from '../entities/departments/department-link.tsx'
import { departmentCode, titleCode } from '../entities/members/filter-codes.ts'
import { invitationState } from '../entities/members/invitation-state.ts'
import { PersonLink } from '../entities/members/person-link.tsx'
import { SelectAllBox, SelectBox } from '../entities/members/select-boxes.tsx'
import { useDeleteUser } from '../entities/members/users.api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import type { Column } from '../ui/data-table-model.ts'
import { type OffReasons, RowActions } from '../ui/row-actions.tsx'
import type { RowSelection } from '../ui/row-selection.ts'
import { isSelectable as mayBeSelected } from './bulk-bar.tsx'
import { RemoveFactorsButton } from './remove-factors-button.tsx'
import { RightsOfUser } from './rights-of-user.tsx'
import { RoleButton } from './role-button.tsx'
import { UnlinkButton } from './unlink-button.tsx'

type Handlers = {
  onEdit: (user: User, button: HTMLElement) => void
  onDeleted: (id: number) => void
  onNewPassword: (user: User) => void
  onTell: (user: User) => void
}

/** What the reader of the list may do in it, and what the list does not say of its users. */
export type UserOptions = {
  /** False for readers: the list has no buttons. */
  mayChange: boolean
  givesRights: boolean
  ownId: number | undefined
  rightsOf: (id: number) => readonly GivenRight[]
  /** Whether a second person has to confirm that the user becomes an administrator. */
  isWaiting: (id: number) => boolean
}

/** Whether a user may get a new password: an initial one that never reached its owner can be replaced. Administrators set their own. */
export function mayGetNewPassword({ role_id, has_signed_in }: User): boolean {
  return role_id === roles.staff && !has_signed_in
}

/** Whether a user can be invited: not who signs in with an account of the university, or has signed in with a second factor. */
export function mayBeInvited(user: User): boolean {
  return mayGetNewPassword(user) && !user.linked_account && !user.has_second_factor
}

/** The columns of the specification, and the row's buttons. Their widths fit next to the sidebar at 1280 px. */
export function userColumns(
  say: Say,
  language: Language,
  handlers: Handlers,
  selection: RowSelection,
  options: UserOptions,
): Column<User>[] {
  const { fields } = messages
  const { mayChange, givesRights, ownId, rightsOf, isWaiting } = options
  /** By role or by right: they change their own password, and nobody acts on several of them at once. */
  const administers = ({ id, role_id }: User) => role_id === roles.admin || rightsOf(id).includes('administrator')
  const isSelectable = (user: User) => mayBeSelected(user) && user.id !== ownId && !administers(user)
  const departmentOf = (user: User) => localized(language, user, 'department_name') ?? say(messages.departments.unknown)
  const nameOf = (user: User) => accountName(say, shownName(language, user))
  const sayIfAny = (message: Message | null) => message && say(message)
  /** The options of the filter by the state of the sign-in. */
  const accounts = {
    yes: { code: 'yes', label: say(messages.users.signedIn) },
    never: { code: 'never', label: say(messages.users.neverSignedIn) },
    noPassword: { code: 'no-password', label: say(messages.toDo.noPassword) },
    invited: { code: 'invited', label: say(messages.users.invited) },
    notDelivered: { code: 'not-delivered', label: say(messages.users.notDelivered) },
    refused: { code: 'refused', label: say(messages.users.emailIsRefused) },
  }
  const all: Column<User>[] = [
    {
      id: 'select',
      header: say(messages.bulkUsers.selectColumn),
      headerCell: (shown) => <SelectAllBox shown={shown.filter(isSelectable).map(({ id }) => id)} selection={selection} />,
      cell: (user) => isSelectable(user) && <SelectBox id={user.id} name={accountName(say, user.name)} selection={selection} />,
      width: 42,
      tight: true,
      selects: true,
      fits: true,
    },
    {
      id: 'name',
      header: say(fields.name),
      value: nameOf,
      sortBy: (user) => nameSortKey(nameOf(user)),
      searchBy: (user) => `${nameOf(user)} ${searchedNames(user)}`,
      // A file has the names as an import reads them.
      exported: ({ name }) => name,
      alsoExported: { header: say(fields.otherName), value: ({ other_name }) => other_name ?? null },
      width: 126,
      rowHeader: true,
      cell: (user) => (
        <div dir="auto" title={nameOf(user)} className="cell-text font-medium">
          <PersonLink id={user.id}>{nameOf(user)}</PersonLink>
        </div>
      ),
      fits: true,
    },
    { id: 'degree', header: say(fields.degree), value: (user) => localized(language, user, 'degree'), width: 64 },
    {
      id: 'title',
      header: say(fields.title),
      value: ({ title }) => say(titleName(title)),
      width: 88,
      filter: say(fields.allTitles),
      filterCode: ({ title }) => titleCode(title),
      fits: true,
    },
    {
      id: 'department',
      header: say(fields.department),
      value: departmentOf,
      searchBy: (user) => (user.department_name ? localizedAndEnglish(language, user, 'department_name') : departmentOf(user)),
      cell: (user) => <DepartmentLink row={user} />,
      fits: true,
      width: 104,
      filter: say(fields.allDepartments),
      filterParam: 'department_id',
      filterCode: departmentCode,
    },
    {
      id: 'email',
      header: say(fields.email),
      value: ({ email }) => email,
      width: 134,
      cell: ({ email, email_refused }) => <Email address={email ?? ''} isRefused={email_refused} />,
      fits: true,
    },
    {
      id: 'gender',
      header: say(fields.gender),
      value: ({ gender }) => sayIfAny(genderName(gender)),
      width: 68,
      fits: true,
    },
    {
      id: 'username',
      header: say(fields.username),
      value: ({ username }) => username,
      width: 104,
      cell: ({ username }) => <Username name={username} />,
      fits: true,
    },
    {
      id: 'password',
      header: say(fields.password),
      value: ({ has_signed_in }) => say(has_signed_in ? messages.users.signedIn : messages.users.neverSignedIn),
      exported: () => null,
      cell: (user) => (
        <div className="flex items-center gap-0.5">
          <Password user={user} onNew={mayChange && !administers(user) ? () => handlers.onNewPassword(user) : undefined} />
          {mayChange && (
            <>
              {!administers(user) && <TellButton user={user} onTell={() => handlers.onTell(user)} />}
              <UnlinkButton user={user} />
              {!administers(user) && <RemoveFactorsButton user={user} />}
            </>
          )}
        </div>
      ),
      width: 94,
      filter: say(messages.users.allAccounts),
      filterLabel: say(messages.users.signIn),
      filterParam: 'signed_in',
      filterBy: ({ has_signed_in, has_own_sign_in, invited_at, invitation, email_refused }) => [
        has_signed_in ? accounts.yes : accounts.never,
        // A server of the previous release does not send this value.
        ...(has_own_sign_in === false ? [accounts.noPassword] : []),
        ...(invited_at && !has_signed_in ? [accounts.invited] : []),
        ...(invitation === 'failed' && !has_signed_in ? [accounts.notDelivered] : []),
        ...(email_refused ? [accounts.refused] : []),
      ],
      filterOrder: Object.values(accounts).map(({ label }) => label),
      filterCodes: Object.values(accounts),
      fits: true,
    },
    {
      id: 'role',
      header: say(fields.role),
      value: ({ role_id }) => say(roleName(role_id)),
      searchBy: ({ id, role_id }) => [roleName(role_id), ...rightsOf(id).map(rightName)].map(say).join(' '),
      cell: (user) => (
        <>
          <RoleButton user={user} mayChange={mayChange && givesRights} />
          <RightsOfUser user={user} rights={rightsOf(user.id)} isWaiting={isWaiting(user.id)} />
        </>
      ),
      width: 76,
      filter: say(messages.users.allRoles),
      filterParam: 'role_id',
      filterCode: ({ role_id }) => role_id,
      fits: true,
    },
    {
      id: 'actions',
      header: say(fields.actions),
      cell: (user) => <UserActions user={user} off={whyOff(user)} {...handlers} />,
      width: 80,
      align: 'end',
      pinned: 'sm',
      fits: true,
    },
  ]
  return mayChange ? all : all.filter(({ id }) => id !== 'select' && id !== 'actions')

  /** Nobody decides about themselves, and who administers is not deleted before that is taken away. */
  function whyOff({ id }: User): OffReasons {
    const { ownRow, adminRow } = messages.users
    if (id === ownId) return { edit: say(ownRow), delete: say(ownRow) }
    return rightsOf(id).includes('administrator') ? { delete: say(adminRow) } : {}
  }
}

/** The state of the password, and a new one for staff who never signed in. */
function Password({ user, onNew }: { user: User; onNew: (() => void) | undefined }) {
  const say = useSay()
  const { sso_name } = useBranding()
  const { can_sign_in, linked_account, name } = user
  const why = linked_account && sso_name ? messages.sso.withoutPassword({ name: sso_name }) : messages.users.cannotSignIn
  const text = can_sign_in ? (
    <span className="tracking-tighter">{passwordMask}</span>
  ) : (
    <span title={say(why)}>{say(messages.users.noPasswordYet)}</span>
  )
  if (!onNew || !mayGetNewPassword(user)) {
    const invited = invitationState(say, user)
    return (
      <span className={can_sign_in ? 'text-quiet' : ''} {...(invited ? { title: say(invited) } : {})}>
        {text}
      </span>
    )
  }
  const { neverSignedIn, noPasswordYet, newInitialPassword } = messages.users
  const labelled = (label: Message) => say(messages.general.labelled({ label, value: newInitialPassword({ name }) }))
  return (
    <button
      type="button"
      aria-label={labelled(can_sign_in ? neverSignedIn : noPasswordYet)}
      title={labelled(neverSignedIn)}
      onClick={onNew}
      className={`-mx-1.5 inline-flex min-h-8 max-sm:min-h-11 cursor-pointer items-center gap-1 rounded-md px-1.5 text-start leading-4 text-quiet transition-colors hover:bg-brand-soft hover:text-brand ${can_sign_in ? 'shrink-0' : 'min-w-0'}`}
    >
      {text}
      <KeyRound aria-hidden="true" className="size-3.5 shrink-0 print:hidden" />
    </button>
  )
}

/** Tells a member who never signed in how to do so. Its look is the state of the last invitation. An administrator's row has no such buttons. */
function TellButton({ user, onTell }: { user: User; onTell: () => void }) {
  const say = useSay()
  if (!mayBeInvited(user)) return null
  const state = invitationState(say, user)
  const tell = messages.users.tell({ name: accountName(say, user.name) })
  const label = say(state ? messages.general.labelled({ label: state, value: tell }) : tell)
  const isFailed = user.invitation === 'failed'
  const Icon = isFailed ? MailX : state ? MailCheck : Mail
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onTell}
      className={`grid h-8 w-6 shrink-0 cursor-pointer place-items-center rounded-md transition-colors hover:bg-brand-soft hover:text-brand print:hidden ${isFailed ? 'text-bad' : 'text-quiet'}`}
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  )
}

/** The e-mail address. If it is too long for one line, it breaks before the @ rather than within a word. */
function Email({ address, isRefused }: { address: string; isRefused: boolean }) {
  const say = useSay()
  const at = address.lastIndexOf('@')
  const text = (
    <div dir="auto" title={address} className="cell-text">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </div>
  )
  if (!isRefused) return text
  const refused = say(messages.users.emailRefused)
  return (
    <div className="flex items-center gap-1">
      <span title={refused} className="shrink-0 text-bad">
        <MailX role="img" aria-label={refused} className="size-4" />
      </span>
      {text}
    </div>
  )
}

/** The username. If it is too long for one line, it breaks after the dot between its parts. */
function Username({ name }: { name: string }) {
  const dot = name.indexOf('.') + 1
  return (
    <div dir="auto" title={name} className="cell-text">
      {name.slice(0, dot)}
      <wbr />
      {name.slice(dot)}
    </div>
  )
}

/** The buttons of a user. An administrator's row has none: the role must be removed before editing or deleting. */
function UserActions({ user, off, onEdit, onDeleted }: Handlers & { user: User; off: OffReasons }) {
  const language = useLanguage()
  const { mutate, isPending } = useDeleteUser(onDeleted)
  if (user.role_id === roles.admin) return null
  return (
    <RowActions
      name={shownName(language, user)}
      deleting={isPending}
      onEdit={(button) => onEdit(user, button)}
      onDelete={() => mutate(user)}
      off={off}
    />
  )
}
