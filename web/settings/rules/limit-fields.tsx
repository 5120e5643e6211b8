import { Plus, X } from 'lucide-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import type { Activity } from '../../../contract/activities.ts'
import { activityTypes, typeName } from '../../../contract/codes.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import type { RulesVersion } from '../../../contract/rules.ts'
import { useActivities } from '../../entities/activities/activities.api.ts'
import { errorText } from '../../forms/form-schema.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { Button } from '../../ui/button.tsx'
import { NumberField, SelectField } from '../../ui/field.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { blankLimit, type RulesValues, whatOf } from './rules-values.ts'
import { limitName } from './rules-version.tsx'

type Props = { form: UseFormReturn<RulesValues>; newest: RulesVersion }

/** The fields of the limits of an activity or of a type. */
export function LimitFields({ form, newest }: Props) {
  const say = useSay()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'limits' })
  const activities = useActivities()
  const options = useWhatOptions(newest, activities.data ?? [])
  // The fields wait for the activities: a select shows its value only if the option exists when it is rendered.
  if (activities.isLoadingError) {
    return (
      <LoadFailure message={say(messages.activities.fetchFailed)} onRetry={activities.refetch} busy={activities.isFetching} />
    )
  }
  if (!activities.data) return <Spinner />
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{say(messages.rules.limits)}</legend>
      <p className="mb-2 text-[0.8125rem] text-quiet">
        <bdi>{say(messages.rulesEditor.limitsHint)}</bdi>
      </p>
      <ul className="space-y-4">
        {fields.map((field, index) => {
          const wrong = form.formState.errors.limits?.[index]
          const number = index + 1
          return (
            <li key={field.id}>
              <fieldset className="grid min-w-0 grid-cols-2 items-start gap-x-3 gap-y-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]">
                <legend className="sr-only">{say(messages.rulesEditor.limitNumber({ number }))}</legend>
                <div className="col-span-full sm:col-span-1">
                  <SelectField
                    label={say(messages.rulesEditor.limitFor)}
                    error={errorText(say, wrong?.what)}
                    {...form.register(`limits.${index}.what`, { onChange: () => form.clearErrors(`limits.${index}`) })}
                  >
                    <option value="">{say(messages.rulesEditor.chooseWhat)}</option>
                    {options.map(({ label, items }) => (
                      <optgroup key={label} label={label}>
                        {items.map(({ value, name }) => (
                          <option key={value} value={value}>
                            {name}
                          </option>
                        ))}
                      </optgroup>
                    ))}
                  </SelectField>
                </div>
                <NumberField
                  label={say(messages.rulesEditor.timesField)}
                  error={errorText(say, wrong?.times)}
                  {...form.register(`limits.${index}.times`, { onChange: () => form.clearErrors(`limits.${index}`) })}
                />
                <NumberField
                  label={say(messages.rulesEditor.pointsField)}
                  error={errorText(say, wrong?.points)}
                  {...form.register(`limits.${index}.points`, { onChange: () => form.clearErrors(`limits.${index}`) })}
                />
                <Button
                  look="ghost"
                  className="px-2.5! max-sm:col-span-full max-sm:justify-self-end sm:mt-7.5 sm:min-h-11"
                  aria-label={say(messages.rulesEditor.removeLimit({ number }))}
                  onClick={() => remove(index)}
                >
                  <X aria-hidden="true" className="size-4.5" />
                </Button>
              </fieldset>
            </li>
          )
        })}
      </ul>
      <Button size="small" className={fields.length > 0 ? 'mt-3' : ''} onClick={() => append(blankLimit)}>
        <Plus aria-hidden="true" className="size-4" />
        {say(messages.rulesEditor.addLimit)}
      </Button>
    </fieldset>
  )
}

/** The types, then the catalogue. An activity that was removed and still has a limit stays in the list. */
function useWhatOptions(newest: RulesVersion, activities: readonly Activity[]) {
  const say = useSay()
  const language = useLanguage()
  const offered = activities.map((activity) => ({
    value: whatOf({ activity_id: activity.id, type: null }),
    name: localized(language, activity, 'name'),
  }))
  const removed = newest.limits
    .filter((limit) => limit.activity_id !== null && !activities.some(({ id }) => id === limit.activity_id))
    .map((limit) => ({
      value: whatOf(limit),
      name: say(messages.rulesEditor.removedActivity({ name: limitName(say, language, limit) })),
    }))
  const types = activityTypes.map((type) => ({
    value: whatOf({ activity_id: null, type }),
    name: say(messages.rules.allOfType({ type: typeName(type) })),
  }))
  return [
    { label: say(messages.rulesEditor.types), items: types },
    { label: say(messages.rulesEditor.activities), items: [...offered, ...removed] },
  ]
}
