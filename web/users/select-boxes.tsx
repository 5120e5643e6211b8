import { useEffect, useRef } from 'react'
import { roles } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { User } from '../../contract/users.ts'
import { useSay } from '../language.ts'
import { type RowSelection, useIsSelected, useSelectedIds } from '../ui/row-selection.ts'

const look = 'size-4.5 cursor-pointer accent-brand'
/** Larger than the box: a finger needs it. */
const area = 'grid min-h-8 w-8 cursor-pointer place-items-center max-sm:min-h-10'

/** Administrators are never part of an action for several members. */
export function isSelectable({ role_id }: User): boolean {
  return role_id === roles.staff
}

export function SelectBox({ user, selection }: { user: User; selection: RowSelection }) {
  const say = useSay()
  const isSelected = useIsSelected(selection, user.id)
  if (!isSelectable(user)) return null
  return (
    <label className={`${area} -mx-1.5`}>
      <input
        type="checkbox"
        aria-label={say(messages.bulkUsers.select({ name: user.name }))}
        checked={isSelected}
        onChange={(event) => selection.set([user.id], event.target.checked)}
        className={look}
      />
    </label>
  )
}

/** All members of the list as it is searched and filtered now. */
export function SelectAllBox({ shown, selection }: { shown: readonly User[]; selection: RowSelection }) {
  const say = useSay()
  const ids = useSelectedIds(selection)
  const box = useRef<HTMLInputElement>(null)
  const members = shown.filter(isSelectable)
  const count = members.filter(({ id }) => ids.has(id)).length
  const isPartly = count > 0 && count < members.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly
  }, [isPartly])
  return (
    // As far from the edge as the boxes below it: a header has less padding than a cell.
    <label className={`${area} -me-1.5`}>
      <input
        ref={box}
        type="checkbox"
        aria-label={say(messages.bulkUsers.selectAll({ count: members.length }))}
        title={say(messages.bulkUsers.selectAll({ count: members.length }))}
        checked={members.length > 0 && count === members.length}
        disabled={members.length === 0}
        onChange={(event) =>
          selection.set(
            members.map(({ id }) => id),
            event.target.checked,
          )
        }
        className={look}
      />
    </label>
  )
}
