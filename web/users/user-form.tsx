import { type FieldErrors, type RegisterOptions, useForm } from 'react-hook-form'
import { z } from 'zod'
import {
  genderName,
  genders,
  newUserDefaults,
  passwordMask,
  roleName,
  roles,
  titleCodes,
  titleName,
} from '../../contract/codes.ts'
import type { Degree } from '../../contract/degrees.ts'
import type { Department } from '../../contract/departments.ts'
import { decode, type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { shownName } from '../../contract/person-names.ts'
import { EditUserInput, NewUserInput, type User } from '../../contract/users.ts'
import { useBranding } from '../branding/branding.ts'
import { useDraft } from '../drafts/drafts.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { useDegrees } from '../entities/degrees/degrees.api.ts'
import { useDepartments } from '../entities/departments/departments.api.ts'
import { useGivenRights } from '../entities/given-rights/given-rights.api.ts'
import { useReadUser, useSaveUser } from '../entities/members/users.api.ts'
import { useFormSaving } from '../forms/form-saving.ts'
import { checkedBy, errorText } from '../forms/form-schema.ts'
import type { FormHandlers } from '../forms/open-form.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { ConflictBanner } from '../ui/conflict-banner.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.tsx'

/** The form's values, in the order of the fields. */
type Values = Record<
  'name' | 'other_name' | 'email' | 'username' | 'password' | 'degree' | 'title' | 'department_id' | 'gender' | 'role_id',
  string
>

/** Toast topic: each attempt to save replaces the message of the previous one. */
const topic = 'user-form'

const blank: Values = {
  name: '',
  other_name: '',
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
    other_name: user.other_name ?? '',
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

/** The input of an edit: a user without a password may stay without one. */
const EditWithoutPassword = EditUserInput.extend({
  password: z.preprocess((typed) => (typed === '' ? passwordMask : typed), EditUserInput.shape.password),
})

function schemaFor(user: User | undefined) {
  if (!user) return NewUserInput
  return user.can_sign_in ? EditUserInput : EditWithoutPassword
}

type Props = { user: User | undefined } & FormHandlers<User>

export function UserForm({ user, onSaved, onCancel, onLeave }: Props) {
  const say = useSay()
  const language = useLanguage()
  const { fields } = messages
  const { sso_name } = useBranding()
  const { data: departments, isLoadingError: departmentsFailed } = useDepartments()
  const { data: degrees, isLoadingError: degreesFailed } = useDegrees()
  const { mutateAsync: saveUser } = useSaveUser()
  const { give_rights: givesRights = false } = useRights()
  const { data: given } = useGivenRights()
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
      const { addedWaits, editedWaits } = messages.givenRights
      if (saved.waits) toast({ key: (user ? editedWaits : addedWaits).key, words: saved.message }, { topic })
      else toast(user ? messages.users.updated : messages.users.added, { topic })
      onSaved(saved.user)
    },
    readLatest: useReadUser(),
    toValues: valuesOf,
    describe: (values) => describe(say, language, values, departments, degrees),
    failed: messages.users.saveFailed,
    report: (message) => toast(message, { kind: 'bad', topic }),
    onInvalid: (wrong) => toast(messageFor(wrong), { kind: 'bad', topic }),
  })

  /** Registers a field with its error. One toast reports all missing fields; each field only shows that it is missing. */
  function at(field: keyof Values, options?: RegisterOptions<Values>) {
    const error = errors[field]
    const text = isMissing(error) ? say(messages.general.missing) : errorText(say, error)
    return { ...form.register(field, options), error: text }
  }

  function clearMask({ target }: { target: HTMLInputElement }) {
    // A text typed behind the mask, or a deleted dot, means a new password, not one with dots in it.
    const dot = passwordMask.charAt(0)
    if (user && target.value !== passwordMask && target.value.includes(dot))
      form.setValue('password', target.value.replaceAll(dot, ''))
  }

  const isLinked = Boolean(user?.linked_account && sso_name)
  const withoutPassword = isLinked ? messages.sso.withoutPassword({ name: sso_name }) : messages.users.cannotSignIn
  const typed = form.watch('password')
  const isNewPassword = typed !== '' && typed !== passwordMask
  const passwordHint = isNewPassword
    ? user?.has_second_factor
      ? messages.users.newPasswordEnds
      : messages.users.newPasswordSignsOut
    : user?.can_sign_in
      ? messages.users.keepsPassword
      : withoutPassword
  const becomesAdmin = user?.role_id !== roles.admin && form.watch('role_id') === String(roles.admin)
  const waitsHint = becomesAdmin && given?.confirms && <bdi>{say(messages.users.adminWaits)}</bdi>
  const isMoving = user?.department_id != null && form.watch('department_id') !== String(user.department_id)
  const departmentGone = user?.department_id != null && departments?.every(({ id }) => id !== user.department_id)
  const degreeGone = user?.degree != null && degrees?.every(({ name }) => name !== user.degree)
  return (
    <FormCard
      title={say(user ? messages.actions.editNamed({ name: shownName(language, user) }) : messages.users.newUser)}
      submitLabel={say(user ? messages.users.update : messages.users.add)}
      busy={isSubmitting}
      isRestored={draft.isRestored}
      onSubmit={submit}
      onCancel={onCancel}
      onLeave={onLeave}
      decision={conflict && <ConflictBanner {...conflict} />}
    >
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3.5 sm:grid-cols-4 lg:grid-cols-20">
        <div className="col-span-2 lg:col-span-4">
          <TextField label={say(fields.name)} autoComplete="off" required {...at('name')} />
        </div>
        <div className="col-span-2 lg:col-span-4">
          <TextField
            label={say(fields.otherName)}
            hint={say(fields.otherNameHint)}
            dir="auto"
            autoComplete="off"
            {...at('other_name')}
          />
        </div>
        <div className="col-span-2 lg:col-span-4">
          <TextField
            label={say(fields.email)}
            type="email"
            autoComplete="off"
            required
            hint={user?.email_refused && say(messages.users.emailRefused)}
            {...at('email')}
          />
        </div>
        <div className="col-span-2 lg:col-span-4">
          <TextField
            label={say(fields.username)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            {...at('username')}
          />
        </div>
        <div className="col-span-2 lg:col-span-4">
          <PasswordField
            label={say(fields.password)}
            autoComplete="new-password"
            required={user?.can_sign_in !== false}
            hint={user && say(passwordHint)}
            {...at('password', { onChange: clearMask })}
          />
        </div>
        <div className="lg:col-span-3">
          <SelectField
            label={say(fields.degree)}
            key={degrees ? 'loaded' : 'loading'}
            {...at('degree')}
            {...(degreesFailed ? { error: say(messages.degrees.loadFailed) } : {})}
          >
            <option value="">{say(degrees || degreesFailed ? fields.none : messages.general.loading)}</option>
            {degreeGone && <option value={user.degree ?? ''}>{user.degree}</option>}
            {degrees?.map((degree) => (
              <option key={degree.id} value={degree.name}>
                {localized(language, degree, 'name')}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="lg:col-span-5">
          <SelectField label={say(fields.title)} {...at('title')}>
            <option value="">{say(fields.none)}</option>
            {titleCodes.map((code) => (
              <option key={code} value={code}>
                {say(titleName(code))}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="col-span-2 lg:col-span-6">
          <SelectField
            label={say(fields.department)}
            required
            hint={
              departments?.length === 0
                ? say(messages.users.noDepartments)
                : isMoving && <bdi>{say(messages.users.movesInTerm)}</bdi>
            }
            // React sets a select's value only if the option exists: the list may load after the form.
            key={departments ? 'loaded' : 'loading'}
            {...at('department_id')}
            {...(departmentsFailed ? { error: say(messages.departments.loadFailed) } : {})}
          >
            <option value="">
              {say(departments || departmentsFailed ? messages.users.chooseDepartment : messages.general.loading)}
            </option>
            {departmentGone && <option value={user.department_id ?? ''}>{say(messages.departments.unknown)}</option>}
            {departments?.map((department) => (
              <option key={department.id} value={department.id}>
                {localized(language, department, 'name')}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="lg:col-span-3">
          <SelectField label={say(fields.gender)} required {...at('gender')}>
            {user && !user.gender && <option value="">{say(messages.actions.choose)}</option>}
            {genders.map((gender) => (
              <option key={gender} value={gender}>
                {nameOf(say, genderName(gender))}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="lg:col-span-3">
          <SelectField
            label={say(fields.role)}
            required
            hint={givesRights ? waitsHint : <bdi>{say(messages.users.roleOfGivers)}</bdi>}
            {...at('role_id')}
          >
            <option value={roles.staff}>{say(roleName(roles.staff))}</option>
            {(givesRights || values.role_id === String(roles.admin)) && (
              <option value={roles.admin}>{say(roleName(roles.admin))}</option>
            )}
          </SelectField>
        </div>
      </div>
    </FormCard>
  )
}

/** The message of the toast. Missing fields are reported first, as the specification requires. */
function messageFor(errors: FieldErrors<Values>): Message {
  const found = Object.values(errors)
  if (found.some(isMissing)) return messages.users.requiredFields
  const first = found.find((error) => error?.message)?.message
  return first ? decode(first) : messages.general.invalidInput
}

function isMissing(error: { message?: string | undefined } | undefined): boolean {
  return error?.message !== undefined && decode(error.message).key === messages.users.requiredFields.key
}

/** The name of a choice, or empty without one. */
function nameOf(say: Say, name: Message | null): string {
  return name ? say(name) : ''
}

/** The values in words, without the password: a conflict does not show whether it was changed. */
function describe(say: Say, language: Language, values: Values, departments: Department[] | undefined, degrees: Degree[] = []) {
  const degree = degrees.find(({ name }) => name === values.degree)
  const department = departments?.find(({ id }) => String(id) === values.department_id)
  const { fields } = messages
  return [
    [say(fields.name), values.name.trim()],
    [say(fields.otherName), values.other_name.trim()],
    [say(fields.email), values.email.trim()],
    [say(fields.username), values.username.trim()],
    [say(fields.degree), degree ? localized(language, degree, 'name') : values.degree],
    [say(fields.title), values.title && say(titleName(values.title))],
    [say(fields.department), department ? localized(language, department, 'name') : say(messages.departments.unknown)],
    [say(fields.gender), nameOf(say, genderName(values.gender))],
    [say(fields.role), say(roleName(Number(values.role_id)))],
  ] as const
}
