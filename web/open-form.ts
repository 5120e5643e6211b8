import { useCallback, useRef, useState } from 'react'
import { forgetDraft, hasDraft } from './drafts.ts'

/**
 * Which form of a panel is open: none, an empty one, or one row's; the empty one from the start where something was begun in it. Focus
 * goes back to the button that opened it.
 */
export function useOpenForm<Row extends { id: number }>(form: string) {
  const [open, setOpen] = useState<'new' | Row | undefined>(() => (hasDraft(form) ? 'new' : undefined))
  const opener = useRef<HTMLElement>(null)

  const openFor = useCallback((what: 'new' | Row, button: HTMLElement) => {
    opener.current = button
    setOpen(what)
  }, [])

  const close = useCallback(() => {
    setOpen(undefined)
    if (open === 'new') forgetDraft(form)
    const target = opener.current?.isConnected ? opener.current : document.getElementById('main')
    target?.focus()
  }, [form, open])

  /** For a row that was deleted: there is nothing left to edit, and its button went with it. */
  const closeFor = useCallback((id: number) => {
    setOpen((current) => (current !== 'new' && current?.id === id ? undefined : current))
  }, [])

  return { open, openFor, close, closeFor }
}
