import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { Loss } from './use-logout.ts'

type Props = { loss: Loss | undefined; onConfirm: () => void; onCancel: () => void }

/** The question before a logout that would discard unsent input. */
export function LogoutQuestion({ loss, ...props }: Props) {
  const say = useSay()
  const { logOutAndDiscard, stay } = messages.unsent
  return (
    <ConfirmDialog
      {...props}
      open={loss !== undefined}
      question={loss ? say(loss.question) : ''}
      consequence={loss && say(loss.consequence)}
      confirmLabel={say(logOutAndDiscard)}
      cancelLabel={say(stay)}
    />
  )
}
