import { useState } from 'react'
import { roles } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { mostBulkUsers } from '../../contract/limits.ts'
import type { MessageKind } from '../../contract/messages.ts'
import type { User } from '../../contract/users.ts'
import { useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { Button } from '../ui/button.tsx'
import { type RowSelection, useSelectedIds } from '../ui/row-selection.ts'

const BulkDialog = lazyComponent(() => import('./bulk-dialog.tsx'), 'BulkDialog')
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

const MessageDialog = lazyComponent(() => import('../entities/messages/message-dialog.tsx'), 'MessageDialog', 'all')

type Action = 'move' | 'message' | 'tell' | 'passwords' | 'remove'
const actions = [
  { action: 'move', label: messages.bulkUsers.move },
  { action: 'message', label: messages.bulkUsers.message },
  { action: 'tell', label: messages.bulkUsers.tell },
  { action: 'passwords', label: messages.bulkUsers.newPasswords },
  { action: 'remove', label: messages.bulkUsers.remove },
] as const

/** Whether a user can be selected: administrators are never part of an action for several members. */
export function isSelectable({ role_id }: User): boolean {
  return role_id === roles.staff
}

/** Members of whom none has signed in are usually to be reminded of that. */
function kindFor(members: readonly User[]): MessageKind {
  return members.every(({ has_signed_in }) => !has_signed_in) ? 'never signed in' : 'announcement'
}

/** The bar while members are selected: their number, and the actions for all of them. */
export function BulkBar({ users, selection }: { users: readonly User[] | undefined; selection: RowSelection }) {
  const say = useSay()
  const ids = useSelectedIds(selection)
  // The members are fixed while a dialog is open: they leave the list, or the selection, one by one.
  const [open, setOpen] = useState<{ action: Action; members: readonly User[] }>()
  const selected = ids.size === 0 ? [] : (users ?? []).filter((user) => ids.has(user.id) && isSelectable(user))
  const isTooMany = selected.length > mostBulkUsers
  const close = () => setOpen(undefined)

  return (
    <>
      {/* The live region exists before its content. */}
      <section
        aria-label={say(messages.bulkUsers.bar)}
        className={
          selected.length > 0
            ? 'sticky bottom-3 z-30 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-card px-4 py-2.5 shadow-lifted print:hidden'
            : 'sr-only'
        }
      >
        <p role="status" className="grow font-medium">
          {selected.length > 0 && say(messages.bulkUsers.selected({ count: selected.length }))}
        </p>
        {isTooMany && <p className="text-sm font-medium text-bad">{say(messages.bulkUsers.tooMany({ most: mostBulkUsers }))}</p>}
        {selected.length > 0 && (
          <div className="flex flex-wrap items-center gap-2">
            {actions.map(({ action, label }) => (
              <Button key={action} size="small" disabled={isTooMany} onClick={() => setOpen({ action, members: selected })}>
                {say(label)}
              </Button>
            ))}
            <Button size="small" look="ghost" onClick={() => selection.clear()}>
              {say(messages.bulkUsers.clear)}
            </Button>
          </div>
        )}
      </section>
      {open && (
        <LazyBoundary onFailure={close}>
          {open.action === 'message' ? (
            <MessageDialog
              kind={kindFor(open.members)}
              people={open.members.map(({ id }) => id)}
              onSent={() => selection.clear()}
              onClose={close}
            />
          ) : open.action === 'tell' ? (
            <TellMembersDialog members={open.members} onClose={close} />
          ) : open.action === 'passwords' ? (
            <NewPasswordsDialog members={open.members} replace="all" onClose={close} />
          ) : (
            <BulkDialog action={open.action} members={open.members} onDone={() => selection.clear()} onClose={close} />
          )}
        </LazyBoundary>
      )}
    </>
  )
}
