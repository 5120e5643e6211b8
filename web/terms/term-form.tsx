import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatDay, isDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { type TermDay, termDays } from '../../contract/term-days.ts'
import { type Term, TermInput } from '../../contract/terms.ts'
import { useDraft } from '../drafts/drafts.ts'
import { termName } from '../entities/terms/term-name.ts'
import { useProposedHold, useReadTerm, useSaveTerm, useTerms } from '../entities/terms/terms.api.ts'
import { CheckField } from '../forms/check-field.tsx'
import { FormDateField } from '../forms/form-date-field.tsx'
import { useFormSaving } from '../forms/form-saving.ts'
import { checkedBy, errorText } from '../forms/form-schema.ts'
import type { FormHandlers } from '../forms/open-form.ts'
import { TranslatedFields } from '../forms/translated-fields.tsx'
import { describeTranslations } from '../forms/translations.ts'
import { useSay } from '../language/language.ts'
import { ConflictBanner } from '../ui/conflict-banner.tsx'
import { dayInWords } from '../ui/dates.ts'
import { TextField } from '../ui/field.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import { TermDaysFields } from './term-days-fields.tsx'
import { dayValues, proposedValues, type TermValues, valuesOf } from './term-form-values.ts'

type Props = { term: Term | undefined } & FormHandlers<Term>

/** The form of a new term opens with what Settings and the terms so far propose. */
export function TermForm(props: Props) {
  const proposed = useProposedHold(props.term === undefined)
  const { data: terms } = useTerms()
  return proposed === undefined || !terms ? <Spinner /> : <LoadedForm {...props} proposed={proposed} terms={terms} />
}

type LoadedProps = Props & { proposed: boolean; terms: readonly Term[] }

function LoadedForm({ term, proposed, terms, onSaved, onCancel, onLeave }: LoadedProps) {
  const say = useSay()
  const { mutateAsync: saveTerm } = useSaveTerm()
  // The proposal of the moment at which the form was opened: a term that is added meanwhile does not change what was typed.
  const [proposal] = useState(() => proposedValues(terms, proposed))
  const values = term ? valuesOf(term) : proposal
  const form = useForm<TermValues, unknown, TermInput>({
    defaultValues: values,
    resolver: checkedBy(TermInput),
  })
  const written = (day: string) => (isDay(day) ? formatDay(say, day) : day)
  const draft = useDraft(form, { form: 'term', row: term, values })
  const { errors, isSubmitting } = form.formState
  const { submit, conflict } = useFormSaving({
    form,
    row: term,
    draft,
    save: async (input, version) => {
      const saved = await saveTerm({ id: term?.id, input: { ...input, ...(version === undefined ? {} : { version }) } })
      toast(term ? messages.terms.updated : messages.terms.added)
      onSaved(saved.term)
    },
    readLatest: useReadTerm(),
    toValues: valuesOf,
    describe: ({ name, names, start_date, end_date, holds_scores, ...days }) => [
      [say(messages.fields.name), name.trim()],
      ...describeTranslations(say, messages.fields.name, names),
      [say(messages.terms.start), written(start_date)],
      [say(messages.terms.end), written(end_date)],
      ...termDays.map((day): [string, string] => [say(messages.calendar.labels[day]), written(days[day] ?? '')]),
      [say(messages.releases.hold), say(holds_scores ? messages.general.yes : messages.general.no)],
    ],
    failed: term ? messages.terms.editFailed : messages.terms.addFailed,
    report: (message, standsAtField) => !standsAtField && toast(message, { kind: 'bad' }),
  })

  return (
    <FormCard
      title={say(term ? messages.actions.editNamed({ name: termName(term) }) : messages.terms.newTerm)}
      hint={say(messages.terms.keepsPostings)}
      submitLabel={say(term ? messages.terms.update : messages.terms.add)}
      busy={isSubmitting}
      isRestored={draft.isRestored}
      onSubmit={submit}
      onCancel={onCancel}
      onLeave={onLeave}
      decision={conflict && <ConflictBanner {...conflict} />}
    >
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3.5 lg:grid-cols-4">
        <div className="col-span-2">
          <TextField
            label={say(messages.fields.name)}
            required
            autoComplete="off"
            placeholder={say(messages.terms.exampleName)}
            error={errorText(say, errors.name)}
            {...form.register('name')}
          />
        </div>
        <div className="max-sm:col-span-2">
          <FormDateField
            label={say(messages.terms.start)}
            required
            hint={dayInWords(say, form.watch('start_date'))}
            error={errorText(say, errors.start_date)}
            control={form.control}
            name="start_date"
          />
        </div>
        <div className="max-sm:col-span-2">
          <FormDateField
            label={say(messages.terms.end)}
            required
            hint={dayInWords(say, form.watch('end_date'))}
            error={errorText(say, errors.end_date)}
            control={form.control}
            name="end_date"
          />
        </div>
        <div className="col-span-full">
          <CheckField
            label={say(messages.releases.hold)}
            hint={say(messages.releases.holdHint)}
            {...form.register('holds_scores')}
          />
        </div>
        <TermDaysFields
          control={form.control}
          errors={errors}
          others={terms.filter(({ id }) => id !== term?.id)}
          onPropose={(days) => {
            for (const [day, value] of Object.entries(dayValues(days)))
              form.setValue(day as TermDay, value, { shouldDirty: true, shouldValidate: true })
          }}
        />
        <div className="col-span-full">
          <TranslatedFields form={form} texts={[{ field: 'names', label: messages.fields.name }]} />
        </div>
      </div>
    </FormCard>
  )
}
