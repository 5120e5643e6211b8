import { formatDay } from '../../contract/dates.ts'
import type { Term } from '../../contract/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table-model.ts'
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
      width: 104,
    },
    {
      id: 'end',
      header: 'End',
      value: ({ end_date }) => formatDay(end_date),
      sortBy: ({ end_date }) => end_date,
      width: 104,
    },
    {
      id: 'status',
      header: 'Status',
      value: ({ status, is_current }) => `${status}${is_current ? ' current' : ''}`,
      exported: ({ status, is_current }) => `${status === 'open' ? 'Open' : 'Closed'}${is_current ? ', current' : ''}`,
      cell: (term) => <StatusCell term={term} />,
      width: 142,
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
      width: 284,
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
    <span className="flex flex-wrap items-center gap-x-2">
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
  const isOpen = term.status === 'open'
  // A term that was ever closed cannot be deleted, because its closing is preserved.
  const isEmpty = term.posted_count === 0 && !term.reopened
  const named = (verb: string) => ({ 'aria-label': `${verb} ${term.name}`, size: 'small', className: 'px-2!' }) as const
  return (
    <div className="-mx-1 flex flex-wrap justify-end gap-1 p-1">
      {isOpen && (
        <Button {...named('Edit')} onClick={(event) => onEdit(term, event.currentTarget)}>
          Edit
        </Button>
      )}
      {isOpen && !term.is_current && (
        <Button {...named('Make current:')} onClick={() => onAsk('make current', term)}>
          Make current
        </Button>
      )}
      {isOpen && (
        <Button {...named('Close')} onClick={() => onAsk('close', term)}>
          Close
        </Button>
      )}
      {!isOpen && (
        <Button {...named('Reopen')} onClick={() => onAsk('reopen', term)}>
          Reopen
        </Button>
      )}
      {isOpen && !term.is_current && isEmpty && (
        <Button {...named('Delete')} look="ghost" onClick={() => onAsk('delete', term)}>
          Delete
        </Button>
      )}
    </div>
  )
}
