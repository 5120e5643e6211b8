import { KeyRound, Mail } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { roles } from '../../contract/codes.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { GivenRight } from '../../contract/rights.ts'
import type { User } from '../../contract/users.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { RemovedButton, useShowsRemoved } from '../entities/editable/removed-button.tsx'
import { FirstStepsCard } from '../entities/first-steps/first-steps-card.tsx'
import { useAdministratorRequests, useGivenRights } from '../entities/given-rights/given-rights.api.ts'
import { ImportButton } from '../entities/imports/import-button.tsx'
import { useUsers } from '../entities/members/users.api.ts'
import { usePanelView } from '../entities/views/panel-view.ts'
import { ViewTools } from '../entities/views/view-tools.tsx'
import { useOpenForm } from '../forms/open-form.ts'
import { messageOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { useFoundRow } from '../routing/found-row.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { useOpenFromAddress } from '../routing/open-from-address.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type DataTableHandle } from '../ui/data-table.tsx'
import { NextStep } from '../ui/empty-state.tsx'
import { TableExport } from '../ui/export-menu.tsx'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { RowSelection } from '../ui/row-selection.ts'
import { useColumnsForScreen } from '../ui/small-screen.ts'
import { useTableInAddress } from '../ui/table-state.ts'
import { BulkBar } from './bulk-bar.tsx'
import { mayBeInvited, mayGetNewPassword, userColumns } from './users-columns.tsx'

/** The form is lazy: with its validation it is larger than the whole table, and most visits only look something up. */
const UserForm = lazyComponent(() => import('./user-form.tsx'), 'UserForm', 'all')

const NewPasswordsDialog = lazyComponent(
  () => import('../entities/imports/new-passwords-dialog.tsx'),
  'NewPasswordsDialog',
  'all',
)

const TellMembersDialog = lazyComponent(
  () => import('../entities/invitations/tell-members-dialog.tsx'),
  'TellMembersDialog',
  'all',
)

const RemovedUsers = lazyComponent(() => import('./removed-users.tsx'), 'RemovedUsers')

type RightsByUser = ReadonlyMap<number, readonly GivenRight[]>

export function UsersPanel() {
  return useShowsRemoved() ? (
    <LazyBoundary>
      <RemovedUsers />
    </LazyBoundary>
  ) : (
    <UserList />
  )
}

