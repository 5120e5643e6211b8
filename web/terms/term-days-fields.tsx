import { type Control, type FieldErrors, useWatch } from 'react-hook-form'
import { isDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { type TermDay, type TermDays, termDays } from '../../contract/term-days.ts'
import type { Term, TermInput } from '../../contract/terms.ts'
import { termName } from '../entities/terms/term-name.ts'
import { FormDateField } from '../forms/form-date-field.tsx'
import { errorText } from '../forms/form-schema.ts'
import { useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { dayInWords } from '../ui/dates.ts'
import { hasDays, shiftedDays, termBefore } from './propose-term.ts'
import type { TermValues } from './term-form-values.ts'

type Props = {
  control: Control<TermValues, unknown, TermInput>
  errors: FieldErrors<TermValues>
  /** The other terms, whose days can be proposed. */
  others: readonly Term[]
  onPropose: (days: TermDays) => void
}

/** The days of a term, none of them required, and a button that proposes those of the term before. */
export function TermDaysFields({ control, errors, others, onPropose }: Props) {
  const say = useSay()
  const { start_date: start, end_date: end } = useWatch({ control })
  const before = start && isDay(start) ? termBefore(others, start) : undefined
  return (
    <fieldset className="col-span-full border-t border-line pt-3.5">
      <legend className="float-start text-base font-medium">{say(messages.calendar.days)}</legend>
      <div className="clear-both flex flex-wrap items-start justify-between gap-x-4 gap-y-2 pb-3">
        <p className="max-w-prose text-sm text-quiet">
          <bdi>{say(messages.calendar.daysHint)}</bdi>
        </p>
        {start && before && hasDays(before) && (
          <Button size="small" onClick={() => onPropose(shiftedDays(before, start))}>
            {say(messages.calendar.propose({ term: termName(before) }))}
          </Button>
        )}
      </div>
      <div className="grid grid-cols-1 items-start gap-x-4 gap-y-3.5 sm:grid-cols-2 lg:grid-cols-3">
        {termDays.map((day) => (
          <DayField key={day} day={day} control={control} error={errorText(say, errors[day])} end={end} />
        ))}
      </div>
    </fieldset>
  )
}

type DayProps = { day: TermDay; control: Props['control']; error: string | undefined; end: string | undefined }

/** A day after the end of the term is usual for all but posting, so it is said and not refused. */
function DayField({ day, control, error, end }: DayProps) {
  const say = useSay()
  const value = useWatch({ control, name: day }) ?? ''
  const isAfterEnd = isDay(value) && end !== undefined && isDay(end) && value > end
  return (
    <FormDateField
      label={say(messages.calendar.labels[day])}
      note={say(messages.fields.optional)}
      hint={
        <>
          {day === 'questions_until' && !value && <bdi className="block">{say(messages.questions.untilHint)}</bdi>}
          {dayInWords(say, value)}
          {isAfterEnd && <bdi className="block">{say(messages.calendar.afterEnd)}</bdi>}
        </>
      }
      error={error}
      control={control}
      name={day}
    />
  )
}
