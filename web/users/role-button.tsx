import { useRef, useState } from 'react'
import { accountName } from '../../contract/account-names.ts'
import { roleName, roles } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { User } from '../../contract/users.ts'
import { useIsOnlyAdmin, useToggleRole } from '../entities/members/users.api.ts'
import { useSay } from '../language/language.ts'
import { useSession } from '../session/session.ts'
import { useFocusKept } from '../ui/focus-return.ts'
import { RoleDialog } from './role-dialog.tsx'

type Props = { user: User; mayChange: boolean }

/** Shows the role, and changes it for who gives rights, after a dialog about the consequences. Others have plain text. */
export function RoleButton({ user, mayChange }: Props) {
  const isSelf = useSession()?.id === user.id
  const isAdmin = user.role_id === roles.admin
  // Administrators may give up their role, but who is scored does not leave that by themselves.
  return mayChange && (isAdmin || !isSelf) ? (
    <ChangeRole user={user} isSelf={isSelf} />
  ) : (
    <PlainRole user={user} isSelf={isSelf} />
  )
}

function PlainRole({ user, isSelf }: { user: User; isSelf: boolean }) {
  const say = useSay()
  return (
    <span className="font-medium" {...(isSelf && { title: say(messages.users.ownRow) })}>
      {say(roleName(user.role_id))}
    </span>
  )
}

function ChangeRole({ user, isSelf }: { user: User; isSelf: boolean }) {
  const say = useSay()
  const { mutate, isPending } = useToggleRole()
  const isOnlyAdmin = useIsOnlyAdmin()
  const [isConfirming, setIsConfirming] = useState(false)
  const isAdmin = user.role_id === roles.admin
  const role = roleName(user.role_id)
  const button = useRef<HTMLButtonElement>(null)
  useFocusKept(button, isPending)

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={say(messages.users.changeRole({ role, name: accountName(say, user.name) }))}
        title={say(isAdmin ? messages.users.makesStaff : messages.users.makesAdmin)}
        aria-busy={isPending || undefined}
        disabled={isPending}
        // The server refuses for the only administrator, so no confirmation is needed.
        onClick={() => (isSelf && isOnlyAdmin() ? mutate(user) : setIsConfirming(true))}
        className={`min-h-8 max-sm:min-h-11 cursor-pointer rounded-md border px-2 font-medium transition-colors disabled:animate-breathe disabled:cursor-progress ${isAdmin ? 'border-transparent bg-brand-soft text-brand hover:border-brand' : 'border-edge/60 bg-card hover:border-edge hover:bg-sunk'}`}
      >
        {say(role)}
      </button>
      {isConfirming && (
        <RoleDialog
          user={user}
          isSelf={isSelf}
          busy={isPending}
          // The dialog is not closed earlier: a button that is still disabled could not take focus back.
          onConfirm={() => mutate(user, { onSettled: () => setIsConfirming(false) })}
          onCancel={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}
