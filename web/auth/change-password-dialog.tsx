import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { PasswordInput } from '../../contract/auth.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { ApiError, call, messageOf } from '../api.ts'
import { checkedBy } from '../form-schema.ts'
import { useSession } from '../session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.tsx'

const Form = PasswordInput.extend({ repeat: z.string() }).refine((form) => form.repeat === form.new_password, {
  path: ['repeat'],
  message: messages.password.repeatDiffers,
})
type Form = z.infer<typeof Form>

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
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
      for (const { field, message } of atFields) if (isField(field)) setError(field, { message }, { shouldFocus: true })
      if (atFields.length === 0) setError('root', { message: messageOf(error, messages.password.changeFailed) })
    }
  })

  return (
    <Dialog open onClose={onClose} title="Change password" description="Your other devices will be signed out.">
      <form onSubmit={save} noValidate className="space-y-4">
        {errors.root?.message && <Banner kind="bad">{errors.root.message}</Banner>}
        {/* Tells the browser's password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={username ?? ''} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.current_password?.message}
          {...register('current_password')}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters. A few unrelated words are easy to remember and hard to guess."
          error={errors.new_password?.message}
          {...register('new_password')}
        />
        <PasswordField
          label="Repeat new password"
          autoComplete="new-password"
          error={errors.repeat?.message}
          {...register('repeat')}
        />
        <div className="flex flex-wrap justify-end gap-2.5 pt-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={isSubmitting}>
            Change password
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function isField(field: string): field is 'current_password' | 'new_password' {
  return field === 'current_password' || field === 'new_password'
}
