import type { UseFormReturn } from 'react-hook-form'
import { messages } from '../../../contract/languages/catalogue.ts'
import { errorText } from '../../forms/form-schema.ts'
import { useSay } from '../../language/language.ts'
import { NumberField } from '../../ui/field.tsx'
import type { RulesValues } from './rules-values.ts'

/** The fields of the largest values of tp and fb. */
export function MostScoreFields({ form }: { form: UseFormReturn<RulesValues> }) {
  const say = useSay()
  const { errors } = form.formState
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{say(messages.rulesEditor.mostScores)}</legend>
      <p className="mb-2 text-[0.8125rem] text-quiet">
        <bdi>{say(messages.rulesEditor.mostScoresHint)}</bdi>
      </p>
      <div className="grid grid-cols-2 items-start gap-x-3 sm:max-w-sm">
        {(['tp', 'fb'] as const).map((column) => (
          <NumberField
            key={column}
            label={say(messages.rulesEditor.mostField({ score: messages.scoring.names[column] }))}
            required
            error={errorText(say, errors[`most_${column}`])}
            {...form.register(`most_${column}`, { onChange: () => form.clearErrors(`most_${column}`) })}
          />
        ))}
      </div>
    </fieldset>
  )
}
