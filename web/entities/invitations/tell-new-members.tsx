import { useState } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import type { User } from '../../../contract/users.ts'
import { useSay } from '../../language/language.ts'
import { LazyBoundary, lazyComponent } from '../../routing/lazy-component.tsx'
import { Button } from '../../ui/button.tsx'
import { useUsers } from '../members/users.api.ts'

const TellMembersDialog = lazyComponent(() => import('./tell-members-dialog.tsx'), 'TellMembersDialog', 'all')

/** The next step after an import: how its new users get their passwords. */
export function TellNewMembers({ ids }: { ids: readonly number[] }) {
  const say = useSay()
  const { data: users = [] } = useUsers()
  const [told, setTold] = useState<readonly User[]>()
  const wanted = new Set(ids)
  const members = users.filter(({ id }) => wanted.has(id))
  if (members.length === 0) return null
  return (
    <>
      <Button onClick={() => setTold(members)}>{say(messages.invitations.newMembers)}</Button>
      {told && (
        <LazyBoundary onFailure={() => setTold(undefined)}>
          <TellMembersDialog members={told} onClose={() => setTold(undefined)} />
        </LazyBoundary>
      )}
    </>
  )
}
