import { type ReactNode, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { PasswordInput } from '../../contract/auth.ts'
import { encode, type Message, messages } from '../../contract/languages/catalogue.ts'
import { checkedBy, errorText } from '../forms/form-schema.ts'
import { ApiError, messageOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { useSession } from '../session/session.ts'
import { Banner } from '../ui/banner.tsx'
import { PasswordField } from '../ui/password-field.tsx'

const Form = repeated(PasswordInput.extend({ repeat: z.string() }))
const FormWithoutCurrent = repeated(PasswordInput.extend({ current_password: z.string(), repeat: z.string() }))
type Form = z.infer<typeof Form>

function repeated<Schema extends z.ZodType<{ new_password: string; repeat: string }>>(schema: Schema) {
  return schema.refine((form) => form.repeat === form.new_password, {
    path: ['repeat'],
    message: encode(messages.password.repeatDiffers),
  })
}

type Props = {
  /**
   * The field for the present password. `typed` is the password of the sign-in just before: then the field is shown only if it is wrong.
   */
  current?: { label: Message; typed?: string | undefined }
  /** Saves the password. An error that it throws is shown at its field, or above all fields. */
  save: (input: PasswordInput) => Promise<void>
  /** The message when the server gives no reason. */
  failed: Message
  /** Whether the form moves the focus to its first field: for a page that consists of it; a dialog moves the focus itself. */
  takesFocus?: boolean
  labelledBy?: string
  className: string
  buttons: (isSubmitting: boolean) => ReactNode
}

/** The form in which users choose a password: after a link in an e-mail, in place of an initial one, or whenever they like. */
export function NewPasswordForm({ current, save, failed, takesFocus = false, labelledBy, className, buttons }: Props) {
  const say = useSay()
  const username = useSession()?.username
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Form>({
    resolver: checkedBy(current ? Form : FormWithoutCurrent),
    defaultValues: { current_password: current?.typed ?? '', new_password: '', repeat: '' },
  })
  const { errors, isSubmitting } = formState
  const asksCurrent = current !== undefined && current.typed === undefined
  useEffect(() => {
    if (takesFocus) setFocus(asksCurrent ? 'current_password' : 'new_password')
  }, [takesFocus, asksCurrent, setFocus])

  const submit = handleSubmit(async ({ current_password, new_password }) => {
    try {
      await save({ current_password, new_password })
    } catch (error) {
      const wrong = error instanceof ApiError ? error.errors[0] : undefined
      const field = wrong?.field === 'current_password' || wrong?.field === 'new_password' ? wrong.field : 'root'
      const message = encode(wrong?.message ?? messageOf(error, failed))
      setError(field, { message }, { shouldFocus: field !== 'root' })
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-labelledby={labelledBy} className={className}>
      {errors.root && <Banner kind="bad">{errorText(say, errors.root)}</Banner>}
      {/* The password manager of the browser reads the owner of the password from this field. */}
      {current && <input type="text" name="username" autoComplete="username" value={username ?? ''} readOnly hidden />}
      {current && (asksCurrent || errors.current_password) && (
        <PasswordField
          label={say(current.label)}
          autoComplete="current-password"
          error={errorText(say, errors.current_password)}
          {...register('current_password')}
        />
      )}
      <PasswordField
        label={say(messages.password.new)}
        autoComplete="new-password"
        hint={say(messages.password.advice)}
        error={errorText(say, errors.new_password)}
        {...register('new_password')}
      />
      <PasswordField
        label={say(messages.password.repeat)}
        autoComplete="new-password"
        error={errorText(say, errors.repeat)}
        {...register('repeat')}
      />
      {buttons(isSubmitting)}
    </form>
  )
}
