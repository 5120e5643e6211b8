import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

type Props = {
  label: Message
  hint?: Message
  kind: 'code' | 'recovery-code' | 'name'
  initial?: string
  error: Message | undefined
  busy: boolean
  submitLabel?: Message
  onSubmit: (text: string) => void
  /** The buttons beside the one that sends. */
  children?: ReactNode
}

const inputs = {
  // Phones offer the code of a text message, and show a keyboard of digits.
  code: { inputMode: 'numeric', autoComplete: 'one-time-code', dir: 'ltr' },
  'recovery-code': { autoComplete: 'off', autoCapitalize: 'none', dir: 'ltr' },
  name: { autoComplete: 'off', dir: 'auto' },
} as const

/** A form with one line of text: a code or a name. It has the focus from the start, and again after an error. */
export function CodeForm({ label, hint, kind, initial, error, busy, submitLabel, onSubmit, children }: Props) {
  const say = useSay()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (busy) return
    field.current?.focus()
    field.current?.select()
  }, [busy])

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit(field.current?.value ?? '')
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <TextField
        ref={field}
        label={say(label)}
        hint={hint && say(hint)}
        error={error && say(error)}
        defaultValue={initial}
        name={kind}
        autoCorrect="off"
        spellCheck={false}
        required
        {...inputs[kind]}
      />
      <div className="flex flex-wrap justify-end gap-2.5">
        {children}
        <Button type="submit" look="primary" busy={busy}>
          {say(submitLabel ?? messages.secondFactor.continue)}
        </Button>
      </div>
    </form>
  )
}
