import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { Button } from './button.tsx'
import { scrollToForm } from './scroll-to-form.ts'

type Props = {
  title: string
  /** One muted line below the title. */
  hint?: string | undefined
  submitLabel: string
  busy: boolean
  /** Whether the form was filled from a draft. */
  isRestored: boolean
  onSubmit: (event: FormEvent) => void
  /** Discards the input. */
  onCancel: () => void
  /** Closes the form, as Back and another panel do: the input stays as a draft. */
  onLeave: () => void
  /** The content that replaces the submit button, when saving needs a decision first. */
  decision?: ReactNode
  children: ReactNode
}

/** A form card above a list. Focus starts at its first field; Enter saves, Escape closes it and keeps its input. */
export function FormCard({ title, hint, submitLabel, busy, isRestored, onSubmit, onCancel, onLeave, decision, children }: Props) {
  const say = useSay()
  const form = useRef<HTMLFormElement>(null)
  const titleId = useId()

  useEffect(() => {
    if (form.current) scrollToForm(form.current)
    form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true })
  }, [])

  function leaveOnEscape(event: KeyboardEvent) {
    // Escape in a select closes its list.
    const inSelect = event.target instanceof HTMLSelectElement
    if (event.key === 'Escape' && !busy && !inSelect) onLeave()
  }

  return (
    <form
      ref={form}
      noValidate
      aria-labelledby={titleId}
      onSubmit={onSubmit}
      onKeyDown={leaveOnEscape}
      className="shrink-0 animate-appear scroll-mt-3 rounded-lg border border-line bg-card p-4 shadow-soft sm:p-5 print:hidden"
    >
      <h2 id={titleId} className="scroll-mt-7 text-lg wrap-anywhere">
        {title}
      </h2>
      {hint && <p className="mt-0.5 text-sm text-quiet">{hint}</p>}
      {isRestored && (
        <p className="mt-0.5 text-sm text-quiet">
          <bdi>{say(messages.general.draftRestored)}</bdi>
        </p>
      )}
      <div className="mt-3.5">{children}</div>
      <div className="mt-4">
        {decision ?? (
          <div className="flex justify-end gap-2.5 max-sm:*:grow">
            {/* The button that opened the form is scrolled out of view on a phone. */}
            <Button onClick={onCancel} className="sm:hidden">
              {say(messages.actions.cancel)}
            </Button>
            <Button type="submit" look="primary" busy={busy}>
              {submitLabel}
            </Button>
          </div>
        )}
      </div>
    </form>
  )
}
