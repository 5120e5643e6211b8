import { useForm } from 'react-hook-form'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { type Term, TermInput } from '../../contract/terms.ts'
import { useDraft } from '../drafts.ts'
import { useFormSaving } from '../form-saving.ts'
import { checkedBy } from '../form-schema.ts'
import type { FormHandlers } from '../open-form.ts'
import { ConflictBanner } from '../ui/conflict-banner.tsx'
import { dayInWords } from '../ui/dates.ts'
import { DateField, TextField } from '../ui/field.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { toast } from '../ui/toast.tsx'
import { useReadTerm, useSaveTerm } from './terms.api.ts'

type Values = Omit<TermInput, 'version'>

const blank: Values = { name: '', start_date: '', end_date: '' }

function valuesOf({ name, start_date, end_date }: Term): Values {
  return { name, start_date, end_date }
}

type Props = { term: Term | undefined } & FormHandlers<Term>

export function TermForm({ term, onSaved, onCancel, onLeave }: Props) {
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
    describe: ({ name, start_date, end_date }) => [
      ['Name', name.trim()],
      ['Start', start_date && formatDay(start_date)],
      ['End', end_date && formatDay(end_date)],
    ],
    failed: term ? messages.terms.editFailed : messages.terms.addFailed,
    tell: (sentence, standsAtField) => !standsAtField && toast(sentence, { kind: 'bad' }),
  })

  return (
    <FormCard
      title={term ? `Edit ${term.name}` : 'New term'}
      hint={messages.terms.keepsPostings}
      submitLabel={term ? 'Update Term' : 'Add Term'}
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
            label="Name"
            required
            autoComplete="off"
            placeholder="Autumn 2026"
            error={errors.name?.message}
            {...form.register('name')}
          />
        </div>
        <div className="max-sm:col-span-2">
          <DateField
            label="Start"
            required
            hint={dayInWords(form.watch('start_date'))}
            error={errors.start_date?.message}
            {...form.register('start_date')}
          />
        </div>
        <div className="max-sm:col-span-2">
          <DateField
            label="End"
            required
            hint={dayInWords(form.watch('end_date'))}
            error={errors.end_date?.message}
            {...form.register('end_date')}
          />
        </div>
      </div>
    </FormCard>
  )
}
