import { useForm } from 'react-hook-form'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/messages.ts'
import { type Term, TermInput } from '../../contract/terms.ts'
import { useDraft } from '../drafts.ts'
import { useFormSaving } from '../form-saving.ts'
import { checkedBy } from '../form-schema.ts'
import { ConflictBanner } from '../ui/conflict-banner.tsx'
import { DateField, TextField } from '../ui/field.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { toast } from '../ui/toast.tsx'
import { useReadTerm, useSaveTerm } from './terms.api.ts'

type Values = Omit<TermInput, 'version'>

const blank: Values = { name: '', start_date: '', end_date: '' }

function valuesOf({ name, start_date, end_date }: Term): Values {
  return { name, start_date, end_date }
}

export function TermForm({ term, onClose }: { term: Term | undefined; onClose: () => void }) {
  const { mutateAsync: saveTerm } = useSaveTerm()
  const form = useForm<Values, unknown, TermInput>({
    defaultValues: term ? valuesOf(term) : blank,
    resolver: checkedBy(TermInput),
  })
  useDraft(form, { form: term ? undefined : 'term', blank })
  const { errors, isSubmitting, isDirty } = form.formState
  const { submit, conflict } = useFormSaving({
    form,
    row: term,
    save: async (input, version) => {
      await saveTerm({ id: term?.id, input: { ...input, ...(version === undefined ? {} : { version }) } })
      toast(term ? messages.terms.updated : messages.terms.added)
      onClose()
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
      dirty={isDirty}
      onSubmit={submit}
      onCancel={onClose}
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
          <DateField label="Start" required error={errors.start_date?.message} {...form.register('start_date')} />
        </div>
        <div className="max-sm:col-span-2">
          <DateField label="End" required error={errors.end_date?.message} {...form.register('end_date')} />
        </div>
      </div>
    </FormCard>
  )
}
