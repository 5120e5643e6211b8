import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { titleName, typeName } from '../../contract/codes.ts'
import type { Count, DoneReport } from '../../contract/done-report.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { browser as limits } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import { none, titleCode } from '../entities/members/filter-codes.ts'
import { type PaperLanguage, PaperLanguagePicker } from '../entities/statements/paper-language.tsx'
import { termName } from '../entities/terms/term-name.ts'
import { alertFailure } from '../http/alerts.ts'
import { refusalOf } from '../http/api.ts'
import { downloadFile } from '../http/download.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Bars } from '../ui/charts/bars.tsx'
import { ChartAndTable, ChartCard } from '../ui/charts/chart-card.tsx'
import { NumberTable } from '../ui/charts/number-table.tsx'
import { ExportMenu } from '../ui/export-menu.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { formatSum, formatWhole } from '../ui/numbers.ts'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ToggleButton } from '../ui/toggle-button.tsx'
import { DoneFilters } from './done-filters.tsx'
import { doneQueryIn, useDone } from './postings.api.ts'
import { linkToPostings } from './postings-place.ts'

const words = messages.postingList.done

/** What was done in some terms, in postings and points, as charts with their tables. */
export function DonePanel({ sections }: { sections: ReactNode }) {
  const say = useSay()
  const navigate = useNavigate()
  const address = useSearch({ strict: false })
  const { measure } = address
  const [paperLanguage, setPaperLanguage] = useState<PaperLanguage>()
  const query = doneQueryIn(address)
  const { only } = query
  const { data: report, isLoadingError, error, refetch, isFetching, isPlaceholderData } = useDone(query)
  const set = (change: Readonly<Record<string, unknown>>) =>
    void navigate({
      to: '.',
      search: (before) =>
        Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined)) as typeof before,
      replace: true,
      resetScroll: false,
    })

  async function make(format: 'xlsx' | 'pdf') {
    const signal = AbortSignal.timeout(limits.long)
    const name = `what-was-done.${format}`
    try {
      if (format === 'xlsx') await downloadFile('GET /postings/done.xlsx', { query, signal }, name)
      else await downloadFile('GET /postings/done.pdf', { query: { ...query, language: paperLanguage }, signal }, name)
    } catch (failure) {
      alertFailure(failure, words.documentFailed, 'done')
    }
  }

  return (
    <>
      <PanelHeader
        title={say(messages.panels.postings)}
        hasLongSummary
        summary={report ? say(only ? words.meaningVerified : words.meaning) : noSummaryYet}
      >
        <PaperLanguagePicker chosen={paperLanguage} onChoose={setPaperLanguage} />
        <ExportMenu formats={['xlsx', 'pdf'] as const} disabled={!report} onChoose={make} />
      </PanelHeader>
      {sections}
      <div className="flex flex-wrap items-center gap-2.5 print:hidden">
        <DoneFilters query={query} set={set} />
        <ToggleButton isOn={only !== undefined} onToggle={() => set({ only: only === undefined ? 'verified' : undefined })}>
          {say(words.onlyVerified)}
        </ToggleButton>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are two buttons. */}
        <div role="group" aria-label={say(words.measure)} className="flex gap-1.5">
          <ToggleButton isOn={measure === undefined} onToggle={() => set({ measure: undefined })}>
            {say(words.postings)}
          </ToggleButton>
          <ToggleButton isOn={measure === 'points'} onToggle={() => set({ measure: 'points' })}>
            {say(words.points)}
          </ToggleButton>
        </div>
      </div>
      {isLoadingError ? (
        <LoadFailure message={say(refusalOf(error) ?? words.failed)} onRetry={refetch} busy={isFetching} />
      ) : !report ? (
        <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      ) : report.all.sum.postings === 0 ? (
        <p className="rounded-lg border border-line bg-card p-8 text-center text-quiet shadow-soft">{say(words.nothing)}</p>
      ) : (
        <div
          aria-busy={isPlaceholderData}
          className={`flex flex-col gap-5 transition-opacity print:block print:space-y-4 ${isPlaceholderData ? 'opacity-60' : ''}`}
        >
          <DoneCharts report={report} query={query} measure={measure ?? 'postings'} />
        </div>
      )}
    </>
  )
}

