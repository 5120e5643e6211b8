import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense, useMemo, useRef } from 'react'
import { roles } from '../../contract/codes.ts'
import { messages } from '../../contract/messages.ts'
import type { User } from '../../contract/users.ts'
import { messageOf } from '../api.ts'
import { ImportButton } from '../imports/import-button.tsx'
import { useOpenForm } from '../open-form.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type DataTableHandle } from '../ui/data-table.tsx'
import { TableExport } from '../ui/export-menu.tsx'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { useColumnsForScreen } from '../ui/small-screen.ts'
import { useUsers } from './users.api.ts'
import { userColumns } from './users-columns.tsx'

/** Lazy: with its validation it is larger than the whole table, and most visits only look something up. */
const UserForm = lazyRouteComponent(() => import('./user-form.tsx'), 'UserForm')

export function UsersPanel() {
  const { data: users, error, isFetching, refetch } = useUsers()
  const { open, openFor, close, closeFor } = useOpenForm<User>('user')
  const table = useRef<DataTableHandle<User>>(null)
  const columns = useMemo(() => userColumns({ onEdit: openFor, onDeleted: closeFor }), [openFor, closeFor])

  return (
    <>
      <PanelHeader title="Users" summary={users ? summaryOf(users) : noSummaryYet}>
        <TableExport title={['Users']} disabled={!users?.length} content={() => table.current?.exported()} />
        <ImportButton />
        <Button
          look={open ? 'plain' : 'primary'}
          onClick={(event) => (open ? close() : openFor('new', event.currentTarget))}
          onPointerEnter={() => void UserForm.preload?.()}
          className="min-w-28"
        >
          {open ? 'Cancel' : 'Add User'}
        </Button>
      </PanelHeader>
      {open && (
        <Suspense>
          <UserForm key={open === 'new' ? 'new' : open.id} user={open === 'new' ? undefined : open} onClose={close} />
        </Suspense>
      )}
      <DataTable
        handle={table}
        caption="Users"
        columns={useColumnsForScreen(columns)}
        rows={users}
        rowKey={userKey}
        error={error && !users && !isFetching ? messages.users.error(messageOf(error, messages.users.fetchFailed)) : undefined}
        onRetry={refetch}
        emptyText={messages.users.empty}
        searchLabel="Search users"
      />
    </>
  )
}

function userKey({ id }: User) {
  return id
}

function summaryOf(users: User[]) {
  const admins = users.filter(({ role_id }) => role_id === roles.admin).length
  const staff = users.length - admins
  return `${staff} staff · ${admins} ${admins === 1 ? 'administrator' : 'administrators'}`
}
