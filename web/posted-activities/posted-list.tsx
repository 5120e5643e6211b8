import { memo, useEffect, useRef, useState } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { typeName } from '../../contract/codes.ts'
import { formatDay } from '../../contract/dates.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { Term } from '../../contract/terms.ts'
import { countPoints } from '../entities/grades/count-points.ts'
import { countedPoints } from '../entities/postings/counted-points.ts'
import { useDeletePosting, useMember, usePostedActivities } from '../entities/postings/posted-activities.api.ts'
import { termName, termNameOf } from '../entities/terms/term-name.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState, NextStep } from '../ui/empty-state.tsx'
import type { ExportedColumn } from '../ui/export-file.ts'
import { TableExport } from '../ui/export-menu.tsx'
import { focusFirstField } from '../ui/focus-first-field.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { useIsSmallScreen } from '../ui/page-size.ts'
import { failure, type Outcome, OutcomeBanner } from './outcome.tsx'
import { usePointedAt } from './pointed-at.ts'
import { entryId, PostedEntry } from './posted-entry.tsx'
import { PostedFilter, usePostedFilter } from './posted-filter.tsx'
import { PostedListLoading } from './posted-list-loading.tsx'
import { ReturnedBanner } from './returned-banner.tsx'

type Props = {
  userId: number
  /** As in the address: undefined for the current one. */
  termId: number | undefined
  /** The term whose scores are shown; entries of other terms name their own. */
  term: Term | undefined
  isTermKnown: boolean
  editedId: number | undefined
  /** The posting that was just saved, or that a link led to. */
  marked: { id: number } | undefined
  /** The posting in the URL, and a callback once it is visible. */
  wantedId: number | undefined
  onWantedShown: (posting: PostedActivity | undefined) => void
  onEdit: (posting: PostedActivity, button: HTMLElement) => void
  onDeleted: (posting: PostedActivity) => void
  onPostAgain: (again: { activity: Activity; link: string | null }) => void
  outcome: Outcome | undefined
  onOutcome: (outcome: Outcome | undefined) => void
}

/** The columns of an exported file. */
function inFile(say: Say, language: Language): readonly ExportedColumn<PostedActivity>[] {
  const { fields, statements, postedActivities, rules } = messages
  return [
    { header: say(fields.activity), value: (posting) => localized(language, posting, 'activity_name') },
    { header: say(fields.startingDate), value: ({ starting_date }) => starting_date },
    { header: say(fields.type), value: ({ type }) => say(typeName(type)) },
    { header: say(fields.score), value: ({ score }) => score },
    { header: say(rules.countedPoints), value: ({ counted_points }) => counted_points },
    { header: say(fields.term), value: termNameOf },
    { header: say(fields.link), value: ({ link }) => link },
    { header: say(statements.state), value: ({ state }) => say(postedActivities.states[state]) },
  ]
}

