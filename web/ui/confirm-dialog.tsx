import { AlertDialog } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { Button } from './button.tsx'
import { useCloseOnBack } from './close-on-back.ts'
import { useFocusReturn } from './focus-return.ts'

type Props = {
  open: boolean
  question: string
  /** The consequences, if the title alone does not name them. */
  consequence?: string | undefined
  /** The verb on the button: "Delete". */
  confirmLabel: string
  /** The label of the button that does nothing, if it is not Cancel. */
  cancelLabel?: string
  /** The look of the confirming button; by default it warns. */
  look?: 'danger' | 'primary'
  /** Whether Enter confirms: only for actions that are easily undone. */
  confirmsOnEnter?: boolean
  busy?: boolean
  /** Whether the button is disabled: the data to decide on is still loading. */
  disabled?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** Further content to read before deciding. */
  children?: ReactNode
  /** Whether the dialog is wide enough for a table. */
  wide?: boolean
}

/** The dialog "Are you sure ...": focus starts on Cancel, so that an accidental Enter does no harm, unless Enter is meant to confirm. */
export function ConfirmDialog({
  open,
  question,
  consequence,
  confirmLabel,
  cancelLabel,
  look = 'danger',
  confirmsOnEnter = false,
  busy = false,
  disabled = false,
  wide = false,
  ...props
}: Props) {
  const say = useSay()
  const giveFocusBack = useFocusReturn(open)
  const confirm = useRef<HTMLButtonElement>(null)

  function focusConfirm(event: Event) {
    event.preventDefault()
    confirm.current?.focus()
  }

  useCloseOnBack(open, props.onCancel)
  if (!open) return null
  return (
    <AlertDialog.Root open onOpenChange={(next) => !next && props.onCancel()}>
      <AlertDialog.Portal>
        <div
          data-holds-page=""
          className="@container/page fixed inset-0 z-40 grid grid-cols-1 place-items-center overflow-y-auto bg-veil p-4"
        >
          <AlertDialog.Content
            aria-modal="true"
            {...(confirmsOnEnter ? { onOpenAutoFocus: focusConfirm } : {})}
            onCloseAutoFocus={giveFocusBack}
            {...(consequence ? {} : { 'aria-describedby': undefined })}
            className={`pointer-events-auto w-full animate-appear rounded-lg border border-line bg-card p-6 shadow-lifted ${wide ? 'max-w-2xl' : 'max-w-md'}`}
          >
            <AlertDialog.Title className="text-xl wrap-anywhere">{question}</AlertDialog.Title>
            {consequence && <AlertDialog.Description className="mt-2 text-quiet">{consequence}</AlertDialog.Description>}
            {props.children && <div className="mt-4">{props.children}</div>}
            <div className="mt-6 flex flex-wrap justify-end gap-2.5">
              <AlertDialog.Cancel asChild>
                <Button>{cancelLabel ?? say(messages.actions.cancel)}</Button>
              </AlertDialog.Cancel>
              <Button ref={confirm} look={look} busy={busy} disabled={disabled} onClick={props.onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Content>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
