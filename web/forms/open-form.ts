import { useCallback, useEffect, useRef, useState } from 'react'
import type { Message } from '../../contract/languages/catalogue.ts'
import { draftOf, forgetDraft, readOpenForm, storeOpenForm } from '../drafts/drafts.ts'
import { useCloseOnBack } from '../ui/close-on-back.ts'
import { useMarkedRow } from '../ui/marked-row.ts'
import { toast } from '../ui/toast.tsx'

/** The functions that the form of a panel calls. */
export type FormHandlers<Row> = { onSaved: (row: Row) => void; onCancel: () => void; onLeave: () => void }

type Options<Row> = {
  form: string
  /** The rows; undefined while loading. */
  rows: readonly Row[] | undefined
  /** The message if the row that was being edited before a reload is gone. */
  gone: Message
}

/**
 * The open form of a panel: none, an empty one, or that of one row; after a reload or another panel, the same as before. Focus returns to
 * the button that opened it, and the saved row is marked.
 */
export function useOpenForm<Row extends { id: number }>({ form, rows, gone }: Options<Row>) {
  const [open, setOpen] = useState<'new' | Row | undefined>(() => (readOpenForm(form) === 'new' ? 'new' : undefined))
  const opener = useRef<HTMLElement>(null)
  const { marked, mark } = useMarkedRow()
  const openId = open === 'new' ? undefined : open?.id

  const show = useCallback(
    (what: 'new' | Row | undefined) => {
      setOpen(what)
      storeOpenForm(form, what === 'new' ? 'new' : what?.id)
    },
    [form],
  )

  const openFor = useCallback(
    (what: 'new' | Row, button: HTMLElement) => {
      opener.current = button
      show(what)
    },
    [show],
  )

  // The row that was being edited is known by its id only, until the rows are loaded.
  useEffect(() => {
    const before = readOpenForm(form)
    if (!rows || typeof before !== 'number' || before === openId) return
    const row = rows.find(({ id }) => id === before)
    show(row)
    if (row) return
    forgetDraft(draftOf(form, before))
    toast(gone, { kind: 'bad' })
  }, [form, rows, gone, openId, show])

  /** Closes the form and keeps its draft, for when it is opened again. */
  const leave = useCallback(() => {
    show(undefined)
    const target = opener.current?.isConnected ? opener.current : document.getElementById('main')
    target?.focus()
  }, [show])
  useCloseOnBack(open !== undefined, leave)

  /** Closes the form after it was saved or cancelled: the draft is no longer needed. */
  const close = useCallback(() => {
    leave()
    forgetDraft(draftOf(form, openId))
  }, [leave, form, openId])

  const closeSaved = useCallback(
    ({ id }: Row) => {
      close()
      mark(id)
    },
    [close, mark],
  )

  /** Closes the form of a deleted row: the button that opened it is gone, too. */
  const closeFor = useCallback(
    (id: number) => {
      if (readOpenForm(form) === id) show(undefined)
      forgetDraft(draftOf(form, id))
    },
    [form, show],
  )

  return { open, openFor, leave, close, closeSaved, closeFor, marked, mark }
}
