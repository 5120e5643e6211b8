import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import type { User } from '../../contract/users.ts'
import { useBranding } from '../branding/branding.ts'
import { useUnlinkAccount } from '../entities/members/users.api.ts'
import { useSay } from '../language/language.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** The mark of a user whose account is linked with one at the provider. It names the account, and unlinks it. */
export function UnlinkButton({ user }: { user: User }) {
  const say = useSay()
  const { sso_name } = useBranding()
  const { mutate, isPending } = useUnlinkAccount()
  const [isConfirming, setIsConfirming] = useState(false)
  const { linked_account: account, name: member } = user
  if (account === null || !sso_name) return null
  const label = say(messages.sso.unlinkNamed({ member, name: sso_name, account }))
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-busy={isPending || undefined}
        disabled={isPending}
        onClick={() => setIsConfirming(true)}
        className="grid h-8 w-6 shrink-0 cursor-pointer place-items-center rounded-md text-quiet transition-colors hover:bg-brand-soft hover:text-brand disabled:animate-breathe disabled:cursor-progress print:hidden"
      >
        <Link2 aria-hidden="true" className="size-4" />
      </button>
      <ConfirmDialog
        open={isConfirming}
        question={say(messages.sso.unlinkQuestion({ account, member }))}
        consequence={say(messages.sso.unlinkConsequence({ name: sso_name }))}
        confirmLabel={say(messages.sso.unlink)}
        onConfirm={() => {
          setIsConfirming(false)
          mutate(user)
        }}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  )
}