export const PostedList = memo(function PostedList({
  userId,
  termId,
  term,
  isTermKnown,
  outcome,
  onOutcome,
  onDeleted,
  wantedId,
  onWantedShown,
  marked,
  ...props
}: Props) {
  const say = useSay()
  const language = useLanguage()
  const { data, isLoadingError, isFetching, refetch } = usePostedActivities(userId)
  // The list is rendered only when the term is known, because entries of another term look different.
  const postings = isTermKnown ? data : undefined
  const { mutateAsync, isPending } = useDeletePosting(userId)
  const [toDelete, setToDelete] = useState<PostedActivity>()
  // The posting of a link, or one that was just saved, is never hidden by the search.
  const filter = usePostedFilter(postings, ({ id }) => wantedId !== undefined || id === marked?.id || id === props.editedId)
  const { shown } = filter
  // During a refetch the cached list may not contain the posting of the notice yet.
  usePointedAt(isFetching ? undefined : postings, wantedId, onWantedShown)

  const isSmall = useIsSmallScreen()
  const list = useRef<HTMLUListElement>(null)
  const scrolledTo = useRef<object>(undefined)
  useEffect(() => {
    // The list scrolls once per mark: a later refetch must not scroll back.
    const entry = marked && marked !== scrolledTo.current ? document.getElementById(entryId(marked)) : null
    if (!entry || !list.current || !postings) return
    scrolledTo.current = marked
    scrollWithin(list.current, entry)
  }, [marked, postings])

  async function remove(posting: PostedActivity) {
    onOutcome(undefined)
    try {
      await mutateAsync(posting)
      onDeleted(posting)
      onOutcome({ kind: 'good', sentence: messages.postedActivities.deleted })
    } catch (error) {
      onOutcome(failure(messages.postedActivities.deleteFailed, error))
    } finally {
      setToDelete(undefined)
    }
  }

  return (
    <section aria-labelledby="posted-activities" className="min-w-0 rounded-lg border border-line bg-card shadow-soft">
      <div className="flex items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 pb-3 @max-xs/page:flex-wrap sm:px-5">
        <div className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
          <h2 id="posted-activities" className="text-lg">
            {say(messages.postedActivities.yourPosted)}
          </h2>
          {postings && postings.length > 0 && <Summary userId={userId} termId={termId} term={term} postings={postings} />}
        </div>
        {postings && postings.length > 0 && (
          <TableExport
            small
            title={[say(messages.postedActivities.yourPosted)]}
            content={() => ({ columns: inFile(say, language), rows: postings })}
          />
        )}
      </div>
      {outcome && (
        <div className="px-4 pb-3.5 sm:px-5">
          <OutcomeBanner outcome={outcome} />
        </div>
      )}
      <ReturnedBanner postings={postings ?? []} />
      {postings && postings.length > 0 && (
        <PostedFilter filter={filter} postings={postings} onSearch={() => isSmall && showFirst(list.current)} />
      )}
      {isLoadingError ? (
        <div className="px-4 pb-5 sm:px-5">
          <LoadFailure message={say(messages.postedActivities.fetchFailed)} onRetry={refetch} busy={isFetching} />
        </div>
      ) : postings === undefined ? (
        <PostedListLoading />
      ) : postings.length === 0 ? (
        <div className="border-t border-line">
          <EmptyState title={say(messages.postedActivities.noneYet)}>
            <NextStep text={say(messages.postedActivities.howToBegin)}>
              <Button onClick={focusFirstField}>{say(messages.empty.postAction)}</Button>
            </NextStep>
          </EmptyState>
        </div>
      ) : shown?.length === 0 ? (
        <div className="border-t border-line">
          <EmptyState title={say(messages.postedActivities.noneFound)}>
            <Button onClick={filter.state.clear}>{say(messages.actions.showAll)}</Button>
          </EmptyState>
        </div>
      ) : (
        <ul
          ref={list}
          aria-labelledby="posted-activities"
          // A scroll container must be focusable, or the arrow keys cannot scroll it. On a phone the page scrolls.
          tabIndex={isSmall ? undefined : 0}
          className="relative divide-y divide-line rounded-b-lg border-t border-line focus-visible:-outline-offset-2 sm:max-h-96 sm:overflow-y-auto sm:overscroll-contain"
        >
          {shown?.map((posting) => (
            <PostedEntry
              key={posting.id}
              posting={posting}
              isOfTerm={posting.term_id === term?.id}
              isEdited={posting.id === props.editedId}
              isMarked={posting.id === marked?.id}
              onEdit={props.onEdit}
              onDelete={setToDelete}
              onPostAgain={props.onPostAgain}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={toDelete !== undefined}
        question={say(messages.postedActivities.confirmDelete)}
        consequence={toDelete && say(messages.postedActivities.whatGoes({ posting: namedOf(say, language, toDelete) }))}
        confirmLabel={say(messages.actions.delete)}
        busy={isPending}
        onConfirm={() => toDelete && void remove(toDelete)}
        onCancel={() => setToDelete(undefined)}
      />
    </section>
  )
})

type SummaryProps = Pick<Props, 'userId' | 'termId' | 'term'> & { postings: readonly PostedActivity[] }

/** Who is not in the results of the closed term has points that count in nothing. */
function Summary({ userId, termId, term, postings }: SummaryProps) {
  const say = useSay()
  const isScored = useMember(userId, termId).data?.is_member !== false
  return (
    <p className="text-sm text-quiet">
      <bdi>{summaryOf(say, postings, isScored ? term : undefined)}</bdi>
    </p>
  )
}

/** Scrolls the list and not the page, on which the user is still at the form. On a phone the list does not scroll, so nothing does. */
function scrollWithin(list: HTMLElement, entry: HTMLElement) {
  const [frame, { top, bottom, height }] = [list.getBoundingClientRect(), entry.getBoundingClientRect()]
  if (top >= frame.top && bottom <= frame.bottom) return
  list.scrollTop += top - frame.top - (list.clientHeight - height) / 2
}

/** The first entries that match are of interest, wherever the page of a phone has been scrolled to. */
function showFirst(list: HTMLElement | null) {
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' })
}

/** The name of a posting with its day: "Guest lecture, 12 Nov 2026". */
function namedOf(say: Say, language: Language, posting: PostedActivity): Message {
  const name = localized(language, posting, 'activity_name')
  return messages.general.nameAndDay({ name, day: formatDay(say, posting.starting_date) })
}

/** The summary of the list: "6 in Autumn 2026, 14.5 points · 23 in total". */
function summaryOf(say: Say, postings: readonly PostedActivity[], term: Term | undefined): string {
  if (!term) return say(messages.general.activityCount({ count: postings.length }))
  const inTerm = postings.filter(({ term_id }) => term_id === term.id)
  const points = countPoints(countedPoints(inTerm))
  return say(messages.postedActivities.summary({ number: inTerm.length, term: termName(term), points, all: postings.length }))
}
