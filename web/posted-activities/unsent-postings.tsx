import { Link } from '@tanstack/react-router'
import { PencilLine } from 'lucide-react'
import { useEffect, useState } from 'react'
import { listOf, messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import { type DraftParts, discardAccountDraft, useAccountDrafts } from '../drafts/account-drafts.ts'
import { draftOf, readOpenForm } from '../drafts/drafts.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { formatSince } from '../ui/dates.ts'
import { toast } from '../ui/toast.tsx'
import type { EvidenceDraft } from './chosen-evidence.ts'
import { postingForm } from './posting-form-state.ts'

/** A posting that was begun and not sent: a new one, or the edit of one in the list. */
export type UnsentPosting = { draft: string; posting: PostedActivity | undefined; parts: DraftParts }

/** The unsent postings; edits only of postings in the list: another edit has ended with its posting. */
export function useUnsentPostings(postings: readonly PostedActivity[] | undefined): UnsentPosting[] {
  const drafts = useAccountDrafts()
  const edits = (postings ?? []).map((posting) => ({ draft: draftOf(postingForm, posting.id), posting }))
  return [{ draft: postingForm, posting: undefined }, ...edits].flatMap((one) => {
    const parts = drafts.get(one.draft)
    return parts ? [{ ...one, parts }] : []
  })
}

/** Deletes the unsent edits of postings that are gone. useOpenForm does the same for the one that is open. */
export function useEndedEdits(postings: readonly PostedActivity[] | undefined) {
  const drafts = useAccountDrafts()
  useEffect(() => {
    if (!postings) return
    const known = new Set([postingForm, ...postings.map(({ id }) => draftOf(postingForm, id))])
    const open = readOpenForm(postingForm)
    if (typeof open === 'number') known.add(draftOf(postingForm, open))
    for (const draft of drafts.keys()) {
      if (known.has(draft)) continue
      discardAccountDraft(draft)
      toast(messages.postedActivities.notFound, { kind: 'bad' })
    }
  }, [postings, drafts])
}

const look =
  'flex min-h-10 max-sm:min-h-11 min-w-0 grow cursor-pointer items-center gap-2.5 py-1.5 text-start text-sm font-medium text-brand'

type Props = { unsent: readonly UnsentPosting[]; onEdit: (posting: PostedActivity, button: HTMLElement) => void }

/** Offers to continue or to discard unsent postings, above the page: on a phone their form is below the first screen. */
export function UnsentPostings({ unsent, onEdit }: Props) {
  const say = useSay()
  const language = useLanguage()
  const [discarding, setDiscarding] = useState<string>()
  const words = messages.unsent
  return (
    <>
      {unsent.map(({ draft, posting, parts }) => {
        const details = detailsOf(parts)
        const name = posting && localized(language, posting, 'activity_name')
        const since = listOf([formatSince(say, new Date(details.changedAt)), ...details.evidence])
        const label = (
          <>
            <PencilLine aria-hidden="true" className="size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              {say(name ? words.continueEdit({ name, details: since }) : words.continueNew({ details: since }))}
            </span>
          </>
        )
        return (
          <div key={draft} className="flex items-center gap-3 rounded-md border border-line bg-brand-soft ps-3.5 pe-1.5">
            {posting ? (
              <button type="button" className={look} onClick={(event) => onEdit(posting, event.currentTarget)}>
                {label}
              </button>
            ) : (
              <Link to="." search={(before) => ({ ...before, post: 1 as const })} resetScroll={false} className={look}>
                {label}
              </Link>
            )}
            <Button
              size="small"
              look="ghost"
              className="min-h-10 max-sm:min-h-11"
              aria-label={say(name ? words.discardEdit({ name }) : words.discardNew)}
              onClick={() => setDiscarding(draft)}
            >
              {say(words.discard)}
            </Button>
          </div>
        )
      })}
      <DiscardQuestion draft={discarding} onClose={() => setDiscarding(undefined)} />
    </>
  )
}

/** The question before a draft is discarded: its photos are perhaps not in the camera's gallery. */
export function DiscardQuestion({ draft, onClose }: { draft: string | undefined; onClose: () => void }) {
  const say = useSay()
  const { discardQuestion, discardMeans, discard } = messages.unsent
  return (
    <ConfirmDialog
      open={draft !== undefined}
      question={say(discardQuestion)}
      consequence={say(discardMeans)}
      confirmLabel={say(discard)}
      onConfirm={() => {
        if (draft !== undefined) discardAccountDraft(draft)
        onClose()
      }}
      onCancel={onClose}
    />
  )
}

function detailsOf(parts: DraftParts) {
  const files = (parts.files?.content as EvidenceDraft | undefined)?.files ?? []
  const count = files.length
  const words = files.every(({ kind }) => kind === 'photo') ? messages.unsent.photos : messages.unsent.files
  return {
    changedAt: Math.max(...Object.values(parts).map(({ storedAt }) => storedAt)),
    evidence: count > 0 ? [words({ count })] : [],
  }
}
