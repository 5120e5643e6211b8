import { useCallback, useMemo, useRef, useState } from 'react'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Term } from '../../contract/terms.ts'
import { refusalOf } from '../api.ts'
import { useSay } from '../language.ts'
import { useOpenForm } from '../open-form.ts'
import { ResultsDialog } from '../results/results-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { DataTable, type DataTableHandle } from '../ui/data-table.tsx'
import { NextStep } from '../ui/empty-state.tsx'
import { TableExport } from '../ui/export-menu.tsx'
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
  results: ResultsDialog,
  'make current': MakeCurrentDialog,
  close: CloseTermDialog,
  reopen: ReopenTermDialog,
  delete: DeleteTermDialog,
} as const

export function TermsPanel() {
  const say = useSay()
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
      if (question !== 'make current' && question !== 'results') closeFor(term.id)
      setOpenDialog({ question, term })
    },
    [closeFor],
  )
  const table = useRef<DataTableHandle<Term>>(null)
  const columns = useMemo(() => termColumns(say, { onEdit: openFor, onAsk: ask }), [say, openFor, ask])
  const Dialog = openDialog && dialogs[openDialog.question]
  const title = say(messages.panels.terms)

  return (
    <>
      <PanelHeader title={title} summary={terms ? summaryOf(say, terms) : noSummaryYet}>
        <TableExport title={[title]} disabled={!terms?.length} content={() => table.current?.exported()} />
        <Button
          look={open ? 'plain' : 'primary'}
          onClick={(event) => (open ? close() : openFor('new', event.currentTarget))}
          className="min-w-28"
        >
          {say(open ? messages.actions.cancel : messages.terms.add)}
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
        caption={title}
        columns={columns}
        rows={terms}
        rowKey={termId}
        marked={marked?.id}
        error={isLoadingError ? say(refusalOf(error) ?? messages.terms.loadFailed) : undefined}
        onRetry={() => void refetch()}
        emptyText={say(messages.terms.empty)}
        emptyHint={
          <NextStep text={say(messages.empty.terms)}>
            {!open && (
              <Button look="primary" onClick={(event) => openFor('new', event.currentTarget)}>
                {say(messages.terms.add)}
              </Button>
            )}
          </NextStep>
        }
        searchLabel={say(messages.terms.search)}
        state={useTableInAddress(columns)}
      />
      {openDialog && Dialog && <Dialog term={openDialog.term} onClose={() => setOpenDialog(undefined)} />}
    </>
  )
}

function termId({ id }: Term) {
  return id
}

function summaryOf(say: Say, terms: readonly Term[]): string {
  const current = terms.find(({ is_current }) => is_current)
  const open = terms.filter(({ status }) => status === 'open').length
  const { count, openCount, nowCurrent } = messages.terms
  return [count({ count: terms.length }), openCount({ count: open }), ...(current ? [nowCurrent({ name: current.name })] : [])]
    .map(say)
    .join(say(messages.general.factSeparator))
}
