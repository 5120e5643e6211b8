import { messages } from '../../contract/languages/catalogue.ts'
import { call } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const say = useSay()
  return (
    <Dialog open onClose={onClose} title={say(messages.password.change)} description={say(messages.password.changeConsequence)}>
      <NewPasswordForm
        current={{ label: messages.password.current }}
        save={async (body) => {
          await call('PUT /auth/password', { body })
          toast(messages.password.changed)
          onClose()
        }}
        failed={messages.password.changeFailed}
        className="space-y-4"
        buttons={(isSubmitting) => (
          <div className="flex flex-wrap justify-end gap-2.5 pt-2">
            <Button onClick={onClose}>{say(messages.actions.cancel)}</Button>
            <Button type="submit" look="primary" busy={isSubmitting}>
              {say(messages.password.change)}
            </Button>
          </div>
        )}
      />
    </Dialog>
  )
}
