import { useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import { useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { Button } from '../ui/button.tsx'
import { type RowSelection, useSelectedIds } from '../ui/row-selection.ts'

const SetScoresDialog = lazyComponent(() => import('./set-scores-dialog.tsx'), 'SetScoresDialog', 'all')

const MessageDialog = lazyComponent(() => import('../entities/messages/message-dialog.tsx'), 'MessageDialog', 'all')

type Props = { termId: number; staff: readonly StaffMember[] | undefined; selection: RowSelection; maySend: boolean }

/** The bar while members are selected: their number, and the button that sets scores for all of them. */
export function SelectedBar({ termId, staff, selection, maySend }: Props) {
  const say = useSay()
  const ids = useSelectedIds(selection)
  // The members are fixed while the dialog is open.
  const [open, setOpen] = useState<readonly number[]>()
  const [addressed, setAddressed] = useState<readonly number[]>()
  const close = () => setOpen(undefined)
  const selected = ids.size === 0 ? [] : (staff ?? []).flatMap(({ id }) => (ids.has(id) ? [id] : []))
  const { bulkUsers, scoreSheet } = messages
  return (
    <>
      {/* The live region exists before its content. */}
      <section
        aria-label={say(bulkUsers.bar)}
        className={
          selected.length > 0
            ? 'sticky bottom-3 z-30 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-card px-4 py-2.5 shadow-lifted print:hidden'
            : 'sr-only'
        }
      >
        <p role="status" className="grow font-medium">
          {selected.length > 0 && say(bulkUsers.selected({ count: selected.length }))}
        </p>
        {selected.length > 0 && (
          <div className="flex flex-wrap items-center gap-2">
            <Button size="small" onClick={() => setOpen(selected)}>
              {say(scoreSheet.setScores)}
            </Button>
            {maySend && (
              <Button size="small" onClick={() => setAddressed(selected)}>
                {say(bulkUsers.message)}
              </Button>
            )}
            <Button size="small" look="ghost" onClick={() => selection.clear()}>
              {say(bulkUsers.clear)}
            </Button>
          </div>
        )}
      </section>
      {addressed && (
        <LazyBoundary onFailure={() => setAddressed(undefined)}>
          <MessageDialog
            people={addressed}
            termId={termId}
            onSent={() => selection.clear()}
            onClose={() => setAddressed(undefined)}
          />
        </LazyBoundary>
      )}
      {open && (
        <LazyBoundary onFailure={close}>
          <SetScoresDialog
            termId={termId}
            staff={staff ?? []}
            ids={open}
            onSaved={() => {
              selection.clear()
              close()
            }}
            onClose={close}
          />
        </LazyBoundary>
      )}
    </>
  )
}
