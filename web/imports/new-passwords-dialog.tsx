import { messages } from '../../contract/languages/catalogue.ts'
import type { User } from '../../contract/users.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatWhole } from '../ui/numbers.ts'
import { InitialPasswords, useUnsavedPasswords } from './initial-passwords.tsx'

type Props = { members: readonly User[]; onClose: () => void }

/** New initial passwords in place of those that never reached their owners. */
export function NewPasswordsDialog({ members, onClose }: Props) {
  const { setUnsaved, leave, warning } = useUnsavedPasswords()
  const [first] = members
  const title =
    members.length === 1 && first
      ? messages.users.newInitialPassword(first.name)
      : `New initial passwords for ${formatWhole(members.length)} members`
  const close = () => leave(onClose)
  return (
    <Dialog open wide="table" onClose={close} title={title}>
      <div className="space-y-4">
        {warning}
        <InitialPasswords userIds={members.map(({ id }) => id)} replace onUnsaved={setUnsaved} />
        <div className="flex justify-end">
          <Button onClick={close}>Done</Button>
        </div>
      </div>
    </Dialog>
  )
}
