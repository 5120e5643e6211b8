import { KeyRound } from 'lucide-react'
import { degreeName, genderName, passwordMask, roleName, roles, titleName } from '../../contract/codes.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized, localizedAndEnglish } from '../../contract/localized.ts'
import { nameSortKey } from '../../contract/sorting.ts'
import type { User } from '../../contract/users.ts'
import { useBranding } from '../branding/branding.ts'
import { DepartmentLink } from '../departments/department-link.tsx'
import { useSay } from '../language.ts'
import { departmentCode, titleCode } from '../search-params.ts'
import type { Column } from '../ui/data-table-model.ts'
import { RowActions } from '../ui/row-actions.tsx'
import type { RowSelection } from '../ui/row-selection.ts'
import { RoleButton } from './role-button.tsx'
import { SelectAllBox, SelectBox } from './select-boxes.tsx'
import { UnlinkButton } from './unlink-button.tsx'
import { useDeleteUser } from './users.api.ts'

type Handlers = {
  onEdit: (user: User, button: HTMLElement) => void
  onDeleted: (id: number) => void
  onNewPassword: (user: User) => void
}

/** An initial password that never reached its owner can be replaced. Administrators set their own. */
export function mayGetNewPassword({ role_id, has_signed_in }: User): boolean {
  return role_id === roles.staff && !has_signed_in
}

/** The columns of the specification, and the row's buttons. Their widths fit next to the sidebar at 1280 px. */
export function userColumns(say: Say, language: Language, handlers: Handlers, selection: RowSelection): Column<User>[] {
  const { fields } = messages
  const departmentOf = (user: User) => localized(language, user, 'department_name') ?? say(messages.departments.unknown)
  const sayIfAny = (message: Message | null) => message && say(message)
  /** The options of the filter by how they sign in. */
  const accounts = {
    yes: { code: 'yes', label: say(messages.users.signedIn) },
    never: { code: 'never', label: say(messages.users.neverSignedIn) },
    noPassword: { code: 'no-password', label: say(messages.toDo.noPassword) },
  }
  return [
    {
      id: 'select',
      header: say(messages.bulkUsers.selectColumn),
      headerCell: (shown) => <SelectAllBox shown={shown} selection={selection} />,
      cell: (user) => <SelectBox user={user} selection={selection} />,
      width: 42,
      tight: true,
      selects: true,
      fits: true,
    },
    {
      id: 'name',
      header: say(fields.name),
      value: ({ name }) => name,
      sortBy: ({ name }) => nameSortKey(name),
      width: 126,
      rowHeader: true,
      cell: ({ name }) => (
        <div dir="auto" title={name} className="cell-text font-medium">
          {name}
        </div>
      ),
      fits: true,
    },
    { id: 'degree', header: say(fields.degree), value: ({ degree }) => sayIfAny(degreeName(degree)), width: 64 },
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
      cell: ({ email }) => <Email address={email ?? ''} />,
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
        <div className="flex items-center gap-1">
          <Password user={user} onNew={() => handlers.onNewPassword(user)} />
          <UnlinkButton user={user} />
        </div>
      ),
      width: 94,
      filter: say(messages.users.allAccounts),
      filterLabel: say(messages.users.signIn),
      filterParam: 'signed_in',
      filterBy: ({ has_signed_in, has_own_sign_in }) => [
        has_signed_in ? accounts.yes : accounts.never,
        // Not where the server is of the release before, which does not tell it.
        ...(has_own_sign_in === false ? [accounts.noPassword] : []),
      ],
      filterOrder: Object.values(accounts).map(({ label }) => label),
      filterCodes: Object.values(accounts),
      fits: true,
    },
    {
      id: 'role',
      header: say(fields.role),
      value: ({ role_id }) => say(roleName(role_id)),
      cell: (user) => <RoleButton user={user} />,
      width: 76,
      filter: say(messages.users.allRoles),
      filterParam: 'role_id',
      filterCode: ({ role_id }) => role_id,
      fits: true,
    },
    {
      id: 'actions',
      header: say(fields.actions),
      cell: (user) => <UserActions user={user} {...handlers} />,
      width: 80,
      align: 'end',
      pinned: 'sm',
      fits: true,
    },
  ]
}

/** Whether there is one, and a new one for staff who never signed in. */
function Password({ user, onNew }: { user: User; onNew: () => void }) {
  const say = useSay()
  const { sso_name } = useBranding()
  const { can_sign_in, linked_account, name } = user
  const why = linked_account && sso_name ? messages.sso.withoutPassword({ name: sso_name }) : messages.users.cannotSignIn
  const text = can_sign_in ? (
    <span className="tracking-tighter">{passwordMask}</span>
  ) : (
    <span title={say(why)}>{say(messages.users.noPasswordYet)}</span>
  )
  if (!mayGetNewPassword(user)) return <span className={can_sign_in ? 'text-quiet' : ''}>{text}</span>
  const { neverSignedIn, noPasswordYet, newInitialPassword } = messages.users
  const labelled = (label: Message) => say(messages.general.labelled({ label, value: newInitialPassword({ name }) }))
  return (
    <button
      type="button"
      aria-label={labelled(can_sign_in ? neverSignedIn : noPasswordYet)}
      title={labelled(neverSignedIn)}
      onClick={onNew}
      className="-mx-1.5 inline-flex min-h-8 cursor-pointer items-center gap-1 rounded-md px-1.5 whitespace-nowrap text-quiet transition-colors hover:bg-brand-soft hover:text-brand"
    >
      {text}
      <KeyRound aria-hidden="true" className="size-3.5 shrink-0 print:hidden" />
    </button>
  )
}

/** If it is too long for one line, it breaks before the @ rather than within a word. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <div dir="auto" title={address} className="cell-text">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </div>
  )
}

/** The same: it breaks after the dot between its parts. */
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

/** An administrator's row has none: the role must be removed before editing or deleting. */
function UserActions({ user, onEdit, onDeleted }: Handlers & { user: User }) {
  const { mutate, isPending } = useDeleteUser(onDeleted)
  if (user.role_id === roles.admin) return null
  return (
    <RowActions name={user.name} deleting={isPending} onEdit={(button) => onEdit(user, button)} onDelete={() => mutate(user)} />
  )
}
