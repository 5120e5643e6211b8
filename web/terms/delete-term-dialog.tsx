import { messages } from '../../contract/languages/catalogue.ts'
import type { Term } from '../../contract/terms.ts'
import { termName } from '../entities/terms/term-name.ts'
import { useDeleteTerm } from '../entities/terms/terms.api.ts'
import { refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'

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
      question={say(messages.terms.deleteQuestion({ name: termName(term) }))}
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
