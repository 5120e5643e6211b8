import { EllipsisVertical } from 'lucide-react'
import { useRef } from 'react'
import { formatDay } from '../../contract/dates.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { allNames } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'
import type { Term } from '../../contract/terms.ts'
import { termName } from '../entities/terms/term-name.ts'
import { useSay } from '../language/language.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table-model.ts'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { formatWhole } from '../ui/numbers.ts'
import { RowLink } from '../ui/row-link.tsx'
import { ReopenedNote } from './reopened-note.tsx'
import { TermDaysNote } from './term-days-note.tsx'

export type Question = 'extensions' | 'release' | 'results' | 'make current' | 'close' | 'reopen' | 'delete'

type Handlers = {
  onEdit: (term: Term, button: HTMLElement) => void
  onAsk: (question: Question, term: Term) => void
}

/** The columns of the terms. Start and end sort by ISO date, and are searched as displayed. */
export function termColumns(say: Say, handlers: Handlers): readonly Column<Term>[] {
  return [
    {
      id: 'name',
      header: say(messages.fields.name),
      value: termName,
      searchBy: (term) => allNames(term).join(' '),
      cell: (term) => <NameCell term={term} />,
      width: 165,
      rowHeader: true,
    },
    {
      id: 'start',
      header: say(messages.terms.start),
      value: ({ start_date }) => formatDay(say, start_date),
      sortBy: ({ start_date }) => start_date,
      exported: ({ start_date }) => start_date,
      width: 104,
    },
    {
      id: 'end',
      header: say(messages.terms.end),
      value: ({ end_date }) => formatDay(say, end_date),
      sortBy: ({ end_date }) => end_date,
      exported: ({ end_date }) => end_date,
      width: 104,
    },
    {
      id: 'status',
      header: say(messages.fields.status),
      value: (term) => say(statusOf(term)),
      cell: (term) => <StatusCell term={term} />,
      width: 160,
    },
    {
      id: 'staff',
      header: say(messages.panels.staff),
      value: ({ staff_count }) => staff_count,
      cell: (term) => <StaffCount term={term} />,
      // The width is that of "Teaching staff" in Arabic.
      width: 96,
      align: 'end',
    },
    {
      id: 'activities',
      header: say(messages.fields.activities),
      value: ({ posted_count }) => posted_count,
      cell: (term) => <PostedCount term={term} />,
      width: 80,
      align: 'end',
    },
    {
      id: 'actions',
      header: say(messages.fields.actions),
      cell: (term) => <TermActions term={term} {...handlers} />,
      // The width is that of both buttons of a closed term in Kurdish.
      width: 200,
      fits: true,
      align: 'end',
      pinned: 'sm',
    },
  ]
}

/** For readers: what a term gave, without changing it. */
export function resultsColumn(say: Say, onAsk: Handlers['onAsk']): Column<Term> {
  return {
    id: 'results',
    header: say(messages.fields.actions),
    cell: (term) => (
      <Button
        size="small"
        aria-label={say(messages.results.buttonNamed({ name: termName(term) }))}
        onClick={() => onAsk('results', term)}
      >
        {say(messages.results.button)}
      </Button>
    ),
    width: 120,
    fits: true,
    align: 'end',
    pinned: 'sm',
  }
}

function statusOf({ status, is_current }: Term): Message {
  const { open, openCurrent, closed, closedCurrent } = messages.terms.statuses
  if (status === 'open') return is_current ? openCurrent : open
  return is_current ? closedCurrent : closed
}

/** The name as a link to the staff of the term. */
function NameCell({ term }: { term: Term }) {
  const say = useSay()
  const name = termName(term)
  return (
    <>
      <div
        dir="auto"
        className={`text-as-around font-medium wrap-anywhere ${term.reopened ? 'line-clamp-1' : 'line-clamp-2'}`}
        title={name}
      >
        <RowLink
          link={{ to: pages.adminDashboard, search: { tab: 'staff', term: term.id } }}
          hint={say(messages.finding.staffIn({ term: name }))}
        >
          {name}
        </RowLink>
      </div>
      {term.reopened && <ReopenedNote name={name} reopened={term.reopened} />}
    </>
  )
}

