import { AlertDialog } from 'radix-ui'
import { Button } from './button.tsx'
import { useFocusReturn } from './dialog.tsx'

type Props = {
  open: boolean
  question: string
  /** What will happen, when the question alone does not say it. */
  consequence?: string | undefined
  /** The verb on the button: "Delete". */
  confirmLabel: string
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** "Are you sure ...": focus starts on Cancel, so that a hasty Enter harms nothing. */
export function ConfirmDialog({ open, question, consequence, confirmLabel, busy = false, onConfirm, onCancel }: Props) {
  const giveFocusBack = useFocusReturn(open)
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <div data-holds-page="" className="fixed inset-0 z-40 grid place-items-center overflow-y-auto bg-veil p-4">
          <AlertDialog.Content
            aria-modal="true"
            onCloseAutoFocus={giveFocusBack}
            {...(consequence ? {} : { 'aria-describedby': undefined })}
            className="pointer-events-auto w-full max-w-md animate-appear rounded-lg border border-line bg-card p-6 shadow-lifted"
          >
            <AlertDialog.Title className="text-xl wrap-anywhere">{question}</AlertDialog.Title>
            {consequence && <AlertDialog.Description className="mt-2 text-quiet">{consequence}</AlertDialog.Description>}
            <div className="mt-6 flex flex-wrap justify-end gap-2.5">
              <AlertDialog.Cancel asChild>
                <Button>Cancel</Button>
              </AlertDialog.Cancel>
              <Button look="danger" busy={busy} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Content>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
