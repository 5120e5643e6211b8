import { useState } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import type { User } from '../../../contract/users.ts'
import { useSay } from '../../language/language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ConcernedMembers } from '../members/concerned-members.tsx'
import { InitialPasswords, type Unsaved, useUnsavedPasswords } from './initial-passwords.tsx'

type Props = {
  members: readonly User[]
  /** The passwords that are replaced; by default only those that were never used. */
  replace?: 'all'
  onClose: () => void
}

/** New initial passwords in place of those that never reached their owners, or of all those of the members. */
export function NewPasswordsDialog({ members, replace, onClose }: Props) {
  const say = useSay()
  const { setUnsaved, leave, warning } = useUnsavedPasswords()
  const [isBegun, setIsBegun] = useState(false)
  const [first] = members
  const title = replace
    ? messages.bulkUsers.passwordsTitle({ count: members.length })
    : members.length === 1 && first
      ? messages.users.newInitialPassword({ name: first.name })
      : messages.users.newInitialPasswords({ count: members.length })
  const close = () => leave(onClose)
  function noteUnsaved(unsaved: Unsaved) {
    if (unsaved) setIsBegun(true)
    setUnsaved(unsaved)
  }
  return (
    <Dialog open wide="table" onClose={close} title={say(title)} description={replace && say(messages.bulkUsers.passwordsHint)}>
      <div className="space-y-4">
        {warning}
        {replace && !isBegun && <ConcernedMembers members={members} />}
        <InitialPasswords userIds={members.map(({ id }) => id)} replace={replace ?? true} onUnsaved={noteUnsaved} />
        <div className="flex justify-end">
          <Button onClick={close}>{say(replace && !isBegun ? messages.actions.cancel : messages.actions.done)}</Button>
        </div>
      </div>
    </Dialog>
  )
}
