import type { ReactNode } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { type FormHandlers, useOpenForm } from '../forms/open-form.ts'
import { refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Spinner } from '../ui/spinner.tsx'

export type ItemHandlers<Row> = { onEdit: (row: Row, button: HTMLElement) => void; onDeleted: (id: number) => void }

type Props<Row> = {
  id: string
  form: string
  list: {
    data?: readonly Row[] | undefined
    isLoadingError: boolean
    error: unknown
    isFetching: boolean
    refetch: () => unknown
  }
  sentences: Readonly<Record<'title' | 'about' | 'add' | 'empty' | 'loadFailed' | 'notFound', Message>>
  /** The form of a row, or of a new one. */
  Form: (props: { row: Row | undefined } & FormHandlers<Row>) => ReactNode
  /** A row of the list: an `li`. */
  Item: (props: { row: Row } & ItemHandlers<Row>) => ReactNode
}

/** A short list that the office keeps, as a card of Settings: its rows, and the form above them. */
export function ListSection<Row extends { id: number }>({ id, form, list, sentences, Form, Item }: Props<Row>) {
  const say = useSay()
  const { data: rows, isLoadingError, error, isFetching, refetch } = list
  const { open, openFor, closeFor, leave, close, closeSaved } = useOpenForm<Row>({ form, rows, gone: sentences.notFound })
  const edited = open === 'new' ? undefined : open

  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-card p-4 shadow-soft sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={id} className="text-lg">
            {say(sentences.title)}
          </h2>
          <p className="mt-0.5 text-sm text-quiet">
            <bdi>{say(sentences.about)}</bdi>
          </p>
        </div>
        {rows && (
          <Button onClick={(event) => (open ? close() : openFor('new', event.currentTarget))}>
            {say(open ? messages.actions.cancel : sentences.add)}
          </Button>
        )}
      </div>
      <div className="mt-4 space-y-4">
        {open && <Form key={edited?.id ?? 'new'} row={edited} onSaved={closeSaved} onCancel={close} onLeave={leave} />}
        {isLoadingError ? (
          <LoadFailure isPlain message={say(refusalOf(error) ?? sentences.loadFailed)} onRetry={refetch} busy={isFetching} />
        ) : !rows ? (
          <p role="status" className="flex items-center gap-3 py-2 text-quiet">
            <Spinner />
            {say(messages.general.loading)}
          </p>
        ) : rows.length === 0 ? (
          <p className="text-quiet">
            <bdi>{say(sentences.empty)}</bdi>
          </p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: focus moves here from the button of a deleted row, which is gone.
          <ul tabIndex={0} aria-labelledby={id} className="divide-y divide-line rounded-md border border-line">
            {rows.map((row) => (
              <Item key={row.id} row={row} onEdit={openFor} onDeleted={closeFor} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
