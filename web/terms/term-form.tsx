import { useForm } from 'react-hook-form'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { type Term, TermInput } from '../../contract/terms.ts'
import { useDraft } from '../drafts.ts'
import { useFormSaving } from '../form-saving.ts'
import { checkedBy, errorText } from '../form-schema.ts'
import { useSay } from '../language.ts'
import type { FormHandlers } from '../open-form.ts'
import { ConflictBanner } from '../ui/conflict-banner.tsx'
import { dayInWords } from '../ui/dates.ts'
import { DateField, TextField } from '../ui/field.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { toast } from '../ui/toast.tsx'
import { useReadTerm, useSaveTerm } from './terms.api.ts'

type Values = Omit<TermInput, 'version'>

const blank: Values = { name: '', start_date: '', end_date: '', questions_until: '' }

function valuesOf({ name, start_date, end_date, questions_until }: Term): Values {
  return { name, start_date, end_date, questions_until: questions_until ?? '' }
}

type Props = { term: Term | undefined } & FormHandlers<Term>

export function TermForm({ term, onSaved, onCancel, onLeave }: Props) {
  const say = useSay()
  const { mutateAsync: saveTerm } = useSaveTerm()
  const values = term ? valuesOf(term) : blank
  const form = useForm<Values, unknown, TermInput>({
    defaultValues: values,
    resolver: checkedBy(TermInput),
  })
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
    describe: ({ name, start_date, end_date, questions_until }) => [
      [say(messages.fields.name), name.trim()],
      [say(messages.terms.start), start_date && formatDay(say, start_date)],
      [say(messages.terms.end), end_date && formatDay(say, end_date)],
      [say(messages.questions.untilLabel), questions_until ? formatDay(say, questions_until) : ''],
    ],
    failed: term ? messages.terms.editFailed : messages.terms.addFailed,
    tell: (message, standsAtField) => !standsAtField && toast(message, { kind: 'bad' }),
  })

  return (
    <FormCard
      title={say(term ? messages.actions.editNamed({ name: term.name }) : messages.terms.newTerm)}
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
          <DateField
            label={say(messages.terms.start)}
            required
            hint={dayInWords(say, form.watch('start_date'))}
            error={errorText(say, errors.start_date)}
            {...form.register('start_date')}
          />
        </div>
        <div className="max-sm:col-span-2">
          <DateField
            label={say(messages.terms.end)}
            required
            hint={dayInWords(say, form.watch('end_date'))}
            error={errorText(say, errors.end_date)}
            {...form.register('end_date')}
          />
        </div>
        <div className="col-span-2">
          <DateField
            label={say(messages.questions.untilLabel)}
            note={say(messages.fields.optional)}
            hint={
              <>
                <bdi className="block">{say(messages.questions.untilHint)}</bdi>
                {dayInWords(say, form.watch('questions_until') ?? '')}
              </>
            }
            error={errorText(say, errors.questions_until)}
            {...form.register('questions_until')}
          />
        </div>
      </div>
    </FormCard>
  )
}
