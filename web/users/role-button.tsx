import { useRef, useState } from 'react'
import { roles } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { User } from '../../contract/users.ts'
import { useSession } from '../session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useFocusKept } from '../ui/focus-return.ts'
import { useIsOnlyAdmin, useToggleRole } from './users.api.ts'

/** Shows the role and toggles it. Only removing one's own needs confirmation: it ends the session, and only others can undo it. */
export function RoleButton({ user }: { user: User }) {
  const { mutate, isPending } = useToggleRole()
  const isSelf = useSession()?.id === user.id
  const isOnlyAdmin = useIsOnlyAdmin()
  const [isConfirming, setIsConfirming] = useState(false)
  const isAdmin = user.role_id === roles.admin
  const role = isAdmin ? 'Admin' : 'Staff'
  const button = useRef<HTMLButtonElement>(null)
  useFocusKept(button, isPending)

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={messages.users.changeRole(role, user.name)}
        title={isAdmin ? messages.users.makesStaff : messages.users.makesAdmin}
        aria-busy={isPending || undefined}
        disabled={isPending}
        // The server refuses for the only administrator, so no confirmation is needed.
        onClick={() => (isSelf && !isOnlyAdmin() ? setIsConfirming(true) : mutate(user))}
        className={`min-h-8 cursor-pointer rounded-md border px-2 font-medium transition-colors disabled:animate-breathe disabled:cursor-progress ${isAdmin ? 'border-transparent bg-brand-soft text-brand hover:border-brand' : 'border-edge/60 bg-card hover:border-edge hover:bg-sunk'}`}
      >
        {role}
      </button>
      {isSelf && (
        <ConfirmDialog
          open={isConfirming}
          question={messages.users.ownRoleQuestion}
          consequence={messages.users.ownRoleConsequence}
          confirmLabel="Give it up"
          onConfirm={() => {
            setIsConfirming(false)
            mutate(user)
          }}
          onCancel={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}
