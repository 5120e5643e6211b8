import { type FieldErrors, type RegisterOptions, useForm } from 'react-hook-form'
import { z } from 'zod'
import { degrees, genders, newUserDefaults, passwordMask, roles, titleCodes, titleName } from '../../contract/codes.ts'
import type { Department } from '../../contract/departments.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { EditUserInput, NewUserInput, type User } from '../../contract/users.ts'
import { useDepartments } from '../departments/departments.api.ts'
import { useDraft } from '../drafts.ts'
import { useFormSaving } from '../form-saving.ts'
import { checkedBy } from '../form-schema.ts'
import type { FormHandlers } from '../open-form.ts'
import { ConflictBanner } from '../ui/conflict-banner.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.tsx'
import { useReadUser, useSaveUser } from './users.api.ts'

/** The form's values, in the order of the fields. */
type Values = Record<
  'name' | 'email' | 'username' | 'password' | 'degree' | 'title' | 'department_id' | 'gender' | 'role_id',
  string
>

/** Toast topic: each attempt to save replaces the message of the previous one. */
const topic = 'user-form'

const blank: Values = {
  name: '',
  email: '',
  username: '',
  password: '',
  degree: newUserDefaults.degree,
  title: newUserDefaults.title,
  department_id: '',
  gender: newUserDefaults.gender,
  role_id: String(newUserDefaults.role_id),
}

function valuesOf(user: User): Values {
  return {
    name: user.name,
    email: user.email ?? '',
    username: user.username,
    password: user.can_sign_in ? passwordMask : '',
    degree: user.degree ?? '',
    title: user.title ?? '',
    department_id: user.department_id === null ? '' : String(user.department_id),
    gender: user.gender ?? '',
    role_id: String(user.role_id),
  }
}

/** Who has no password may stay without one. */
const EditWithoutPassword = EditUserInput.extend({
  password: z.preprocess((given) => (given === '' ? passwordMask : given), EditUserInput.shape.password),
})

function schemaFor(user: User | undefined) {
  if (!user) return NewUserInput
  return user.can_sign_in ? EditUserInput : EditWithoutPassword
}

type Props = { user: User | undefined } & FormHandlers<User>

