import { CalendarDays } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ComponentProps, type ReactNode, type Ref, useState } from 'react'
import { isDay } from '../../contract/dates.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { directionOf } from '../../contract/languages/languages.ts'
import { readDay, typedDay } from '../../contract/read-day.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Calendar, focusActiveDay } from './calendar.tsx'
import { today } from './dates.ts'
import { controlLook, Field, type FieldProps } from './field.tsx'

type DayProps = {
  /** The day as 2026-11-12, or the typed text while it cannot be read: forms and drafts store both. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** The first and the last day that may be chosen. */
  min?: string | undefined
  max?: string | undefined
  required?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** A field for a day with its label, hint and error. A text that cannot be read stays, and the field says how to write it. */
export function DateField({ label, note, hint, error, invalid, aside, ...day }: FieldProps & DayProps & { aside?: ReactNode }) {
  const say = useSay()
  const [isTyping, setTyping] = useState(false)
  const unread = isTyping ? undefined : unreadDay(say, day.value)
  return (
    <Field label={label} note={note} hint={hint} error={unread ?? error} invalid={invalid}>
      {(wiring) => (
        <div className="flex gap-2">
          <DayInput
            {...day}
            {...wiring}
            look={controlLook}
            onType={() => setTyping(true)}
            onBlur={() => {
              setTyping(false)
              day.onBlur?.()
            }}
          />
          {aside}
        </div>
      )}
    </Field>
  )
}

/** The sentence about a text that is no day; undefined for a day and for nothing. */
export function unreadDay(say: Say, value: string): string | undefined {
  if (value === '' || isDay(value)) return undefined
  return say(messages.dates.notRead({ example: typedDay(today()) }))
}

type InputProps = DayProps & { look: string; onType?: () => void } & Pick<
    ComponentProps<'input'>,
    'id' | 'aria-invalid' | 'aria-describedby'
  >

/**
 * A text field that takes a day as people write it, and a button that opens a calendar. The browser's own date field has the order of its
 * language, not of the page's: 12/11 would be the 11th of December.
 */
export function DayInput({ id, value, onChange, onBlur, onType, min, max, inputRef, look, ...input }: InputProps) {
  const say = useSay()
  const isRightToLeft = directionOf(useLanguage()) === 'rtl'
  const [isOpen, setOpen] = useState(false)
  /** The typed text and what was read from it: the text does not change under the cursor, and a value from elsewhere replaces it. */
  const [typed, setTyped] = useState<{ text: string; value: string }>()
  const shown = typed?.value === value ? typed.text : isDay(value) ? typedDay(value) : value

  function type(text: string) {
    const next = readDay(text, today(), min) ?? text.trim()
    setTyped({ text, value: next })
    onType?.()
    onChange(next)
  }

  function choose(day: string) {
    setTyped(undefined)
    setOpen(false)
    onChange(day)
    onBlur?.()
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Anchor asChild>
        <div className="relative min-w-0 grow">
          <input
            {...input}
            id={id}
            ref={inputRef}
            type="text"
            dir="auto"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            maxLength={60}
            placeholder={say(messages.dates.pattern)}
            value={shown}
            onChange={(event) => type(event.target.value)}
            onBlur={() => {
              setTyped(undefined)
              onBlur?.()
            }}
            // The room for the button is on its side of the page, whatever direction the typed text has.
            className={`${look} w-full text-as-around ${isRightToLeft ? 'pl-11' : 'pr-11'}`}
          />
          <Popover.Trigger
            aria-label={say(messages.dates.choose)}
            aria-describedby={`${id}-label`}
            className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-md text-quiet hover:text-ink disabled:opacity-60"
          >
            <CalendarDays aria-hidden="true" className="size-4.5" />
          </Popover.Trigger>
        </div>
      </Popover.Anchor>
      {isOpen && (
        <Popover.Portal>
          <Popover.Content
            align="start"
            sideOffset={6}
            collisionPadding={8}
            aria-label={say(messages.dates.choose)}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              if (event.currentTarget instanceof Element) focusActiveDay(event.currentTarget)
            }}
            // Keys of the calendar are not those of the form around the field: Escape would leave the form, too.
            onKeyDown={(event) => event.stopPropagation()}
            className="z-50 animate-appear rounded-lg border border-line bg-card p-2 text-ink shadow-lifted"
          >
            <Calendar value={value} min={min} max={max} onChoose={choose} onClose={() => setOpen(false)} />
          </Popover.Content>
        </Popover.Portal>
      )}
    </Popover.Root>
  )
}
