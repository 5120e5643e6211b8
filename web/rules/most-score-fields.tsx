import type { UseFormReturn } from 'react-hook-form'
import { messages } from '../../contract/languages/catalogue.ts'
import { errorText } from '../form-schema.ts'
import { useSay } from '../language.ts'
import { NumberField } from '../ui/field.tsx'
import type { RulesValues } from './rules-values.ts'

/** The most that tp and fb can be. */
export function MostScoreFields({ form }: { form: UseFormReturn<RulesValues> }) {
  const say = useSay()
  const { errors } = form.formState
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{say(messages.rules.mostScores)}</legend>
      <p className="mb-2 text-[0.8125rem] text-quiet">
        <bdi>{say(messages.rules.mostScoresHint)}</bdi>
      </p>
      <div className="grid grid-cols-2 items-start gap-x-3 sm:max-w-sm">
        {(['tp', 'fb'] as const).map((column) => (
          <NumberField
            key={column}
            label={say(messages.rules.mostField({ score: messages.scoring.names[column] }))}
            required
            error={errorText(say, errors[`most_${column}`])}
            {...form.register(`most_${column}`, { onChange: () => form.clearErrors(`most_${column}`) })}
          />
        ))}
      </div>
    </fieldset>
  )
}