export function UserForm({ user, onSaved, onCancel, onLeave }: Props) {
  const { data: departments, isLoadingError: departmentsFailed } = useDepartments()
  const { mutateAsync: saveUser } = useSaveUser()
  const values = user ? valuesOf(user) : blank
  const form = useForm<Values, unknown, EditUserInput>({
    defaultValues: values,
    resolver: checkedBy<Values, EditUserInput>(schemaFor(user)),
  })
  const draft = useDraft(form, { form: 'user', row: user, values, without: 'password' })
  const { errors, isSubmitting } = form.formState
  const { submit, conflict } = useFormSaving({
    form,
    row: user,
    draft,
    save: async (input, version) => {
      const saved = await saveUser({ ...input, id: user?.id, ...(version === undefined ? {} : { version }) })
      toast(user ? messages.users.updated : messages.users.added, { topic })
      onSaved(saved.user)
    },
    readLatest: useReadUser(),
    toValues: valuesOf,
    describe: (values) => describe(values, departments),
    failed: messages.users.saveFailed,
    tell: (sentence) => toast(sentence, { kind: 'bad', topic }),
    onInvalid: (wrong) => toast(sentenceFor(wrong), { kind: 'bad', topic }),
  })

  /** One toast reports all missing fields; each field only shows that it is missing. */
  function at(field: keyof Values, options?: RegisterOptions<Values>) {
    const message = errors[field]?.message
    const error = message === messages.users.requiredFields ? messages.general.missing : message
    return { ...form.register(field, options), error }
  }

  function clearMask({ target }: { target: HTMLInputElement }) {
    // Typing behind the mask or deleting a dot means a new password, not one with dots in it.
    const dot = passwordMask.charAt(0)
    if (user && target.value !== passwordMask && target.value.includes(dot))
      form.setValue('password', target.value.replaceAll(dot, ''))
  }

  const departmentGone = user?.department_id != null && departments?.every(({ id }) => id !== user.department_id)
  return (
    <FormCard
      title={user ? `Edit ${user.name}` : 'New user'}
      submitLabel={user ? 'Update User' : 'Add User'}
      busy={isSubmitting}
      isRestored={draft.isRestored}
      onSubmit={submit}
      onCancel={onCancel}
      onLeave={onLeave}
      decision={conflict && <ConflictBanner {...conflict} />}
    >
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3.5 sm:grid-cols-4 lg:grid-cols-20">
        <div className="col-span-2 lg:col-span-5">
          <TextField label="Name" autoComplete="off" required {...at('name')} />
        </div>
        <div className="col-span-2 lg:col-span-5">
          <TextField label="Email" type="email" autoComplete="off" required {...at('email')} />
        </div>
        <div className="col-span-2 lg:col-span-5">
          <TextField label="UserName" autoComplete="off" autoCapitalize="none" spellCheck={false} required {...at('username')} />
        </div>
        <div className="col-span-2 lg:col-span-5">
          <PasswordField
            label="Password"
            autoComplete="new-password"
            required={user?.can_sign_in !== false}
            hint={user && (user.can_sign_in ? messages.users.keepsPassword : messages.users.cannotSignIn)}
            {...at('password', { onChange: clearMask })}
          />
        </div>
        <div className="lg:col-span-3">
          <SelectField label="Degree" {...at('degree')}>
            <option value="">None</option>
            {degrees.map((degree) => (
              <option key={degree}>{degree}</option>
            ))}
          </SelectField>
        </div>
        <div className="lg:col-span-5">
          <SelectField label="Title" {...at('title')}>
            <option value="">None</option>
            {titleCodes.map((code) => (
              <option key={code} value={code}>
                {titleName(code)}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="col-span-2 lg:col-span-6">
          <SelectField
            label="Department"
            required
            hint={departments?.length === 0 && messages.users.noDepartments}
            // React sets a select's value only if the option exists: the list may load after the form.
            key={departments ? 'loaded' : 'loading'}
            {...at('department_id')}
            {...(departmentsFailed ? { error: messages.departments.loadFailed } : {})}
          >
            <option value="">{departments || departmentsFailed ? 'Choose a department' : messages.general.loading}</option>
            {departmentGone && <option value={user.department_id ?? ''}>{messages.departments.unknown}</option>}
            {departments?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="lg:col-span-3">
          <SelectField label="Gender" required {...at('gender')}>
            {user && !user.gender && <option value="">Choose</option>}
            {genders.map((gender) => (
              <option key={gender}>{gender}</option>
            ))}
          </SelectField>
        </div>
        <div className="lg:col-span-3">
          <SelectField label="Role" required {...at('role_id')}>
            <option value={roles.staff}>Staff</option>
            <option value={roles.admin}>Admin</option>
          </SelectField>
        </div>
      </div>
    </FormCard>
  )
}

/** Missing fields are reported first, as the specification requires. */
function sentenceFor(errors: FieldErrors<Values>): string {
  const sentences = Object.values(errors).map((error) => error?.message ?? '')
  const { requiredFields } = messages.users
  return sentences.includes(requiredFields) ? requiredFields : (sentences.find(Boolean) ?? messages.general.invalidInput)
}

/** Without the password: a conflict does not show whether it was changed. */
function describe(values: Values, departments: Department[] | undefined) {
  const department = departments?.find(({ id }) => String(id) === values.department_id)
  return [
    ['Name', values.name.trim()],
    ['Email', values.email.trim()],
    ['UserName', values.username.trim()],
    ['Degree', values.degree],
    ['Title', values.title && titleName(values.title)],
    ['Department', department?.name ?? messages.departments.unknown],
    ['Gender', values.gender],
    ['Role', values.role_id === String(roles.admin) ? 'Admin' : 'Staff'],
  ] as const
}