interface DoneRow {
  key: string
  name: string
  counts: readonly Count[]
  sum: Count
  /** The filter of the list that has the postings of the row. */
  filter: Readonly<Record<string, readonly (string | number)[]>>
}

type ChartsProps = { report: DoneReport; query: ReturnType<typeof doneQueryIn>; measure: keyof Count }

function DoneCharts({ report, query, measure }: ChartsProps) {
  const say = useSay()
  const language = useLanguage()
  const { by } = words
  const departmentName = (row: DoneReport['departments'][number]) =>
    localized(language, row, 'department_name') ?? say(messages.departments.unknown)
  const groups: { title: Message; header: Message; rows: DoneRow[] }[] = [
    {
      title: by.type,
      header: messages.fields.type,
      rows: report.types.map((row) => ({ ...row, key: row.type, name: say(typeName(row.type)), filter: { type: [row.type] } })),
    },
    {
      title: by.department,
      header: messages.fields.department,
      rows: report.departments.map((row) => ({
        ...row,
        key: row.department_name ?? '',
        name: departmentName(row),
        filter: { department_id: row.department_name === null ? [none] : row.department_ids },
      })),
    },
    {
      title: by.title,
      header: messages.fields.title,
      rows: report.titles.map((row) => ({
        ...row,
        key: row.title ?? '',
        name: say(titleName(row.title)),
        filter: { title: [titleCode(row.title)] },
      })),
    },
    {
      title: by.activity,
      header: messages.fields.activity,
      rows: report.activities.map((row) => ({
        ...row,
        key: String(row.activity_id),
        name: localized(language, row, 'name'),
        filter: { activity_id: [row.activity_id] },
      })),
    },
  ]
  return groups.map((group) => <DoneChart key={group.title.key} {...group} report={report} query={query} measure={measure} />)
}

type ChartProps = ChartsProps & { title: Message; header: Message; rows: readonly DoneRow[] }

function DoneChart({ title, header, rows, report: { terms, all }, query, measure }: ChartProps) {
  const say = useSay()
  const shown = (count: Count | undefined) =>
    measure === 'points' ? formatSum(count?.points ?? 0) : formatWhole(count?.postings ?? 0)
  const inWords = ({ postings, points }: Count) => ({
    postings: messages.postingList.summary({ count: postings }),
    points: messages.general.pointCount({ count: points, points: formatSum(points) }),
  })
  const caption = say(title)
  const listOf = (row: DoneRow) =>
    linkToPostings({
      in_term: terms.map(({ id }) => id),
      posting_state: query.only ? ['verified'] : ['posted', 'verified'],
      department_id: query.department_id?.split(','),
      title: query.title?.split(','),
      activity_id: query.activity_id?.split(','),
      type: query.type?.split(','),
      ...row.filter,
    })
  const headers = terms.length > 1 ? terms.map((term) => termName(term)) : []
  return (
    <ChartCard title={caption} summary={<bdi>{say(words.all(inWords(all.sum)))}</bdi>}>
      <ChartAndTable
        chart={
          <Bars
            label={caption}
            look="bg-brass"
            bars={rows.map((row) => ({
              key: row.key,
              name: row.name,
              value: row.sum[measure],
              text: shown(row.sum),
              words: say(words.bar({ name: row.name, ...inWords(row.sum) })),
              link: listOf(row),
            }))}
          />
        }
        table={
          <NumberTable
            caption={say(messages.overview.numbers({ caption }))}
            nameHeader={say(header)}
            headers={[...headers, say(words.postings), say(words.points)]}
            rows={[
              ...rows.map((row) => ({
                key: row.key,
                name: row.name,
                cells: [
                  ...(headers.length > 0 ? row.counts.map(shown) : []),
                  formatWhole(row.sum.postings),
                  formatSum(row.sum.points),
                ],
              })),
              {
                key: 'sum of all',
                name: say(words.sum),
                cells: [
                  ...(headers.length > 0 ? all.counts.map(shown) : []),
                  formatWhole(all.sum.postings),
                  formatSum(all.sum.points),
                ],
              },
            ]}
          />
        }
      />
    </ChartCard>
  )
}
