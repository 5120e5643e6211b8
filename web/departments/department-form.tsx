import { type KeyboardEvent, useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type Department, DepartmentInput } from '../../contract/departments.ts'
import { encode, messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { useDraft } from '../drafts/drafts.ts'
import { useReadDepartment, useSaveDepartment } from '../entities/departments/departments.api.ts'
import { useFaculties } from '../entities/faculties/faculties.api.ts'
import { useFormSaving } from '../forms/form-saving.ts'
import { checkedBy, errorText } from '../forms/form-schema.ts'
import type { FormHandlers } from '../forms/open-form.ts'
import { TranslatedFields } from '../forms/translated-fields.tsx'
import { describeTranslations, translationValues } from '../forms/translations.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { ConflictBanner } from '../ui/conflict-banner.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { FacultyField, type Values } from './faculty-field.tsx'

const Form = DepartmentInput.omit({ version: true })

type Props = { department: Department | undefined } & FormHandlers<Department>

const blank: Values = { name: '', names: translationValues(), faculty_id: null }

function valuesOf({ name, names, faculty_id }: Department): Values {
  return { name, names: translationValues(names), faculty_id: faculty_id ?? null }
}

/**
 * A form of one input, and its translations and, where there is one, its faculty below: adds a department or, in edit mode, renames one. The error stays until the user types.
 */
export function DepartmentForm({ department, onSaved, onCancel, onLeave }: Props) {
  const say = useSay()
  const language = useLanguage()
  const { mutateAsync: saveDepartment } = useSaveDepartment()
  const { data: faculties = [] } = useFaculties()
  const values = department ? valuesOf(department) : blank
  const form = useForm({ defaultValues: values, resolver: checkedBy(Form) })
  const draft = useDraft(form, { form: 'department', row: department, values })
  const { errors, isSubmitting } = form.formState
  const isEmpty = useWatch({ control: form.control, name: 'name' }) === ''
  const facultyIn = (id: number | null | undefined): [string, string][] => {
    const faculty = faculties.find((one) => one.id === id)
    return faculties.length === 0
      ? []
      : [[say(messages.fields.faculty), faculty ? localized(language, faculty, 'name') : say(messages.faculties.none)]]
  }
  const { submit, conflict } = useFormSaving({
    form,
    row: department,
    draft,
    save: async (input, version) => {
      const saved = await saveDepartment({ ...input, id: department?.id, ...(version === undefined ? {} : { version }) })
      toast(department ? messages.departments.updated : messages.departments.added)
      onSaved(saved)
      if (department) return
      // The field is emptied and focused, so that the next name can be typed at once.
      form.reset(blank, { keepFieldsRef: true })
      form.setFocus('name')
    },
    readLatest: useReadDepartment(),
    toValues: valuesOf,
    describe: (input) => [
      [say(messages.fields.name), input.name.trim()],
      ...describeTranslations(say, messages.fields.name, input.names),
      ...facultyIn(input.faculty_id),
    ],
    failed: department ? messages.departments.editFailed : messages.departments.addFailed,
    report: (message, standsAtField) =>
      !standsAtField && form.setError('name', { message: encode(message) }, { shouldFocus: true }),
  })

  const { setFocus } = form
  const isEditing = department !== undefined
  useEffect(() => {
    if (isEditing) setFocus('name', { shouldSelect: true })
  }, [isEditing, setFocus])

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && isEditing && !isSubmitting) onLeave()
    // A disabled button also blocks Enter, so pressing Enter shows why nothing happens.
    if (event.key === 'Enter' && isEmpty) form.setError('name', { message: encode(messages.departments.emptyName) })
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={say(
        isEditing
          ? messages.actions.editNamed({ name: localized(language, department, 'name') })
          : messages.departments.newDepartment,
      )}
      className="print:hidden shrink-0 space-y-3.5 rounded-lg border border-line bg-card p-4 shadow-soft sm:p-5"
    >
      <div className="grid grid-cols-1 items-start gap-2.5 sm:grid-cols-[1fr_auto]">
        <TextField
          label={say(isEditing ? messages.departments.newName : messages.departments.name)}
          autoComplete="off"
          hint={isEditing && draft.isRestored && say(messages.general.draftRestored)}
          error={errorText(say, errors.name)}
          onKeyDown={handleKey}
          {...form.register('name', { onChange: () => form.clearErrors() })}
        />
        {/* The padding is as high as the label above the input, so that input and buttons align. */}
        <div className="flex gap-2.5 max-sm:*:grow sm:pt-[1.875rem]">
          <Button
            type="submit"
            look="primary"
            size="large"
            busy={isSubmitting}
            disabled={isEmpty || conflict !== undefined}
            className="min-w-24"
          >
            {say(isEditing ? messages.actions.update : messages.actions.add)}
          </Button>
          {isEditing && (
            <Button size="large" onClick={onCancel}>
              {say(messages.actions.cancel)}
            </Button>
          )}
        </div>
      </div>
      <TranslatedFields
        form={form}
        texts={[{ field: 'names', label: messages.fields.name }]}
        onKeyDown={handleKey}
        onChange={() => form.clearErrors()}
      />
      {faculties.length > 0 && (
        <FacultyField
          key={department?.id ?? 'new'}
          control={form.control}
          register={form.register}
          faculties={faculties}
          department={department}
        />
      )}
      {conflict && <ConflictBanner {...conflict} />}
    </form>
  )
}
