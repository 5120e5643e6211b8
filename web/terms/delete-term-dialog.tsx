import { messages } from '../../contract/languages/catalogue.ts'
import type { Term } from '../../contract/terms.ts'
import { refusalOf } from '../api.ts'
import { useSay } from '../language.ts'
import { Banner } from '../ui/banner.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { useDeleteTerm } from './terms.api.ts'

export function DeleteTermDialog({ term, onClose }: { term: Term; onClose: () => void }) {
  const say = useSay()
  const { mutate, isPending, error } = useDeleteTerm()

  function remove() {
    mutate(term, {
      onSuccess: () => {
        toast(messages.terms.deleted)
        onClose()
      },
    })
  }

  return (
    <ConfirmDialog
      open
      question={say(messages.terms.deleteQuestion({ name: term.name }))}
      consequence={say(messages.terms.deleteConsequence)}
      confirmLabel={say(messages.actions.delete)}
      busy={isPending}
      onConfirm={remove}
      onCancel={onClose}
    >
      {error && <Banner kind="bad">{say(refusalOf(error) ?? messages.terms.deleteFailed)}</Banner>}
    </ConfirmDialog>
  )
}
