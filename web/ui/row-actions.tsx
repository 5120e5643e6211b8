import { Pencil, Trash2 } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { isDoubleClick } from './double-click.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

type Props = {
  /** The name of the row, for screen reader users who hear the button without its row. */
  name: string
  deleting: boolean
  onEdit: (button: HTMLElement) => void
  onDelete: () => void
  /** The reasons why a button does nothing for this row. */
  off?: OffReasons | undefined
}

export type OffReasons = { edit?: string; delete?: string }

/** The buttons Edit and Delete at the end of a row. */
export function RowActions({ name, deleting, onEdit, onDelete, off = {} }: Props) {
  const say = useSay()
  function remove(event: MouseEvent<HTMLElement>) {
    // The second click of a double click hits another row: rows have moved up after a removal or a closed form.
    if (isDoubleClick(event)) return
    // The row unmounts with this focused button, so focus moves to the list, where a second Enter deletes nothing.
    event.currentTarget.closest<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
    onDelete()
  }

  return (
    <div className="-mx-1 flex justify-end gap-1 p-1 in-data-[density=compact]:py-0">
      <IconButton
        label={say(messages.actions.editNamed({ name }))}
        title={say(messages.actions.edit)}
        onClick={(event) => onEdit(event.currentTarget)}
        disabled={deleting}
        off={off.edit}
      >
        <Pencil aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton
        label={say(messages.actions.deleteNamed({ name }))}
        title={say(messages.actions.delete)}
        onClick={remove}
        disabled={deleting}
        off={off.delete}
        danger
      >
        {deleting ? <Spinner /> : <Trash2 aria-hidden="true" className="size-4" />}
      </IconButton>
    </div>
  )
}

type IconButtonProps = {
  label: string
  title: string
  onClick: (event: MouseEvent<HTMLElement>) => void
  disabled: boolean
  off: string | undefined
  danger?: boolean
  children: ReactNode
}

function IconButton({ label, danger = false, off, children, ...rest }: IconButtonProps) {
  if (off !== undefined)
    return (
      <Tooltip text={off} side="above" isOnPress>
        {(describedBy) => (
          <button
            type="button"
            aria-disabled="true"
            aria-label={`${label}. ${off}`}
            aria-describedby={describedBy}
            className="grid size-8 shrink-0 cursor-default place-items-center rounded-md text-edge/60 max-sm:size-11 sm:in-data-[density=compact]:h-8"
          >
            {children}
          </button>
        )}
      </Tooltip>
    )
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={`grid size-8 shrink-0 cursor-pointer place-items-center rounded-md text-quiet transition-colors disabled:cursor-progress max-sm:size-11 sm:in-data-[density=compact]:h-8 ${danger ? 'hover:bg-bad-soft hover:text-bad' : 'hover:bg-brand-soft hover:text-brand'}`}
    >
      {children}
    </button>
  )
}
