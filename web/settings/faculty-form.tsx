import { useForm } from 'react-hook-form'
import { type Faculty, FacultyInput } from '../../contract/faculties.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { useDraft } from '../drafts/drafts.ts'
import { useReadFaculty, useSaveFaculty } from '../entities/faculties/faculties.api.ts'
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

const Form = FacultyInput.omit({ version: true })
const topic = 'faculty-form'
const blank = { name: '', names: translationValues() }

function valuesOf({ name, names }: Faculty) {
  return { name, names: translationValues(names) }
}

type Props = { faculty: Faculty | undefined } & FormHandlers<Faculty>

export function FacultyForm({ faculty, onSaved, onCancel, onLeave }: Props) {
  const say = useSay()
  const language = useLanguage()
  const { mutateAsync: saveFaculty } = useSaveFaculty()
  const values = faculty ? valuesOf(faculty) : blank
  const form = useForm({ defaultValues: values, resolver: checkedBy(Form) })
  const draft = useDraft(form, { form: 'faculty', row: faculty, values })
  const { errors, isSubmitting } = form.formState
  const { submit, conflict } = useFormSaving({
    form,
    row: faculty,
    draft,
    save: async (input, version) => {
      const saved = await saveFaculty({ ...input, id: faculty?.id, ...(version === undefined ? {} : { version }) })
      toast(faculty ? messages.faculties.updated : messages.faculties.added, { topic })
      onSaved(saved)
    },
    readLatest: useReadFaculty(),
    toValues: valuesOf,
    describe: ({ name, names }) => [
      [say(messages.fields.name), name.trim()],
      ...describeTranslations(say, messages.fields.name, names),
    ],
    failed: faculty ? messages.faculties.editFailed : messages.faculties.addFailed,
    report: (message, standsAtField) => !standsAtField && toast(message, { kind: 'bad', topic }),
  })

  return (
    <FormCard
      title={say(
        faculty ? messages.actions.editNamed({ name: localized(language, faculty, 'name') }) : messages.faculties.newFaculty,
      )}
      submitLabel={say(faculty ? messages.actions.update : messages.actions.add)}
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
