import { type ComponentProps, type ReactNode, useId } from 'react'

export type FieldProps = {
  label: string
  /** A muted word after the label: "optional". */
  note?: string | undefined
  /** A hint below, always visible. */
  hint?: ReactNode
  /** The error below; the field is then marked invalid. */
  error?: string | undefined
  /** Whether the field is marked invalid although the message is elsewhere: at the top of the form. */
  invalid?: boolean | undefined
}

/** The look of a control. Its scroll margins show the label and the message together with the focused control. */
export const controlLook =
  'w-full scroll-mt-9 scroll-mb-9 min-h-11 rounded-md border bg-card px-3.5 text-ink transition-colors placeholder:text-quiet disabled:bg-sunk disabled:text-quiet border-edge/70 hover:border-edge aria-invalid:border-bad focus-visible:border-focus focus-visible:-outline-offset-1'

/** The attributes that associate a control with its label, hint and error. */
type Wiring = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** A field with its label above, hint and error below, associated with the control for screen readers. */
export function Field({ label, note, hint, error, invalid, children }: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div>
      <label id={`${id}-label`} htmlFor={id} className="mb-1.5 block font-medium">
        {label}
        {note && <span className="font-normal text-quiet"> {note}</span>}
      </label>
      {children({ id, 'aria-invalid': error || invalid ? true : undefined, 'aria-describedby': describedBy || undefined })}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-bad">
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="mt-1.5 text-sm text-quiet">
          {hint}
        </div>
      )}
    </div>
  )
}

export function TextField({ label, note, hint, error, invalid, ...rest }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} note={note} hint={hint} error={error} invalid={invalid}>
      {(wiring) => <input type="text" {...rest} {...wiring} className={controlLook} />}
    </Field>
  )
}

/**
 * A field for a number, which the form reads with `readNumber` (contract/numbers.ts): the browser's number field would drop the digits and
 * decimal signs that it does not know, and the number would be another one.
 */
export function NumberField(props: FieldProps & Omit<ComponentProps<'input'>, 'type'>) {
  return <TextField inputMode="decimal" autoComplete="off" dir="ltr" {...props} />
}

export function TextareaField({ label, note, hint, error, invalid, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} note={note} hint={hint} error={error} invalid={invalid}>
      {(wiring) => <textarea rows={3} {...rest} {...wiring} className={`${controlLook} block py-2.5`} />}
    </Field>
  )
}

/** A field with the native select: every phone, keyboard and screen reader supports it. */
export function SelectField({ label, note, hint, error, invalid, children, ...rest }: FieldProps & ComponentProps<'select'>) {
  return (
    <Field label={label} note={note} hint={hint} error={error} invalid={invalid}>
      {(wiring) => (
        <select {...rest} {...wiring} className={controlLook}>
          {children}
        </select>
      )}
    </Field>
  )
}
