import type { MouseEvent, ReactNode } from 'react'
import { isSecondClick } from './second-click.ts'
import { Spinner } from './spinner.tsx'

type Props = {
  /** What the row is called, for those who hear a button without seeing its row. */
  name: string
  deleting: boolean
  onEdit: (button: HTMLElement) => void
  onDelete: () => void
}

/** Edit and Delete at the end of a row. */
export function RowActions({ name, deleting, onEdit, onDelete }: Props) {
  function remove(event: MouseEvent<HTMLElement>) {
    // It meets another row: the next one has moved up meanwhile, or all of them have when a form closed.
    if (isSecondClick(event)) return
    // The row takes this button and its focus with it: focus waits at the list, where a second Enter deletes nothing.
    event.currentTarget.closest<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
    onDelete()
  }

  return (
    <div className="-mx-1 flex justify-end gap-1 p-1">
      <IconButton label={`Edit ${name}`} title="Edit" onClick={(event) => onEdit(event.currentTarget)} disabled={deleting}>
        <Drawing of={pencil} />
      </IconButton>
      <IconButton label={`Delete ${name}`} title="Delete" onClick={remove} disabled={deleting} danger>
        {deleting ? <Spinner /> : <Drawing of={bin} />}
      </IconButton>
    </div>
  )
}

const pencil = 'm4 20 1.2-4.4L16.4 4.4a2.26 2.26 0 0 1 3.2 3.2L8.4 18.8ZM14 6.8l3.2 3.2'
const bin = 'M4 6.5h16M9 6.5V4h6v2.5M6 6.5l.8 13.5h10.4L18 6.5M10 11v5m4-5v5'

/** In one stroke each, where the icons of the library have up to six: two stand in every row of a long table. */
function Drawing({ of: strokes }: { of: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-4"
    >
      <path d={strokes} />
    </svg>
  )
}

type IconButtonProps = {
  label: string
  title: string
  onClick: (event: MouseEvent<HTMLElement>) => void
  disabled: boolean
  danger?: boolean
  children: ReactNode
}

function IconButton({ label, danger = false, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={`grid size-8 shrink-0 cursor-pointer place-items-center rounded-md text-quiet transition-colors disabled:cursor-progress max-sm:size-10 ${danger ? 'hover:bg-bad-soft hover:text-bad' : 'hover:bg-brand-soft hover:text-brand'}`}
    >
      {children}
    </button>
  )
}
