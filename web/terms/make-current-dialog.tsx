import { messages } from '../../contract/languages/catalogue.ts'
import type { Term } from '../../contract/terms.ts'
import { termName } from '../entities/terms/term-name.ts'
import { useMakeCurrent, useTerms } from '../entities/terms/terms.api.ts'
import { refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'

export function MakeCurrentDialog({ term, onClose }: { term: Term; onClose: () => void }) {
  const say = useSay()
  const { mutate, isPending, error } = useMakeCurrent()
  const current = useTerms().data?.find(({ is_current }) => is_current)

  function makeCurrent() {
    mutate(term, {
      onSuccess: () => {
        toast(messages.terms.madeCurrent)
        onClose()
      },
    })
  }

  return (
    <ConfirmDialog
      open
      question={say(messages.terms.currentQuestion({ name: termName(term) }))}
      consequence={say(
        current ? messages.terms.currentReplaces({ before: termName(current) }) : messages.terms.currentConsequence,
      )}
      confirmLabel={say(messages.terms.makeCurrent)}
      look="primary"
      busy={isPending}
      onConfirm={makeCurrent}
      onCancel={onClose}
    >
      {error && <Banner kind="bad">{say(refusalOf(error) ?? messages.terms.currentFailed)}</Banner>}
    </ConfirmDialog>
  )
}
