import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { controlLook, Field, type FieldProps } from './field.tsx'

type Props = FieldProps & Omit<ComponentProps<'input'>, 'type'>

/** A password field with a button to show it, and a warning when Caps Lock is on. */
export function PasswordField({ label, note, hint, error, invalid, onKeyUp, onBlur, ...rest }: Props) {
  const say = useSay()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)

  function watchCapsLock(event: KeyboardEvent<HTMLInputElement>) {
    setCapsLock(event.getModifierState('CapsLock'))
    onKeyUp?.(event)
  }

  const Icon = shown ? EyeOff : Eye
  return (
    <Field
      label={label}
      note={note}
      error={error}
      invalid={invalid}
      hint={
        <>
          {hint}
          <span role="status">
            {capsLock && <span className="block font-medium text-ink">{say(messages.password.capsLock)}</span>}
          </span>
        </>
      }
    >
      {(wiring) => (
        <div className="relative">
          <input
            {...rest}
            {...wiring}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onKeyUp={watchCapsLock}
            onBlur={(event) => {
              setCapsLock(false)
              onBlur?.(event)
            }}
            className={`${controlLook} pe-12`}
          />
          <button
            type="button"
            aria-label={say(messages.password.show)}
            aria-pressed={shown}
            aria-controls={wiring.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-1 end-1 grid touch-area w-10 cursor-pointer place-items-center rounded-md text-quiet hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-4.5" />
          </button>
        </div>
      )}
    </Field>
  )
}
