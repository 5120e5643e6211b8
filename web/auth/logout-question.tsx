import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

type Props = { open: boolean; onConfirm: () => void; onCancel: () => void }

/** Before logging out with something that was begun and not sent. */
export function LogoutQuestion(props: Props) {
  const say = useSay()
  const { logoutQuestion, logoutMeans, logOutAndDiscard, stay } = messages.unsent
  return (
    <ConfirmDialog
      {...props}
      question={say(logoutQuestion)}
      consequence={say(logoutMeans)}
      confirmLabel={say(logOutAndDiscard)}
      cancelLabel={say(stay)}
    />
  )
}
