import { passwordMask, roles, titleName } from '../../contract/codes.ts'
import { messages } from '../../contract/messages.ts'
import type { User } from '../../contract/users.ts'
import { departmentCode, titleCode } from '../search-params.ts'
import type { Column } from '../ui/data-table-model.ts'
import { RowActions } from '../ui/row-actions.tsx'
import { RoleButton } from './role-button.tsx'
import { useDeleteUser } from './users.api.ts'

type Handlers = {
  onEdit: (user: User, button: HTMLElement) => void
  onDeleted: (id: number) => void
}

/** The columns of the specification, and the row's buttons. Their widths fit next to the sidebar at 1280 px. */
export function userColumns(handlers: Handlers): Column<User>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      value: ({ name }) => name,
      width: 140,
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
      width: 112,
      filter: 'All departments',
      filterParam: 'department_id',
      filterCode: departmentCode,
    },
    {
      id: 'email',
      header: 'Email',
      value: ({ email }) => email,
      width: 150,
      cell: ({ email }) => <Email address={email ?? ''} />,
      fits: true,
    },
    { id: 'gender', header: 'Gender', value: ({ gender }) => gender, width: 70, fits: true },
    { id: 'username', header: 'UserName', value: ({ username }) => username, width: 108 },
    {
      id: 'password',
      header: 'Password',
      value: ({ can_sign_in }) => (can_sign_in ? passwordMask : messages.users.noPasswordYet),
      exported: () => null,
      cell: ({ can_sign_in }) =>
        can_sign_in ? (
          <span className="tracking-tighter text-quiet">{passwordMask}</span>
        ) : (
          <span title={messages.users.cannotSignIn}>{messages.users.noPasswordYet}</span>
        ),
      width: 82,
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
