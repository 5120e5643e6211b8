import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { PasswordInput } from '../../contract/auth.ts'
import { encode, messages } from '../../contract/languages/catalogue.ts'
import { ApiError, call, messageOf } from '../api.ts'
import { checkedBy, errorText } from '../form-schema.ts'
import { useSay } from '../language.ts'
import { useSession } from '../session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.tsx'

const Form = PasswordInput.extend({ repeat: z.string() }).refine((form) => form.repeat === form.new_password, {
  path: ['repeat'],
  message: encode(messages.password.repeatDiffers),
})
type Form = z.infer<typeof Form>

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const username = useSession()?.username
  const { register, handleSubmit, setError, formState } = useForm<Form>({ resolver: checkedBy(Form) })
  const { errors, isSubmitting } = formState

  const save = handleSubmit(async ({ current_password, new_password }) => {
    try {
      await call('PUT /auth/password', { body: { current_password, new_password } })
      toast(messages.password.changed)
      onClose()
    } catch (error) {
      const atFields = error instanceof ApiError ? error.errors.filter(({ field }) => isField(field)) : []
      for (const { field, message } of atFields)
        if (isField(field)) setError(field, { message: encode(message) }, { shouldFocus: true })
      if (atFields.length === 0) setError('root', { message: encode(messageOf(error, messages.password.changeFailed)) })
    }
  })

  return (
    <Dialog open onClose={onClose} title={say(messages.password.change)} description={say(messages.password.changeConsequence)}>
      <form onSubmit={save} noValidate className="space-y-4">
        {errors.root && <Banner kind="bad">{errorText(say, errors.root)}</Banner>}
        {/* Tells the browser's password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={username ?? ''} readOnly hidden />
        <PasswordField
          label={say(messages.password.current)}
          autoComplete="current-password"
          error={errorText(say, errors.current_password)}
          {...register('current_password')}
        />
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
        <div className="flex flex-wrap justify-end gap-2.5 pt-2">
          <Button onClick={onClose}>{say(messages.actions.cancel)}</Button>
          <Button type="submit" look="primary" busy={isSubmitting}>
            {say(messages.password.change)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function isField(field: string): field is 'current_password' | 'new_password' {
  return field === 'current_password' || field === 'new_password'
}
