import { messages } from '../../contract/languages/catalogue.ts'
import type { User } from '../../contract/users.ts'
import { useSay } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { InitialPasswords, useUnsavedPasswords } from './initial-passwords.tsx'

type Props = { members: readonly User[]; onClose: () => void }

/** New initial passwords in place of those that never reached their owners. */
export function NewPasswordsDialog({ members, onClose }: Props) {
  const say = useSay()
  const { setUnsaved, leave, warning } = useUnsavedPasswords()
  const [first] = members
  const title =
    members.length === 1 && first
      ? messages.users.newInitialPassword({ name: first.name })
      : messages.users.newInitialPasswords({ count: members.length })
  const close = () => leave(onClose)
  return (
    <Dialog open wide="table" onClose={close} title={say(title)}>
      <div className="space-y-4">
        {warning}
        <InitialPasswords userIds={members.map(({ id }) => id)} replace onUnsaved={setUnsaved} />
        <div className="flex justify-end">
          <Button onClick={close}>{say(messages.actions.done)}</Button>
        </div>
      </div>
    </Dialog>
  )
}
