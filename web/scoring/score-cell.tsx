import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { StaffMember } from '../../contract/scoring.ts'
import { formatTenths } from '../ui/numbers.ts'
import { Spinner } from '../ui/spinner.tsx'
import { scoreNames, useScoreEditing } from './score-editing.tsx'
import { ScoreEditor } from './score-editor.tsx'
import type { ScoreColumn } from './scoring.api.ts'

/** A score that can be edited in place. */
export function ScoreCell({ member, column }: { member: StaffMember; column: ScoreColumn }) {
  const { isOpen, entryOf, edit } = useScoreEditing()
  const entry = isOpen ? entryOf(member.id, column) : undefined
  const button = useRef<HTMLButtonElement>(null)
  const isEditing = entry?.state === 'editing'
  const wasEditing = useRef(false)

  useEffect(() => {
    // The editor unmounted with the focus, unless the next editor or a click already has it.
    if (wasEditing.current && !isEditing && document.activeElement === document.body) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  const shown = formatTenths(entry ? Number(entry.text) : member[column])
  if (!isOpen) return <span>{shown}</span>
  if (isEditing) {
    return (
      // The scroll margins keep clear of the sticky header and names, and show the next row.
      <span className="inline-block scroll-ms-48 scroll-me-28 scroll-mt-16 scroll-mb-24 py-1.5">
        {formatTenths(member[column])}
        <ScoreEditor member={member} column={column} entry={entry} />
      </span>
    )
  }

  const isSaving = entry?.state === 'saving'
  const failure = entry?.state === 'kept' ? entry.message : undefined
  const label = `Edit ${scoreNames[column]}: ${shown}, ${member.name}${failure ? `. ${failure}` : ''}`
  return (
    <button
      ref={button}
      type="button"
      aria-label={label}
      aria-busy={isSaving || undefined}
      aria-disabled={isSaving || undefined}
      title={failure}
      onClick={() => isSaving || edit(member, column)}
      className={`relative -mx-1.5 min-h-8 cursor-pointer rounded-sm px-1.5 hover:bg-brand-soft aria-busy:cursor-progress aria-busy:text-quiet ${failure ? 'font-semibold text-bad' : ''}`}
    >
      {(isSaving || failure) && (
        <span className="absolute inset-y-0 -start-2.5 my-auto grid size-3.5 place-items-center *:size-3.5">
          {isSaving ? <Spinner /> : <CircleAlert aria-hidden="true" />}
        </span>
      )}
      <span className={`border-b border-dashed pb-px ${failure ? 'border-bad' : 'border-edge'}`}>{shown}</span>
    </button>
  )
}
