import { messages } from '../../contract/languages/catalogue.ts'
import type { Term } from '../../contract/terms.ts'
import { refusalOf } from '../api.ts'
import { useSay } from '../language.ts'
import { Banner } from '../ui/banner.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { useMakeCurrent, useTerms } from './terms.api.ts'

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
      question={say(messages.terms.currentQuestion({ name: term.name }))}
      consequence={say(current ? messages.terms.currentReplaces({ before: current.name }) : messages.terms.currentConsequence)}
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
