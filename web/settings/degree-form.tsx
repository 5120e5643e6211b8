import { useForm } from 'react-hook-form'
import { type Degree, DegreeInput } from '../../contract/degrees.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { useDraft } from '../drafts/drafts.ts'
import { useReadDegree, useSaveDegree } from '../entities/degrees/degrees.api.ts'
import { useFormSaving } from '../forms/form-saving.ts'
import { checkedBy, errorText } from '../forms/form-schema.ts'
import type { FormHandlers } from '../forms/open-form.ts'
import { TranslatedFields } from '../forms/translated-fields.tsx'
import { describeTranslations, translationValues } from '../forms/translations.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { ConflictBanner } from '../ui/conflict-banner.tsx'
import { TextField } from '../ui/field.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { toast } from '../ui/toast.tsx'

const Form = DegreeInput.omit({ version: true })
const topic = 'degree-form'
const blank = { name: '', names: translationValues() }

function valuesOf({ name, names }: Degree) {
  return { name, names: translationValues(names) }
}

type Props = { degree: Degree | undefined } & FormHandlers<Degree>

export function DegreeForm({ degree, onSaved, onCancel, onLeave }: Props) {
  const say = useSay()
  const language = useLanguage()
  const { mutateAsync: saveDegree } = useSaveDegree()
  const values = degree ? valuesOf(degree) : blank
  const form = useForm({ defaultValues: values, resolver: checkedBy(Form) })
  const draft = useDraft(form, { form: 'degree', row: degree, values })
  const { errors, isSubmitting } = form.formState
  const { submit, conflict } = useFormSaving({
    form,
    row: degree,
    draft,
    save: async (input, version) => {
      const saved = await saveDegree({ ...input, id: degree?.id, ...(version === undefined ? {} : { version }) })
      toast(degree ? messages.degrees.updated : messages.degrees.added, { topic })
      onSaved(saved)
    },
    readLatest: useReadDegree(),
    toValues: valuesOf,
    describe: ({ name, names }) => [
      [say(messages.fields.name), name.trim()],
      ...describeTranslations(say, messages.fields.name, names),
    ],
    failed: degree ? messages.degrees.editFailed : messages.degrees.addFailed,
    report: (message, standsAtField) => !standsAtField && toast(message, { kind: 'bad', topic }),
  })

  return (
    <FormCard
      title={say(degree ? messages.actions.editNamed({ name: localized(language, degree, 'name') }) : messages.degrees.newDegree)}
      submitLabel={say(degree ? messages.actions.update : messages.actions.add)}
      busy={isSubmitting}
      isRestored={draft.isRestored}
      onSubmit={submit}
      onCancel={onCancel}
      onLeave={onLeave}
      decision={conflict && <ConflictBanner {...conflict} />}
    >
      <div className="grid gap-3.5">
        <TextField
          label={say(messages.fields.name)}
          required
          autoComplete="off"
          error={errorText(say, errors.name)}
          {...form.register('name')}
        />
        <TranslatedFields form={form} texts={[{ field: 'names', label: messages.fields.name }]} />
      </div>
    </FormCard>
  )
}
