import { EllipsisVertical } from 'lucide-react'
import { useRef } from 'react'
import { formatDay } from '../../contract/dates.ts'
import type { Term } from '../../contract/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table-model.ts'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { formatWhole } from '../ui/numbers.ts'
import { ReopenedNote } from './reopened-note.tsx'

export type Question = 'make current' | 'close' | 'reopen' | 'delete'

type Handlers = {
  onEdit: (term: Term, button: HTMLElement) => void
  onAsk: (question: Question, term: Term) => void
}

/** Start and end sort by ISO date, and are searched as displayed. */
export function termColumns(handlers: Handlers): readonly Column<Term>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      value: ({ name }) => name,
      cell: (term) => <NameCell term={term} />,
      width: 190,
      rowHeader: true,
    },
    {
      id: 'start',
      header: 'Start',
      value: ({ start_date }) => formatDay(start_date),
      sortBy: ({ start_date }) => start_date,
      exported: ({ start_date }) => start_date,
      width: 104,
    },
    {
      id: 'end',
      header: 'End',
      value: ({ end_date }) => formatDay(end_date),
      sortBy: ({ end_date }) => end_date,
      exported: ({ end_date }) => end_date,
      width: 104,
    },
    {
      id: 'status',
      header: 'Status',
      value: ({ status, is_current }) => `${status}${is_current ? ' current' : ''}`,
      exported: ({ status, is_current }) => `${status === 'open' ? 'Open' : 'Closed'}${is_current ? ', current' : ''}`,
      cell: (term) => <StatusCell term={term} />,
      width: 160,
    },
    {
      id: 'staff',
      header: 'Staff',
      value: ({ staff_count }) => staff_count,
      cell: ({ staff_count }) => formatWhole(staff_count),
      width: 56,
      align: 'end',
    },
    {
      id: 'activities',
      header: 'Activities',
      value: ({ posted_count }) => posted_count,
      cell: ({ posted_count }) => formatWhole(posted_count),
      width: 80,
      align: 'end',
    },
    {
      id: 'actions',
      header: 'Actions',
      cell: (term) => <TermActions term={term} {...handlers} />,
      width: 128,
      fits: true,
      align: 'end',
      pinned: 'sm',
    },
  ]
}

function NameCell({ term }: { term: Term }) {
  return (
    <>
      <div
        dir="auto"
        className={`text-as-around font-medium wrap-anywhere ${term.reopened ? 'line-clamp-1' : 'line-clamp-2'}`}
        title={term.name}
      >
        {term.name}
      </div>
      {term.reopened && <ReopenedNote name={term.name} reopened={term.reopened} />}
    </>
  )
}

function StatusCell({ term }: { term: Term }) {
  return (
    <span className="flex items-center gap-x-2">
      <Badge look={term.status === 'open' ? 'good' : 'plain'}>{term.status === 'open' ? 'Open' : 'Closed'}</Badge>
      {term.is_current && (
        <span className="flex items-center gap-1.5 text-[0.8125rem] font-medium">
          <span aria-hidden="true" className="size-1.5 rotate-45 bg-brass" />
          Current
        </span>
      )}
    </span>
  )
}

/** Only the actions that the server would allow; whether a term without postings has scores, only the server knows. */
function TermActions({ term, onEdit, onAsk }: Handlers & { term: Term }) {
  const menuButton = useRef<HTMLButtonElement>(null)
  function ask(question: Question) {
    // The dialog restores focus to the active element: it must not be the menu item, which is gone by then.
    menuButton.current?.focus()
    onAsk(question, term)
  }
  const named = (verb: string) => ({ 'aria-label': `${verb} ${term.name}`, size: 'small', className: 'px-2!' }) as const
  // A term that was ever closed cannot be deleted, because its closing is preserved.
  const isDeletable = !term.is_current && term.posted_count === 0 && !term.reopened
  if (term.status === 'closed') {
    return (
      <Button {...named('Reopen')} onClick={() => onAsk('reopen', term)}>
        Reopen
      </Button>
    )
  }
  return (
    <div className="flex justify-end gap-1">
      <Button {...named('Edit')} onClick={(event) => onEdit(term, event.currentTarget)}>
        Edit
      </Button>
      <Menu
        trigger={
          <Button ref={menuButton} {...named('More actions for')} title="More actions">
            <EllipsisVertical aria-hidden="true" className="size-4" />
          </Button>
        }
      >
        {!term.is_current && <MenuItem onSelect={() => ask('make current')}>Make current</MenuItem>}
        <MenuItem onSelect={() => ask('close')}>Close</MenuItem>
        {isDeletable && <MenuItem onSelect={() => ask('delete')}>Delete</MenuItem>}
      </Menu>
    </div>
  )
}
