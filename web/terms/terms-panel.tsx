import { useCallback, useMemo, useRef, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Term } from '../../contract/terms.ts'
import { refusalOf } from '../api.ts'
import { useOpenForm } from '../open-form.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type DataTableHandle } from '../ui/data-table.tsx'
import { TableExport } from '../ui/export-menu.tsx'
import { formatCount } from '../ui/numbers.ts'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { useTableInAddress } from '../ui/table-state.ts'
import { CloseTermDialog } from './close-term-dialog.tsx'
import { DeleteTermDialog } from './delete-term-dialog.tsx'
import { MakeCurrentDialog } from './make-current-dialog.tsx'
import { ReopenTermDialog } from './reopen-term-dialog.tsx'
import { TermForm } from './term-form.tsx'
import { useTerms } from './terms.api.ts'
import { type Question, termColumns } from './terms-columns.tsx'

const dialogs = {
  'make current': MakeCurrentDialog,
  close: CloseTermDialog,
  reopen: ReopenTermDialog,
  delete: DeleteTermDialog,
} as const

export function TermsPanel() {
  const { data: terms, isLoadingError, error, refetch } = useTerms()
  const { open, openFor, closeFor, leave, close, closeSaved, marked } = useOpenForm<Term>({
    form: 'term',
    rows: terms,
    gone: messages.terms.notFound,
  })
  const [openDialog, setOpenDialog] = useState<{ question: Question; term: Term }>()
  const ask = useCallback(
    (question: Question, term: Term) => {
      // A closed or deleted term cannot be edited, so its open form is closed.
      if (question !== 'make current') closeFor(term.id)
      setOpenDialog({ question, term })
    },
    [closeFor],
  )
  const table = useRef<DataTableHandle<Term>>(null)
  const columns = useMemo(() => termColumns({ onEdit: openFor, onAsk: ask }), [openFor, ask])
  const Dialog = openDialog && dialogs[openDialog.question]

  return (
    <>
      <PanelHeader title="Terms" summary={terms ? summaryOf(terms) : noSummaryYet}>
        <TableExport title={['Terms']} disabled={!terms?.length} content={() => table.current?.exported()} />
        <Button
          look={open ? 'plain' : 'primary'}
          onClick={(event) => (open ? close() : openFor('new', event.currentTarget))}
          className="min-w-28"
        >
          {open ? 'Cancel' : 'Add Term'}
        </Button>
      </PanelHeader>
      {open && (
        <TermForm
          key={open === 'new' ? 'new' : open.id}
          term={open === 'new' ? undefined : open}
          onSaved={closeSaved}
          onCancel={close}
          onLeave={leave}
        />
      )}
      <DataTable
        handle={table}
        caption="Terms"
        columns={columns}
        rows={terms}
        rowKey={termId}
        marked={marked?.id}
        error={isLoadingError ? (refusalOf(error) ?? messages.terms.loadFailed) : undefined}
        onRetry={() => void refetch()}
        emptyText={messages.terms.empty}
        searchLabel="Search terms"
        state={useTableInAddress(columns)}
      />
      {openDialog && Dialog && <Dialog term={openDialog.term} onClose={() => setOpenDialog(undefined)} />}
    </>
  )
}

function termId({ id }: Term) {
  return id
}

function summaryOf(terms: readonly Term[]): string {
  const current = terms.find(({ is_current }) => is_current)
  const open = terms.filter(({ status }) => status === 'open').length
  return [formatCount(terms.length, 'term', 'terms'), `${open} open`, current && `${current.name} is current`]
    .filter(Boolean)
    .join(' · ')
}
