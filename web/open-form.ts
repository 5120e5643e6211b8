import { useCallback, useRef, useState } from 'react'
import { forgetDraft, hasDraft } from './drafts.ts'

/**
 * Which form of a panel is open: none, an empty one, or that of one row; initially the empty one if it has a draft. Focus returns
 * to the button that opened it.
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

  /** For a deleted row: its form and the button that opened it are gone. */
  const closeFor = useCallback((id: number) => {
    setOpen((current) => (current !== 'new' && current?.id === id ? undefined : current))
  }, [])

  return { open, openFor, close, closeFor }
}
