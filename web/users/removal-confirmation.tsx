import { useQuery } from '@tanstack/react-query'
import { messages } from '../../contract/languages/catalogue.ts'
import { ConfirmIdentity } from '../entities/accounts/confirm-identity.tsx'
import { canUsePasskeys } from '../entities/accounts/passkey-support.ts'
import { call } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Dialog } from '../ui/dialog.tsx'

const words = messages.signInSecurity

type Props = { name: string; onConfirmed: () => void; onCancel: () => void }

/** Confirms that it is the administrator who removes the factors, and not another person at an open page. */
export function RemovalConfirmation({ name, onConfirmed, onCancel }: Props) {
  const say = useSay()
  const { data } = useQuery({ queryKey: ['second-factor'], queryFn: () => call('GET /auth/second-factor'), staleTime: 0 })
  const hasPasskey = data ? data.passkeys.length > 0 && data.passkeys_available && canUsePasskeys() : false
  return (
    <Dialog open onClose={onCancel} title={say(words.removeFactorsQuestion({ name }))}>
      <ConfirmIdentity
        hasPassword={data?.has_password !== false}
        hasPasskey={hasPasskey}
        onConfirmed={onConfirmed}
        onCancel={onCancel}
      />
    </Dialog>
  )
}
