import { CircleAlert, Pencil } from 'lucide-react'
import { Tooltip } from 'radix-ui'
import { useEffect, useRef } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import { useSay } from '../language.ts'
import { NotSet } from '../ui/not-set.tsx'
import { formatTenths } from '../ui/numbers.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useScoreEditing } from './score-editing.tsx'
import { ScoreEditor } from './score-editor.tsx'
import type { ScoreColumn } from './scoring.api.ts'

/** A score that can be edited in place. */
export function ScoreCell({ member, column }: { member: StaffMember; column: ScoreColumn }) {
  const say = useSay()
  const { isEditable, entryOf, edit } = useScoreEditing()
  const canEdit = isEditable(member.id)
  const entry = canEdit ? entryOf(member.id, column) : undefined
  const button = useRef<HTMLButtonElement>(null)
  const isEditing = entry?.state === 'editing'
  const wasEditing = useRef(false)

  useEffect(() => {
    // The editor unmounted with the focus, unless the next editor or a click already has it.
    if (wasEditing.current && !isEditing && document.activeElement === document.body) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  const stored = member[`${column}_set`] ? formatTenths(member[column]) : undefined
  const shown = entry?.text ? formatTenths(Number(entry.text)) : stored
  if (!canEdit) return shown ?? <NotSet />
  if (isEditing) {
    return (
      // The scroll margins keep clear of the sticky header and names, and show the next row.
      <span className="inline-block scroll-ms-48 scroll-me-28 scroll-mt-16 scroll-mb-24 py-1.5">
        {stored ?? '–'}
        <ScoreEditor member={member} column={column} entry={entry} />
      </span>
    )
  }

  const isSaving = entry?.state === 'saving'
  const failure = entry?.state === 'kept' ? entry.message : undefined
  const { names, notSet, editScore, editScoreOf, editFailedScoreOf } = messages.scoring
  const what = { score: names[column], value: shown ?? notSet, name: member.name }
  const label = failure ? editFailedScoreOf({ ...what, failure }) : editScoreOf(what)
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        <button
          ref={button}
          type="button"
          aria-label={say(label)}
          aria-busy={isSaving || undefined}
          aria-disabled={isSaving || undefined}
          onClick={() => isSaving || edit(member, column)}
          className={`group/score relative -mx-1.5 min-h-8 cursor-pointer rounded-sm px-1.5 hover:bg-brand-soft aria-busy:cursor-progress aria-busy:text-quiet ${failure ? 'font-semibold text-bad' : ''}`}
        >
          <span className="absolute inset-y-0 -start-2.5 my-auto grid size-3 place-items-center *:size-3">
            {isSaving ? (
              <Spinner />
            ) : failure ? (
              <CircleAlert aria-hidden="true" />
            ) : (
              <Pencil aria-hidden="true" className="print:hidden text-edge group-hover/score:text-brand" />
            )}
          </span>
          {shown ?? <span className="text-quiet">–</span>}
        </button>
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-[0.8125rem] text-card shadow-lifted"
        >
          {say(failure ?? editScore({ score: names[column] }))}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
