import { useEffect, useRef } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { type RowSelection, useIsSelected, useSelectedIds } from '../../ui/row-selection.ts'

const look = 'size-4.5 cursor-pointer accent-brand'
/** The area of a box, larger than it: a finger needs it. */
const area = 'grid min-h-8 w-8 cursor-pointer place-items-center max-sm:min-h-11'

export function SelectBox({ id, name, selection }: { id: number; name: string; selection: RowSelection }) {
  const say = useSay()
  const isSelected = useIsSelected(selection, id)
  return (
    <label className={`${area} -mx-1.5`}>
      <input
        type="checkbox"
        aria-label={say(messages.bulkUsers.select({ name }))}
        checked={isSelected}
        onChange={(event) => selection.set([id], event.target.checked)}
        className={look}
      />
    </label>
  )
}

/** The box that selects all members of the list as it is searched and filtered now, by their ids. */
export function SelectAllBox({ shown, selection }: { shown: readonly number[]; selection: RowSelection }) {
  const say = useSay()
  const ids = useSelectedIds(selection)
  const box = useRef<HTMLInputElement>(null)
  const count = shown.filter((id) => ids.has(id)).length
  const isPartly = count > 0 && count < shown.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly
  }, [isPartly])
  return (
    // The box is as far from the edge as the boxes below it: a header has less padding than a cell.
    <label className={`${area} -me-1.5`}>
      <input
        ref={box}
        type="checkbox"
        aria-label={say(messages.bulkUsers.selectAll({ count: shown.length }))}
        title={say(messages.bulkUsers.selectAll({ count: shown.length }))}
        checked={shown.length > 0 && count === shown.length}
        disabled={shown.length === 0}
        onChange={(event) => selection.set(shown, event.target.checked)}
        className={look}
      />
    </label>
  )
}
