import { useMemo, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import { useSay } from '../language/language.ts'
import { Dialog } from '../ui/dialog.tsx'
import { BlockPreview } from './block-preview.tsx'
import { blockOf, type Pasted, pastedCells, pastedTargets } from './score-block.ts'
import { useScoreEditing } from './score-editing.tsx'

type Props = { termId: number; staff: readonly StaffMember[]; pasted: Pasted; onClose: () => void }

/** The dialog with what a pasted text would change, before it is saved. */
export function PasteDialog({ termId, staff, pasted, onClose }: Props) {
  const say = useSay()
  const { most, isEditable } = useScoreEditing()
  // The scores are those that were there when the dialog opened: others are only taken when the user asks for them.
  const [seen, setSeen] = useState(staff)
  const block = useMemo(() => {
    const byId = new Map(seen.map((member) => [member.id, member]))
    const members = pasted.members.map((member) => byId.get(member.id) ?? member)
    return blockOf(pastedTargets(pastedCells(pasted.text), members, pasted.columns), { most, isEditable, staff: seen })
  }, [seen, pasted, most, isEditable])
  const { pasteTitle, pasteHint } = messages.scoreSheet
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={say(pasteTitle)}
      description={say(pasteHint({ name: pasted.members[0]?.name ?? '' }))}
    >
      <BlockPreview termId={termId} block={block} onReload={() => setSeen(staff)} onSaved={onClose} onClose={onClose} />
    </Dialog>
  )
}
