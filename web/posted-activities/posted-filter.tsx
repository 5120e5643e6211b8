import { useId } from 'react'
import { typeName } from '../../contract/codes.ts'
import { formatDay } from '../../contract/dates.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localizedAndEnglish } from '../../contract/localized.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import { foldForSearch } from '../../contract/searching.ts'
import { termNameOf } from '../entities/terms/term-name.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { SearchBox } from '../ui/data-table-tools.tsx'
import { useTableInAddress } from '../ui/table-state.ts'

/** The one filter that is in the address beside the search. */
const columns = [{ id: 'posted_in', header: 'posted_in', width: 0, filter: 'posted_in' }]

/** The search and the term of the list, in the address. `shown` are the postings that match; some are shown whatever is searched. */
export function usePostedFilter(
  postings: readonly PostedActivity[] | undefined,
  alwaysShown: (posting: PostedActivity) => boolean,
) {
  const say = useSay()
  const language = useLanguage()
  const state = useTableInAddress<PostedActivity>(columns)
  const termId = Number(state.filters['posted_in']?.[0]) || undefined
  const words = foldForSearch(state.search).split(/\s+/).filter(Boolean)
  const isNarrowed = termId !== undefined || words.length > 0
  const matches = (posting: PostedActivity) => {
    if (termId !== undefined && posting.term_id !== termId) return false
    const text = words.length > 0 ? foldForSearch(searchedIn(say, language, posting)) : ''
    return words.every((word) => text.includes(word))
  }
  const shown = isNarrowed ? postings?.filter((posting) => alwaysShown(posting) || matches(posting)) : postings
  return { state, termId, isNarrowed, shown }
}

function searchedIn(say: Say, language: Language, posting: PostedActivity): string {
  const { starting_date, type } = posting
  return [
    localizedAndEnglish(language, posting, 'activity_name'),
    say(typeName(type)),
    formatDay(say, starting_date),
    starting_date,
    localizedAndEnglish(language, posting, 'term_name'),
  ].join(' ')
}

type Props = {
  filter: ReturnType<typeof usePostedFilter>
  postings: readonly PostedActivity[]
  /** Called before the search changes. */
  onSearch: () => void
}

export function PostedFilter({ filter: { state, termId, isNarrowed, shown }, postings, onSearch }: Props) {
  const say = useSay()
  const id = useId()
  // The terms in which something was posted, newest first as the postings are.
  const terms = new Map(postings.map((posting) => [posting.term_id, termNameOf(posting)]))
  return (
    <div className="contents sm:flex sm:flex-wrap sm:items-center sm:gap-2.5 sm:px-5 sm:pb-3.5 print:hidden!">
      <div className="contents sm:flex sm:min-w-0 sm:grow sm:basis-52">
        <SearchBox
          label={say(messages.postedActivities.searchPosted)}
          value={state.search}
          onChange={(text) => {
            onSearch()
            state.setSearch(text)
          }}
          onBlur={state.onSearchEnd}
          isNarrow={false}
          sticksOn="card"
        />
      </div>
      <div className="flex flex-wrap items-center gap-2.5 px-4 pt-0.5 pb-3.5 sm:contents">
        <label htmlFor={id} className="sr-only">
          {say(messages.postedActivities.termOfPosted)}
        </label>
        <select
          id={id}
          value={termId ?? ''}
          onChange={(event) => state.setFilter('posted_in', event.target.value ? [event.target.value] : [])}
          className="min-h-10 max-sm:min-h-11 max-w-full min-w-0 grow rounded-md border border-edge/70 bg-card px-2.5 hover:border-edge focus-visible:border-focus focus-visible:-outline-offset-1 sm:grow-0"
        >
          <option value="">{say(messages.fields.allTerms)}</option>
          {[...terms].map(([termId, name]) => (
            <option key={termId} value={termId}>
              {name}
            </option>
          ))}
        </select>
        <p role="status" className="text-sm text-quiet empty:sr-only">
          {isNarrowed && <bdi>{say(messages.tables.shownOf({ shown: shown?.length ?? 0, total: postings.length }))}</bdi>}
        </p>
      </div>
    </div>
  )
}