function UserList() {
  const say = useSay()
  const language = useLanguage()
  const { data: users, error, isFetching, refetch } = useUsers()
  const { isAdmin: mayChange, give_rights: givesRights = false } = useRights()
  const ownId = useSession()?.id
  const { data: given, isPending } = useGivenRights()
  const { data: requests } = useAdministratorRequests()
  const [withoutSignIn, setWithoutSignIn] = useState<readonly User[]>()
  const [told, setTold] = useState<readonly User[]>()
  const { open, openFor, closeFor, leave, close, closeSaved, marked } = useOpenForm<User>({
    form: 'user',
    rows: users,
    gone: messages.users.notFound,
  })
  const table = useRef<DataTableHandle<User>>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  useOpenFromAddress('add', () => addButton.current && openFor('new', addButton.current))
  const [selection] = useState(() => new RowSelection())
  const rights: RightsByUser = useMemo(
    () => new Map(given?.people.map((person) => [person.id, person.rights.map(({ right }) => right)])),
    [given],
  )
  const columns = useMemo(() => {
    const handlers = {
      onEdit: openFor,
      onDeleted: closeFor,
      onNewPassword: (user: User) => setWithoutSignIn([user]),
      onTell: (user: User) => setTold([user]),
    }
    const waiting = new Set(requests?.map(({ user_id }) => user_id))
    return userColumns(say, language, handlers, selection, {
      mayChange,
      givesRights,
      ownId,
      rightsOf: (id) => rights.get(id) ?? [],
      isWaiting: (id) => waiting.has(id),
    })
  }, [say, language, openFor, closeFor, selection, mayChange, givesRights, ownId, rights, requests])
  const state = useTableInAddress(columns)
  const found = useFoundRow(users)
  const view = usePanelView('users', columns, users)

  return (
    <>
      <PanelHeader
        title={say(messages.panels.users)}
        summary={users && !isPending ? say(summaryOf(users, rights)) : noSummaryYet}
      >
        <TableExport title={[say(messages.panels.users)]} disabled={!users?.length} content={() => table.current?.exported()} />
        <ImportButton kind="users" />
        <RemovedButton tab="users" />
        {mayChange && (
          <Button
            ref={addButton}
            look={open ? 'plain' : 'primary'}
            onClick={(event) => (open ? close() : openFor('new', event.currentTarget))}
            onPointerEnter={() => void UserForm.preload?.()}
            className="min-w-28"
          >
            {say(open ? messages.actions.cancel : messages.users.add)}
          </Button>
        )}
      </PanelHeader>
      <FirstStepsCard onAddUser={(button) => openFor('new', button)} />
      {open && mayChange && (
        <LazyBoundary>
          <UserForm
            key={open === 'new' ? 'new' : open.id}
            user={open === 'new' ? undefined : open}
            onSaved={closeSaved}
            onCancel={close}
            onLeave={leave}
          />
        </LazyBoundary>
      )}
      <DataTable
        handle={table}
        caption={say(messages.panels.users)}
        columns={useColumnsForScreen(columns)}
        order={view.order}
        viewTools={<ViewTools view={view} />}
        rows={view.isWaiting ? undefined : users}
        rowKey={userKey}
        marked={marked?.id ?? found}
        error={
          error && !users && !isFetching
            ? say(messages.users.error({ message: messageOf(error, messages.users.fetchFailed) }))
            : undefined
        }
        onRetry={refetch}
        emptyText={say(messages.users.empty)}
        emptyHint={
          mayChange && (
            <NextStep text={say(messages.empty.users)}>
              <Button look="primary" onClick={(event) => openFor('new', event.currentTarget)}>
                {say(messages.users.add)}
              </Button>
              <ImportButton kind="users" />
            </NextStep>
          )
        }
        searchLabel={say(messages.users.search)}
        tools={(shown) =>
          mayChange &&
          isWithoutSignIn(state.filters['signed_in']) && (
            <>
              <InviteButton shown={shown} onClick={setTold} />
              <NewPasswordsButton shown={shown} onClick={setWithoutSignIn} />
            </>
          )
        }
        state={state}
      />
      {mayChange && <BulkBar users={users} selection={selection} />}
      {told && (
        <LazyBoundary onFailure={() => setTold(undefined)}>
          <TellMembersDialog members={told} onClose={() => setTold(undefined)} />
        </LazyBoundary>
      )}
      {withoutSignIn && (
        <LazyBoundary onFailure={() => setWithoutSignIn(undefined)}>
          <NewPasswordsDialog members={withoutSignIn} onClose={() => setWithoutSignIn(undefined)} />
        </LazyBoundary>
      )}
    </>
  )
}

const filtersWithoutSignIn = new Set(['never', 'no-password'])
const isWithoutSignIn = (codes: readonly string[] = []) =>
  codes.length > 0 && codes.every((code) => filtersWithoutSignIn.has(code))

/**
 * The button for new passwords of those in the list who never signed in. It appears only with a filter for them: a search must not offer it
 * by chance.
 */
function NewPasswordsButton({ shown, onClick }: { shown: readonly User[]; onClick: (members: readonly User[]) => void }) {
  const say = useSay()
  const members = shown.filter(mayGetNewPassword)
  if (members.length === 0) return null
  return (
    <Button onClick={() => onClick(members)}>
      <KeyRound aria-hidden="true" className="size-4" />
      {say(messages.users.newPasswords({ count: members.length }))}
    </Button>
  )
}

/** The button to which "Invite" of What waits leads, with its word: the members of the list who never signed in are told how to. */
function InviteButton({ shown, onClick }: { shown: readonly User[]; onClick: (members: readonly User[]) => void }) {
  const say = useSay()
  const members = shown.filter(mayBeInvited)
  if (members.length === 0) return null
  return (
    <Button look="primary" onClick={() => onClick(members)}>
      <Mail aria-hidden="true" className="size-4" />
      {say(messages.users.invite({ count: members.length }))}
    </Button>
  )
}

function userKey({ id }: User) {
  return id
}

/** Who administers by a right beside being scored is counted as both. */
function summaryOf(users: User[], rights: RightsByUser): Message {
  const staff = users.filter(({ role_id }) => role_id !== roles.admin)
  const byRight = staff.filter(({ id }) => rights.get(id)?.includes('administrator')).length
  const { summary, staffCount, adminCount } = messages.users
  return summary({
    staff: staffCount({ count: staff.length }),
    admins: adminCount({ count: users.length - staff.length + byRight }),
  })
}