function StaffCount({ term: { id, staff_count, ...named } }: { term: Term }) {
  const say = useSay()
  return (
    <RowLink
      link={{ to: pages.adminDashboard, search: { tab: 'staff', term: id } }}
      label={say(messages.finding.countedStaffIn({ count: staff_count, term: termName(named) }))}
    >
      {formatWhole(staff_count)}
    </RowLink>
  )
}

/** The number of postings as a link to the members who posted them: there is no list of all postings of a term. */
function PostedCount({ term: { id, posted_count, ...named } }: { term: Term }) {
  const say = useSay()
  if (posted_count === 0) return formatWhole(posted_count)
  return (
    <RowLink
      link={{ to: pages.adminDashboard, search: { tab: 'staff', term: id, posted: 'something' } }}
      label={say(messages.finding.postedIn({ count: posted_count, term: termName(named) }))}
    >
      {formatWhole(posted_count)}
    </RowLink>
  )
}

function StatusCell({ term }: { term: Term }) {
  const say = useSay()
  return (
    <>
      <span className="flex items-center gap-x-2">
        <Badge look={term.status === 'open' ? 'good' : 'plain'}>{say(messages.terms.statuses[term.status])}</Badge>
        {term.is_current && (
          <span className="flex items-center gap-1.5 text-[0.8125rem] font-medium">
            <span aria-hidden="true" className="size-1.5 rotate-45 bg-brass" />
            {say(messages.terms.current)}
          </span>
        )}
      </span>
      <TermDaysNote term={term} />
    </>
  )
}

/** The buttons for actions that the server would allow; whether a term without postings has scores, only the server knows. */
function TermActions({ term, onEdit, onAsk }: Handlers & { term: Term }) {
  const say = useSay()
  const menuButton = useRef<HTMLButtonElement>(null)
  function ask(question: Question) {
    // The dialog restores focus to the active element: it must not be the menu item, which is gone by then.
    menuButton.current?.focus()
    onAsk(question, term)
  }
  const named = (label: (values: { name: string }) => Message) =>
    ({ 'aria-label': say(label({ name: termName(term) })), size: 'small', className: 'px-2!' }) as const
  // A term that was ever closed cannot be deleted, because its closing is preserved.
  const isDeletable = !term.is_current && term.posted_count === 0 && !term.reopened
  if (term.status === 'closed') {
    return (
      <div className="flex justify-end gap-1">
        <Button {...named(messages.results.buttonNamed)} onClick={() => onAsk('results', term)}>
          {say(messages.results.button)}
        </Button>
        <Button {...named(messages.terms.reopenNamed)} onClick={() => onAsk('reopen', term)}>
          {say(messages.terms.reopen)}
        </Button>
      </div>
    )
  }
  return (
    <div className="flex justify-end gap-1">
      <Button {...named(messages.actions.editNamed)} onClick={(event) => onEdit(term, event.currentTarget)}>
        {say(messages.actions.edit)}
      </Button>
      <Menu
        trigger={
          <Button ref={menuButton} {...named(messages.terms.moreActionsFor)} title={say(messages.terms.moreActions)}>
            <EllipsisVertical aria-hidden="true" className="size-4" />
          </Button>
        }
      >
        {term.holds_scores && <MenuItem onSelect={() => ask('release')}>{say(messages.releases.release)}</MenuItem>}
        <MenuItem onSelect={() => ask('results')}>{say(messages.results.button)}</MenuItem>
        <MenuItem onSelect={() => ask('extensions')}>{say(messages.calendar.reopenFor)}</MenuItem>
        {!term.is_current && <MenuItem onSelect={() => ask('make current')}>{say(messages.terms.makeCurrent)}</MenuItem>}
        <MenuItem onSelect={() => ask('close')}>{say(messages.actions.close)}</MenuItem>
        {isDeletable && <MenuItem onSelect={() => ask('delete')}>{say(messages.actions.delete)}</MenuItem>}
      </Menu>
    </div>
  )
}
