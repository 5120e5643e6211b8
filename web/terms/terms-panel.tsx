import { useCallback, useState } from 'react'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import type { Term } from '../../contract/terms.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { EditablePanel, type RowHandlers } from '../entities/editable/editable-panel.tsx'
import { ReleaseDialog } from '../entities/releases/release-dialog.tsx'
import { termName } from '../entities/terms/term-name.ts'
import { useTerms } from '../entities/terms/terms.api.ts'
import { refusalOf } from '../http/api.ts'
import { useOpenFromAddress } from '../routing/open-from-address.ts'
import { CloseTermDialog } from './close-term-dialog.tsx'
import { DeleteTermDialog } from './delete-term-dialog.tsx'
import { ExtensionsDialog } from './extensions-dialog.tsx'
import { MakeCurrentDialog } from './make-current-dialog.tsx'
import { ReopenTermDialog } from './reopen-term-dialog.tsx'
import { ResultsDialog } from './results/results-dialog.tsx'
import { TermForm } from './term-form.tsx'
import { type Question, resultsColumn, termColumns } from './terms-columns.tsx'

const dialogs = {
  extensions: ExtensionsDialog,
  release: ReleaseDialog,
  results: ResultsDialog,
  'make current': MakeCurrentDialog,
  close: CloseTermDialog,
  reopen: ReopenTermDialog,
  delete: DeleteTermDialog,
} as const

export function TermsPanel() {
  const { data: rows, isLoadingError, error, refetch } = useTerms()
  const { isAdmin } = useRights()
  const [openDialog, setOpenDialog] = useState<{ question: Question; term: Term }>()
  const current = rows?.find(({ is_current }) => is_current)
  // Find does not know which term is meant, and the current one mostly is.
  const askAboutCurrent = (question: Question, isPossible = true) => {
    if (current && isPossible) setOpenDialog({ question, term: current })
  }
  const isLoaded = rows !== undefined
  const isOpen = current?.status === 'open'
  useOpenFromAddress('results', () => askAboutCurrent('results'), isLoaded)
  useOpenFromAddress('extensions', () => askAboutCurrent('extensions', isOpen), isLoaded && isAdmin)
  useOpenFromAddress('release', () => askAboutCurrent('release', isOpen && current.holds_scores), isLoaded && isAdmin)
  const Dialog = openDialog && dialogs[openDialog.question]
  const columns = useCallback(
    (say: Say, _: Language, { onEdit, onDeleted }: RowHandlers<Term>) => {
      const onAsk = (question: Question, term: Term) => {
        // A closed or deleted term cannot be edited, so its open form is closed.
        if (['close', 'reopen', 'delete'].includes(question)) onDeleted(term.id)
        setOpenDialog({ question, term })
      }
      return [...termColumns(say, { onEdit, onAsk }), ...(isAdmin ? [] : [resultsColumn(say, onAsk)])]
    },
    [isAdmin],
  )

  return (
    <>
      <EditablePanel
        title={messages.panels.terms}
        list={{ rows, failure: isLoadingError ? (refusalOf(error) ?? messages.terms.loadFailed) : undefined, retry: refetch }}
        summary={summaryOf}
        columns={columns}
        sentences={messages.terms}
        nextStep={messages.empty.terms}
        formName="term"
        form={(term, handlers) => <TermForm term={term} {...handlers} />}
        add={{ button: messages.terms.add }}
      />
      {openDialog && Dialog && <Dialog term={openDialog.term} onClose={() => setOpenDialog(undefined)} />}
    </>
  )
}

function summaryOf(terms: readonly Term[], say: Say): string {
  const current = terms.find(({ is_current }) => is_current)
  const open = terms.filter(({ status }) => status === 'open').length
  const { count, openCount, nowCurrent } = messages.terms
  return [
    count({ count: terms.length }),
    openCount({ count: open }),
    ...(current ? [nowCurrent({ name: termName(current) })] : []),
  ]
    .map(say)
    .join(say(messages.general.factSeparator))
}
