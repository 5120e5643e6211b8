import { type ComponentType, Fragment, type ReactNode, useMemo, useRef } from 'react'
import { type Message, messages, type Say } from '../../../contract/languages/catalogue.ts'
import type { Language } from '../../../contract/languages/languages.ts'
import { type FormHandlers, useOpenForm } from '../../forms/open-form.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { LazyBoundary } from '../../routing/lazy-component.tsx'
import { useOpenFromAddress } from '../../routing/open-from-address.ts'
import { Button } from '../../ui/button.tsx'
import { type CardOfRow, DataTable, type DataTableHandle } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table-model.ts'
import { NextStep } from '../../ui/empty-state.tsx'
import { TableExport } from '../../ui/export-menu.tsx'
import { focusFirstField } from '../../ui/focus-first-field.ts'
import { noSummaryYet, PanelHeader } from '../../ui/panel.tsx'
import { useTableInAddress } from '../../ui/table-state.ts'
import { useRights } from '../accounts/rights.ts'
import { useShowsRemoved } from './removed-button.tsx'

/** The functions that the buttons of a row call. */
export type RowHandlers<Row> = {
  onEdit: (row: Row, button: HTMLElement) => void
  /** Closes the form of a row that is gone. */
  onDeleted: (id: number) => void
}

interface List<Row> {
  /** The rows; undefined while loading. */
  rows: readonly Row[] | undefined
  /** The reason why there are no rows. */
  failure: Message | undefined
  retry: () => void
}

interface Props<Row> {
  title: Message
  list: List<Row>
  summary: (rows: readonly Row[], say: Say) => string
  /** The columns. The function is constant or memoised, because the table depends on it, and so is `card`. */
  columns: (say: Say, language: Language, handlers: RowHandlers<Row>) => readonly Column<Row>[]
  card?: (language: Language, handlers: RowHandlers<Row>, mayChange: boolean) => CardOfRow<Row>
  sentences: { notFound: Message; empty: Message; search: Message }
  /** The next step that an empty panel suggests. */
  nextStep: Message
  /** The name of the form in drafts. */
  formName: string
  form: (row: Row | undefined, handlers: FormHandlers<Row>) => ReactNode
  /** The button that opens the form. Without it the form of a new row is always open, and `goToForm` is the text that leads there. */
  add: { button: Message } | { goToForm: Message }
  /** Buttons between export and add. */
  tools?: ReactNode
  /** The row that the address names. */
  found?: number | undefined
  /** The removed rows, loaded when they are first shown. */
  Removed?: ComponentType
}

/** A panel whose rows are added, edited, removed and restored: header, form and table. Readers have the table alone. */
export function EditablePanel<Row extends { id: number }>({ Removed, ...props }: Props<Row>) {
  const showsRemoved = useShowsRemoved()
  return Removed && showsRemoved ? (
    <LazyBoundary>
      <Removed />
    </LazyBoundary>
  ) : (
    <Rows {...props} />
  )
}

function Rows<Row extends { id: number }>(props: Omit<Props<Row>, 'Removed'>) {
  const { list, columns: columnsOf, card: cardOf, sentences, form, add } = props
  const say = useSay()
  const language = useLanguage()
  const { rows } = list
  const mayChange = useRights().isAdmin
  const { open, openFor, closeFor, leave, close, closeSaved, marked, mark } = useOpenForm<Row>({
    form: props.formName,
    rows,
    gone: sentences.notFound,
  })
  const table = useRef<DataTableHandle<Row>>(null)
  const handlers = useMemo(() => ({ onEdit: openFor, onDeleted: closeFor }), [openFor, closeFor])
  const columns = useMemo(
    () => columnsOf(say, language, handlers).filter(({ id }) => mayChange || id !== 'actions'),
    [columnsOf, say, language, handlers, mayChange],
  )
  const card = useMemo(() => cardOf?.(language, handlers, mayChange), [cardOf, language, handlers, mayChange])
  const title = say(props.title)
  const isAlwaysOpen = 'goToForm' in add && mayChange
  const addButton = useRef<HTMLButtonElement>(null)
  useOpenFromAddress('add', () => (addButton.current ? openFor('new', addButton.current) : focusFirstField()))
  const edited = open === 'new' ? undefined : open
  const formHandlers = {
    onSaved: isAlwaysOpen && !edited ? ({ id }: Row) => mark(id) : closeSaved,
    onCancel: close,
    onLeave: leave,
  }

  return (
    <>
      <PanelHeader title={title} summary={rows ? props.summary(rows, say) : noSummaryYet}>
        <TableExport title={[title]} disabled={!rows?.length} content={() => table.current?.exported()} />
        {props.tools}
        {'button' in add && mayChange && (
          <Button
            ref={addButton}
            look={open ? 'plain' : 'primary'}
            onClick={(event) => (open ? close() : openFor('new', event.currentTarget))}
            className="min-w-32"
          >
            {say(open ? messages.actions.cancel : add.button)}
          </Button>
        )}
      </PanelHeader>
      <div className={isAlwaysOpen ? 'flex min-h-0 w-full max-w-3xl flex-col gap-5 lg:flex-auto' : 'contents'}>
        {((open && mayChange) || isAlwaysOpen) && <Fragment key={edited?.id ?? 'new'}>{form(edited, formHandlers)}</Fragment>}
        <DataTable
          handle={table}
          caption={title}
          columns={columns}
          {...(card && { card })}
          rows={rows}
          rowKey={idOf}
          marked={marked?.id ?? props.found}
          error={list.failure && say(list.failure)}
          onRetry={list.retry}
          emptyText={say(sentences.empty)}
          emptyHint={
            mayChange && (
              <NextStep text={say(props.nextStep)}>
                {'button' in add && !open && (
                  <Button look="primary" onClick={(event) => openFor('new', event.currentTarget)}>
                    {say(add.button)}
                  </Button>
                )}
                {'goToForm' in add && (
                  <Button look="primary" onClick={focusFirstField}>
                    {say(add.goToForm)}
                  </Button>
                )}
              </NextStep>
            )
          }
          searchLabel={say(sentences.search)}
          state={useTableInAddress(columns)}
        />
      </div>
    </>
  )
}

function idOf({ id }: { id: number }) {
  return id
}
