import { KeyRound } from 'lucide-react'
import { passwordMask, roles, titleName } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { User } from '../../contract/users.ts'
import { departmentCode, titleCode } from '../search-params.ts'
import type { Column } from '../ui/data-table-model.ts'
import { RowActions } from '../ui/row-actions.tsx'
import { RoleButton } from './role-button.tsx'
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
export function userColumns(handlers: Handlers): Column<User>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      value: ({ name }) => name,
      width: 136,
      rowHeader: true,
      cell: ({ name }) => (
        <div dir="auto" title={name} className="cell-text font-medium">
          {name}
        </div>
      ),
      fits: true,
    },
    { id: 'degree', header: 'Degree', value: ({ degree }) => degree, width: 68 },
    {
      id: 'title',
      header: 'Title',
      value: ({ title }) => titleName(title),
      width: 92,
      filter: 'All titles',
      filterCode: ({ title }) => titleCode(title),
      fits: true,
    },
    {
      id: 'department',
      header: 'Department',
      value: ({ department_name }) => department_name ?? messages.departments.unknown,
      width: 108,
      filter: 'All departments',
      filterParam: 'department_id',
      filterCode: departmentCode,
    },
    {
      id: 'email',
      header: 'Email',
      value: ({ email }) => email,
      width: 144,
      cell: ({ email }) => <Email address={email ?? ''} />,
      fits: true,
    },
    { id: 'gender', header: 'Gender', value: ({ gender }) => gender, width: 70, fits: true },
    { id: 'username', header: 'UserName', value: ({ username }) => username, width: 108 },
    {
      id: 'password',
      header: 'Password',
      value: ({ has_signed_in }) => (has_signed_in ? messages.users.signedIn : messages.users.neverSignedIn),
      exported: () => null,
      cell: (user) => <Password user={user} onNew={() => handlers.onNewPassword(user)} />,
      width: 96,
      filter: 'All accounts',
      filterLabel: 'Sign-in',
      filterParam: 'signed_in',
      filterCode: ({ has_signed_in }) => (has_signed_in ? 'yes' : 'never'),
      fits: true,
    },
    {
      id: 'role',
      header: 'Role',
      value: ({ role_id }) => (role_id === roles.admin ? 'Admin' : 'Staff'),
      cell: (user) => <RoleButton user={user} />,
      width: 78,
      filter: 'All roles',
      filterParam: 'role_id',
      filterCode: ({ role_id }) => role_id,
      fits: true,
    },
    {
      id: 'actions',
      header: 'Actions',
      cell: (user) => <UserActions user={user} {...handlers} />,
      width: 82,
      align: 'end',
      pinned: 'sm',
      fits: true,
    },
  ]
}

/** Whether there is one, and a new one for staff who never signed in. */
function Password({ user, onNew }: { user: User; onNew: () => void }) {
  const { can_sign_in, name } = user
  const text = can_sign_in ? (
    <span className="tracking-tighter">{passwordMask}</span>
  ) : (
    <span title={messages.users.cannotSignIn}>{messages.users.noPasswordYet}</span>
  )
  if (!mayGetNewPassword(user)) return <span className={can_sign_in ? 'text-quiet' : ''}>{text}</span>
  return (
    <button
      type="button"
      aria-label={`${can_sign_in ? messages.users.neverSignedIn : messages.users.noPasswordYet}: ${messages.users.newInitialPassword(name)}`}
      title={`${messages.users.neverSignedIn}: ${messages.users.newInitialPassword(name)}`}
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

/** An administrator's row has none: the role must be removed before editing or deleting. */
function UserActions({ user, onEdit, onDeleted }: Handlers & { user: User }) {
  const { mutate, isPending } = useDeleteUser(onDeleted)
  if (user.role_id === roles.admin) return null
  return (
    <RowActions name={user.name} deleting={isPending} onEdit={(button) => onEdit(user, button)} onDelete={() => mutate(user)} />
  )
}
