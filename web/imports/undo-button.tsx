import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ImportBatch, ImportedRow } from '../../contract/import-batches.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { useUndoImport } from './import-batches.api.ts'

const words = messages.importBatches

/** Undoes an import after a question that says how many rows are put back. Without any, there is nothing to press. */
export function UndoButton({ batch, rows }: { batch: ImportBatch; rows: readonly ImportedRow[] }) {
  const say = useSay()
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync: undo, isPending } = useUndoImport(batch.id)
  const staying = rows.filter(({ exception }) => exception !== null).length
  const count = rows.length - staying
  if (count === 0) return <p className="text-sm text-quiet">{say(words.nothingToUndo)}</p>

  async function confirm() {
    try {
      const { restored, exceptions } = await undo()
      toast(exceptions === 0 ? words.undone({ count: restored }) : words.undoneInPart({ count: restored, exceptions }))
    } catch (error) {
      // The question ends, too: the page shows the rows as they are by now.
      toast(refusalOf(error) ?? words.failed, { kind: 'bad' })
    }
    setAsking(false)
  }

  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Undo2 aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        {say(words.undo)}
      </Button>
      <ConfirmDialog
        open={isAsking}
        question={say(words.question({ file: batch.file_name }))}
        consequence={say(words.consequence({ count }))}
        confirmLabel={say(words.undo)}
        busy={isPending}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        {staying > 0 && <p>{say(words.staying({ count: staying }))}</p>}
      </ConfirmDialog>
    </>
  )
}
