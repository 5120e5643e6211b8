import type { UseFormReturn } from 'react-hook-form'
import { titleCodes, titleName } from '../../../contract/codes.ts'
import { grades } from '../../../contract/grading.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { formatPoints } from '../../../contract/points.ts'
import { GradeBadge } from '../../entities/grades/grade-badge.tsx'
import { errorText } from '../../forms/form-schema.ts'
import { useSay } from '../../language/language.ts'
import { controlLook } from '../../ui/field.tsx'
import type { RulesValues } from './rules-values.ts'

const [lowest, ...higher] = grades

/** A row of bounds for each title. On a phone each title is a block of its own. */
export function BandFields({ form }: { form: UseFormReturn<RulesValues> }) {
  const say = useSay()
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{say(messages.rules.bands)}</legend>
      <p className="mb-2 text-[0.8125rem] text-quiet">
        <bdi>{say(messages.rulesEditor.bandsHint)}</bdi>
      </p>
      <div className="space-y-3">
        {titleCodes.map((title) => {
          const wrong = form.formState.errors.bands?.[title]
          const firstError = higher.map((_, index) => errorText(say, wrong?.[index])).find(Boolean)
          const errorId = `bands-${title}-error`
          return (
            <fieldset
              key={title}
              className="grid min-w-0 grid-cols-3 items-end gap-x-2 gap-y-1.5 sm:grid-cols-[minmax(0,1.5fr)_repeat(6,minmax(0,1fr))]"
            >
              <legend className="sr-only">{say(titleName(title))}</legend>
              <span aria-hidden="true" className="col-span-full self-center text-sm font-medium sm:col-span-1">
                {say(titleName(title))}
              </span>
              <div className="text-end">
                <GradeBadge grade={lowest} />
                <p className="mt-1 flex min-h-11 items-center justify-end px-3 text-quiet tabular-nums">{formatPoints(0)}</p>
              </div>
              {higher.map((grade, index) => (
                <div key={grade} className="text-end">
                  <span aria-hidden="true">
                    <GradeBadge grade={grade} />
                  </span>
                  <input
                    type="text"
                    inputMode="decimal"
                    autoComplete="off"
                    dir="ltr"
                    {...form.register(`bands.${title}.${index}`, { onChange: () => form.clearErrors(`bands.${title}`) })}
                    aria-label={say(messages.rulesEditor.boundOf({ title: titleName(title), grade }))}
                    aria-invalid={wrong?.[index] ? true : undefined}
                    aria-describedby={wrong?.[index] ? errorId : undefined}
                    className={`${controlLook} mt-1 px-2! text-end tabular-nums`}
                  />
                </div>
              ))}
              {firstError && (
                <p id={errorId} className="col-span-full text-sm font-medium text-bad">
                  <bdi>{firstError}</bdi>
                </p>
              )}
            </fieldset>
          )
        })}
      </div>
    </fieldset>
  )
}
