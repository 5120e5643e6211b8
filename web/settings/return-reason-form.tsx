import { useForm } from 'react-hook-form'
import { messages } from '../../contract/languages/catalogue.ts'
import { mostReturnReasons } from '../../contract/limits.ts'
import { type ListedReason, ReturnReasonInput } from '../../contract/return-reasons.ts'
import { useDraft } from '../drafts/drafts.ts'
import { useReadReason, useSaveReason } from '../entities/return-reasons/return-reasons.api.ts'
import { useFormSaving } from '../forms/form-saving.ts'
import { asNumber, checkedBy, errorText } from '../forms/form-schema.ts'
import type { FormHandlers } from '../forms/open-form.ts'
import { TranslatedFields } from '../forms/translated-fields.tsx'
import { describeTranslations, translationValues } from '../forms/translations.ts'
import { useSay } from '../language/language.ts'
import { ConflictBanner } from '../ui/conflict-banner.tsx'
import { NumberField, TextField } from '../ui/field.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { toast } from '../ui/toast.tsx'

const Form = ReturnReasonInput.omit({ version: true })
type Values = Pick<ListedReason, 'name'> & {
  names: ReturnType<typeof translationValues>
  /** Text until it is a number. */
  place: number | string
}
const topic = 'return-reason-form'

function valuesOf({ name, names, place }: ListedReason): Values {
  return { name, names: translationValues(names), place }
}

type Props = { reason: ListedReason | undefined; nextPlace: number } & FormHandlers<ListedReason>

export function ReturnReasonForm({ reason, nextPlace, onSaved, onCancel, onLeave }: Props) {
  const say = useSay()
  const words = messages.returnReasons
  const { mutateAsync: saveReason } = useSaveReason()
  const values = reason
    ? valuesOf(reason)
    : { name: '', names: translationValues(), place: Math.min(nextPlace, mostReturnReasons) }
  const form = useForm<Values, unknown, ReturnReasonInput>({ defaultValues: values, resolver: checkedBy(Form) })
  const draft = useDraft(form, { form: 'return-reason', row: reason, values })
  const { errors, isSubmitting } = form.formState
  const { submit, conflict } = useFormSaving({
    form,
    row: reason,
    draft,
    save: async (input, version) => {
      const saved = await saveReason({ ...input, id: reason?.id, ...(version === undefined ? {} : { version }) })
      toast(reason ? words.updated : words.added, { topic })
      onSaved(saved)
    },
    readLatest: useReadReason(),
    toValues: valuesOf,
    describe: ({ name, names, place }) => [
      [say(words.text), name.trim()],
      [say(words.place), String(place)],
      ...describeTranslations(say, words.text, names),
    ],
    failed: reason ? words.editFailed : words.addFailed,
    report: (message, standsAtField) => !standsAtField && toast(message, { kind: 'bad', topic }),
  })

  return (
    <FormCard
      title={say(reason ? messages.actions.edit : words.newReason)}
      submitLabel={say(reason ? messages.actions.update : messages.actions.add)}
      busy={isSubmitting}
      isRestored={draft.isRestored}
      onSubmit={submit}
      onCancel={onCancel}
      onLeave={onLeave}
      decision={conflict && <ConflictBanner {...conflict} />}
    >
      <div className="grid gap-3.5">
        <TextField
          label={say(words.text)}
          required
          autoComplete="off"
          error={errorText(say, errors.name)}
          {...form.register('name')}
        />
        <TranslatedFields form={form} texts={[{ field: 'names', label: words.text }]} />
        <div className="max-w-40">
          <NumberField
            label={say(words.place)}
            required
            error={errorText(say, errors.place)}
            {...form.register('place', asNumber(0))}
          />
        </div>
      </div>
    </FormCard>
  )
}
