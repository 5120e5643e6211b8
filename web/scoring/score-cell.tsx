import { Check, CircleAlert, Pencil } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { messages } from '../../contract/languages/catalogue.ts'
import { latinNumber } from '../../contract/numbers.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import type { ScoreColumn } from '../entities/scores/scoring.api.ts'
import { useSay } from '../language/language.ts'
import { useSession } from '../session/session.ts'
import { NotSet } from '../ui/not-set.tsx'
import { formatTenths } from '../ui/numbers.ts'
import { Spinner } from '../ui/spinner.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { type Direction, scoreCellId, useScoreEditing } from './score-editing.tsx'
import { ScoreEditor } from './score-editor.tsx'

/** A score that can be edited in place. */
export function ScoreCell({ member, column }: { member: StaffMember; column: ScoreColumn }) {
  const say = useSay()
  const { isOpen, isEditable, entryOf, edit, goTo, paste } = useScoreEditing()
  const ownId = useSession()?.id
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
  const isDraft = member[`${column}_draft`] === true
  if (isOpen && member.id === ownId) return <OwnScore column={column} shown={shown} />
  if (!canEdit)
    return isDraft ? (
      <span title={say(messages.releases.draft)} className={draftLook}>
        {shown ?? '–'}
        <span className="sr-only"> {say(messages.releases.draft)}</span>
      </span>
    ) : (
      (shown ?? <NotSet />)
    )
  if (isEditing) {
    return (
      <span className={`inline-block py-1.5 ${scrollMargins}`}>
        {stored ?? '–'}
        <ScoreEditor member={member} column={column} entry={entry} />
      </span>
    )
  }

  const isSaving = entry?.state === 'saving'

  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    const direction = directions[key]
    if (direction && goTo(member, column, direction)) event.preventDefault()
    // The editor has the focus before the browser inserts the digit, which replaces the selected text there.
    const isTyped = key.length === 1 && latinNumber(key) !== undefined
    if ((isTyped || key === 'F2') && !isSaving) flushSync(() => edit(member, column))
  }

  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain')
    if (text.trim() === '' || isSaving) return
    event.preventDefault()
    paste(member, column, text)
  }

  const failure = entry?.state === 'unsaved' ? entry.message : undefined
  const { names, notSet, editScore, editScoreOf, editFailedScoreOf } = messages.scoring
  const what = { score: names[column], value: shown ?? notSet, name: member.name }
  // The total is made with the saved score, which differs from the one that is shown.
  const beside = failure && stored !== shown ? stored : undefined
  const problem = failure && beside ? messages.scoreSheet.savedBeside({ what: failure, saved: beside }) : failure
  const named = problem ? editFailedScoreOf({ ...what, failure: problem }) : editScoreOf(what)
  const label = isDraft ? messages.releases.draftNamed({ label: named }) : named
  return (
    <Tooltip text={say(problem ?? (isDraft ? messages.releases.draft : editScore({ score: names[column] })))} side="above">
      {(describedBy) => (
        <button
          ref={button}
          type="button"
          data-score={scoreCellId(member.id, column)}
          aria-label={say(label)}
          aria-describedby={describedBy}
          aria-busy={isSaving || undefined}
          aria-disabled={isSaving || undefined}
          onClick={() => isSaving || edit(member, column)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className={`group/score relative ${scrollMargins} -mx-1.5 min-h-8 max-sm:min-h-11 cursor-pointer rounded-sm px-1.5 hover:bg-brand-soft aria-busy:cursor-progress aria-busy:text-quiet ${failure ? 'font-semibold text-bad' : isDraft ? draftLook : ''}`}
        >
          <span className="absolute inset-y-0 -start-2.5 my-auto grid size-3 place-items-center *:size-3">
            {isSaving ? <Spinner /> : failure ? <CircleAlert aria-hidden="true" /> : pencil}
          </span>
          {shown ?? <span className="text-quiet">–</span>}
          {beside && (
            // Two lines are as high as the button: nothing moves.
            <span className="flex items-center justify-end gap-0.5 text-[0.6875rem] leading-3 font-normal text-quiet">
              <Check aria-hidden="true" className="size-2.5 shrink-0" />
              {beside}
            </span>
          )}
        </button>
      )}
    </Tooltip>
  )
}

/** One's own score, with the reason why it cannot be edited. */
function OwnScore({ column, shown }: { column: ScoreColumn; shown: string | undefined }) {
  const say = useSay()
  const { names, notSet } = messages.scoring
  const reason = say(messages.heads.notOwnScore)
  const value = say(messages.general.labelled({ label: names[column], value: shown ?? notSet }))
  return (
    <Tooltip text={reason} side="above" isOnPress>
      {(describedBy) => (
        <button
          type="button"
          aria-disabled="true"
          aria-label={`${value}. ${reason}`}
          aria-describedby={describedBy}
          className="-mx-1.5 min-h-8 cursor-default rounded-sm px-1.5 max-sm:min-h-11"
        >
          {shown ?? <span className="text-quiet">–</span>}
        </button>
      )}
    </Tooltip>
  )
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** The scroll margins keep clear of the sticky header and names, and show the next row. */
const scrollMargins = 'scroll-ms-48 scroll-me-28 scroll-mt-16 scroll-mb-24'

/** A score that its member does not see yet: the dotted line is also there in print and without colours. */
const draftLook = 'italic underline decoration-brass decoration-dotted decoration-2 underline-offset-4'

/** The same element in every cell: rendering a cell again leaves it alone. */
const pencil = <Pencil aria-hidden="true" className="print:hidden text-edge group-hover/score:text-brand" />
