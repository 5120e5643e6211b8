import { useMemo, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { readNumber } from '../../contract/numbers.ts'
import { formatPoints } from '../../contract/points.ts'
import { FeedbackInput, type StaffMember, TpInput } from '../../contract/scoring.ts'
import type { ScoreColumn } from '../entities/scores/scoring.api.ts'
import { useSay } from '../language/language.ts'
import { Dialog } from '../ui/dialog.tsx'
import { NumberField } from '../ui/field.tsx'
import { BlockPreview } from './block-preview.tsx'
import { blockOf, scoreColumns } from './score-block.ts'
import { useScoreEditing } from './score-editing.tsx'

type Props = {
  termId: number
  staff: readonly StaffMember[]
  /** The ids of the selected members, in the order of the list. */
  ids: readonly number[]
  onSaved: () => void
  onClose: () => void
}

const inputs = { tp: TpInput.shape.tp, fb: FeedbackInput.shape.fb }

/** The dialog that sets one score, or both, for all selected members. */
export function SetScoresDialog({ termId, staff, ids, onSaved, onClose }: Props) {
  const say = useSay()
  const { most, isEditable } = useScoreEditing()
  const [seen, setSeen] = useState(staff)
  const [texts, setTexts] = useState<Record<ScoreColumn, string>>({ tp: '', fb: '' })
  const isWrong = (column: ScoreColumn) => {
    const value = readNumber(texts[column], 1)
    return texts[column].trim() !== '' && (!inputs[column].safeParse(value).success || value > most[column])
  }
  const block = useMemo(() => {
    const byId = new Map(seen.map((member) => [member.id, member]))
    const trimmed = { tp: texts.tp.trim(), fb: texts.fb.trim() }
    return blockOf(
      ids.map((id) => ({ member: byId.get(id), texts: trimmed })),
      { most, isEditable, staff: seen },
    )
  }, [seen, ids, texts, most, isEditable])
  const { setTitle, setHint } = messages.scoreSheet
  // A wrong value is said at its field, and not for each member.
  const shown = scoreColumns.some(isWrong) ? { lines: [], changes: [], same: 0, problems: 0 } : block
  return (
    <Dialog open wide onClose={onClose} title={say(setTitle({ count: ids.length }))} description={say(setHint)}>
      <div className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {scoreColumns.map((column) => (
            <NumberField
              key={column}
              label={say(messages.scoring.names[column])}
              value={texts[column]}
              error={isWrong(column) ? say(messages.scoring.rule({ most: formatPoints(most[column]) })) : undefined}
              onChange={({ target }) => setTexts((before) => ({ ...before, [column]: target.value }))}
            />
          ))}
        </div>
        <BlockPreview
          // Another value is another attempt.
          key={`${texts.tp} ${texts.fb}`}
          termId={termId}
          block={shown}
          onReload={() => setSeen(staff)}
          onSaved={onSaved}
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}
