import { useNavigate, useSearch } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { roles } from '../../contract/codes.ts'
import { formatDay } from '../../contract/dates.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { shownMember } from '../../contract/person-names.ts'
import { formatPoints } from '../../contract/points.ts'
import type { ListedPosting } from '../../contract/postings.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { useActivities } from '../entities/activities/activities.api.ts'
import { useDepartments } from '../entities/departments/departments.api.ts'
import { PersonLink } from '../entities/members/person-link.tsx'
import { useTerms } from '../entities/terms/terms.api.ts'
import { usePanelView } from '../entities/views/panel-view.ts'
import { ViewTools } from '../entities/views/view-tools.tsx'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { useSession } from '../session/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { DayFilter } from '../ui/day-filter.tsx'
import { NextStep } from '../ui/empty-state.tsx'
import { download } from '../ui/export-file.ts'
import { ExportMenu, listFormats } from '../ui/export-menu.tsx'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { codesInAddress, useTableInAddress } from '../ui/table-state.ts'
import { daysIn, fileAddress, filtersIn, usePostings } from './postings.api.ts'
import { type Around, Evidence, PostingLink, postingColumns } from './postings-columns.tsx'

const words = messages.postingList
const nothing: readonly never[] = []
const idOf = ({ id }: ListedPosting) => id

/** All postings, which the server searches, filters and sorts. What is chosen stands in the address. */
export function PostingsList({ sections }: { sections: ReactNode }) {
  const say = useSay()
  const language = useLanguage()
  const { sees_everybody: seesEverybody, review: mayReview, pageOfMembers: home } = useRights()
  const user = useSession()
  const userId = user?.id
  const isScored = user?.role_id === roles.staff
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const key = JSON.stringify(filtersIn(address))
  const filters = useMemo(() => JSON.parse(key) as ReturnType<typeof filtersIn>, [key])
  const list = usePostings(filters)
  const { postings, count } = list

  const { data: terms = nothing } = useTerms()
  const { data: departments = nothing } = useDepartments()
  const { data: activities = nothing } = useActivities()
  const { dates } = address
  const reader = useMemo(
    () => ({ userId, home, isScored, mayReview, seesEverybody }),
    [userId, home, isScored, mayReview, seesEverybody],
  )
  const columns = useMemo(
    () => postingColumns(say, language, { terms, departments, activities, loaded: postings ?? nothing, dates, reader }),
    [say, language, terms, departments, activities, postings, dates, reader],
  )
  const view = usePanelView('postings', columns, postings)
  const isPartly = list.hasNextPage && postings !== undefined

  return (
    <>
      <PanelHeader
        title={say(messages.panels.postings)}
        summary={count === undefined ? noSummaryYet : say(words.summary({ count }))}
      >
        {/* The server names the file. */}
        <ExportMenu formats={listFormats} disabled={!count} onChoose={(format) => download(fileAddress(filters, format), '')} />
      </PanelHeader>
      {sections}
      <DataTable
        caption={say(messages.panels.postings)}
        columns={columns}
        order={view.order}
        viewTools={<ViewTools view={view} />}
        rows={view.isWaiting ? undefined : postings}
        servedTotal={count ?? null}
        rowKey={idOf}
        error={list.isLoadingError ? say(refusalOf(list.error) ?? words.loadFailed) : undefined}
        onRetry={() => void list.refetch()}
        emptyText={say(words.empty)}
        emptyHint={<NextStep text={say(words.emptyHint)} />}
        searchLabel={say(messages.review.search)}
        state={useTableInAddress(columns)}
        card={{ height: 116, content: (row) => <PostingCard row={row} say={say} language={language} reader={reader} /> }}
        printNote={isPartly ? say(words.firstShown({ count: postings.length })) : undefined}
        tools={<ListTools loaded={postings ?? nothing} />}
      />
      {postings && list.hasNextPage && <ShowMore list={list} shown={postings.length} />}
    </>
  )
}

/** The days, and the people to whom the list is narrowed. */
function ListTools({ loaded }: { loaded: readonly ListedPosting[] }) {
  const say = useSay()
  const language = useLanguage()
  const navigate = useNavigate()
  const { dates, who } = useSearch({ strict: false })
  const { from, to } = daysIn(dates)
  const people = who === undefined ? [] : String(who).split(',')
  const set = (change: { dates?: string | undefined; who?: string | number | undefined }) =>
    void navigate({
      to: '.',
      search: (before) =>
        Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined)) as typeof before,
      replace: true,
      resetScroll: false,
    })
  const setDays = (first = '', last = '') => set({ dates: first || last ? `${first}..${last}` : undefined })
  const nameOf = (id: string) => {
    const row = loaded.find(({ user_id }) => String(user_id) === id)
    return row ? shownMember(language, row) : say(messages.general.numbered({ id }))
  }
  return (
    <>
      <DayFilter label={say(messages.audit.fromDate)} value={from} latest={to} onChoose={(day) => setDays(day, to)} />
      <DayFilter label={say(messages.audit.toDate)} value={to} earliest={from} onChoose={(day) => setDays(from, day)} />
      {people.map((id) => (
        <button
          key={id}
          type="button"
          aria-label={say(words.removePerson({ name: nameOf(id) }))}
          title={say(words.removePerson({ name: nameOf(id) }))}
          onClick={() => set({ who: codesInAddress(people.filter((one) => one !== id)) })}
          className="flex min-h-10 max-sm:min-h-11 max-w-full cursor-pointer items-center gap-1.5 rounded-md border border-brand bg-brand-soft px-2.5 text-sm font-medium"
        >
          <span dir="auto" className="truncate">
            {nameOf(id)}
          </span>
          <X aria-hidden="true" className="size-4 shrink-0 text-quiet" />
        </button>
      ))}
    </>
  )
}

type CardProps = { row: ListedPosting; say: Say; language: Language; reader: Around['reader'] }

function PostingCard({ row, say, language, reader }: CardProps) {
  const { state, counted_points, starting_date } = row
  return (
    <div className="space-y-1 py-1.5">
      <div className="truncate font-medium">
        <PostingLink row={row} say={say} language={language} reader={reader} />
      </div>
      <div dir="auto" className="truncate text-as-around">
        <PersonLink id={row.user_id}>{shownMember(language, row)}</PersonLink>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 text-[0.8125rem] text-quiet">
        <bdi>{formatDay(say, starting_date)}</bdi>
        <bdi>{say(messages.general.pointCount({ count: counted_points, points: formatPoints(counted_points) }))}</bdi>
        <Badge look={({ posted: 'plain', verified: 'good', returned: 'bad' } as const)[state]}>
          {say(messages.review.tabs[state])}
        </Badge>
        <Evidence row={row} say={say} />
      </div>
    </div>
  )
}

function ShowMore({ list, shown }: { list: ReturnType<typeof usePostings>; shown: number }) {
  const say = useSay()
  const { isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-quiet">
        <bdi>{say(words.shown({ count: shown }))}</bdi>
      </p>
      {isFetchNextPageError && (
        <p role="alert" className="text-sm font-medium text-bad">
          {say(refusalOf(error) ?? words.loadFailed)}
        </p>
      )}
      <Button size="small" className="print:hidden" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {say(isFetchNextPageError ? messages.actions.tryAgain : messages.actions.showMore)}
      </Button>
    </div>
  )
}
