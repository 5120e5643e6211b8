import { type KeyboardEvent, useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type Department, DepartmentInput } from '../../contract/departments.ts'
import { encode, messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { useDraft } from '../drafts.ts'
import { useFormSaving } from '../form-saving.ts'
import { checkedBy, errorText } from '../form-schema.ts'
import { useLanguage, useSay } from '../language.ts'
import type { FormHandlers } from '../open-form.ts'
import { Button } from '../ui/button.tsx'
import { ConflictBanner } from '../ui/conflict-banner.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { useReadDepartment, useSaveDepartment } from './departments.api.ts'

const Form = DepartmentInput.omit({ version: true })

type Props = { department: Department | undefined } & FormHandlers<Department>

const blank = { name: '', name_ckb: '', name_ar: '' }

function valuesOf({ name, name_ckb, name_ar }: Department) {
  return { name, name_ckb: name_ckb ?? '', name_ar: name_ar ?? '' }
}

/** One input, and its translations below: adds a department or, in edit mode, renames one. The error stays until the user types. */
export function DepartmentForm({ department, onSaved, onCancel, onLeave }: Props) {
  const say = useSay()
  const language = useLanguage()
  const { mutateAsync: saveDepartment } = useSaveDepartment()
  const values = department ? valuesOf(department) : blank
  const form = useForm({ defaultValues: values, resolver: checkedBy(Form) })
  const draft = useDraft(form, { form: 'department', row: department, values })
  const { errors, isSubmitting } = form.formState
  const [name, ...translations] = useWatch({ control: form.control, name: ['name', 'name_ckb', 'name_ar'] })
  const isEmpty = name === ''
  const { submit, conflict } = useFormSaving({
    form,
    row: department,
    draft,
    save: async (input, version) => {
      const saved = await saveDepartment({ ...input, id: department?.id, ...(version === undefined ? {} : { version }) })
      toast(department ? messages.departments.updated : messages.departments.added)
      onSaved(saved)
      if (department) return
      // The next name can be typed at once.
      form.reset(blank, { keepFieldsRef: true })
      form.setFocus('name')
    },
    readLatest: useReadDepartment(),
    toValues: valuesOf,
    describe: (input) => [
      [say(messages.fields.name), input.name.trim()],
      [say(messages.fields.nameCkb), input.name_ckb.trim()],
      [say(messages.fields.nameAr), input.name_ar.trim()],
    ],
    failed: department ? messages.departments.editFailed : messages.departments.addFailed,
    tell: (message, standsAtField) =>
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
        {/* As high as the label above the input, so that input and buttons align. */}
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
      <Disclosure
        label={say(messages.fields.otherLanguages)}
        isFilled={translations.some(Boolean)}
        error={errors.name_ckb ?? errors.name_ar}
      >
        <div className="grid items-start gap-x-4 gap-y-3.5 sm:grid-cols-2">
          <TextField
            label={say(messages.fields.nameCkb)}
            lang="ckb"
            dir="rtl"
            autoComplete="off"
            error={errorText(say, errors.name_ckb)}
            onKeyDown={handleKey}
            {...form.register('name_ckb', { onChange: () => form.clearErrors() })}
          />
          <TextField
            label={say(messages.fields.nameAr)}
            lang="ar"
            dir="rtl"
            autoComplete="off"
            error={errorText(say, errors.name_ar)}
            onKeyDown={handleKey}
            {...form.register('name_ar', { onChange: () => form.clearErrors() })}
          />
        </div>
      </Disclosure>
      {conflict && <ConflictBanner {...conflict} />}
    </form>
  )
}
